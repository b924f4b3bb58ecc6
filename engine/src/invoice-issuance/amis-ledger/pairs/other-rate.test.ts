import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenLine, type GivenProfile, issuanceInput } from '../../plan-fixture.ts';

/*
 * A reduction ends with a year: what AMIS has sold by hand at 10 % in January is hardly the sale of December at 8 %, though buyer, goods,
 * quantity and money are the same.
 */

type Sold = NonNullable<GivenProfile['sales']>[number];

const line = (id: string, date: string, vatRate: string | null, more: Partial<GivenLine> = {}): GivenLine => ({
  ...{ id, doc: id, date, vatRate, partner: 'KH1', item: 'VT1', quantity: '5', amount: 500_000 },
  vatAmount: vatRate === 'KCT' ? 0 : 5000 * Number(vatRate),
  ...more,
});
const byHand = (id: string, documentDate: string, tax: Pick<Sold, 'vatRate' | 'vatAmount'>, customer = 'C1'): Sold => ({
  ...{ id, voucherNumber: `TAY${id}`, documentDate, product: 'SP1', quantity: '5', amount: 500_000, ...tax },
  ...{ customerCode: customer, customerName: customer === 'LE' ? 'Khách lẻ' : '' },
});

/** The entry that each line is, and the entries that a person is asked about. */
function placed(lines: readonly GivenLine[], sales: readonly Sold[]) {
  const { alreadyInvoiced, review, invoices } = planInvoices(
    issuanceInput({
      ...{ issueDay: '2027-01-12', days: ['2026-12-16', '2027-01-15'], lines },
      partners: [{ code: 'KH1', requirement: 'not_required' }],
      profiles: [
        {
          ...{ code: 'A', products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
          ...{ stock: [{ product: 'SP1', opening: '99' }], terms: { invoiceSymbol: 'C27TYY' }, sales },
          customers: [{ code: 'C1' }, { code: 'LE', name: 'Khách lẻ' }],
          partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
        },
      ],
    }),
  );
  return {
    issued: alreadyInvoiced.map((one) => [one.line, one.entry]).toSorted(),
    asked: review.map(({ entry, candidates }) => [entry, ...candidates]),
    why: review[0]?.why,
    drafted: invoices.length,
  };
}
const STATED = { vatRate: '10', vatAmount: 50_000 };
/** Ledgers without a column of rates have the VAT all the same. */
const AS_MONEY = { vatAmount: 50_000 };

test.each([
  { name: 'a rate', tax: STATED },
  { name: 'the VAT alone', tax: AS_MONEY },
])('an entry of a later day whose ledger states $name of another rate is not taken for the sale', ({ tax }) => {
  const december = line('D', '2026-12-28', '8');
  expect(placed([december], [byHand('a', '2027-01-05', tax)])).toEqual({
    ...{ issued: [], asked: [['a', 'D']], drafted: 0 },
    why: 'cùng khách, mặt hàng, số lượng và tiền nhưng khác ngày và khác thuế suất',
  });
  expect(placed([december], [byHand('a', '2027-01-05', { vatRate: '8', vatAmount: 40_000 })]).issued).toEqual([
    ['D', 'a'],
  ]);
  // The sale of its rate is found, and the other one gets its invoice.
  const january = line('J', '2027-01-04', '10');
  expect(placed([december, january], [byHand('a', '2027-01-05', tax)])).toMatchObject({
    ...{ issued: [['J', 'a']], asked: [], drafted: 1 },
  });
});

test('two sales of one document and day that differ in their rate alone are each the entry of its own rate', () => {
  const document = { doc: 'HD1', date: '2026-12-28' };
  const lines = [line('1', '2026-12-28', '8', document), line('2', '2026-12-28', '10', document)];
  for (const customer of ['C1', 'LE'])
    for (const [tax, own] of [
      [STATED, '2'],
      [AS_MONEY, '2'],
      [{ vatRate: '8', vatAmount: 40_000 }, '1'],
    ] as const)
      expect(placed(lines, [byHand('a', '2026-12-28', tax, customer)]).issued).toEqual([[own, 'a']]);
});

test('the rate says nothing where one of the two does not state it, on the very day of the sale, or where nothing is taxed', () => {
  const later = byHand('a', '2027-01-05', {});
  expect(placed([line('D', '2026-12-28', '8')], [later]).issued).toEqual([['D', 'a']]);
  expect(placed([line('D', '2026-12-28', null)], [byHand('a', '2027-01-05', STATED)]).issued).toEqual([['D', 'a']]);
  expect(placed([line('D', '2026-12-28', '8')], [byHand('a', '2026-12-28', STATED)]).issued).toEqual([['D', 'a']]);
  const untaxed = { vatRate: '0', vatAmount: 0 };
  expect(placed([line('D', '2026-12-28', 'KCT')], [byHand('a', '2027-01-05', untaxed)]).issued).toEqual([['D', 'a']]);
});

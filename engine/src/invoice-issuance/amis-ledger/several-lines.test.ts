import { expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';

/** Three small sales of one day, which AMIS has as one entry of a carton of 24: 6 + 8 + 10 boxes. */
const sale = (id: string, quantity: string, amount: number, own: Partial<GivenLine> = {}): GivenLine => ({
  ...{ id, doc: `BL00${id}`, date: '2026-09-05', partner: 'KL', item: 'VT1', quantity, amount },
  ...own,
});
const lines = [sale('1', '6', 60_000), sale('2', '8', 80_000), sale('3', '10', 100_000)];
const books = ({ quantity = '1', amount = 240_000 } = {}) => ({
  code: 'A',
  products: [{ code: 'SP1' }],
  links: [{ product: 'SP1', item: 'VT1', factor: '1/24' }],
  stock: [{ product: 'SP1', opening: '50' }],
  sales: [
    {
      ...{ id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-05', customerCode: 'BL', product: 'SP1' },
      ...{ quantity, amount, invoiceNumber: '12' },
    },
  ],
});
const plan = (
  own: { quantity?: string; amount?: number; saying?: readonly string[] },
  more: Partial<GivenPeriod> = {},
) => {
  const { quantity = '1', amount = 240_000, saying = ['1', '2', '3'] } = own;
  return planInvoices(
    issuanceInput({
      lines,
      profiles: [books({ quantity, amount })],
      decisions: saying.map((line) => ({ profile: 'A', entry: 'a', line })),
      ...more,
    }),
  );
};
const takenBy = (made: ReturnType<typeof plan>) =>
  made.alreadyInvoiced.map(({ line, baseQuantity, amount }) => [line, Number(baseQuantity) / 1e6, amount]);
const told = ({ warnings }: ReturnType<typeof plan>) =>
  warnings
    .filter(({ code }) => code.startsWith('AMIS_') && code !== 'AMIS_ENTRIES_UNMATCHED')
    .map((one) => one.message);

test('an entry that a person says to be several sales takes them all, and nothing of them is drafted', () => {
  const made = plan({});
  expect(takenBy(made)).toEqual([
    ['1', 6, 60_000],
    ['2', 8, 80_000],
    ['3', 10, 100_000],
  ]);
  expect([made.invoices, told(made)]).toEqual([[], []]);
  expect(made.tieOut).toMatchObject({ ledger: 240_000, alreadyInvoiced: 240_000, invoiced: 0, unallocated: 0 });
});

test('its goods are used up in the order that was stated: what they do not reach is drafted', () => {
  const made = plan({ quantity: '0.5', amount: 120_000, saying: ['3', '1', '2'] });
  expect(takenBy(made)).toEqual([
    ['3', 10, 100_000],
    ['1', 2, 20_000],
  ]);
  expect(made.tieOut).toMatchObject({ alreadyInvoiced: 120_000, invoiced: 120_000, unallocated: 0 });
  expect(told(made)).toEqual([]);
});

test('more goods than all the lines have, and another sum of money, are told once', () => {
  const more = plan({ quantity: '1.25', amount: 300_000 });
  expect(told(more)).toEqual([expect.stringContaining('là dòng bán «3» của BL003: AMIS đã xuất 16')]);
  expect(more.tieOut).toMatchObject({ alreadyInvoiced: 240_000, unallocated: 0 });
  const dearer = plan({ amount: 240_004 });
  expect(told(dearer)).toEqual(['Chứng từ AMIS «TAY1» ghi 240.004, sổ Bravo ghi 240.000 cho 3 dòng bán ấy.']);
  expect(told(plan({ amount: 240_003 }))).toEqual([]);
});

test('a line of them that Bravo has entered anew waits until a person decides once more, and no larger or further one does', () => {
  const sales = [{ ...books().sales[0]!, customerCode: 'C1', quantity: '24' }];
  const profiles = [{ ...books(), links: [{ product: 'SP1', item: 'VT1' }], sales, customers: [{ code: 'C1' }] }].map(
    (one) => ({ ...one, partnerLinks: [{ customer: 'C1', partner: 'KL' }] }),
  );
  const others = [
    sale('5', '9', 90_000),
    sale('6', '8', 80_000, { date: '2026-09-09' }),
    sale('7', '8', 80_000, { item: 'VT2' }),
    sale('8', '8', 80_000, { partner: 'KM' }),
  ];
  const planOf = (saying: readonly string[]) =>
    plan({ saying }, { profiles, lines: [lines[0]!, { ...lines[1]!, id: '9' }, lines[2]!, ...others] });
  const waits = (made: ReturnType<typeof plan>) =>
    made.shortages.flatMap(({ line, message }) => (message.includes('TAY1') ? [[line, message]] : []));
  expect(waits(planOf(['1', '2', '3']))).toEqual([['9', expect.stringContaining('cả dòng «2» mà sổ Bravo không còn')]]);
  expect(waits(planOf(['1', '9', '3']))).toEqual([]);
  expect(waits(planOf(['1', '3']))).toEqual([]);
});

test('the rounding of quantities that the factor does not divide is no excess', () => {
  const thirds = lines.map((line) => ({ ...line, quantity: '0.333333' }));
  const made = plan({ quantity: '0.041667' }, { lines: thirds });
  expect(told(made)).toEqual([]);
  expect(made.alreadyInvoiced).toHaveLength(3);
  const boxes = [sale('1', '380', 3_800_000)];
  expect(takenBy(plan({ quantity: '15.83', amount: 3_800_000, saying: ['1'] }, { lines: boxes }))).toEqual([
    ['1', 380, 3_800_000],
  ]);
});

test('a line of another item, or one that the ledger has lost, takes part as far as it can', () => {
  const other = [...lines.slice(0, 2), sale('3', '4', 100_000, { item: 'VT9' })];
  expect(takenBy(plan({}, { lines: other }))).toEqual([
    ['1', 6, 60_000],
    ['2', 8, 80_000],
    ['3', 4, 100_000],
  ]);
  expect(takenBy(plan({ saying: ['1', 'gone', '3'] })).map(([line]) => line)).toEqual(['1', '3']);
});

test('a service without a quantity is taken whole, and a line with nothing left is told', () => {
  const service = [lines[0]!, sale('9', '0', 500_000, { item: 'DV', kind: 'service' })];
  const made = plan({ quantity: '0.25', amount: 560_000, saying: ['1', '9'] }, { lines: service });
  expect(takenBy(made)).toEqual([
    ['1', 6, 60_000],
    ['9', 0, 500_000],
  ]);
  expect(told(made)).toEqual([]);
  const twice = plan({ saying: ['9', '9'] }, { lines: service });
  expect(told(twice)).toEqual([
    expect.stringContaining('AMIS đã xuất 240.000 đồng ở chứng từ «TAY1» mà dòng bán không còn gì'),
  ]);
});

import { expect, test } from 'vitest';
import { returnAdjustments } from '../adjustments/return-adjustments.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, PlannedInvoice } from '../types.ts';

/*
 * A reduction ends with a year: goods of December at 8 % that come back in January are of a sale of December, though January's sales are
 * at their price and nearer.
 */

const sale = (
  id: string,
  date: string,
  quantity: number,
  vatRate: string | null,
  rate = Number(vatRate),
): GivenLine => ({
  ...{
    id,
    doc: id,
    date,
    partner: 'KH1',
    item: 'VT1',
    quantity: String(quantity),
    amount: quantity * 100_000,
    vatRate,
  },
  vatAmount: quantity * 1000 * rate,
});
const BACK = sale('T', '2027-01-10', -3, '8');

function planned(lines: readonly GivenLine[], more: Partial<IssuanceInput> = {}) {
  const given = issuanceInput({
    ...{ issueDay: '2027-01-12', days: ['2026-12-16', '2027-01-15'], lines },
    profiles: [
      {
        ...{ code: 'A', products: [{ code: 'SP1' }], links: [{ product: 'SP1', item: 'VT1' }] },
        ...{ stock: [{ product: 'SP1', opening: '99' }], terms: { invoiceSymbol: 'C27TYY' } },
      },
    ],
  });
  const input = { ...given, ...more };
  const plan = planInvoices(input);
  const { netted, shortages } = plan;
  return {
    netted: netted.map(({ saleLine, amount, vatAmount }) => [saleLine, amount, vatAmount]),
    left: shortages.flatMap(({ line, reason, amount }) => (reason === 'RETURN_UNMATCHED' ? [[line, amount]] : [])),
    adjusted: returnAdjustments(input, plan).map(({ original, amount }) => [original?.number, amount]),
    plan,
  };
}

test.each([
  ['of 10 %', '10'],
  ['without a rate', null],
])('goods of the reduced rate do not come back from a later sale %s that cannot have had it', (_, rate) => {
  const later = sale('J', '2027-01-05', 5, rate, 10);
  expect(planned([sale('D', '2026-12-30', 5, '8'), later, BACK])).toMatchObject({
    ...{ netted: [['D', 300_000, 24_000]], left: [] },
  });
  const alone = planned([later, BACK]);
  expect(alone).toMatchObject({
    ...{ netted: [], left: [['T', -300_000]], adjusted: [[undefined, -300_000]] },
  });
  expect(alone.plan.shortages.find(({ line }) => line === 'T')!.message).toContain(
    'đơn bán cùng khách, cùng mặt hàng trong kỳ đều của ngày không có mức 8 %',
  );
});

test('a service at the reduced rate comes back from a later document: it may have been done before', () => {
  const service = (line: GivenLine): GivenLine => ({ ...line, kind: 'service' });
  const later = service(sale('J', '2027-01-05', 5, '10'));
  expect(planned([later, service(BACK)]).netted).toEqual([['J', 300_000, 30_000]]);
});

test('an invoice of a later day is not the one that such a return adjusts', () => {
  const later = sale('J', '2027-01-05', 5, '10');
  const [invoice] = planned([later]).plan.invoices;
  const kept: PlannedInvoice[] = [{ ...invoice!, status: 'issued', invoiceNumber: '1', issuedOn: '2027-01-05' }];
  const goods = { kind: 'goods' as const, partnerCode: 'KH1', itemCode: 'VT1' };
  const earlier: IssuanceInput['earlier'] = {
    sales: [
      {
        ...{ ...goods, period: 'Tháng 12', line: 'D', saleDay: '2026-12-30', date: '2026-12-30', number: '7' },
        ...{ profile: 'A', voucherNumber: 'BHA1', form: '1', symbol: 'C26TYY', isAdjusted: false, product: 'SP1' },
        ...{ baseQuantity: 5_000_000n, sold: { baseQuantity: 5_000_000n, amount: 500_000, discount: 0 } },
      },
    ],
    returns: [],
  };
  expect(planned([later, BACK], { kept, earlier }).adjusted).toEqual([['7', -300_000]]);
  expect(planned([later, BACK], { kept }).adjusted).toEqual([[undefined, -300_000]]);
  // An earlier return of another period at the reduced rate has its part of that invoice alone.
  const returns = [
    {
      ...{
        ...goods,
        line: 'T0',
        docDate: '2027-01-06',
        baseQuantity: 4_000_000n,
        amount: -400_000,
        vatRate: '8' as const,
      },
      returned: { baseQuantity: -4_000_000n, amount: -400_000, discount: 0 },
    },
  ];
  expect(planned([later, BACK], { kept, earlier: { ...earlier, returns } }).adjusted).toEqual([
    ['7', -100_000],
    [undefined, -200_000],
  ]);
});

test('a return at the standard rate, or without one, comes back from the latest sale as before', () => {
  const later = sale('J', '2027-01-05', 5, '10');
  const lines = [sale('D', '2026-12-30', 5, '8'), later];
  for (const rate of ['10', null])
    expect(planned([...lines, sale('T', '2027-01-10', -3, rate, 10)]).netted).toEqual([['J', 300_000, 30_000]]);
});

test('a sale and its return that are both written with a rate of before are one', () => {
  const wrong = sale('J', '2027-01-05', 5, '8');
  expect(planned([wrong, BACK]).netted).toEqual([['J', 300_000, 24_000]]);
});

/** Goods that came back at a rate that Bravo has left blank: their VAT says it. */
const blank = (rate: number, date = '2027-01-10'): GivenLine => sale('T', date, -3, null, rate);

test('a return without a rate whose VAT is that of the reduced one does not come back from a later sale that cannot have had it', () => {
  const later = sale('J', '2027-01-05', 5, '10');
  expect(planned([sale('D', '2026-12-30', 5, '8'), later, blank(8)])).toMatchObject({
    ...{ netted: [['D', 300_000, 24_000]], left: [] },
  });
  const alone = planned([later, blank(8)]);
  expect(alone).toMatchObject({ netted: [], left: [['T', -300_000]], adjusted: [[undefined, -300_000]] });
  expect(alone.plan.shortages.find(({ line }) => line === 'T')!.message).toContain('không có mức 8 %');
  // Its VAT is left blank as well: nothing says the rate.
  expect(planned([sale('D', '2026-12-30', 5, '8'), later, blank(0)]).netted).toEqual([['J', 300_000, 30_000]]);
});

test('an invoice of a later day is not the one that such a return without a rate adjusts', () => {
  const later = sale('J', '2027-01-05', 5, '10');
  const [invoice] = planned([later]).plan.invoices;
  const kept: PlannedInvoice[] = [{ ...invoice!, status: 'issued', invoiceNumber: '1', issuedOn: '2027-01-05' }];
  expect(planned([later, blank(8)], { kept }).adjusted).toEqual([[undefined, -300_000]]);
  expect(planned([later, blank(10)], { kept }).adjusted).toEqual([['1', -300_000]]);
  const returned = { baseQuantity: -4_000_000n, amount: -400_000, discount: 0 };
  const goods = { kind: 'goods' as const, partnerCode: 'KH1', itemCode: 'VT1' };
  const other = { ...goods, line: 'T0', docDate: '2027-01-06', baseQuantity: 4_000_000n, amount: -400_000, returned };
  const beside = (vatAmount: number) =>
    planned([later, blank(10)], { kept, earlier: { sales: [], returns: [{ ...other, vatAmount }] } }).adjusted;
  expect(beside(-40_000)).toEqual([
    ['1', -100_000],
    [undefined, -200_000],
  ]);
  expect(beside(-32_000)).toEqual([['1', -300_000]]);
});

test.each([
  { name: 'its rate', back: sale('T', '2026-12-30', -3, '8') },
  { name: 'its VAT', back: blank(8, '2026-12-30') },
])('of two sales at its price a return comes back from the one of $name', ({ back }) => {
  const [taxed, nearer] = [sale('D', '2026-12-20', 5, '8'), sale('E', '2026-12-28', 5, '10')];
  expect(planned([taxed, nearer, back])).toMatchObject({ netted: [['D', 300_000, 24_000]], left: [] });
  // A sale at its price comes before one at its rate alone.
  const cheaper = { ...taxed, amount: 400_000, vatAmount: 32_000 };
  expect(planned([cheaper, nearer, back]).netted).toEqual([['E', 300_000, 30_000]]);
});

import { expect, test } from 'vitest';
import { returnAdjustments } from '../adjustments/return-adjustments.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';

const PROFILE: GivenPeriod['profiles'][number] = {
  code: 'A',
  products: [{ code: 'SP1' }, { code: 'SP2' }],
  links: [
    { product: 'SP1', item: 'VT1' },
    { product: 'SP2', item: 'VT2' },
  ],
  stock: [
    { product: 'SP1', opening: '99' },
    { product: 'SP2', opening: '99' },
  ],
};

const line = (
  id: string,
  doc: string,
  day: number,
  figures: readonly [number, number],
  more: Partial<GivenLine> = {},
) => ({
  ...{ id, doc, date: `2026-09-${String(day).padStart(2, '0')}`, partner: 'KH1', item: 'VT1' },
  ...{ quantity: String(figures[0]), amount: figures[1], ...more },
});
const discount = (id: string, doc: string, day: number, amount: number, more: Partial<GivenLine> = {}) =>
  line(id, doc, day, [0, amount], { kind: 'discount', item: '', ...more });

const planned = (lines: readonly GivenLine[], kept: GivenPeriod['kept'] = []) => {
  const input = issuanceInput({ profiles: [PROFILE], lines, kept });
  const plan = planInvoices(input);
  return {
    ...{ input, plan },
    invoiced: Object.fromEntries(plan.invoices.map(({ bravoDocument, amount }) => [bravoDocument.slice(-2), amount])),
    left: plan.shortages.map((one) => `${one.line} ${one.amount} ${one.vatAmount}`),
  };
};

test('goods come back from the sale at their price, though another one is later', () => {
  const cheap = line('a', 'D1', 5, [2, 160_000]);
  const dear = line('b', 'D2', 10, [2, 200_000]);
  const { invoiced, left } = planned([cheap, dear, line('t', 'T1', 20, [-1, -80_000])]);
  expect({ invoiced, left }).toEqual({ invoiced: { D1: 80_000, D2: 200_000 }, left: [] });
  // Of two at its price the latest, and the latest where none is.
  const same = [line('a', 'D1', 5, [2, 200_000]), dear];
  expect(planned([...same, line('t', 'T1', 20, [-1, -100_000])]).invoiced).toEqual({ D1: 200_000, D2: 100_000 });
  expect(planned([cheap, dear, line('t', 'T1', 20, [-1, -90_000])])).toMatchObject({
    ...{ invoiced: { D1: 160_000, D2: 100_000 }, left: ['t 10000 1000'] },
  });
  // Goods that it does not have come from the next one.
  expect(planned([cheap, dear, line('t', 'T1', 20, [-3, -240_000])]).invoiced).toEqual({ D2: 100_000 });
});

test('a sale at their price that is invoiced is the one to adjust', () => {
  const sales = [line('a', 'D1', 5, [2, 160_000]), line('b', 'D2', 10, [2, 200_000])];
  const kept = planned(sales).plan.invoices.map((invoice, index) => ({
    ...{ ...invoice, status: 'issued' as const, invoiceNumber: `${index + 1}` },
  }));
  const { input, plan } = planned([...sales, line('t', 'T1', 20, [-1, -80_000])], kept);
  expect(plan.shortages.map(({ message }) => message)).toEqual([expect.stringContaining(kept[0]!.voucherNumber)]);
  expect(returnAdjustments(input, plan).map(({ original, amount }) => [original?.number, amount])).toEqual([
    ['1', -80_000],
  ]);
});

test('a return at the price after a discount of its own line gives back the share of the discount', () => {
  const sold = [line('a', 'D1', 5, [4, 400_000]), discount('c', 'D1', 5, -40_000)];
  const one = planned([...sold, line('t', 'T1', 20, [-1, -90_000])]);
  expect(one).toMatchObject({ invoiced: { D1: 270_000 }, left: [] });
  expect(one.plan.invoices[0]!.items.map(({ kind, amount, vatAmount }) => [kind, amount, vatAmount])).toEqual([
    ['goods', 300_000, 30_000],
    ['discount', -30_000, -3_000],
  ]);
  expect(planned([...sold, line('t', 'T1', 20, [-4, -360_000])])).toMatchObject({ invoiced: {}, left: [] });
  // It is that sale's price, so no later one is taken for it.
  const later = line('b', 'D2', 10, [4, 400_000]);
  expect(planned([...sold, later, line('t', 'T1', 20, [-1, -90_000])])).toMatchObject({
    ...{ invoiced: { D1: 270_000, D2: 400_000 }, left: [] },
  });
});

test('another price than that after discount stays with the return', () => {
  const sold = [line('a', 'D1', 5, [4, 400_000]), discount('c', 'D1', 5, -40_000)];
  expect(planned([...sold, line('t', 'T1', 20, [-1, -85_000])])).toMatchObject({
    ...{ invoiced: { D1: 260_000 }, left: ['t 15000 1500'] },
  });
  // A discount with a rate of its own goes with goods of that rate, and shares them by worth.
  const two = [...sold.slice(0, 1), line('d', 'D1', 5, [1, 100_000], { item: 'VT2', vatRate: '5' })];
  const ofTen = [...two, discount('c', 'D1', 5, -40_000, { vatRate: '10' }), line('t', 'T1', 20, [-1, -90_000])];
  expect(planned(ofTen)).toMatchObject({ invoiced: { D1: 370_000 }, left: [] });
  const ofAll = [...two, discount('c', 'D1', 5, -50_000, { vatRate: null }), line('t', 'T1', 20, [-1, -90_000])];
  expect(planned(ofAll)).toMatchObject({ invoiced: { D1: 360_000 } });
});

test('a discount that has left with its sale, or goes with other goods, gives nothing back', () => {
  const sold = [line('a', 'D1', 5, [4, 400_000]), discount('c', 'D1', 5, -40_000)];
  const back = line('t', 'T1', 20, [-1, -90_000]);
  const kept = planned(sold).plan.invoices.map((invoice) => ({ ...invoice, status: 'issued' as const }));
  const after = planned([...sold, back], kept);
  expect(after.left).toEqual(['t -90000 -9000']);
  expect(after.plan.netted).toEqual([]);
  const ofOthers = [
    ...[sold[0]!, line('d', 'D1', 5, [1, 100_000], { item: 'VT2', vatRate: '5' })],
    discount('c', 'D1', 5, -40_000, { vatRate: '5' }),
  ];
  // At just the price that the discount of the others would leave.
  const alike = line('t', 'T1', 20, [-1, -60_000]);
  expect(planned([...ofOthers, alike])).toMatchObject({ invoiced: { D1: 360_000 }, left: ['t 40000 4000'] });
  // Most of it was taken back before: it has no share left to give.
  const spent = [...sold, discount('r', 'T0', 6, 35_000), back];
  expect(planned(spent)).toMatchObject({ invoiced: { D1: 295_000 }, left: ['t 10000 1000'] });
});

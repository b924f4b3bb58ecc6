import { expect, test } from 'vitest';
import type { SalesLine } from '../../bravo/sales-line.ts';
import { parseQuantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { preflight } from '../preflight/preflight.ts';
import { contradictions } from './contradictions.ts';

const sale: GivenLine = { id: '1', date: '2026-09-04', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300_000 };
const given = (lines: readonly GivenLine[]): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '500' }],
    },
  ],
  lines,
});
/** The plan of a line with other figures, beside a sound one. */
const planOf = (change: Partial<SalesLine>, line: GivenLine = sale) => {
  const input = issuanceInput(given([line, { ...sale, id: '2', doc: 'D2', date: '2026-09-05' }]));
  const lines = input.lines.map((one) => (one.id === line.id ? { ...one, ...change } : one));
  return planInvoices({ ...input, lines });
};
const invoicedLines = ({ invoices }: ReturnType<typeof planInvoices>) =>
  invoices.flatMap(({ items }) => items.flatMap((item) => item.allocations.map((one) => one.line)));

test.each<[what: string, change: Partial<SalesLine>, says: string]>([
  [
    'a price without an amount',
    { unitPrice: '772222', amount: 0, vatAmount: 0 },
    'Chưa xuất 3 (0 đồng): đơn giá 772222 × 3 cái nhưng thành tiền 0 đồng; sửa ở Bravo rồi nạp lại.',
  ],
  [
    'a gift with an amount',
    { kind: 'free', amount: 2_316_667 },
    'Chưa xuất 3 (2.316.667 đồng): ghi là hàng tặng nhưng có tiền 2.316.667 đồng; sửa ở Bravo rồi nạp lại.',
  ],
  [
    'units that do not convert to what stands beside them',
    { convertRate: '30', baseQuantity: parseQuantity('89'), unit: 'Thùng' },
    'Chưa xuất 89 (300.000 đồng): 3 Thùng × 30 là 90 nhưng số lượng gốc ghi 89; sửa ở Bravo rồi nạp lại.',
  ],
  [
    'goods that came back with the sign of a sale',
    { docCode: 'tl' },
    'Chưa xuất 3 (300.000 đồng): chứng từ trả lại «tl» mà ghi như hàng bán (số lượng 3, tiền 300.000 đồng); là hàng trả lại thì ghi số âm ở Bravo, thật là hàng bán thì ghi ở chứng từ bán hàng, rồi nạp lại.',
  ],
  [
    'money that went back with the sign of a sale',
    { docCode: 'R2', quantity: 0n, baseQuantity: 0n },
    'Chưa xuất 300.000 đồng: chứng từ trả lại «R2» mà ghi như hàng bán (số lượng 0, tiền 300.000 đồng); là hàng trả lại thì ghi số âm ở Bravo, thật là hàng bán thì ghi ở chứng từ bán hàng, rồi nạp lại.',
  ],
  [
    'goods that came back with money that came in',
    { quantity: parseQuantity('-3'), baseQuantity: parseQuantity('-3') },
    'Chưa xuất -3 (300.000 đồng): số lượng âm (-3) mà tiền dương (300.000 đồng); là hàng trả lại thì ghi cả hai số âm ở Bravo rồi nạp lại.',
  ],
  [
    'a date after the period',
    { docDate: '2026-10-05' },
    'Chưa xuất 3 (300.000 đồng): ngày bán 05/10/2026 ngoài kỳ 01/09/2026 – 30/09/2026: lập hóa đơn ở kỳ của ngày đó, hoặc nạp lại sổ đúng những ngày của kỳ.',
  ],
  [
    'an amount that Bravo left blank',
    { amount: 0, vatAmount: 0, unstated: ['amount'] },
    'Chưa xuất 3 (0 đồng): Bravo để trống tiền hàng: ghi ở Bravo rồi nạp lại (thật không có thì ghi 0; hàng tặng thì ghi loại là hàng tặng).',
  ],
  [
    'a line of nothing but blanks',
    { amount: 0, vatAmount: 0, quantity: 0n, baseQuantity: 0n, unstated: ['quantity', 'baseQuantity', 'amount'] },
    'Chưa xuất 0 đồng: Bravo để trống số lượng, số lượng gốc, tiền hàng: ghi ở Bravo rồi nạp lại (thật không có thì ghi 0; hàng tặng thì ghi loại là hàng tặng).',
  ],
  [
    'a discount without any money',
    { kind: 'discount', amount: 0, vatAmount: 0, unstated: ['amount'] },
    'Chưa xuất 0 đồng: Bravo để trống tiền hàng: ghi ở Bravo rồi nạp lại (thật không có thì ghi 0; hàng tặng thì ghi loại là hàng tặng).',
  ],
])('%s waits for a person', (_what, change, says) => {
  const plan = planOf(change);
  expect(plan.shortages).toMatchObject([{ line: '1', reason: 'NEEDS_REVIEW', message: says }]);
  expect(invoicedLines(plan)).toEqual(['2']);
});

test.each<[what: string, change: Partial<SalesLine>]>([
  ['a gift at a price and no amount', { kind: 'free', unitPrice: '100000', amount: 0, vatAmount: 0 }],
  ['a sale that its discount takes back whole', { unitPrice: '100000', discount: 300_000, vatAmount: 0 }],
  ['a price below half a đồng', { unitPrice: '0.1', amount: 0, vatAmount: 0 }],
  ['units that convert', { convertRate: '30', baseQuantity: parseQuantity('90') }],
  ['a rate that was rounded', { convertRate: '0.333', baseQuantity: parseQuantity('1') }],
  ['no rate', { convertRate: '', baseQuantity: parseQuantity('7') }],
])('%s is no contradiction', (_what, change) => {
  expect(invoicedLines(planOf(change))).toEqual(['1', '2']);
});

test('a return with its sign is no contradiction, nor is a discount that is taken back on one', () => {
  const [line] = issuanceInput(given([sale])).lines;
  const back = { ...line!, docCode: 'TL' };
  const found = (change: Partial<SalesLine>) =>
    contradictions({ lines: [{ ...back, ...change }], period: issuanceInput(given([])).period }).size;
  expect(found({})).toBe(1);
  expect(found({ kind: 'service' })).toBe(1);
  expect(found({ quantity: parseQuantity('-3'), baseQuantity: parseQuantity('-3'), amount: -300_000 })).toBe(0);
  expect(found({ quantity: 0n, baseQuantity: 0n, amount: -300_000 })).toBe(0);
  expect(found({ kind: 'discount', quantity: 0n, baseQuantity: 0n })).toBe(0);
  expect(found({ kind: 'discount', quantity: parseQuantity('-1'), baseQuantity: parseQuantity('-1') })).toBe(0);
  expect(found({ docCode: 'HD' })).toBe(0);
});

test('a stated amount of 0 is a contradiction, and an excluded line of blanks waits for no decision', () => {
  expect(invoicedLines(planOf({ amount: 0, vatAmount: 0 }))).toEqual(['1', '2']);
  const input = issuanceInput({ ...given([sale]), exclusions: [{ line: '1', reason: 'not_a_sale', note: 'ghi chú' }] });
  const blank = { ...input.lines[0]!, amount: 0, vatAmount: 0, unstated: ['amount'] as const };
  const { shortages, excluded } = planInvoices({ ...input, lines: [{ ...blank, baseQuantity: 0n, quantity: 0n }] });
  expect(shortages).toEqual([]);
  expect(excluded).toMatchObject([{ line: '1', amount: 0 }]);
});

test('a sale dated before the period is refused for that, whatever is locked, and is a finding', () => {
  const early = { ...sale, date: '2026-08-31' };
  const input = issuanceInput({ ...given([early]), issueDay: '2026-09-30' });
  const [books] = input.profiles;
  const locked = { ...input, profiles: [{ ...books!, terms: { ...books!.terms, lockedThrough: '2026-08-31' } }] };
  expect(planInvoices(locked).shortages).toMatchObject([
    { reason: 'NEEDS_REVIEW', message: expect.stringContaining('31/08/2026 ngoài kỳ') },
  ]);
  const codes = preflight(locked).map(({ code }) => code);
  expect(codes).toContain('SALES_OUTSIDE_PERIOD');
  expect(codes).not.toContain('SALES_IN_LOCKED_BOOKS');
});

test('a return neither nets with a sale before the period nor with figures that contradict themselves', () => {
  const back: GivenLine = { ...sale, id: '3', doc: 'T3', date: '2026-09-06', quantity: '-3', amount: -300_000 };
  const earlier = planInvoices(issuanceInput(given([{ ...sale, date: '2026-08-31' }, back])));
  expect(earlier.netted).toEqual([]);
  expect(earlier.shortages.map(({ line, reason }) => [line, reason])).toEqual([
    ['1', 'NEEDS_REVIEW'],
    ['3', 'RETURN_UNMATCHED'],
  ]);
  const odd = planOf({ convertRate: '30' }, { ...back, id: '3' });
  expect(odd.netted).toEqual([]);
  expect(odd.shortages).toMatchObject([{ line: '3', reason: 'NEEDS_REVIEW' }]);
});

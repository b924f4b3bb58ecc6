import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumVnd } from '../../money.ts';
import type { SheetRow } from '../../sheets/sheet-model.ts';
import { fateOf, returnAdjustments, wordsOf } from '../adjustments/return-adjustments.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { given as regenerated } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { exportFiles } from './export-files.ts';

const sale = { partner: 'KH1', item: 'VT1' };
const [first] = planInvoices(issuanceInput(regenerated())).invoices;
const numbered: PlannedInvoice = { ...first!, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05' };

/** The sale of four of 5 September (400.000 đ) on an invoice, and what came back. */
const planned = (back: readonly { id: string; date: string; quantity: string; amount: number }[], kept = numbered) => {
  const { lines, profiles, ...rest } = regenerated();
  const terms = { exportLayout: 'amis-sales-voucher' };
  const input = issuanceInput({
    ...{ ...rest, kept: [kept], profiles: [{ ...profiles[0]!, terms }] },
    lines: [...lines, ...back.map((one) => ({ ...sale, vatAmount: Math.round(one.amount / 10), ...one }))],
  });
  return { input, plan: planInvoices(input) };
};
const adjusted = (...given: Parameters<typeof planned>) => {
  const { input, plan } = planned(...given);
  return returnAdjustments(input, plan).map((one) => [
    one.line.id,
    one.original?.number ?? null,
    String(one.baseQuantity / 1_000_000n),
    one.amount,
    one.vatAmount,
    fateOf(one),
  ]);
};

test('a return of an invoiced sale names the invoice that it adjusts, with negative quantity and amounts', () => {
  const back = [{ id: 'T', date: '2026-09-20', quantity: '-1', amount: -100_000 }];
  expect(adjusted(back)).toEqual([['T', '12', '-1', -100_000, -10_000, 'Chờ lập hóa đơn điều chỉnh']]);
  const { input, plan } = planned(back);
  const file = exportFiles(input, plan).find(({ path }) => path === 'A/DieuChinhTraLai.xlsx')!;
  const rows = [...file.sheets[0]!.rows].map((row: SheetRow) => ('cells' in row ? row.cells : row));
  expect(JSON.stringify(rows)).toContain(
    '"1","C26TYY","12",{"day":"2026-09-05"},"BHA202609-00001",-1,-100000,-10000,0,-100000,"Điều chỉnh giảm cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026"',
  );
  expect(plan.tieOut.ledger).toBe(700_000);
  expect(plan.tieOut.invoiced + plan.tieOut.unallocated).toBe(700_000);
});

test('goods that came back for less than they were sold for raise the invoice, and the words say which price was higher', () => {
  const sold = { id: 'S', date: '2026-09-10', quantity: '2', amount: 200_000 };
  const back = { id: 'T', date: '2026-09-20', quantity: '-2' };
  const said = (amount: number, vatAmount = amount / 10) => {
    const { input, plan } = planned([sold, { ...back, amount, ...{ vatAmount } }]);
    const { message } = plan.shortages.find(({ line }) => line === 'T')!;
    return [...returnAdjustments(input, plan).map((one) => wordsOf(one).slice(0, 20)), message];
  };
  expect(said(-180_000)).toEqual([
    'Điều chỉnh tăng cho ',
    'Hàng trả lại chưa bù trừ 20.000 đồng: giá trả thấp hơn giá bán.',
  ]);
  expect(said(-220_000)).toEqual([
    'Điều chỉnh giảm cho ',
    'Hàng trả lại chưa bù trừ 20.000 đồng: giá trả khác giá bán.',
  ]);
  // Of VAT alone its own sign decides (TT 91/2026/TT-BTC Điều 10 k6c).
  for (const [vatAmount, words] of [
    [-16_000, 'Điều chỉnh tăng cho '],
    [-24_000, 'Điều chỉnh giảm cho '],
  ] as const)
    expect(said(-200_000, vatAmount)).toEqual([
      words,
      'Hàng trả lại chưa bù trừ 0 đồng: thuế của hàng trả khác thuế của đơn bán.',
    ]);
});

test('nothing is given back from an invoice twice: what is more has no invoice in the period', () => {
  expect(
    adjusted([
      { id: 'T1', date: '2026-09-20', quantity: '-3', amount: -300_000 },
      { id: 'T2', date: '2026-09-21', quantity: '-3', amount: -300_001 },
    ]).map(([id, number, quantity, amount]) => [id, number, quantity, amount]),
  ).toEqual([
    ['T1', '12', '-3', -300_000],
    ['T2', '12', '-1', -100_000],
    ['T2', null, '-2', -200_001],
  ]);
});

test('an invoice of after the return, or of another buyer, is not adjusted', () => {
  const back = { id: 'T', date: '2026-09-20', quantity: '-1', amount: -100_000 };
  const numberOf = (given: typeof back) => adjusted([given]).map(([, number]) => number);
  expect(numberOf(back)).toEqual(['12']);
  expect(numberOf({ ...back, date: '2026-09-04' })).toEqual([null]);
  expect(numberOf({ ...back, ...{ partner: 'KH9' } })).toEqual([null]);
});

test('in any period the parts of every return add up to what is left of it, and no invoice gives back more than it has', () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      const parts = Map.groupBy(returnAdjustments(input, plan), ({ line }) => line.id);
      const kinds = new Map(input.lines.map(({ id, kind }) => [id, kind]));
      for (const { line, reason, baseQuantity, amount, vatAmount } of plan.shortages) {
        if (reason !== 'RETURN_UNMATCHED' || kinds.get(line) === 'discount') continue;
        const own = parts.get(line) ?? [];
        expect(own.reduce((sum, one) => sum + one.baseQuantity, 0n)).toBe(baseQuantity);
        expect(sumVnd(own.map((one) => one.amount))).toBe(amount);
        expect(sumVnd(own.map((one) => one.vatAmount))).toBe(vatAmount);
      }
      const returned = new Map<string, bigint>();
      for (const { original, baseQuantity } of [...parts.values()].flat())
        if (original) returned.set(original.saleLine, (returned.get(original.saleLine) ?? 0n) - baseQuantity);
      const lines = new Map(input.lines.map((line) => [line.id, line]));
      for (const [id, quantity] of returned) expect(quantity <= lines.get(id)!.baseQuantity).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('the fate says what has to happen: no number yet, adjusted in AMIS, or to be made', () => {
  const back = [{ id: 'T', date: '2026-09-20', quantity: '-1', amount: -100_000 }];
  expect(adjusted(back, { ...first!, status: 'exported' })[0]!.at(-1)).toMatch(/^Hóa đơn gốc chưa có số/);
  expect(adjusted(back, { ...numbered, status: 'adjusted' })[0]!.at(-1)).toMatch(/^AMIS đã có chứng từ điều chỉnh/);
});

test('a return of a sale without an invoice lowers the sale, and no invoice is adjusted', () => {
  const { lines, ...rest } = regenerated();
  const back = { ...sale, id: 'T', date: '2026-09-20', quantity: '-1', amount: -100_000 };
  const input = issuanceInput({ ...rest, lines: [...lines, back] });
  const plan = planInvoices(input);
  expect(plan.invoices.map(({ amount }) => amount)).toEqual([300_000, 400_000]);
  expect(returnAdjustments(input, plan)).toEqual([]);
});

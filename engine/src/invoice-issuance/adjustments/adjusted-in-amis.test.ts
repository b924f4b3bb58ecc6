import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumVnd } from '../../money.ts';
import { parseQuantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given as regenerated } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { discountAdjustments, discountFateOf } from './discount-adjustments.ts';
import type { OtherReturn } from './earlier-sales.ts';
import { discountedMonth, issuedOf } from './law-discounts-fixture.ts';
import { fateOf, returnAdjustments, wordsOf } from './return-adjustments.ts';

type Entry = NonNullable<GivenPeriod['profiles'][number]['sales']>[number];

/** An adjusting document of AMIS of 21 September that takes 100.000 đ and one piece off invoice 12. */
const entry = (more: Partial<Entry> = {}): Entry => ({
  ...{ id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', customerCode: 'C1', product: 'SP1' },
  ...{ invoiceNumber: '15', invoiceDate: '2026-09-21', quantity: '-1', amount: -100_000 },
  description: 'Điều chỉnh giảm cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  ...more,
});
const returned = (more: Partial<GivenLine> = {}): GivenLine => ({
  ...{ id: 'T', date: '2026-09-20', partner: 'KH1', item: 'VT1', quantity: '-1', amount: -100_000 },
  ...more,
});

/** The sale of four of 5 September on invoice 12; what came back, and what AMIS says. */
function returns(
  back: readonly GivenLine[],
  sales: readonly Entry[],
  terms: GivenPeriod['profiles'][number]['terms'] = {},
  own: Partial<PlannedInvoice> = {},
) {
  const { lines, profiles, ...rest } = regenerated();
  const [first] = planInvoices(issuanceInput(regenerated())).invoices;
  const kept: PlannedInvoice = { ...first!, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05', ...own };
  const given = { ...rest, kept: [kept], lines: [...lines, ...back], profiles: [{ ...profiles[0]!, terms, sales }] };
  const input = issuanceInput(given);
  const plan = planInvoices(input);
  return { plan, rows: returnAdjustments(input, plan) };
}
const done = (...given: Parameters<typeof returns>) => returns(...given).rows.map((row) => row.done.amount);

describe('a return that AMIS has adjusted the invoice for', () => {
  test('is told to be done, by which document, and its money stays where it was', () => {
    const { plan, rows } = returns([returned()], [entry()]);
    expect(rows.map((row) => [row.original?.number, row.amount, row.done.amount, fateOf(row)])).toEqual([
      ['12', -100_000, -100_000, 'AMIS đã điều chỉnh đủ (số 15 ngày 21/09/2026): không lập nữa'],
    ]);
    const { plan: without } = returns([returned()], []);
    expect(plan.tieOut).toEqual(without.tieOut);
  });

  test('names the symbol of its own year once the profile has the next one', () => {
    const named = (own: Partial<PlannedInvoice>) =>
      returns([returned()], [], { invoiceSymbol: 'C27TYY' }, own).rows.map((row) => wordsOf(row).split(' số 12')[0]);
    expect(named({ issuedSymbol: 'C26TYY' })).toEqual(['Điều chỉnh giảm cho hóa đơn Mẫu số 1 ký hiệu C26TYY']);
    // Another one's symbol would be a wrong invoice.
    expect(named({})).toEqual(['Điều chỉnh giảm cho hóa đơn Mẫu số 1 ký hiệu ……']);
  });

  test('in part needs the rest', () => {
    const { rows } = returns([returned({ quantity: '-3', amount: -300_000 })], [entry()]);
    expect(rows.map(fateOf)).toEqual([
      'AMIS đã điều chỉnh 100.000 đồng (số 15 ngày 21/09/2026): lập phần còn lại 200.000 đồng',
    ]);
  });

  test.each<[says: string, sales: readonly Entry[], taken: number]>([
    ['of the same day is counted', [entry({ invoiceDate: '2026-09-20' })], -100_000],
    ['of before the return is not', [entry({ invoiceDate: '2026-09-19' })], 0],
    ['with leading zeros in the number is', [entry({ description: 'Điều chỉnh giảm hóa đơn số 00000012' })], -100_000],
    ['of other goods is not', [entry({ product: 'SP9' })], 0],
    ['of worth alone is not', [entry({ quantity: '0' })], 0],
    ['that raises the invoice is not', [entry({ amount: 100_000, quantity: '1' })], 0],
    [
      'of two documents is counted as far as the return goes',
      [entry({ amount: -60_000 }), entry({ id: 'D2', voucherNumber: 'DC2', amount: -90_000 })],
      -100_000,
    ],
  ])('%s', (_says, sales, taken) => {
    expect(done([returned()], sales)).toEqual([taken]);
  });

  test.each([
    ['of another number', 'Điều chỉnh giảm hóa đơn số 13 ngày 05/09/2026'],
    ['of another symbol', 'Điều chỉnh giảm hóa đơn ký hiệu C26TZZ số 12'],
    ['of another form', 'Điều chỉnh giảm hóa đơn Mẫu số 2 ký hiệu C26TYY số 12'],
    ['of another year', 'Điều chỉnh giảm hóa đơn số 12 ngày 05/09/2025'],
    ['that names no invoice', 'Hàng bán bị trả lại'],
  ])('%s is no adjustment of invoice 12: it is the return itself, which is in AMIS then', (_says, description) => {
    const { plan, rows } = returns([returned()], [entry({ description })]);
    expect(rows).toEqual([]);
    expect(plan.tieOut).toMatchObject({ alreadyInvoiced: -100_000, unallocated: 0 });
  });

  test('is not counted for two returns', () => {
    const back = [returned(), returned({ id: 'T2', date: '2026-09-21' })];
    expect(done(back, [entry()])).toEqual([-100_000, 0]);
    expect(done(back, [entry({ quantity: '-2', amount: -150_000 })])).toEqual([-100_000, -50_000]);
  });
});

describe('a return of the last days of a month, adjusted in the ledger of the next one', () => {
  const october: Partial<Entry> = { documentDate: '2026-10-02', invoiceDate: '2026-10-02', invoiceNumber: '31' };
  const OTHER: OtherReturn = {
    ...{ kind: 'goods', partnerCode: 'KH1', itemCode: 'VT1', line: 'T8', docDate: '2026-09-28' },
    ...{ baseQuantity: parseQuantity('1'), amount: -100_000 },
    returned: { baseQuantity: parseQuantity('-1'), amount: -100_000, discount: 0 },
  };
  /** Goods that came back on the 29th; October's ledger has these entries, September's those. */
  const adjusted = (there: readonly Entry[], here: readonly Entry[] = [], others: readonly OtherReturn[] = []) => {
    const { lines, profiles, ...rest } = regenerated();
    const [first] = planInvoices(issuanceInput(regenerated())).invoices;
    const kept: PlannedInvoice = { ...first!, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05' };
    const of = (sales: readonly Entry[]) =>
      issuanceInput({
        ...{ ...rest, kept: [kept], lines: [...lines, returned({ date: '2026-09-29' })] },
        profiles: [{ ...profiles[0]!, sales }],
      });
    const input = of(here);
    const adjustedElsewhere = of(there).profiles[0]!.salesLedger.map((one) => ({ profile: 'A', entry: one }));
    const earlier = { sales: [], returns: others };
    return returnAdjustments({ ...input, adjustedElsewhere, earlier }, planInvoices(input));
  };

  test('is done, and is not asked for again', () => {
    const [row, ...more] = adjusted([entry(october)]);
    expect(more).toEqual([]);
    expect(fateOf(row!)).toBe('AMIS đã điều chỉnh đủ (số 31 ngày 02/10/2026): không lập nữa');
  });

  test('of an invoice that a later ledger has replaced: not asked for, nor are its words given', () => {
    const description = 'Thay thế cho hóa đơn số 12 ngày 05/09/2026';
    const replacing = entry({ ...october, voucherNumber: 'TT1', quantity: '4', amount: 400_000, description });
    const [row] = adjusted([replacing]);
    expect([row!.done.amount, wordsOf(row!)]).toEqual([0, '']);
    expect(fateOf(row!)).toBe(
      'Hóa đơn này đã bị thay thế (số 31 ngày 02/10/2026): không điều chỉnh nó, điều chỉnh hóa đơn thay thế',
    );
    const other = adjusted([{ ...replacing, description: 'Thay thế cho hóa đơn số 12 ngày 05/09/2025' }]);
    expect(fateOf(other[0]!)).toBe('Chờ lập hóa đơn điều chỉnh');
  });

  test('once where both ledgers show the document, and with what both have', () => {
    const half = { amount: -40_000 };
    const taken = (...given: Parameters<typeof adjusted>) => adjusted(...given).map((row) => row.done.amount);
    const here = { documentDate: '2026-09-29', invoiceDate: '2026-09-29' };
    expect(taken([entry({ ...here, ...half })], [entry({ ...here, ...half })])).toEqual([-40_000]);
    expect(taken([entry({ ...october, ...half, voucherNumber: 'DC2' })], [entry({ ...here, ...half })])).toEqual([
      -80_000,
    ]);
    expect(taken([entry({ ...october, product: 'sp1' })])).toEqual([-100_000]);
    expect(taken([entry({ ...october, description: 'Điều chỉnh giảm hóa đơn số 13' })])).toEqual([0]);
  });

  test('is not counted for a return of another period as well, whose turn comes first', () => {
    const taken = (others: readonly OtherReturn[]) => adjusted([entry(october)], [], others)[0]!.done.amount;
    expect(taken([OTHER])).toBe(0);
    expect(taken([{ ...OTHER, docDate: '2026-09-30' }])).toBe(-100_000);
  });
});

describe('a discount that AMIS has adjusted invoices for', () => {
  const SALES = [{}, { date: '2026-09-12', quantity: '3', amount: 300_000 }];
  const discount = { id: 'CK', doc: 'CK1', kind: 'discount', date: '2026-09-30', quantity: '1' } as const;
  /** Invoices 11 (100.000 đ) and 12 (300.000 đ); 10.000 đ less at the end of the month. */
  const discounted = (sales: readonly Entry[], more: readonly Partial<GivenLine>[] = []) => {
    const month = discountedMonth([...SALES, { ...discount, item: 'CKTM', vatRate: null, amount: -10_000 }, ...more], {
      kept: issuedOf(discountedMonth(SALES)),
    });
    const input = issuanceInput({ ...month, profiles: [{ ...month.profiles[0]!, sales }] });
    const plan = planInvoices(input);
    const rows = discountAdjustments(input, plan);
    return { plan, rows, done: rows.map((row) => [row.original?.number, row.amount, row.done.amount]) };
  };
  const lowering = (number: string, amount: number, more: Partial<Entry> = {}): Entry =>
    entry({
      ...{ id: `DC${number}`, voucherNumber: `DC${number}`, product: 'SP8', quantity: '0', amount: -amount },
      ...{ documentDate: '2026-09-30', invoiceDate: '2026-09-30' },
      description: `Điều chỉnh giảm hóa đơn số ${number}`,
      ...more,
    });

  test('is done invoice by invoice', () => {
    const { rows, done: amounts, plan } = discounted([lowering('11', 2_500), lowering('12', 7_500)]);
    expect(amounts).toEqual([
      ['11', -2_500, -2_500],
      ['12', -7_500, -7_500],
    ]);
    expect(discountFateOf(rows[0]!)).toBe('AMIS đã điều chỉnh đủ (số 15 ngày 30/09/2026): không lập nữa');
    expect(plan.shortages[0]!.message).toContain('AMIS đã điều chỉnh đủ (số 15 ngày 30/09/2026): không lập nữa');
    expect(plan.tieOut.unallocated).toBe(-10_000);
  });

  test('is done as well where the whole of it is on one of its invoices, and not beyond its amount', () => {
    expect(discounted([lowering('12', 10_000)]).done).toEqual([
      ['11', -2_500, -2_500],
      ['12', -7_500, -7_500],
    ]);
    expect(discounted([lowering('12', 8_000)]).done).toEqual([
      ['11', -2_500, -500],
      ['12', -7_500, -7_500],
    ]);
    expect(discounted([lowering('12', 99_000)]).done.map(([, , taken]) => taken)).toEqual([-2_500, -7_500]);
  });

  test('is not done by what AMIS has adjusted for goods that came back, nor by an adjustment of before it', () => {
    expect(discounted([lowering('12', 10_000, { quantity: '-1' })]).done.map(([, , taken]) => taken)).toEqual([0, 0]);
    const early = lowering('12', 10_000, { invoiceDate: '2026-09-29' });
    expect(discounted([early]).done.map(([, , taken]) => taken)).toEqual([0, 0]);
  });

  test.each([
    ['another symbol', 'Điều chỉnh giảm hóa đơn ký hiệu C26TZZ số 12', 0],
    ['another form', 'Điều chỉnh giảm hóa đơn Mẫu số 2 ký hiệu C26TYY số 12', 0],
    ['another year', 'Điều chỉnh giảm hóa đơn số 12 ngày 12/09/2025', 0],
    ['its own form, symbol and date', 'Điều chỉnh giảm hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 12/09/2026', -10_000],
  ])('is done only by what names its invoice: %s', (_says, description, taken) => {
    const { rows } = discounted([lowering('12', 10_000, { description })]);
    expect(sumVnd(rows.map((row) => row.done.amount))).toBe(taken);
  });

  test('of two discounts, or a return at another price, nothing is counted twice', () => {
    const second = { ...discount, id: 'CK2', doc: 'CK2', item: 'CKTM', vatRate: null, amount: -10_000 };
    expect(sumVnd(discounted([lowering('12', 12_000)], [second]).rows.map((row) => row.done.amount))).toBe(-12_000);
  });
});

test('whatever AMIS has adjusted, no more is counted than the need and than the documents', { timeout: 60_000 }, () => {
  const some = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 500_000 }),
      quantity: fc.constantFrom('0', '-1', '-2'),
      number: fc.constantFrom('12', '13'),
      day: fc.constantFrom('2026-09-10', '2026-09-21', '2026-09-25'),
    }),
    { maxLength: 5 },
  );
  const backs = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom('2026-09-15', '2026-09-22')), {
    minLength: 1,
    maxLength: 4,
  });
  let counted = 0;
  fc.assert(
    fc.property(some, backs, (documents, back) => {
      const { rows } = returns(
        back.map(([quantity, date], n) =>
          returned({ id: `T${n}`, date, quantity: `${-quantity}`, amount: -100_000 * quantity }),
        ),
        documents.map(({ amount, quantity, number, day }, n) =>
          entry({
            ...{ id: `DC${n}`, voucherNumber: `DC${n}`, amount: -amount, quantity, invoiceDate: day },
            description: `Điều chỉnh giảm hóa đơn số ${number}`,
          }),
        ),
      );
      for (const { amount, done: own } of rows) expect([amount <= own.amount, own.amount <= 0]).toEqual([true, true]);
      const usable = documents.filter(({ quantity, number }) => quantity !== '0' && number === '12');
      const all = -sumVnd(rows.map((row) => row.done.amount));
      expect(all).toBeLessThanOrEqual(sumVnd(usable.map(({ amount }) => amount)));
      if (all > 0) counted += 1;
    }),
    { numRuns: 200 },
  );
  expect(counted).toBeGreaterThan(30);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumVnd } from '../../money.ts';
import { discountedMonth } from '../adjustments/law-discounts-fixture.ts';
import { exportFiles } from '../export/export-files.ts';
import { salesVoucherRows } from '../export/export-rows.ts';
import { memoryOf } from '../memory-fixture.ts';
import { period } from '../period-fixture.ts';
import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { discountNote } from './next-purchase.ts';

const rules = { discountsOnNextPurchase: true };
const discount = { id: 'CK', doc: 'CK1', kind: 'discount', date: '2026-09-10', quantity: '1', item: 'CKTM' } as const;

/** A month of a few buyers: sales at two rates, some with a discount of their own, and discounts of documents of their own. */
const months: fc.Arbitrary<GivenPeriod> = fc
  .array(
    fc.record({
      doc: fc.integer({ min: 1, max: 9 }),
      isReduced: fc.boolean(),
      amount: fc.integer({ min: 1, max: 99_999 }),
      kind: fc.constantFrom('sale', 'sale', 'sale', 'own', 'apart', 'apart'),
      vatRate: fc.constantFrom(null, null, '8', '10'),
    }),
    { minLength: 2, maxLength: 20 },
  )
  .chain((sales) =>
    fc.constantFrom(0, 0, 3).map((maxLinesPerInvoice): GivenPeriod => {
      const given = discountedMonth(
        sales.map(({ doc, isReduced, amount, kind, vatRate }, index) => {
          const one = { id: `L${index}`, partner: `KH${(doc % 2) + 1}`, date: `2026-09-0${doc}` };
          if (kind === 'apart')
            return { ...discount, ...one, doc: `CK${doc}`, vatRate, amount: -Math.ceil(amount / 3) };
          if (kind === 'own') return { ...discount, ...one, doc: `${doc}`, vatRate, amount: -Math.ceil(amount / 5) };
          return { ...one, doc: `${doc}`, ...(isReduced ? { item: 'VT8' } : { item: 'VT5', vatRate: '10' }), amount };
        }),
        { rules },
      );
      return { ...given, profiles: given.profiles.map((one) => ({ ...one, terms: { maxLinesPerInvoice } })) };
    }),
  );

/** The discounts that an invoice carries of documents without goods of its own. */
const apartOn = (input: IssuanceInput, { bravoDocument, items }: IssuancePlan['invoices'][number]) => {
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  return items
    .filter(({ kind }) => kind === 'discount')
    .flatMap(({ allocations, vatRate }) => allocations.map((part) => ({ ...part, vatRate, of: lines.get(part.line)! })))
    .filter(({ of }) => bravoDocument !== `${of.branchCode}/${of.docCode}/${of.docNo}`);
};

test('in any month no purchase is lowered below nothing at any rate, and a discount goes on one later purchase whole', () => {
  const reached = { placed: 0, left: 0 };
  fc.assert(
    fc.property(months, (given) => {
      const input = issuanceInput(given);
      const plan = planInvoices(input);
      const holders = new Map<string, Set<string>>();
      const sums = new Map<string, number>();
      for (const invoice of plan.invoices) {
        for (const { amount } of invoice.vat) expect(amount).toBeGreaterThanOrEqual(0);
        for (const { of, amount, vatRate } of apartOn(input, invoice)) {
          expect([of.partnerCode, invoice.documentDate >= of.docDate]).toEqual([invoice.buyer.bravoPartnerCode, true]);
          if (of.vatRate !== undefined) expect(vatRate).toBe(of.vatRate);
          holders.set(of.id, (holders.get(of.id) ?? new Set()).add(invoice.bravoDocument));
          sums.set(of.id, sumVnd([sums.get(of.id) ?? 0, amount]));
        }
      }
      const amounts = new Map(input.lines.map(({ id, amount }) => [id, amount]));
      for (const [id, documents] of holders) expect([id, documents.size]).toEqual([id, 1]);
      for (const [id, amount] of sums) expect([id, amount]).toEqual([id, amounts.get(id)]);
      const left = plan.shortages.filter(({ reason }) => reason === 'DISCOUNT_TO_ADJUST');
      for (const { line } of left) expect(sums.has(line)).toBe(false);
      reached.placed += sums.size;
      reached.left += left.length;
      const again = planInvoices({ ...input, ...memoryOf(plan.invoices) });
      expect(again.invoices).toEqual(plan.invoices);
      const kept = plan.invoices.map((invoice) => ({ ...invoice, status: 'exported' as const }));
      const later = planInvoices({ ...input, kept });
      expect(later.invoices).toEqual(kept);
      expect(later.tieOut).toEqual(plan.tieOut);
    }),
    { numRuns: 200 },
  );
  expect(reached.placed).toBeGreaterThan(50);
  expect(reached.left).toBeGreaterThan(50);
});

test('without the setting no discount goes on another document, in any period', () => {
  fc.assert(
    fc.property(period, (given) => {
      const input = issuanceInput({ ...given, rules: {} });
      for (const invoice of planInvoices(input).invoices) expect(apartOn(input, invoice)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('an invoice that has left takes no more discount: it stays as it is', () => {
  const before = discountedMonth([{ date: '2026-09-20' }], { rules });
  const kept = planInvoices(issuanceInput(before)).invoices.map((one) => ({ ...one, status: 'exported' as const }));
  const lines = [{ date: '2026-09-20' }, { ...discount, amount: -10_000 }] as const;
  const plan = planInvoices(issuanceInput(discountedMonth(lines, { rules, kept })));
  expect(plan.invoices).toEqual(kept);
  expect(plan.shortages.map(({ reason, amount }) => [reason, amount])).toEqual([['DISCOUNT_TO_ADJUST', -10_000]]);
});

test('the voucher has a trade discount line, and its words name the document of the discount', () => {
  const lines: Partial<GivenLine>[] = [{ date: '2026-09-20' }, { ...discount, vatRate: null, amount: -10_000 }];
  const input = issuanceInput(discountedMonth(lines, { rules }));
  const [invoice] = planInvoices(input).invoices;
  const byId = new Map(input.lines.map((line) => [line.id, line]));
  const terms = input.profiles[0]!.terms;
  const [, row] = [...salesVoucherRows([invoice!], terms, (one) => discountNote(one, byId))];
  expect(row).toMatchObject({ isTradeDiscount: true, amount: -10_000, vatRate: '8', vatAmount: -800, quantity: null });
  expect(row).toMatchObject({
    productName: 'CKTM',
    description: 'Bán hàng theo chứng từ Bravo HN/HD/1; chiết khấu theo chứng từ Bravo HN/HD/CK1',
  });
});

/** The shortages of discounts when the period's next purchase is this one. */
const leftOf = (lines: readonly Partial<GivenLine>[], more: Partial<GivenPeriod> = {}): readonly string[] => {
  const { profiles, ...rest } = discountedMonth([...lines, { ...discount, amount: -10_000 }], { rules });
  const plan = planInvoices(issuanceInput({ ...rest, profiles, ...more }));
  return plan.shortages.map(({ line }) => line);
};

test('a purchase in another branch, or one before the discount, does not bear it; a later day of one number does', () => {
  const issuers = { HN: ['A'], SG: ['A'] };
  expect(leftOf([{ date: '2026-09-20' }], { issuers })).toEqual([]);
  expect(leftOf([{ date: '2026-09-20', branch: 'SG' }], { issuers })).toEqual(['CK']);
  expect(leftOf([{ date: '2026-09-08' }])).toEqual(['CK']);
  // Each day of a number is a sale and an invoice of its own.
  const days = [
    { date: '2026-09-08', doc: 'B' },
    { date: '2026-09-20', doc: 'B' },
  ];
  expect(leftOf(days)).toEqual([]);
  expect(leftOf(days.toReversed())).toEqual([]);
});

test('a purchase of an entity whose books are closed on the day of the discount does not bear it', () => {
  const [a] = discountedMonth([]).profiles;
  const b = { ...a!, code: 'B', stock: [] };
  const sale = [{ date: '2026-09-20' }];
  expect(leftOf(sale, { profiles: [a!, b] })).toEqual([]);
  expect(leftOf(sale, { profiles: [{ ...a!, terms: { lockedThrough: '2026-09-15' } }, b] })).toEqual(['CK']);
});

test('the file for AMIS names the document of the discount', () => {
  const { profiles, ...rest } = discountedMonth([{ date: '2026-09-20' }, { ...discount, amount: -10_000 }], { rules });
  const terms = { exportLayout: 'amis-sales-voucher' };
  const input = issuanceInput({ ...rest, profiles: [{ ...profiles[0]!, terms }] });
  const file = exportFiles(input, planInvoices(input)).find(({ path }) => path === 'A/BanHang.xlsx');
  const rows = file!.sheets.flatMap((sheet) => [...sheet.rows]);
  expect(JSON.stringify(rows)).toContain('; chiết khấu theo chứng từ Bravo HN/HD/CK1');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../day.ts';
import { sumVnd } from '../../money.ts';
import { parseQuantity, type Quantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import type { EarlierSales } from './earlier-sales.ts';
import { returnAdjustments } from './return-adjustments.ts';

type Month = { readonly name: string; readonly input: IssuanceInput; readonly plan: IssuancePlan };

const STARTS = ['2026-07-01', '2026-08-01', '2026-09-01'];
const ITEMS = ['VT1', 'VT2'];

const traded = fc.record({
  month: fc.nat(2),
  day: fc.nat(27),
  item: fc.constantFrom(...ITEMS),
  partner: fc.constantFrom('KH1', 'KH2'),
  quantity: fc.integer({ min: -6, max: 6 }).filter((quantity) => quantity !== 0),
  price: fc.constantFrom(1000, 1200),
});

/** Three months of one company, each with its own plan, whose invoices have all left with their numbers. */
function monthsOf(
  all: readonly { month: number; day: number; item: string; partner: string; quantity: number; price: number }[],
): Month[] {
  return STARTS.map((start, month) => {
    const own = all.flatMap((one, index) => (one.month === month ? [{ ...one, id: `${month}-${index}` }] : []));
    const given = {
      days: [start, addDays(start, 27)] as const,
      issueDay: addDays(start, 27),
      profiles: [
        {
          code: 'A',
          products: ITEMS.map((code) => ({ code: `SP${code}` })),
          links: ITEMS.map((item) => ({ product: `SP${item}`, item })),
          stock: ITEMS.map((item) => ({ product: `SP${item}`, opening: '500' })),
        },
      ],
      lines: own.map(({ id, day, item, partner, quantity, price }) => ({
        ...{ id, date: addDays(start, day), partner, item, quantity: `${quantity}`, amount: quantity * price },
      })),
    };
    const input = issuanceInput(given);
    const plan = planInvoices(input);
    const invoices = plan.invoices.map((one, index) => ({
      ...{ ...one, status: 'issued' as const, invoiceNumber: `${month}${index}` },
    }));
    return { name: start, input, plan: { ...plan, invoices } };
  });
}

/** The word of the other months, as the service reads it of what is stored. */
function earlierOf(months: readonly Month[], own: Month): EarlierSales {
  const others = months.filter((one) => one !== own);
  const lineOf = ({ input }: Month, id: string) => input.lines.find((line) => line.id === id)!;
  return {
    sales: others.flatMap((month) =>
      month.plan.invoices.flatMap((invoice) =>
        invoice.items.flatMap(({ product, allocations }) =>
          allocations.map(({ line: id, baseQuantity }) => {
            const sold = lineOf(month, id);
            const { kind, partnerCode, itemCode, docDate } = sold;
            return {
              ...{ period: month.name, kind, partnerCode, itemCode, line: id, saleDay: docDate, profile: 'A', product },
              ...{ voucherNumber: invoice.voucherNumber, form: '1', symbol: 'C26TYY', number: invoice.invoiceNumber! },
              ...{ date: invoice.date, isAdjusted: false, baseQuantity, sold },
            };
          }),
        ),
      ),
    ),
    returns: others.flatMap((month) =>
      month.plan.shortages
        .filter(({ reason }) => reason === 'RETURN_UNMATCHED')
        .map(({ line, baseQuantity, amount }) => {
          const returned = lineOf(month, line);
          const { kind, partnerCode, itemCode, docDate } = returned;
          return { kind, partnerCode, itemCode, line, docDate, baseQuantity: -baseQuantity, amount, returned };
        }),
    ),
  };
}

test('over all months together no invoice gives back more than it has sold, every return adds up, none is before its sale', () => {
  let crossed = 0;
  fc.assert(
    fc.property(fc.array(traded, { maxLength: 14 }), (all) => {
      const months = monthsOf(all);
      const sold = new Map<string, Quantity>();
      for (const { plan } of months)
        for (const { items } of plan.invoices)
          for (const { allocations } of items)
            for (const { line, baseQuantity } of allocations) sold.set(line, (sold.get(line) ?? 0n) + baseQuantity);
      const given = new Map<string, Quantity>();
      for (const month of months) {
        const rows = returnAdjustments({ ...month.input, earlier: earlierOf(months, month) }, month.plan);
        for (const { original, baseQuantity, line } of rows) {
          if (!original) continue;
          expect(original.saleDay <= line.docDate).toBe(true);
          given.set(original.saleLine, (given.get(original.saleLine) ?? 0n) - baseQuantity);
          if (original.period !== undefined) crossed += 1;
        }
        const left = month.plan.shortages.filter(({ reason }) => reason === 'RETURN_UNMATCHED');
        expect(sumVnd(rows.map(({ amount }) => amount))).toBe(sumVnd(left.map(({ amount }) => amount)));
        expect(rows.reduce((sum, one) => sum + one.baseQuantity, 0n)).toBe(
          left.reduce((sum, one) => sum + one.baseQuantity, 0n),
        );
      }
      for (const [line, quantity] of given) expect(quantity <= (sold.get(line) ?? 0n)).toBe(true);
    }),
  );
  expect(crossed).toBeGreaterThan(0);
});

test('what the other months hold is taken once: both of two later months cannot give back the same goods', () => {
  const sale = { month: 0, day: 3, item: 'VT1', partner: 'KH1', quantity: 2, price: 1000 };
  const months = monthsOf([sale, { ...sale, month: 1, quantity: -2 }, { ...sale, month: 2, quantity: -2 }]);
  const numbers = months.map((month) =>
    returnAdjustments({ ...month.input, earlier: earlierOf(months, month) }, month.plan).map(
      ({ original, baseQuantity }) => [original?.number, baseQuantity],
    ),
  );
  expect(numbers).toEqual([[], [['00', parseQuantity('-2')]], [[undefined, parseQuantity('-2')]]]);
});

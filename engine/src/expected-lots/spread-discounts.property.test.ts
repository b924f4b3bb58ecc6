import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DiscountLine, spreadDiscounts, type ValueLine } from './spread-discounts.ts';

const RATES = ['8%', '10%', ''];
const line = (at: number, rate: string, value: number, isPromotion = false): ValueLine => ({
  at,
  rate,
  value,
  isPromotion,
});
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

it('lowers the lines of its rate, to the đồng, whichever sign it is written with', () => {
  const lines = [line(1, '8%', 1_000_000), line(2, '8%', 500_000), line(3, '10%', 700_000)];
  const after = new Map([
    [1, 933_333],
    [2, 466_667],
    [3, 700_000],
  ]);
  expect(spreadDiscounts(lines, [{ rate: '8%', value: 100_000 }], 2_100_000)).toEqual(after);
  expect(spreadDiscounts(lines, [{ rate: '8%', value: -100_000 }], 2_100_000)).toEqual(after);
  // Of no line's rate: of all of them.
  expect(sum(spreadDiscounts(lines, [{ rate: '5%', value: 100_000 }], 2_100_000).values())).toBe(2_100_000);
});

it('spreads nothing where the invoice does not take it off, or it is more than its lines', () => {
  const lines = [line(1, '8%', 1_000_000), line(2, '10%', 500_000)];
  expect(spreadDiscounts(lines, [{ rate: '8%', value: 100_000 }], 1_500_000)).toEqual(new Map());
  expect(spreadDiscounts(lines, [{ rate: '8%', value: 100_000 }], 1_400_001)).toEqual(new Map());
  expect(spreadDiscounts(lines, [{ rate: '10%', value: 600_000 }], 900_000)).toEqual(new Map());
  expect(spreadDiscounts([], [{ rate: '10%', value: 1 }], -1)).toEqual(new Map());
});

it('counts promotions as the total does', () => {
  const lines = [line(1, '8%', 1_000_000), line(2, '8%', 300_000, true)];
  expect(spreadDiscounts(lines, [{ rate: '8%', value: 100_000 }], 900_000)).toEqual(new Map([[1, 900_000]]));
  expect(sum(spreadDiscounts(lines, [{ rate: '8%', value: 100_000 }], 1_200_000).values())).toBe(1_200_000);
});

it('sums to the total before VAT, leaves no line below nothing, and no line gains', () => {
  const value = fc.integer({ min: 0, max: 3_000_000_000 });
  const written = fc.array(fc.tuple(fc.constantFrom(...RATES), value), { minLength: 1, maxLength: 12 });
  const off = fc.array(fc.tuple(fc.constantFrom(...RATES, '5%'), fc.double({ min: 0, max: 1, noNaN: true })), {
    ...{ minLength: 1, maxLength: 4 },
  });
  fc.assert(
    fc.property(written, off, fc.constantFrom(1, -1), (given, shares, sign) => {
      const lines = given.map(([rate, one], index) => line(index + 1, rate, one));
      const discounts: DiscountLine[] = shares.map(([rate, share]) => {
        const own = sum(lines.filter((one) => one.rate === rate).map((one) => one.value));
        return { rate, value: sign * Math.floor((own * share) / shares.length) };
      });
      const all = sum(discounts.map((one) => one.value)) * sign;
      fc.pre(all > 0);
      const beforeVat = sum(lines.map((one) => one.value)) - all;
      const after = spreadDiscounts(lines, discounts, beforeVat);
      expect(sum(after.values())).toBe(beforeVat);
      for (const one of lines) {
        expect(after.get(one.at)!).toBeGreaterThanOrEqual(0);
        expect(after.get(one.at)!).toBeLessThanOrEqual(one.value);
      }
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideRounded, formatVnd, scaleVnd, splitVnd, sumVnd, vnd } from './money.ts';

const amount = fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.maxSafeInteger());
const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 12 });
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

describe('an amount split by weights', () => {
  test('adds up exactly, gives nothing to no weight, and is off by less than one đồng per part', () => {
    fc.assert(
      fc.property(amount, weights, (whole, given) => {
        const parts = splitVnd(whole, given);
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(whole));
        const total = given.reduce((sum, weight) => sum + weight, 0n);
        if (total === 0n) return;
        parts.forEach((part, index) => {
          if (given[index] === 0n) expect(part).toBe(0);
          // |part − whole × weight / total| ≤ 1, in whole numbers.
          expect(abs(BigInt(part) * total - BigInt(whole) * given[index]!) <= total).toBe(true);
        });
      }),
    );
  });

  test.each([
    [100, [1n, 1n, 1n], [33, 34, 33]],
    [-100, [1n, 1n, 1n], [-33, -34, -33]],
    [1, [1n, 1n], [1, 0]],
    [7, [0n, 0n], [0, 7]],
    [7, [], []],
  ])('%s by %s', (whole, given, parts) => {
    expect(splitVnd(whole, given)).toEqual(parts);
  });
});

test('rounding is half away from zero, for both signs alike', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
      const rounded = divideRounded(numerator, denominator);
      const rest = 2n * abs(rounded * denominator - numerator);
      expect(rest <= denominator).toBe(true);
      if (rest === denominator) expect(abs(rounded * denominator) > abs(numerator)).toBe(true);
      expect(divideRounded(-numerator, denominator)).toBe(-rounded);
      expect(divideRounded(numerator, -denominator)).toBe(-rounded);
    }),
  );
  expect([scaleVnd(5, 1n, 2n), scaleVnd(-5, 1n, 2n), scaleVnd(4, 1n, 3n)]).toEqual([3, -3, 1]);
  expect(() => divideRounded(1n, 0n)).toThrow(expect.objectContaining({ code: 'DIVISION_BY_ZERO' }));
});

test('đồng are whole', () => {
  expect(Object.is(vnd(-0), 0)).toBe(true);
  for (const wrong of [0.5, Number.NaN, 2 ** 53])
    expect(() => vnd(wrong)).toThrow(expect.objectContaining({ code: 'NOT_WHOLE_DONG' }));
  expect([formatVnd(0), formatVnd(-1_234_567), formatVnd(1000)]).toEqual(['0', '-1.234.567', '1.000']);
});

test('a sum that leaves the safe range is refused, even where a later value would bring it back without its last đồng', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(sumVnd([most, -1, 1, -most, -most, most])).toBe(0);
  expect(() => sumVnd([most, 1, 1, -3])).toThrow('9007199254740992');
  expect(() => sumVnd([-most, -1, -1, 3])).toThrow('-9007199254740992');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatQuantity } from '../quantity.ts';
import { compareTotals, exactSum } from './control-totals.ts';

const sumOf = (values: readonly (number | string)[], isQuantity: boolean): bigint => {
  const sum = exactSum(isQuantity);
  for (const value of values) sum.add(value);
  return sum.total();
};

it('adds đồng exactly, beyond the range of a double', () => {
  const amounts = fc.array(fc.maxSafeInteger(), { maxLength: 50 });
  fc.assert(
    fc.property(amounts, (values) => {
      expect(sumOf(values, false)).toBe(values.reduce((sum, value) => sum + BigInt(value), 0n));
    }),
  );
  expect(
    sumOf(
      Array.from({ length: 20 }, () => 2 ** 49),
      false,
    ),
  ).toBe(20n * 2n ** 49n);
});

it('adds quantities exactly, whole and fractional ones mixed', () => {
  const millionths = fc.oneof(
    fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
    fc.bigInt({ min: -(2n ** 51n), max: 2n ** 51n }),
    fc.integer().map((n) => BigInt(n) * 1_000_000n),
  );
  fc.assert(
    fc.property(fc.array(millionths, { maxLength: 50 }), (values) => {
      expect(sumOf(values.map(formatQuantity), true)).toBe(values.reduce((sum, value) => sum + value, 0n));
    }),
  );
});

it('does not take a long fraction for the whole number that its double is', () => {
  expect(sumOf(['-333628691563839.96875'], true)).toBe(-333628691563839968750n);
});

it('gives its sum more than once, and takes values in between', () => {
  const sum = exactSum(false);
  sum.add(5);
  expect([sum.total(), sum.total()]).toEqual([5n, 5n]);
  sum.add(null);
  sum.add(2);
  expect(sum.total()).toBe(7n);
});

it('writes the number of refused rows as people do', () => {
  const [issue] = compareTotals({ rowCount: 3_000 }, { rowCount: 996 }, 2_004, [], new Map());
  expect(issue!.message).toContain('là 3.000, đọc được 996 (2.004 dòng bị từ chối không được cộng)');
});

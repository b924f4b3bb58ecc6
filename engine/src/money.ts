import { Problem } from './problem.ts';

/** Whole đồng: a safe integer, negative for returns. Never a fraction. */
export type Vnd = number;

/** Checks that a number is whole đồng within ±(2^53 − 1); throws NOT_WHOLE_DONG otherwise. */
export function vnd(value: number): Vnd {
  if (!Number.isSafeInteger(value)) {
    throw new Problem('NOT_WHOLE_DONG', `Số tiền phải là số đồng nguyên, nhận được ${value}.`, { value });
  }
  return value === 0 ? 0 : value;
}

/** Sum in đồng; throws NOT_WHOLE_DONG when it leaves the safe range. */
export const sumVnd = (values: Iterable<Vnd>): Vnd =>
  sumVndOf(Array.isArray(values) ? (values as readonly Vnd[]) : [...values], (value) => value);

/** Sum of one amount of each record, without a list of the amounts: a month has a million. */
export function sumVndOf<T>(records: readonly T[], amountOf: (record: T) => Vnd): Vnd {
  let total = 0;
  for (let at = 0; at < records.length; at++) {
    total += amountOf(records[at]!);
    // Beyond the range a đồng may be lost that no later value of the other sign brings back.
    if (total > Number.MAX_SAFE_INTEGER || total < Number.MIN_SAFE_INTEGER) return vnd(total);
  }
  return vnd(total);
}

/** `round(numerator / denominator)`, halves away from zero: the "half up" of tax practice applied to both signs alike. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new Problem('DIVISION_BY_ZERO', 'Phép chia cho 0.');
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

/** `amount × numerator / denominator` in đồng, rounded half away from zero. */
export function scaleVnd(amount: Vnd, numerator: bigint, denominator: bigint): Vnd {
  return vnd(Number(divideRounded(BigInt(amount) * numerator, denominator)));
}

/**
 * Splits an amount in proportion to non-negative weights so that the parts add up exactly: every running total is
 * rounded, so the residual lands on the last weighted part and no part is off by more than one đồng.
 * All weights zero: the whole amount goes to the last part.
 */
export const splitVnd = (amount: Vnd, weights: readonly bigint[]): Vnd[] =>
  splitWhole(BigInt(amount), weights).map((part) => vnd(Number(part)));

/** The same of any whole number, such as a quantity. */
export function splitWhole(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map((_, index) => (index === weights.length - 1 ? whole : 0n));
  let [seen, given] = [0n, 0n];
  return weights.map((weight) => {
    seen += weight;
    const upTo = divideRounded(whole * seen, total);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Display form in Vietnamese practice: `1.234.567`, minus sign for negatives. */
export function formatVnd(amount: Vnd): string {
  const digits = grouped(String(Math.abs(vnd(amount))));
  return amount < 0 ? `-${digits}` : digits;
}

/** Digits with a point before each three: a plan has a hundred thousand texts with amounts, too many for a pattern. */
export function grouped(digits: string): string {
  let end = digits.length;
  let text = '';
  for (; end > 3; end -= 3) text = `.${digits.slice(end - 3, end)}${text}`;
  return digits.slice(0, end) + text;
}

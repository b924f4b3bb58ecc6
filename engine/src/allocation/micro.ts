import { Problem } from '../problem.ts';
import { formatQuantity, type Quantity } from '../quantity.ts';

/**
 * A quantity in millionths as a safe-integer number: the same value as `Quantity`, in the form that typed arrays hold.
 * Everything the allocator computes on them stays below 2^53 or is checked and moved to bigint.
 */
export type Micro = number;

/** The quantity as a number; throws QUANTITY_TOO_LARGE beyond ±9,007,199,254 units. The way back is `BigInt`. */
export function toMicro(quantity: Quantity): Micro {
  const micro = Number(quantity);
  if (!Number.isSafeInteger(micro)) {
    const text = formatQuantity(quantity);
    throw new Problem('QUANTITY_TOO_LARGE', `Số lượng «${text}» vượt quá 9.007.199.254 đơn vị.`, { text });
  }
  return micro;
}

/** `floor(a × b / c)` for non-negative integers, exact for safe ones whatever the size of the product. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** Greatest common divisor of non-negative safe integers; gcd(0, x) = x. */
export function gcd(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** `a/b` against `c/d` for non-negative safe integers with positive denominators: negative when a/b is smaller. Exact. */
export function compareRatios(a: number, b: number, c: number, d: number): number {
  const left = a * d;
  const right = c * b;
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left - right;
  const exactLeft = BigInt(a) * BigInt(d);
  const exactRight = BigInt(c) * BigInt(b);
  return exactLeft < exactRight ? -1 : exactLeft > exactRight ? 1 : 0;
}

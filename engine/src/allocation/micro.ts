import { Problem } from '../problem.ts';
import { formatQuantity, parseQuantity } from '../quantity.ts';

/**
 * A quantity in millionths as a safe-integer number: the same value as `Quantity`, in the form that typed arrays hold.
 * Everything the allocator computes on them stays below 2^53 or is checked and moved to bigint.
 */
export type Micro = number;

/** Reads a decimal; throws BAD_QUANTITY, or QUANTITY_TOO_LARGE beyond ±9,007,199,254 units. */
export function parseMicro(text: string): Micro {
  const fast = parseShort(text);
  if (fast >= 0) return fast;
  const exact = Number(parseQuantity(text));
  if (!Number.isSafeInteger(exact)) {
    throw new Problem('QUANTITY_TOO_LARGE', `Số lượng «${text}» vượt quá 9.007.199.254 đơn vị.`, { text });
  }
  return exact;
}

/** Plain digits with an optional fraction, at most 9 before and 6 after the point; −1 for any other text. */
function parseShort(text: string): number {
  let value = 0;
  let places = -1;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 46 && places < 0 && digits > 0) {
      places = 0;
      continue;
    }
    const digit = code - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
    if (places >= 0) places++;
    else digits++;
  }
  if (digits === 0 || digits > 9 || places === 0 || places > 6) return -1;
  return value * TEN_TO[6 - Math.max(places, 0)]!;
}

const TEN_TO = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** Texts of small whole numbers: millions of quantities share them. */
const SMALL: readonly string[] = Array.from({ length: 10_000 }, (_, value) => String(value));

/** The shortest decimal string of millionths. */
export function formatMicro(value: Micro): string {
  if (value % 1_000_000 !== 0) return formatQuantity(BigInt(value));
  const units = value / 1_000_000;
  return SMALL[units] ?? String(units);
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

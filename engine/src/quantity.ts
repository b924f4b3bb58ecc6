import { divideRounded } from './money.ts';
import { Problem } from './problem.ts';

/** A quantity in millionths of its unit: exact decimals with up to 6 places, as one bigint. */
export type Quantity = bigint;

const QUANTITY_PLACES = 6;
export const ONE: Quantity = 1_000_000n;

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Reads a decimal string ("12", "-0.5", "3.250000"). Throws BAD_QUANTITY on anything else or on more than 6 places. */
export function parseQuantity(text: string): Quantity {
  const match = DECIMAL.exec(text);
  const fraction = (match?.[3] ?? '').replace(/0+$/, '');
  if (!match || fraction.length > QUANTITY_PLACES) {
    throw new Problem('BAD_QUANTITY', `Số lượng «${text}» không hợp lệ: cần số thập phân, tối đa 6 chữ số lẻ.`, {
      text,
    });
  }
  const units = BigInt(match[2]! + fraction.padEnd(QUANTITY_PLACES, '0'));
  return match[1] === '-' ? -units : units;
}

/** The shortest decimal string: "12", "-0.5". The inverse of `parseQuantity`. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity % ONE === 0n) return String(quantity / ONE);
  const absolute = quantity < 0n ? -quantity : quantity;
  const fraction = (absolute % ONE).toString().padStart(QUANTITY_PLACES, '0').replace(/0+$/, '');
  return `${quantity < 0n ? '-' : ''}${absolute / ONE}${fraction && `.${fraction}`}`;
}

export const minQuantity = (a: Quantity, b: Quantity): Quantity => (a < b ? a : b);
export const maxQuantity = (a: Quantity, b: Quantity): Quantity => (a > b ? a : b);

/**
 * A conversion factor as a reduced positive fraction. Decimals cannot say "one carton per 24 boxes";
 * `1/24` can, and then whole cartons stay whole.
 */
export type Factor = { readonly numerator: bigint; readonly denominator: bigint };

export const FACTOR_ONE: Factor = { numerator: 1n, denominator: 1n };

/** The factor turned round. */
export const inverse = ({ numerator, denominator }: Factor): Factor => ({
  numerator: denominator,
  denominator: numerator,
});

/** Reads "2", "0.5" or "1/24". Throws BAD_FACTOR unless it is a positive number. */
export function parseFactor(text: string): Factor {
  const parts = text.trim().split('/');
  const scaled = parts.map((part) => {
    const match = DECIMAL.exec(part.trim());
    return match && match[1] !== '-'
      ? { digits: BigInt(match[2]! + (match[3] ?? '')), places: (match[3] ?? '').length }
      : undefined;
  });
  const [above, below] = [scaled[0], parts.length === 1 ? { digits: 1n, places: 0 } : scaled[1]];
  if (parts.length > 2 || !above || !below || above.digits === 0n || below.digits === 0n) {
    throw new Problem('BAD_FACTOR', `Hệ số quy đổi «${text}» không hợp lệ: cần số dương như 12, 0.5 hoặc 1/24.`, {
      text,
    });
  }
  const numerator = above.digits * 10n ** BigInt(below.places);
  const denominator = below.digits * 10n ** BigInt(above.places);
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** The most that one unit holds of another, grams of a tonne: a factor beyond it, or below its inverse, is a slip of the hand. */
const MOST_IN_ONE = 1_000_000n;

export const isUsualFactor = ({ numerator, denominator }: Factor): boolean =>
  numerator <= denominator * MOST_IN_ONE && denominator <= numerator * MOST_IN_ONE;

/** The sentence for one that is not. */
export const UNUSUAL_FACTOR = 'Hệ số phải từ 1/1000000 đến 1000000';

/** Reads a factor as it is stated in a form or a file, like `parseFactor` does. Throws BAD_FACTOR for one that no two units can have as well. */
export function statedFactor(text: string): Factor {
  const factor = parseFactor(text);
  if (isUsualFactor(factor)) return factor;
  throw new Problem('BAD_FACTOR', `${UNUSUAL_FACTOR}, nhận được «${text}».`, { text });
}

/**
 * The factor of a stored connection; undefined where there is none, or one that no two units can have: units that were multiplied by it would be more than any
 * column holds, and the connection waits for a factor as if it had none.
 */
export function usableFactor(text: string | null): Factor | undefined {
  const factor = text === null ? undefined : parseFactor(text);
  return factor && isUsualFactor(factor) ? factor : undefined;
}

/** Canonical text: a plain decimal when it terminates within 12 places, otherwise "numerator/denominator". */
export function formatFactor(factor: Factor): string {
  const scale = 10n ** 12n;
  if ((factor.numerator * scale) % factor.denominator !== 0n) return `${factor.numerator}/${factor.denominator}`;
  const digits = ((factor.numerator * scale) / factor.denominator).toString().padStart(13, '0');
  const fraction = digits.slice(-12).replace(/0+$/, '');
  return digits.slice(0, -12) + (fraction && `.${fraction}`);
}

/** AMIS units from Bravo base units: quantity × factor, rounded half away from zero at 10⁻⁶. */
export function convert(quantity: Quantity, factor: Factor): Quantity {
  return divideRounded(quantity * factor.numerator, factor.denominator);
}

/** Bravo base units from AMIS units: quantity ÷ factor, rounded half away from zero at 10⁻⁶. */
export function convertBack(quantity: Quantity, factor: Factor): Quantity {
  return divideRounded(quantity * factor.denominator, factor.numerator);
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** True when two quantities are one another's by a factor, as near as both can be written. */
export function areConverted(quantity: Quantity, base: Quantity, { numerator, denominator }: Factor): boolean {
  const difference = quantity * denominator - base * numerator;
  return (difference < 0n ? -difference : difference) <= 2n * (numerator + denominator);
}

/**
 * Exact arithmetic on decimal strings, for what the screen adds up itself (selection Σ and average).
 * A decimal is a bigint count of 10^-scale units, so no digit is ever lost.
 */
export type Decimal = { readonly units: bigint; readonly scale: number };

const SHAPE = /^([+-]?)(\d+)(?:\.(\d+))?$/;

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Reads "12", "-0.5" or a safe integer; undefined for anything else. */
export function toDecimal(value: string | number | null | undefined): Decimal | undefined {
  if (value === null || value === undefined) return undefined;
  const match = SHAPE.exec(typeof value === 'number' ? String(value) : value.trim());
  if (!match) return undefined;
  const fraction = match[3] ?? '';
  const units = BigInt(match[2] + fraction);
  return { units: match[1] === '-' ? -units : units, scale: fraction.length };
}

const atScale = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale);

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: atScale(a, scale) + atScale(b, scale), scale };
}

/** a ÷ count with `places` decimals, halves away from zero. */
export function divideDecimal(a: Decimal, count: number, places: number): Decimal {
  const scale = Math.max(a.scale, places);
  const numerator = atScale(a, scale);
  const divisor = BigInt(count) * 10n ** BigInt(scale - places);
  const absolute = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * absolute + divisor) / (2n * divisor);
  return { units: numerator < 0n ? -rounded : rounded, scale: places };
}

/** The plain decimal string, without trailing zeros: "12", "-0.5". */
export function decimalText(value: Decimal): string {
  const absolute = (value.units < 0n ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const whole = value.scale === 0 ? absolute : absolute.slice(0, -value.scale);
  const fraction = value.scale === 0 ? '' : absolute.slice(-value.scale).replace(/0+$/, '');
  const sign = value.units < 0n ? '-' : '';
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

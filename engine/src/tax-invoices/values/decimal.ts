import { type Vnd, vnd } from '../../money.ts';
import { roundDecimal } from '../../sheets/number-text.ts';

/**
 * An exact decimal number as its shortest text: `12`, `-0.5`, never an exponent, a leading `+` or a trailing zero. PostgreSQL's
 * `numeric` takes it as it is.
 */
export type Decimal = string;

/** The reading of a number's text; `isOdd`: written otherwise than the format asks. */
export type ReadDecimal = { readonly value: Decimal; readonly isOdd: boolean };

const PLAIN = /^(?:0|-?[1-9]\d{0,14})$/;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
const MOST_DIGITS = 30;
const MOST_EXPONENT = 20;

/**
 * Reads a number as invoices hold it: a dot before the fraction, also exponents, a leading `+`, zeros at the end, spaces, and a
 * comma before the fraction, unless it may as well part thousands (`1,234`). Undefined for all other texts: nothing is guessed.
 */
export function readDecimal(text: string): ReadDecimal | undefined {
  if (PLAIN.test(text)) return { value: text, isOdd: false };
  const bare = withPoint(text.replace(/[\s\u00a0]/g, ''));
  const match = bare === undefined ? null : NUMBER.exec(bare);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const places = fraction.length - Number(exponent);
  if (whole + fraction === '' || Math.abs(Number(exponent)) > MOST_EXPONENT) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits.length > MOST_DIGITS) return undefined;
  const value = fromUnits({ units: BigInt(digits || '0') * (sign === '-' ? -1n : 1n), places });
  return { value, isOdd: !/^-?\d+(\.\d+)?$/.test(text) };
}

/** The text with a point before its fraction; undefined where a comma may mean either. */
function withPoint(text: string): string | undefined {
  if (!text.includes(',')) return text;
  const match = /^([+-]?)(\d+),(\d+)$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const isOpen = fraction.length === 3 && whole.length <= 3 && !/^0+$/.test(whole);
  return isOpen ? undefined : `${sign}${whole}.${fraction}`;
}

/** A decimal as a whole number of 10^−places. */
export type Units = { readonly units: bigint; readonly places: number };

export const ZERO: Units = { units: 0n, places: 0 };

export function toUnits(value: Decimal): Units {
  const point = value.indexOf('.');
  if (point < 0) return { units: BigInt(value), places: 0 };
  return { units: BigInt(value.slice(0, point) + value.slice(point + 1)), places: value.length - point - 1 };
}

export function fromUnits({ units, places }: Units): Decimal {
  if (places <= 0) return String(units * 10n ** BigInt(-places));
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const text = digits.slice(0, -places) + (fraction && `.${fraction}`);
  return units < 0n ? `-${text}` : text;
}

const at = ({ units, places }: Units, wanted: number): bigint => units * 10n ** BigInt(wanted - places);

export function plus(a: Units, b: Units): Units {
  const places = Math.max(a.places, b.places);
  return { units: at(a, places) + at(b, places), places };
}

export const minus = (a: Units, b: Units): Units => plus(a, { units: -b.units, places: b.places });

export const times = (a: Units, b: Units): Units => ({ units: a.units * b.units, places: a.places + b.places });

const sizeOf = ({ units, places }: Units): Units => ({ units: units < 0n ? -units : units, places });

/** True when two numbers are no further from each other than that. */
export function isWithin(a: Units, b: Units, distance: Units): boolean {
  return minus(sizeOf(minus(a, b)), distance).units <= 0n;
}

/** An amount × rate in whole đồng, rounded once, half away from zero. Undefined beyond the safe range. */
export function inVnd(amount: Decimal, exchangeRate: Decimal): Vnd | undefined {
  const exact = fromUnits(times(toUnits(amount), toUnits(exchangeRate)));
  const rounded = Number(roundDecimal(exact, 0));
  return Number.isSafeInteger(rounded) ? vnd(rounded) : undefined;
}

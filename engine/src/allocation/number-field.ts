import { bigGcd } from './pins.ts';

/** Arithmetic that one algorithm needs, so that it can run fast on floats first and be proved on fractions after. */
export type NumberField<T> = {
  readonly zero: T;
  readonly one: T;
  readonly from: (numerator: bigint, denominator: bigint) => T;
  readonly add: (a: T, b: T) => T;
  readonly subtract: (a: T, b: T) => T;
  readonly multiply: (a: T, b: T) => T;
  readonly divide: (a: T, b: T) => T;
  /** −1, 0 or 1; floats count as 0 within their tolerance. */
  readonly sign: (a: T) => number;
};

export type Fraction = { readonly n: bigint; readonly d: bigint };

const ZERO: Fraction = { n: 0n, d: 1n };

function fraction(n: bigint, d: bigint): Fraction {
  if (n === 0n) return ZERO;
  if (d === 1n) return { n, d };
  const g = bigGcd(n < 0n ? -n : n, d < 0n ? -d : d);
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / g, d: (sign * d) / g };
}

/** Exact fractions of big integers. */
export const FRACTIONS: NumberField<Fraction> = {
  zero: ZERO,
  one: { n: 1n, d: 1n },
  from: fraction,
  add: (a, b) => {
    if (a.n === 0n) return b;
    if (b.n === 0n) return a;
    return a.d === b.d ? fraction(a.n + b.n, a.d) : fraction(a.n * b.d + b.n * a.d, a.d * b.d);
  },
  subtract: (a, b) => {
    if (b.n === 0n) return a;
    return a.d === b.d ? fraction(a.n - b.n, a.d) : fraction(a.n * b.d - b.n * a.d, a.d * b.d);
  },
  multiply: (a, b) => (a.n === 0n || b.n === 0n ? ZERO : fraction(a.n * b.n, a.d * b.d)),
  divide: (a, b) => (a.n === 0n ? ZERO : fraction(a.n * b.d, a.d * b.n)),
  sign: (a) => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0),
};

/** Floats, only ever used to find a basis that fractions then check: no float reaches a plan. */
export const FLOATS: NumberField<number> = {
  zero: 0,
  one: 1,
  from: (n, d) => Number(n) / Number(d),
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  sign: (a) => (a > 1e-9 ? 1 : a < -1e-9 ? -1 : 0),
};

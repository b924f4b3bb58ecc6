import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOATS, FRACTIONS, type Fraction, type NumberField } from '../number-field.ts';
import type { Program } from './linear-program.ts';
import { type Solution, solve } from './simplex.ts';

type Given = { readonly columns: readonly (readonly number[])[]; readonly caps: readonly number[] };

const SOURCES = 4;
const NODES = 4;

/** Stock that flows over arcs with gains into nodes, on to later nodes, and out again for money: a network with loops. */
function programOf<T>(field: NumberField<T>, { columns, caps }: Given): Program<T> {
  const of = (n: number): T => field.from(BigInt(n), 6n);
  const minusOne = field.subtract(field.zero, field.one);
  const rows = caps.map((cap) => of(6 * cap)).concat(new Array(NODES).fill(field.zero));
  const program = {
    ...{ rhs: rows, rowA: [] as number[], rowB: [] as number[], coefA: [] as T[], coefB: [] as T[] },
    ...{ upper: [] as (T | undefined)[], cost1: [] as T[], cost2: [] as T[], start: [] as number[] },
  };
  const add = (a: number, ca: T, b: number, upper?: T, cost1 = field.zero, cost2 = field.zero): void => {
    program.rowA.push(a);
    program.coefA.push(ca);
    program.rowB.push(b);
    program.coefB.push(b < 0 ? field.zero : minusOne);
    program.upper.push(upper);
    program.cost1.push(cost1);
    program.cost2.push(cost2);
  };
  for (let row = 0; row < SOURCES + NODES; row++) {
    program.start.push(row);
    // Slack of a source; the goods that a node sells for nothing.
    add(row, field.one, -1, row < SOURCES ? undefined : field.zero);
  }
  columns.forEach(([kind, a, b, gain, upper, price], at) => {
    if (kind! < 5) add(a! % SOURCES, of(gain!), SOURCES + (b! % NODES), at % 3 === 0 ? of(6 * upper!) : undefined);
    else if (kind! < 6) {
      const node = a! % (NODES - 1);
      add(SOURCES + node, field.one, SOURCES + node + 1);
    } else {
      const value = of(price!);
      add(SOURCES + (a! % NODES), field.one, -1, of(6 * upper!), b! % 3 === 0 ? value : field.zero, value);
    }
  });
  return program;
}

const given: fc.Arbitrary<Given> = fc.record({
  columns: fc.array(
    fc.tuple(
      ...[fc.nat(9), fc.nat(11), fc.nat(11), fc.integer({ min: 1, max: 18 })],
      ...[fc.nat(8), fc.integer({ min: 0, max: 30 })],
    ),
    { minLength: 6, maxLength: 40 },
  ),
  caps: fc.array(fc.nat(12), { minLength: SOURCES, maxLength: SOURCES }),
});
const drawn = fc.sample(given, { numRuns: 400, seed: 20_261_122 });

const { add, subtract, multiply, sign, zero } = FRACTIONS;
const sumOf = (values: readonly Fraction[], cost: readonly Fraction[]): Fraction =>
  values.reduce((sum, value, at) => add(sum, multiply(value, cost[at]!)), zero);

/** The conditions of optimality that a solution breaks, each in words. Weak duality is the proof. */
function faultsOf(program: Program<Fraction>, { values, duals1, duals2, basis }: Solution<Fraction>): string[] {
  const { rowA, rowB, coefA, coefB, upper, cost1, cost2 } = program;
  const faults: string[] = [];
  const left = [...program.rhs];
  values.forEach((value, at) => {
    left[rowA[at]!] = subtract(left[rowA[at]!]!, multiply(coefA[at]!, value));
    if (rowB[at]! >= 0) left[rowB[at]!] = subtract(left[rowB[at]!]!, multiply(coefB[at]!, value));
    const limit = upper[at];
    const isFull = limit !== undefined && sign(subtract(value, limit)) === 0;
    if (sign(value) < 0 || (limit && sign(subtract(value, limit)) > 0)) faults.push(`${at} out of bounds`);
    const gain = (cost: readonly Fraction[], prices: readonly Fraction[]): number => {
      const paid = multiply(coefA[at]!, prices[rowA[at]!]!);
      const also = rowB[at]! >= 0 ? multiply(coefB[at]!, prices[rowB[at]!]!) : zero;
      return sign(subtract(cost[at]!, add(paid, also)));
    };
    const better = gain(cost1, duals1) || gain(cost2, duals2);
    if (better > 0 && !isFull) faults.push(`${at} is worth more of`);
    if (better < 0 && sign(value) > 0) faults.push(`${at} is worth less of`);
    if (!basis.basic.includes(at) && sign(value) !== 0 && !isFull) faults.push(`${at} is between its bounds`);
    if (basis.atUpper.has(at) && !isFull) faults.push(`${at} is not at its bound`);
  });
  left.forEach((rest, row) => {
    if (sign(rest) !== 0) faults.push(`row ${row} does not add up`);
  });
  return faults;
}

/** True when the basic columns join some rows in a ring, which only gains make possible. */
function hasLoop({ rowA, rowB }: Program<Fraction>, basic: readonly number[]): boolean {
  const tree = rowA.map((_, row) => row);
  const rootOf = (row: number): number => (tree[row] === row ? row : rootOf(tree[row]!));
  for (const column of basic) {
    if (rowB[column]! < 0) continue;
    const [a, b] = [rootOf(rowA[column]!), rootOf(rowB[column]!)];
    if (a === b) return true;
    tree[a] = b;
  }
  return false;
}

test('fractions end at an optimum that its own prices prove, and stay there when they start there', () => {
  let loops = 0;
  for (const one of drawn) {
    const program = programOf(FRACTIONS, one);
    const best = solve(FRACTIONS, program);
    expect(best.status).toBe('optimal');
    expect(faultsOf(program, best)).toEqual([]);
    expect(best.basis.basic).toHaveLength(program.rhs.length);
    if (hasLoop(program, best.basis.basic)) loops++;
    const again = solve(FRACTIONS, program, best.basis, 0);
    expect([again.status, again.values]).toEqual(['stopped', best.values]);
    const checked = solve(FRACTIONS, program, best.basis, 1);
    expect([checked.status, checked.values, checked.basis]).toEqual(['optimal', best.values, best.basis]);
  }
  expect(loops).toBeGreaterThan(10);
});

test('floats find the same worth, and a basis that fractions confirm', () => {
  for (const one of drawn) {
    const program = programOf(FRACTIONS, one);
    const best = solve(FRACTIONS, program);
    const guess = solve(FLOATS, programOf(FLOATS, one));
    expect(guess.status).toBe('optimal');
    const confirmed = solve(FRACTIONS, program, guess.basis);
    expect(faultsOf(program, confirmed)).toEqual([]);
    for (const cost of [program.cost1, program.cost2]) {
      expect(sumOf(confirmed.values, cost)).toEqual(sumOf(best.values, cost));
    }
  }
});

test('a stopped run leaves a feasible solution that is no worse than its start', () => {
  for (const one of drawn.slice(0, 60)) {
    const program = programOf(FRACTIONS, one);
    let last = zero;
    for (let pivots = 0; pivots < 12; pivots++) {
      const { status, values } = solve(FRACTIONS, program, undefined, pivots);
      const now = sumOf(values, program.cost1);
      expect(sign(subtract(now, last))).toBeGreaterThanOrEqual(0);
      const left = [...program.rhs];
      values.forEach((value, at) => {
        left[program.rowA[at]!] = subtract(left[program.rowA[at]!]!, multiply(program.coefA[at]!, value));
        const b = program.rowB[at]!;
        if (b >= 0) left[b] = subtract(left[b]!, multiply(program.coefB[at]!, value));
      });
      expect(left.every((rest) => sign(rest) === 0)).toBe(true);
      last = now;
      if (status === 'optimal') break;
    }
  }
});

/** One source of 4, a class that takes at most 3 of it, worth 2 each. */
const small = (upper: number | undefined): Program<number> => ({
  ...{ rhs: [4, 0], rowA: [0, 0, 1], rowB: [-1, 1, -1], coefA: [1, 1, 1], coefB: [0, -1, 0] },
  ...{ upper: [undefined, undefined, upper], cost1: [0, 0, 2], cost2: [0, 0, 2], start: [0, 2] },
});

test('a small program has the optimum computed by hand', () => {
  const { status, values, basis, duals1 } = solve(FLOATS, small(3));
  expect([status, values, [...basis.atUpper]]).toEqual(['optimal', [1, 3, 3], [2]]);
  expect(duals1.map((price) => price + 0)).toEqual([0, 0]);
  const short = solve(FLOATS, small(9));
  expect([short.status, short.values, short.duals1]).toEqual(['optimal', [0, 4, 4], [2, 2]]);
});

test('an infeasible basis is refused as a start', () => {
  // All of the source flows on, but the class may only take 3 of it.
  expect(solve(FLOATS, small(3), { basic: [1, 2], atUpper: new Set() }).status).toBe('infeasible');
  expect(solve(FLOATS, small(4), { basic: [1, 2], atUpper: new Set() }).status).toBe('optimal');
  // The class is full with 5, which the source has not got: its slack would be −1.
  expect(solve(FLOATS, small(5), { basic: [0, 1], atUpper: new Set([2]) }).status).toBe('infeasible');
});

test('an unbounded program is refused', () => {
  const endless = { ...small(undefined), rowA: [0, 1, 1], rowB: [-1, -1, -1], coefA: [1, -1, 1], coefB: [0, 0, 0] };
  expect(() => solve(FLOATS, endless)).toThrow('unbounded');
});

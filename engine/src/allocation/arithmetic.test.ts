import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFactor, parseQuantity } from '../quantity.ts';
import { gapOf } from './bound.ts';
import { interner, listInterner } from './compile.ts';
import { commonStep } from './documents/commitments.ts';
import { compareRatios, gcd, mulDivFloor, toMicro } from './micro.ts';
import { FLOATS, FRACTIONS } from './number-field.ts';
import { bigGcd, drawable, floorToStep } from './pins.ts';
import { holdingsOf } from './shortages/holdings.ts';
import { groupBy, scaled } from './units.ts';
import { mergeParts, splitAmount } from './write.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const safe = fc.oneof(fc.nat(1000), fc.integer({ min: 0, max: MAX }));
const positive = safe.map((n) => n + (n === 0 ? 1 : 0));

describe('millionths', () => {
  it.each([
    ['0', 0],
    ['7', 7_000_000],
    ['12.000001', 12_000_001],
    ['9007199254.740991', MAX],
    ['-9007199254.740991', -MAX],
    ['-0.000001', -1],
  ])('%s', (text, micro) => {
    expect(toMicro(parseQuantity(text))).toBe(micro);
    expect(BigInt(micro)).toBe(parseQuantity(text));
  });

  it('are refused beyond the numbers that floats hold whole', () => {
    for (const text of ['9007199254.740992', '-9007199254.740992']) {
      expect(() => toMicro(parseQuantity(text))).toThrow(
        expect.objectContaining({ code: 'QUANTITY_TOO_LARGE', message: expect.stringContaining(`«${text}»`) }),
      );
    }
  });

  it('are multiplied and compared exactly, however large the products are', () => {
    fc.assert(
      fc.property(safe, safe, positive, positive, (a, b, c, d) => {
        const whole = (BigInt(a) * BigInt(b)) / BigInt(c);
        expect(mulDivFloor(a, b, c)).toBe(Number(whole));
        const [left, right] = [BigInt(a) * BigInt(d), BigInt(b) * BigInt(c)];
        expect(Math.sign(compareRatios(a, c, b, d))).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(scaled(a * 1, 3, 1)).toBe(Number(BigInt(a) * 3n));
      }),
    );
    expect(mulDivFloor(MAX, MAX, MAX)).toBe(MAX);
    expect(compareRatios(MAX, MAX - 1, MAX - 1, MAX - 2)).toBe(-1);
    expect(compareRatios(MAX - 1, MAX - 2, MAX, MAX - 1)).toBe(1);
    expect(compareRatios(MAX, 3, MAX, 3)).toBe(0);
    expect(scaled(MAX - 1, 2, 4)).toBe((MAX - 1) / 2);
    expect(scaled(6, 4, 3)).toBe(8);
  });

  it('have greatest common divisors, common steps and floors', () => {
    expect([gcd(12, 18), gcd(0, 5), gcd(5, 0), gcd(7, 3)]).toEqual([6, 5, 5, 1]);
    expect([bigGcd(12n, 18n), bigGcd(0n, 5n), bigGcd(5n, 0n)]).toEqual([6n, 5n, 5n]);
    expect([commonStep(0, 5), commonStep(5, 0), commonStep(4, 6), commonStep(0, 0)]).toEqual([5, 5, 12, 0]);
    expect([floorToStep(10, 3), floorToStep(10, 0), floorToStep(9, 3), floorToStep(2, 3)]).toEqual([9, 10, 9, 0]);
  });
});

describe('fractions', () => {
  const f = FRACTIONS.from;
  it('are reduced, with the sign above', () => {
    expect([f(2n, 4n), f(2n, -4n), f(-2n, -4n), f(0n, 7n), f(5n, 1n)]).toEqual([
      { n: 1n, d: 2n },
      { n: -1n, d: 2n },
      { n: 1n, d: 2n },
      { n: 0n, d: 1n },
      { n: 5n, d: 1n },
    ]);
  });

  it('are added, subtracted, multiplied and divided exactly', () => {
    const [half, third, none] = [f(1n, 2n), f(1n, 3n), FRACTIONS.zero];
    const { add, subtract, multiply, divide, sign } = FRACTIONS;
    expect([add(half, third), add(none, half), add(half, none), add(third, third)]).toEqual([
      f(5n, 6n),
      half,
      half,
      f(2n, 3n),
    ]);
    expect([subtract(half, third), subtract(none, half), subtract(half, none), subtract(half, half)]).toEqual([
      f(1n, 6n),
      f(-1n, 2n),
      half,
      none,
    ]);
    expect([multiply(half, third), multiply(none, half), multiply(half, none)]).toEqual([f(1n, 6n), none, none]);
    expect([divide(half, third), divide(none, half), divide(half, f(-1n, 3n))]).toEqual([f(3n, 2n), none, f(-3n, 2n)]);
    expect([sign(half), sign(none), sign(f(-1n, 9n))]).toEqual([1, 0, -1]);
    expect(FRACTIONS.one).toEqual(f(1n, 1n));
  });

  it('are floats within a tolerance', () => {
    expect([FLOATS.sign(1e-9), FLOATS.sign(2e-9), FLOATS.sign(-1e-9), FLOATS.sign(-2e-9)]).toEqual([0, 1, 0, -1]);
    expect([FLOATS.add(1, 2), FLOATS.subtract(1, 2), FLOATS.multiply(3, 2), FLOATS.divide(3, 2)]).toEqual([
      3, -1, 6, 1.5,
    ]);
    expect([FLOATS.from(3n, 2n), FLOATS.zero, FLOATS.one]).toEqual([1.5, 0, 1]);
  });
});

describe('the drawable quantity', () => {
  const M = 1_000_000;
  it.each<[string, number, number, string, number, number, number, number]>([
    // factor, wanted, available, …, steps of line and lot, then base units and AMIS units drawn
    ['as much as is wanted', 3 * M, 9 * M, '1', 0, 0, 3 * M, 3 * M],
    ['as much as there is', 9 * M, 3 * M, '1', 0, 0, 3 * M, 3 * M],
    ['boxes of twelve', 2 * M, 30 * M, '12', 0, 0, 2 * M, 24 * M],
    ['less than it takes', 3 * M, 30 * M, '12', 0, 0, 2.5 * M, 30 * M],
    ['the millionth below', 1 * M, 1 * M, '1/3', 0, 0, 1 * M, 333_333],
    ['steps of the line', 3.7 * M, 9 * M, '1', 0.5 * M, 0, 3.5 * M, 3.5 * M],
    ['steps of the lot', 3.7 * M, 9 * M, '1', 0, M, 3 * M, 3 * M],
    ['steps of the lot in thirds', 4 * M, 9 * M, '1/3', 0, M, 3 * M, 1 * M],
    ['steps of the lot that no millionth fits', 1 * M, 9 * M, '3', 0, M, 1 * M, 3 * M],
    ['steps of the lot, below the line', 0.9 * M, 9 * M, '3', 0, M, 666_666, 2 * M],
    ['both steps', 7 * M, 99 * M, '1', 2 * M, 3 * M, 6 * M, 6 * M],
    ['both steps, in boxes', 7 * M, 99 * M, '1/4', M, M, 4 * M, M],
    ['both steps, too little', 5 * M, 99 * M, '1', 2 * M, 3 * M, 0, 0],
  ])('%s', (_, wanted, available, factor, lineStep, lotStep, lineQuantity, quantity) => {
    expect(drawable(wanted, available, parseFactor(factor), lineStep, lotStep)).toEqual({ lineQuantity, quantity });
  });
});

describe('columns', () => {
  it('are grouped in the order of the rows', () => {
    const grouped = groupBy(Int32Array.from([2, 0, 2, 1, 2]), 4, (at) => at !== 3);
    expect([0, 1, 2, 3].map((key) => [grouped.size(key), ...grouped.of(key)])).toEqual([
      [1, 1],
      [0],
      [3, 0, 2, 4],
      [0],
    ]);
    expect([...grouped.start]).toEqual([0, 1, 1, 4, 4]);
  });

  it('number texts and lists as they are first seen', () => {
    const { of, index } = interner();
    expect(['b', 'a', 'b', 'c', 'a'].map(of)).toEqual([0, 1, 0, 2, 1]);
    expect([...index.keys()]).toEqual(['b', 'a', 'c']);
    const number = listInterner();
    const lists = [['P'], ['P', 'Q'], ['P'], [], ['P', 'x', 'Q'], ['P', 'y', 'Q'], ['P', 'x', 'Q'], [], ['Q']];
    expect(lists.map(number)).toEqual([1, 2, 1, 3, 4, 5, 4, 3, 6]);
  });

  it('tell who holds a lot, the largest first, whether few hold it or many', () => {
    for (const count of [5, 24, 25, 40]) {
      const quantities = Array.from({ length: count }, (_, n) => ((n * 7) % 11) + 1);
      const parts = quantities.map((quantity, line) => ({ line, lot: 1, quantity, lineQuantity: quantity }));
      const { start, parts: held, drawn } = holdingsOf(3, parts);
      const wanted = quantities.map((_, n) => n).sort((a, b) => quantities[b]! - quantities[a]! || a - b);
      expect([...held.subarray(start[1], start[2])]).toEqual(wanted);
      expect([...drawn]).toEqual([0, quantities.reduce((a, b) => a + b), 0]);
    }
  });

  it('tell which part is alone on its line', () => {
    const part = (line: number, lot: number) => ({ line, lot, quantity: 1, lineQuantity: 1 });
    const { isAlone } = holdingsOf(3, [part(0, 0), part(1, 0), part(1, 1), part(2, 2)]);
    expect([0, 1, 2, 3].map(isAlone)).toEqual([true, false, false, true]);
  });
});

describe('parts', () => {
  const part = (line: number, lot: number, quantity: number) => ({ line, lot, quantity, lineQuantity: 2 * quantity });
  it('are merged by line and lot', () => {
    const mixed = [part(2, 1, 3), part(1, 2, 1), part(2, 1, 4), part(1, 1, 5), part(2, 0, 6)];
    expect(mergeParts(mixed)).toEqual([part(1, 1, 5), part(1, 2, 1), part(2, 0, 6), part(2, 1, 7)]);
    const twice = [part(1, 1, 1), part(1, 1, 2)];
    expect(mergeParts(twice)).toEqual([part(1, 1, 3)]);
    const inOrder = [part(1, 1, 1), part(1, 2, 1), part(2, 0, 1)];
    expect(mergeParts(inOrder)).toBe(inOrder);
  });

  it('share the amount of their line to the đồng', () => {
    const parts = [part(0, 0, 1), part(1, 0, 1), part(1, 1, 2)];
    expect(splitAmount(100, parts, 1, 1, 5)).toEqual([100]);
    expect(splitAmount(100, parts, 0, 1, 0)).toEqual([100, 0]);
    expect(splitAmount(100, parts, 0, 1, 2)).toEqual([50, 50]);
    expect(splitAmount(100, parts, 1, 3, 0)).toEqual([33, 67, 0]);
    expect(splitAmount(100, parts, 1, 3, 2)).toEqual([25, 50, 25]);
  });

  it('may miss a đồng each through rounding: that is no gap', () => {
    expect([gapOf(100, 98, 2), gapOf(100, 97, 2), gapOf(0, -5, 2), gapOf(200, 100, 2)]).toEqual([0, 0.03, 0, 0.5]);
  });
});

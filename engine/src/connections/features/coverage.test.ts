import { expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';

const candidates = (pairs: readonly (readonly [number, number])[]) => ({
  count: pairs.length,
  left: Uint32Array.from(pairs, ([l]) => l),
  right: Uint32Array.from(pairs, ([, r]) => r),
  leftStart: new Uint32Array(0),
});

test('coverage is the share of the smaller catalogue that finds a likely partner', () => {
  const found = candidates([
    [0, 0],
    [1, 0],
    [1, 3],
    [4, 1],
  ]);
  const firsts = [2, -1, 0.5, -3];
  // Of five left and four right records: right 0 and 3 are found, 1 only by an unlikely partner, 2 by none.
  // 30 records of a usual catalogue are counted in.
  expect(coverageOf(found, 5, 4, (k) => firsts[k]!)).toBeCloseTo((2 + 21) / 34, 9);
  expect(coverageOf(found, 5, 9, (k) => firsts[k]!)).toBeCloseTo((2 + 21) / 35, 9);
});

test('coverage of a large catalogue is measured on a sample', () => {
  const size = 6000;
  const all = candidates(Array.from({ length: size }, (_, i) => [i, i] as const));
  let asked = 0;
  const share = coverageOf(all, size, size, (k) => {
    asked++;
    return k % 20 === 0 ? 1 : -1;
  });
  expect(share).toBeCloseTo(321 / 630, 2);
  expect(asked).toBe(600);
});

import { expect, it } from 'vitest';
import { scoreThreeSides } from '../three-sides.ts';

it.each([1, 2, 3])('finds every planted difference of company %i under its own name, and no other', (seed) => {
  const { byKind, examples } = scoreThreeSides(6_000, seed);
  expect(examples).toEqual([]);
  for (const [kind, { found, wrong, missed }] of byKind)
    expect([kind, found > 0, wrong, missed]).toEqual([kind, true, 0, 0]);
  expect(byKind.size).toBeGreaterThan(25);
});

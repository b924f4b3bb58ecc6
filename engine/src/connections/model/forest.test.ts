import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shippedModel } from '../suggest.ts';
import { highest, loadForest, predict } from './forest.ts';
import { FIRST, ROW } from './list-features.ts';

const value = fc.oneof(fc.double({ min: -8, max: 8, noNaN: true }), fc.constantFrom(Number.NaN, 0, 0.5, 1));

describe('highest', () => {
  test('is never passed by a row that holds the same or less in the bounded columns', () => {
    const { second } = shippedModel();
    const less = fc.array(fc.double({ min: 0, max: 16, noNaN: true }), { minLength: ROW, maxLength: ROW });
    fc.assert(
      fc.property(fc.array(value, { minLength: ROW, maxLength: ROW }), less, (most, by) => {
        const bound = highest(second, Float32Array.from(most), 0, FIRST + 1);
        const row = Float32Array.from(most, (x, column) => (column > FIRST ? x - by[column]! : x));
        expect(predict(second, row, 0)).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 2000 },
    );
  });

  /** Falls with its only column: 1 up to 0, −1 above. */
  const falling = loadForest(
    {
      features: ['a'],
      base: 0.5,
      roots: [0],
      feature: [0, 0, 0],
      threshold: [0, 0, 0],
      left: [1, -1, -1],
      right: [2, -1, -1],
      missingLeft: [0, 0, 0],
      value: [0, 1, -1],
    },
    ['a'],
  );

  test('looks at the other side of a node that falls', () => {
    expect(predict(falling, Float32Array.of(3), 0)).toBe(-0.5);
    expect(highest(falling, Float32Array.of(3), 0, 0)).toBe(1.5);
    expect(highest(falling, Float32Array.of(3), 0, 1)).toBe(-0.5);
    expect(highest(falling, Float32Array.of(Number.NaN), 0, 0)).toBe(-0.5);
  });
});

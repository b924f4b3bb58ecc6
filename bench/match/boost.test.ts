import { contributions, loadForest, predict } from '@khop/engine/connections/model/forest.ts';
import { newRandom, nextRandom } from '@khop/engine/connections/testing/random.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoostOptions, type TrainingSet, trainForest } from './boost.ts';

const OPTIONS: BoostOptions = {
  trees: 25,
  leaves: 8,
  rate: 0.2,
  lambda: 1,
  minWeight: 1,
  rowShare: 0.8,
  columnShare: 1,
};
const COLUMNS = ['up', 'down', 'noise'];

/** Labels rise with the first column, fall with the second, ignore the third; every tenth value is missing. */
function sample(rows: number): TrainingSet {
  const random = newRandom(9);
  const values = new Float32Array(rows * 3);
  const labels = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < 3; c++) values[i * 3 + c] = i % 10 === c ? Number.NaN : nextRandom(random);
    const logit = 6 * (values[i * 3]! || 0.5) - 5 * (values[i * 3 + 1]! || 0.5) - 0.5;
    labels[i] = nextRandom(random) < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
  }
  return { columns: COLUMNS, monotone: [1, -1, 0], rows, values, labels, weights: new Float32Array(rows).fill(1) };
}

const set = sample(3000);
const file = trainForest(set, OPTIONS, newRandom(1));
const forest = loadForest(file, COLUMNS);
const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('trainForest', () => {
  test('the same seed gives the same file, another seed another one', () => {
    expect(JSON.stringify(trainForest(set, OPTIONS, newRandom(1)))).toBe(JSON.stringify(file));
    expect(JSON.stringify(trainForest(set, OPTIONS, newRandom(2)))).not.toBe(JSON.stringify(file));
  });

  test('most training rows fall on their side of even odds', () => {
    let right = 0;
    for (let i = 0; i < set.rows; i++) {
      if (predict(forest, set.values, i * 3) > 0 === (set.labels[i] === 1)) right++;
    }
    expect(right / set.rows).toBeGreaterThan(0.75);
  });

  test('predictions follow the declared direction of every column', () => {
    fc.assert(
      fc.property(unit, unit, unit, unit, (a, b, other, noise) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const at = (up: number, down: number): number => predict(forest, Float32Array.of(up, down, noise), 0);
        expect(at(high, other)).toBeGreaterThanOrEqual(at(low, other) - 1e-9);
        expect(at(other, high)).toBeLessThanOrEqual(at(other, low) + 1e-9);
      }),
    );
  });

  test('the starting point and the contributions add up to the prediction', () => {
    fc.assert(
      fc.property(fc.array(fc.option(unit, { nil: Number.NaN }), { minLength: 3, maxLength: 3 }), (values) => {
        const row = Float32Array.from(values);
        const parts = new Float64Array(3);
        const start = contributions(forest, row, 0, parts);
        expect(start + parts[0]! + parts[1]! + parts[2]!).toBeCloseTo(predict(forest, row, 0), 9);
      }),
    );
  });

  test('a forest that needs an unknown column is refused', () => {
    expect(() => loadForest(file, ['up', 'down'])).toThrow(/noise/);
  });
});

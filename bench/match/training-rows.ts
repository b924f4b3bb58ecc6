import { FEATURE_COUNT } from '@khop/engine/connections/features/feature-list.ts';
import type { Calibrations } from '@khop/engine/connections/model/calibrate.ts';
import type { ForestFile } from '@khop/engine/connections/model/forest.ts';
import { loadForest, predict } from '@khop/engine/connections/model/forest.ts';
import { addListFeatures, COLUMNS, MONOTONE, ROW } from '@khop/engine/connections/model/list-features.ts';
import type { Model } from '@khop/engine/connections/pipeline.ts';
import { newRandom } from '@khop/engine/connections/testing/random.ts';
import { type BoostOptions, type TrainingSet, trainForest } from './boost.ts';
import { fitCalibrations } from './fit-calibration.ts';
import type { Table } from './table.ts';
import { stepOf } from './thinning.ts';

const FIRST: BoostOptions = {
  trees: 100,
  leaves: 20,
  rate: 0.12,
  lambda: 4,
  minWeight: 4,
  rowShare: 0.7,
  columnShare: 0.7,
};
const SECOND: BoostOptions = { ...FIRST, leaves: 16, rate: 0.1 };

/** Negatives out of reach of their records' best are thinned to one in `THIN` and weigh as much more. */
const THIN = 10;

/** Its truth is incomplete: some of its "errors" are right. */
const DOUBTFUL: Record<string, number> = { 'amazon-google': 0.5 };

/** Rows of several tables as one training set; `takes` chooses records by left position. */
function stack(tables: readonly Table[], width: number, takes: (left: number) => boolean): TrainingSet {
  const values: number[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const table of tables) {
    const step = stepOf(table.set.gold.size);
    const share = (DOUBTFUL[table.set.name] ?? 1) / Math.sqrt(Math.max(50, table.set.gold.size / step) / 1000);
    for (let k = 0; k < table.candidates.count; k++) {
      if ((table.keep[k] === 0 && k % THIN !== 0) || !takes(table.candidates.left[k]!)) continue;
      if ((table.candidates.left[k]! >> 1) % step !== 0) continue;
      for (let c = 0; c < width; c++) values.push(table.rows[k * ROW + c]!);
      labels.push(table.labels[k]!);
      weights.push(table.keep[k] === 0 ? share * THIN : share);
    }
  }
  return {
    columns: COLUMNS.slice(0, width),
    monotone: MONOTONE.slice(0, width),
    rows: labels.length,
    values: Float32Array.from(values),
    labels: Uint8Array.from(labels),
    weights: Float32Array.from(weights),
  };
}

const firstScores = (table: Table, file: ForestFile): Float64Array => {
  const forest = loadForest(file, COLUMNS);
  return Float64Array.from({ length: table.candidates.count }, (_, k) => predict(forest, table.rows, k * ROW));
};

/**
 * Trains both forests, and calibrates their answers on `unseen` tables. The second learns from first-stage scores of
 * records that the first had not seen.
 */
export function trainModel(tables: readonly Table[], unseen: readonly Table[], seed: number): ModelFile {
  const halves = [0, 1].map((half) =>
    trainForest(
      stack(tables, FEATURE_COUNT, (left) => left % 2 !== half),
      FIRST,
      newRandom(seed + half),
    ),
  );
  for (const table of tables) {
    const [even, odd] = halves.map((file) => firstScores(table, file));
    const fair = even!.map((value, k) => (table.candidates.left[k]! % 2 === 0 ? value : odd![k]!));
    const { left, right, assignment } = table.set;
    addListFeatures(table.candidates, { left, right, assignment }, fair, table.rows);
  }
  const second = trainForest(
    stack(tables, ROW, () => true),
    SECOND,
    newRandom(seed + 2),
  );
  const first = trainForest(
    stack(tables, FEATURE_COUNT, () => true),
    FIRST,
    newRandom(seed + 3),
  );
  return {
    first,
    second,
    calibration: fitCalibrations(unseen, loadForest(first, COLUMNS), loadForest(second, COLUMNS)),
  };
}

/** The forests as they are stored. */
export type ModelFile = { first: ForestFile; second: ForestFile; calibration: Calibrations };

export const loadModel = (file: ModelFile): Model => ({
  first: loadForest(file.first, COLUMNS),
  second: loadForest(file.second, COLUMNS),
  calibration: file.calibration,
});

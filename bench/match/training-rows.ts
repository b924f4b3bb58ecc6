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

/** Rows of several tables as one training set; `takes` chooses records by left position. */
function stack(tables: readonly Table[], width: number, takes: (left: number) => boolean): TrainingSet {
  const chosen = tables.map((table) => {
    const step = stepOf(table.set.gold.size);
    const taken = (k: number): boolean =>
      table.unsure[k] === 0 &&
      (table.keep[k] !== 0 || k % THIN === 0) &&
      takes(table.candidates.left[k]!) &&
      (table.candidates.left[k]! >> 1) % step === 0;
    return Uint32Array.from({ length: table.candidates.count }, (_, k) => k).filter(taken);
  });
  const rows = chosen.reduce((sum, part) => sum + part.length, 0);
  const values = new Float32Array(rows * width);
  const labels = new Uint8Array(rows);
  const weights = new Float32Array(rows);
  let at = 0;
  tables.forEach((table, t) => {
    const records = Math.max(50, table.set.gold.size / stepOf(table.set.gold.size));
    const share = 1 / Math.sqrt(records / 1000);
    for (const k of chosen[t]!) {
      values.set(table.rows.subarray(k * ROW, k * ROW + width), at * width);
      labels[at] = table.labels[k]!;
      weights[at] = table.keep[k] === 0 ? share * THIN : share;
      at++;
    }
  });
  return { columns: COLUMNS.slice(0, width), monotone: MONOTONE.slice(0, width), rows, values, labels, weights };
}

/** Both forests. The second learns from first-stage scores of records that the first had not seen. */
function trainForests(tables: readonly Table[], seed: number): ForestFiles {
  const halves = [0, 1].map((half) =>
    trainForest(
      stack(tables, FEATURE_COUNT, (left) => left % 2 !== half),
      FIRST,
      newRandom(seed + half),
    ),
  );
  const fairForests = halves.map((file) => loadForest(file, COLUMNS));
  for (const { candidates, rows, set } of tables) {
    const fair = Float64Array.from(candidates.left, (left, k) => predict(fairForests[left % 2]!, rows, k * ROW));
    addListFeatures(candidates, set, fair, rows);
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
  return { first, second };
}

/** The forests as they are stored. */
type ForestFiles = { readonly first: ForestFile; readonly second: ForestFile };

/** The weights as they are stored. */
export type ModelFile = ForestFiles & { readonly calibration: Calibrations };

/** Trains both forests and calibrates their answers on `unseen` tables. */
export function trainModel(tables: readonly Table[], unseen: readonly Table[], seed: number): ModelFile {
  const { first, second } = trainForests(tables, seed);
  const calibration = fitCalibrations(unseen, loadForest(first, COLUMNS), loadForest(second, COLUMNS));
  return { first, second, calibration };
}

export const loadModel = ({ first, second, calibration }: ModelFile): Model => ({
  first: loadForest(first, COLUMNS),
  second: loadForest(second, COLUMNS),
  calibration,
});

import { findCandidates } from '@khop/engine/connections/candidates.ts';
import { compile } from '@khop/engine/connections/catalogue.ts';
import { FEATURE_COUNT } from '@khop/engine/connections/feature-list.ts';
import { newComparer } from '@khop/engine/connections/features.ts';
import type { ForestFile } from '@khop/engine/connections/forest.ts';
import { loadForest, predict } from '@khop/engine/connections/forest.ts';
import { addListFeatures, COLUMNS, MONOTONE, ROW } from '@khop/engine/connections/list-features.ts';
import { compareAll, type Model } from '@khop/engine/connections/pipeline.ts';
import { weigh } from '@khop/engine/connections/retrieval.ts';
import { type BoostOptions, type TrainingSet, trainForest } from '@khop/engine/connections/training/boost.ts';
import { newRandom } from '@khop/engine/connections/training/random.ts';
import { type LabelledSet, pairKey } from './sets.ts';

/** A set turned into rows once; list columns are filled per first-stage forest. */
export type Table = {
  readonly set: LabelledSet;
  readonly candidates: ReturnType<typeof findCandidates> & object;
  readonly rows: Float32Array;
  readonly labels: Uint8Array;
  /** Share of the truth that is among the candidates. */
  readonly recall: number;
};

export function tableOf(set: LabelledSet): Table {
  const compiled = compile(set.kind, set.left, set.right);
  const weights = weigh(compiled);
  const candidates = findCandidates(compiled, weights)!;
  const { rows } = compareAll(newComparer(compiled, weights), candidates, undefined, () => true)!;
  const labels = new Uint8Array(candidates.count);
  let found = 0;
  for (let k = 0; k < candidates.count; k++) {
    if (set.gold.has(pairKey(candidates.left[k]!, candidates.right[k]!))) {
      labels[k] = 1;
      found++;
    }
  }
  return { set, candidates, rows, labels, recall: found / set.gold.size };
}

export const FIRST_COLUMNS = COLUMNS.slice(0, FEATURE_COUNT);

export const FIRST: BoostOptions = {
  trees: 100,
  leaves: 20,
  rate: 0.12,
  lambda: 4,
  minWeight: 3,
  rowShare: 0.7,
  columnShare: 0.7,
};
export const SECOND: BoostOptions = { ...FIRST, trees: 110, leaves: 16, rate: 0.1 };

/** Easy negatives are thinned to one in `THIN` and weigh as much more. */
const THIN = 4;

/** Rows of several tables as one training set; `takes` chooses records by left position. */
function stack(
  tables: readonly Table[],
  width: number,
  takes: (left: number) => boolean,
  stage2?: Float64Array[],
): TrainingSet {
  const values: number[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  tables.forEach((table, t) => {
    const share = 1 / Math.sqrt(table.set.gold.size / 1000);
    for (let k = 0; k < table.candidates.count; k++) {
      if (!takes(table.candidates.left[k]!)) continue;
      let weight = share;
      const easy = stage2 ? stage2[t]![k]! < -4 : table.rows[k * ROW]! < 0.3 && table.rows[k * ROW + 3]! < 0.4;
      if (easy && table.labels[k] === 0) {
        if (k % THIN !== 0) continue;
        weight *= THIN;
      }
      for (let c = 0; c < width; c++) values.push(table.rows[k * ROW + c]!);
      labels.push(table.labels[k]!);
      weights.push(weight);
    }
  });
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

/** Trains both forests. The second learns from first-stage scores of records that the first had not seen. */
export function trainModel(tables: readonly Table[], seed: number): { first: ForestFile; second: ForestFile } {
  const halves = [0, 1].map((half) =>
    trainForest(
      stack(tables, FEATURE_COUNT, (left) => left % 2 !== half),
      FIRST,
      newRandom(seed + half),
    ),
  );
  const unseen = tables.map((table) => {
    const [a, b] = halves.map((file) => firstScores(table, file));
    const scores = a!.map((value, k) => (table.candidates.left[k]! % 2 === 0 ? value : b![k]!));
    addListFeatures(
      table.candidates,
      table.set.left.length,
      table.set.right.length,
      scores,
      table.set.assignment,
      table.rows,
    );
    return scores;
  });
  const second = trainForest(
    stack(tables, ROW, () => true, unseen),
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

export const loadModel = (files: { first: ForestFile; second: ForestFile }): Model => ({
  first: loadForest(files.first, COLUMNS),
  second: loadForest(files.second, COLUMNS),
});

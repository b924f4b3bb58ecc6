import { type Candidates, findCandidates } from '@khop/engine/connections/candidates.ts';
import { compile } from '@khop/engine/connections/catalogue.ts';
import { FEATURE as F, FEATURE_COUNT } from '@khop/engine/connections/feature-list.ts';
import type { ForestFile } from '@khop/engine/connections/forest.ts';
import { loadForest, predict } from '@khop/engine/connections/forest.ts';
import { addListFeatures, COLUMNS, MONOTONE, ROW } from '@khop/engine/connections/list-features.ts';
import { compareAll, type Model, prepareComparer } from '@khop/engine/connections/pipeline.ts';
import { weigh } from '@khop/engine/connections/retrieval.ts';
import { type BoostOptions, type TrainingSet, trainForest } from '@khop/engine/connections/training/boost.ts';
import { newRandom } from '@khop/engine/connections/training/random.ts';
import { type LabelledSet, pairKey } from './sets.ts';

/** A set turned into rows once; list columns are filled per first-stage forest. */
export type Table = {
  readonly set: LabelledSet;
  readonly candidates: Candidates;
  readonly rows: Float32Array;
  readonly labels: Uint8Array;
  /** 1: always a training row; 0: thinned. */
  readonly keep: Uint8Array;
  /** Share of the truth that is among the candidates. */
  readonly recall: number;
};

export function tableOf(set: LabelledSet): Table {
  const compiled = compile(set.kind, set.left, set.right);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights)!;
  const { candidates } = found;
  const { rows } = compareAll(prepareComparer(compiled, weights, found), candidates, undefined, () => true)!;
  const labels = new Uint8Array(candidates.count);
  let hits = 0;
  for (let k = 0; k < candidates.count; k++) {
    if (set.gold.has(pairKey(candidates.left[k]!, candidates.right[k]!))) {
      labels[k] = 1;
      hits++;
    }
  }
  const table = { set, candidates, rows, labels, keep: labels, recall: hits / set.gold.size };
  return { ...table, keep: telling(table) };
}

export const FIRST_COLUMNS = COLUMNS.slice(0, FEATURE_COUNT);

export const FIRST: BoostOptions = {
  trees: 100,
  leaves: 20,
  rate: 0.12,
  lambda: 4,
  minWeight: 4,
  rowShare: 0.7,
  columnShare: 0.7,
};
export const SECOND: BoostOptions = { ...FIRST, leaves: 16, rate: 0.1 };

/** Negatives out of reach of their records' best are thinned to one in `THIN` and weigh as much more. */
const THIN = 10;

/** Its truth is incomplete: some of its "errors" are right. */
const DOUBTFUL: Record<string, number> = { 'amazon-google': 0.5 };

/** 1 for the pairs a forest must tell apart: the truth, the three nearest of each record of the smaller side, two of the other. */
function telling(table: Table): Uint8Array {
  const { candidates, rows, labels, set } = table;
  const near = (k: number): number =>
    rows[k * ROW + F.nameSoft]! +
    rows[k * ROW + F.gramDice]! +
    rows[k * ROW + F.bagCosine]! +
    (rows[k * ROW + F.addressSoft]! || 0);
  const keep = labels.slice();
  const [few, many] = set.left.length < set.right.length ? (['left', 'right'] as const) : (['right', 'left'] as const);
  for (const [records, size, most] of [
    [candidates[few], set[few].length, 3],
    [candidates[many], set[many].length, 2],
  ] as const) {
    const best = Array.from({ length: size }, (): number[] => []);
    for (let k = 0; k < candidates.count; k++) {
      const list = best[records[k]!]!;
      list.push(k);
      list.sort((a, b) => near(b) - near(a) || a - b);
      if (list.length > most) list.pop();
    }
    for (const list of best) for (const k of list) if (near(k) > 0.8) keep[k] = 1;
  }
  return keep;
}

/** Rows of several tables as one training set; `takes` chooses records by left position. */
function stack(tables: readonly Table[], width: number, takes: (left: number) => boolean): TrainingSet {
  const values: number[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const table of tables) {
    const share = (DOUBTFUL[table.set.name] ?? 1) / Math.sqrt(Math.max(50, table.set.gold.size) / 1000);
    for (let k = 0; k < table.candidates.count; k++) {
      if ((table.keep[k] === 0 && k % THIN !== 0) || !takes(table.candidates.left[k]!)) continue;
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

/** Trains both forests. The second learns from first-stage scores of records that the first had not seen. */
export function trainModel(tables: readonly Table[], seed: number): { first: ForestFile; second: ForestFile } {
  const halves = [0, 1].map((half) =>
    trainForest(
      stack(tables, FEATURE_COUNT, (left) => left % 2 !== half),
      FIRST,
      newRandom(seed + half),
    ),
  );
  for (const table of tables) {
    const [even, odd] = halves.map((file) => firstScores(table, file));
    const unseen = even!.map((value, k) => (table.candidates.left[k]! % 2 === 0 ? value : odd![k]!));
    const { left, right, assignment } = table.set;
    addListFeatures(table.candidates, left.length, right.length, unseen, assignment, table.rows);
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

export const loadModel = (files: { first: ForestFile; second: ForestFile }): Model => ({
  first: loadForest(files.first, COLUMNS),
  second: loadForest(files.second, COLUMNS),
});

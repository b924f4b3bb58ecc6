import { coverageOf } from '@khop/engine/connections/features/coverage.ts';
import { predict } from '@khop/engine/connections/model/forest.ts';
import { addListFeatures, ROW } from '@khop/engine/connections/model/list-features.ts';
import type { Model } from '@khop/engine/connections/pipeline.ts';
import { calibrationSets, trainingSets } from './generated.ts';
import { LEARNABLE, readSet } from './sets.ts';
import { type Table, tableOf } from './table.ts';
import { loadModel, type ModelFile, trainModel } from './training-rows.ts';

/** The seed of the shipped weights. */
const SEED = 1;

/** Everything that is learnt from. */
type Lessons = {
  readonly generated: readonly Table[];
  /** Generated catalogues of other seeds, for calibration alone. */
  readonly unseen: readonly Table[];
  /** The public sets that may be learnt from. */
  readonly outside: readonly Table[];
};

/** Everything that may be learnt from, with the public sets below a folder. */
export const gatherLessons = (folder: string): Lessons => ({
  generated: trainingSets().map(tableOf),
  unseen: calibrationSets().map(tableOf),
  outside: LEARNABLE.map((name) => tableOf(readSet(folder, name))),
});

/** The weights of the product. */
export const trainShipped = ({ generated, unseen, outside }: Lessons): ModelFile =>
  trainModel([...outside, ...generated], unseen, SEED);

/** Weights that have seen generated catalogues alone: every public family is new to them. */
export const trainStranger = ({ generated, unseen }: Lessons): Model => loadModel(trainModel(generated, unseen, SEED));

/** The answers of both forests about a table, and its coverage. */
type Judged = { readonly first: Float64Array; readonly second: Float64Array; readonly coverage: number };

export function judgeTable(model: Model, { candidates, rows, set }: Table): Judged {
  const first = Float64Array.from({ length: candidates.count }, (_, k) => predict(model.first, rows, k * ROW));
  const coverage = coverageOf(candidates, set.left.length, set.right.length, (k) => first[k]!);
  addListFeatures(candidates, set, first, rows);
  return { first, second: first.map((_, k) => predict(model.second, rows, k * ROW)), coverage };
}

import { USUAL } from '@khop/engine/connections/features/coverage.ts';
import { type Calibrations, judged } from '@khop/engine/connections/model/calibrate.ts';
import { logistic } from '@khop/engine/connections/model/forest.ts';
import { ROW } from '@khop/engine/connections/model/list-features.ts';
import type { Model } from '@khop/engine/connections/pipeline.ts';
import { MINIMUM_SCORE, shippedModel } from '@khop/engine/connections/suggest.ts';
import { codedGoods, ORDINARY, vietnamesePartners, vietnameseProducts } from './generated.ts';
import { gatherLessons, judgeTable, trainStranger } from './lessons.ts';
import { measure, type Quality } from './measure.ts';
import { HEADER, meanQuality, qualityRow } from './quality.ts';
import { type LabelledSet, readSets } from './sets.ts';
import { type Table, tableOf } from './table.ts';

type Ablation = {
  /** The quality that is left when one part is switched off. */
  readonly variants: Readonly<Record<string, Quality>>;
  /** Shares of the truth among the candidates, and among the pairs that are shown. */
  readonly retrieved: number;
  readonly shown: number;
};

const withoutLift = (calibrations: Calibrations): Calibrations =>
  Object.fromEntries(
    Object.entries(calibrations).map(([sort, curve]) => [sort, { ...curve, lift: 0 }]),
    // The keys are those of `calibrations`.
  ) as Calibrations;

function ablationOf(model: Model, table: Table): Ablation {
  const { first, second, coverage } = judgeTable(model, table);
  const { candidates, rows, set } = table;
  const scored = (of: (k: number) => number): Float64Array => first.map((_, k) => logistic(of(k)));
  const vetoed = (vetoes: readonly { readonly by: number }[]): number => vetoes.reduce((sum, { by }) => sum + by, 0);
  const judgedBy = (calibrations: Calibrations, share: number, rules: boolean): Float64Array =>
    scored((k) => {
      const { calibrated, vetoes } = judged(calibrations, share, rows, k * ROW, second[k]!);
      return calibrated + (rules ? vetoed(vetoes) : 0);
    });
  const whole = judgedBy(model.calibration, coverage, true);
  const free: LabelledSet = { ...set, assignment: 'each-right' };
  const shown = whole.reduce((sum, score, k) => sum + (score >= MINIMUM_SCORE ? table.labels[k]! : 0), 0);
  const variants = {
    'all of it': measure(set, candidates, whole),
    'without rules': measure(set, candidates, judgedBy(model.calibration, coverage, false)),
    'without the say of coverage': measure(set, candidates, judgedBy(model.calibration, USUAL, true)),
    'without lift': measure(set, candidates, judgedBy(withoutLift(model.calibration), coverage, true)),
    'without calibration or rules': measure(
      set,
      candidates,
      scored((k) => second[k]!),
    ),
    'first forest alone': measure(
      set,
      candidates,
      scored((k) => first[k]!),
    ),
    'many to one allowed': measure(free, candidates, whole),
    'best threshold': atBestThreshold(table, whole),
  };
  return { variants, retrieved: table.recall, shown: shown / set.gold.size };
}

/** The quality at the threshold that the truth picks: beside it, what the place of even odds costs. */
function atBestThreshold({ candidates, set }: Table, scores: Float64Array): Quality {
  let best: Quality | undefined;
  for (let threshold = 0.04; threshold < 0.96; threshold += 0.04) {
    const moved = scores.map((score) => (score >= threshold ? 0.5 + score / 2 : score / 2));
    const quality = measure(set, candidates, moved);
    if (!best || quality.f1 > best.f1) best = quality;
  }
  return best!;
}

function print(name: string, all: readonly Ablation[]): void {
  const percentOf = (key: 'retrieved' | 'shown'): string =>
    ((100 * all.reduce((sum, each) => sum + each[key], 0)) / all.length).toFixed(1);
  console.log(
    `\n${name}: of the truth ${percentOf('retrieved')} % among the candidates, ${percentOf('shown')} % shown`,
  );
  console.log(HEADER);
  for (const variant of Object.keys(all[0]!.variants)) {
    console.log(qualityRow(`  ${variant}`, meanQuality(all.map(({ variants }) => variants[variant]!))));
  }
}

/** Switches the parts of the matcher off one by one: public families by weights that never saw them, then others. */
export function printAblation(folder: string): void {
  console.log('Columns as in `match`. The ECE and the columns at ≥ .99 mean nothing under «best threshold».');
  const lessons = gatherLessons(folder);
  const stranger = trainStranger(lessons);
  for (const table of lessons.outside) print(table.set.name, [ablationOf(stranger, table)]);
  const fuzzyJoin = (readSets(folder) ?? []).filter(({ family }) => family === 'autofj');
  const shipped = shippedModel();
  const ofShipped = (sets: readonly LabelledSet[]): Ablation[] => sets.map((set) => ablationOf(shipped, tableOf(set)));
  if (fuzzyJoin.length > 0) print('autofj, mean of tasks', ofShipped(fuzzyJoin));
  const seeds = [1001, 1002, 1003];
  const generated: Record<string, (seed: number) => LabelledSet> = {
    'goods, ordinary hands, 5,000': (seed) => vietnameseProducts(seed, 5000, ORDINARY),
    'partners, ordinary hands, 5,000': (seed) => vietnamesePartners(seed, 5000, ORDINARY),
    'goods with makers’ codes, 1,500': (seed) => codedGoods(seed, 1500),
  };
  for (const [name, make] of Object.entries(generated)) print(name, ofShipped(seeds.map(make)));
}

import { coverageOf } from '@khop/engine/connections/features/coverage.ts';
import {
  type Calibration,
  type Calibrations,
  FLOOR,
  lifted,
  MOST,
  SORTS,
  type Sort,
  sortOf,
  type Voices,
  voicesOf,
} from '@khop/engine/connections/model/calibrate.ts';
import { type Forest, predict, predictAbove } from '@khop/engine/connections/model/forest.ts';
import { addListFeatures, ROW } from '@khop/engine/connections/model/list-features.ts';
import { HOPELESS } from '@khop/engine/connections/search/shards.ts';
import type { Table } from './table.ts';
import { stepOf } from './thinning.ts';

/** Pairs per step of the curve. */
const STEP = 250;
const LIFTS = [0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8];
/** About so many points choose the tilt. */
const ENOUGH = 15_000;
const LEADS = [0, 0.25, 0.5, 0.75, 1];
const SHIFTS = [0, 0.5, 1, 1.5, 2, 2.5];
const STRETCHES = [0, 0.3, 0.6, 0.9, 1.2];

type Point = Voices & { readonly coverage: number; readonly hit: number };
type Placed = { readonly at: number; readonly hit: number };
type Block = { pairs: number; hits: number; sum: number };
type Tilt = Omit<Calibration, 'from' | 'to'>;

/** Measures the share of right pairs at given log-odds, on generated catalogues that the forests have not seen. */
export function fitCalibrations(unseen: readonly Table[], first: Forest, second: Forest): Calibrations {
  const points = collect(unseen, first, second);
  return perSort((sort) => fit(points[sort], sort === 'names' ? CAUTIOUS : FREE));
}

// The keys are all sorts.
const perSort = <T>(make: (sort: Sort) => T): Record<Sort, T> =>
  Object.fromEntries(SORTS.map((sort) => [sort, make(sort)])) as Record<Sort, T>;

const FREE: Tilt = { lift: 0, lead: 0, shift: 0, stretch: 0 };
/**
 * The least tilt of bare names: where catalogues share little they are never certain. Generated names say less of that
 * than real ones, which come in many films and persons.
 */
const CAUTIOUS: Tilt = { ...FREE, shift: 2, stretch: 0.6 };

/**
 * The likeliest tilt and its curve; the effect of the catalogues is chosen first, then that of the pair itself. A part of
 * the points is enough to choose the tilt.
 */
function fit(points: readonly Point[], least: Tilt): Calibration {
  const every = Math.ceil(points.length / ENOUGH);
  const part = points.filter((_, i) => i % every === 0);
  const curveOf = (tilt: Tilt, of: readonly Point[]): Block[] =>
    isotonic(
      of
        .map((point) => ({ at: lifted(tilt, point.coverage, point), hit: point.hit }))
        .sort((a, b) => a.at - b.at || a.hit - b.hit),
    );
  let tilt = least;
  let likelihood = likelihoodOf(curveOf(tilt, part));
  const tryAll = (tilts: readonly Tilt[]): void => {
    for (const other of tilts) {
      const found = likelihoodOf(curveOf(other, part));
      if (found > likelihood + 1e-9) [tilt, likelihood] = [other, found];
    }
  };
  const shifts = SHIFTS.filter((by) => by >= least.shift);
  const stretches = STRETCHES.filter((by) => by >= least.stretch);
  tryAll(shifts.flatMap((shift) => stretches.map((stretch) => ({ ...tilt, shift, stretch }))));
  tryAll(LEADS.map((lead) => ({ ...tilt, lead })));
  tryAll(LIFTS.map((lift) => ({ ...tilt, lift })));
  return { ...tilt, ...knotsOf(curveOf(tilt, points)) };
}

function collect(tables: readonly Table[], first: Forest, second: Forest): Record<Sort, Point[]> {
  const found = perSort((): Point[] => []);
  for (const { candidates, rows, labels, set } of tables) {
    const firstScores = Float64Array.from({ length: candidates.count }, (_, k) =>
      predictAbove(first, rows, k * ROW, HOPELESS),
    );
    const coverage = coverageOf(candidates, set.left.length, set.right.length, (k) => firstScores[k]!);
    addListFeatures(candidates, set, firstScores, rows);
    const step = stepOf(set.gold.size);
    for (let k = 0; k < candidates.count; k++) {
      if (firstScores[k]! < HOPELESS || candidates.left[k]! % step !== 0) continue;
      const logOdds = predict(second, rows, k * ROW);
      if (logOdds < FLOOR) continue;
      found[sortOf(rows, k * ROW)].push({ ...voicesOf(rows, k * ROW, logOdds), coverage, hit: labels[k]! });
    }
  }
  return found;
}

/** Isotonic regression in steps of equal size: pools neighbours until the shares rise. */
function isotonic(placed: readonly Placed[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < placed.length; at += STEP) {
    const part = placed.slice(at, at + STEP);
    blocks.push({
      pairs: part.length,
      hits: part.reduce((sum, { hit }) => sum + hit, 0),
      sum: part.reduce((sum, point) => sum + point.at, 0),
    });
    while (blocks.length > 1 && shareOf(blocks[blocks.length - 2]!) >= shareOf(blocks[blocks.length - 1]!)) {
      const last = blocks.pop()!;
      const before = blocks[blocks.length - 1]!;
      before.pairs += last.pairs;
      before.hits += last.hits;
      before.sum += last.sum;
    }
  }
  return blocks;
}

const likelihoodOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    const share = shareOf(block);
    return sum + block.hits * Math.log(share) + (block.pairs - block.hits) * Math.log(1 - share);
  }, 0);

function knotsOf(blocks: readonly Block[]): { from: number[]; to: number[] } {
  const [from, to]: [number[], number[]] = [[], []];
  for (const block of blocks) {
    const at = round(block.sum / block.pairs);
    if (at <= (from[from.length - 1] ?? Number.NEGATIVE_INFINITY)) continue;
    const share = shareOf(block);
    from.push(at);
    to.push(
      round(Math.min(MOST, Math.max(to[to.length - 1] ?? Number.NEGATIVE_INFINITY, Math.log(share / (1 - share))))),
    );
  }
  return { from, to };
}

/** A little modest: one more pair is taken to be half wrong. */
const shareOf = ({ hits, pairs }: Block): number => (hits + 0.5) / (pairs + 1);
const round = (value: number): number => Math.round(value * 1000) / 1000;

import { coverageOf } from '@khop/engine/connections/features/coverage.ts';
import {
  type Calibration,
  type Calibrations,
  FLOOR,
  lifted,
  MOST,
  type Sort,
  sortOf,
} from '@khop/engine/connections/model/calibrate.ts';
import { type Forest, predict } from '@khop/engine/connections/model/forest.ts';
import { addListFeatures, ROW } from '@khop/engine/connections/model/list-features.ts';
import type { Table } from './table.ts';
import { stepOf } from './thinning.ts';

/** Pairs per step of the curve. */
const STEP = 250;
const LIFTS = [0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8];
const SHIFTS = [0, 0.5, 1, 1.5, 2, 2.5];
const STRETCHES = [0, 0.3, 0.6, 0.9, 1.2];

type Point = { readonly coverage: number; readonly first: number; readonly second: number; readonly hit: number };
type Placed = { readonly at: number; readonly hit: number };
type Block = { pairs: number; hits: number; sum: number };
type Tilt = Pick<Calibration, 'lift' | 'shift' | 'stretch'>;

/** Measures the share of right pairs at given log-odds, on catalogues that neither forest has seen. */
export function fitCalibrations(unseen: readonly Table[], first: Forest, second: Forest): Calibrations {
  const all: Record<Sort, Point[]> = { goods: [], names: [], partner: [], keyed: [] };
  for (const table of unseen) collect(table, first, second, all);
  return { goods: fit(all.goods), names: fit(all.names), partner: fit(all.partner), keyed: fit(all.keyed) };
}

/** The likeliest tilt and its curve; the effect of the catalogues is chosen first, then that of the pair itself. */
function fit(points: readonly Point[]): Calibration {
  const curveOf = (tilt: Tilt): Block[] =>
    isotonic(
      points
        .map(({ coverage, first, second, hit }) => ({ at: lifted(tilt, coverage, first, second), hit }))
        .sort((a, b) => a.at - b.at || a.hit - b.hit),
    );
  let tilt: Tilt = { lift: 0, shift: 0, stretch: 0 };
  let blocks = curveOf(tilt);
  const tryAll = (tilts: readonly Tilt[]): void => {
    for (const other of tilts) {
      const curve = curveOf(other);
      if (likelihoodOf(curve) > likelihoodOf(blocks) + 1e-9) [tilt, blocks] = [other, curve];
    }
  };
  tryAll(SHIFTS.flatMap((shift) => STRETCHES.map((stretch) => ({ ...tilt, shift, stretch }))));
  tryAll(LIFTS.map((lift) => ({ ...tilt, lift })));
  return { ...tilt, ...knotsOf(blocks) };
}

function collect(table: Table, first: Forest, second: Forest, into: Readonly<Record<Sort, Point[]>>): void {
  const { candidates, rows, labels, set } = table;
  const firstScores = Float64Array.from({ length: candidates.count }, (_, k) => predict(first, rows, k * ROW));
  const coverage = coverageOf(candidates, set.left.length, set.right.length, (k) => firstScores[k]!);
  addListFeatures(candidates, set, firstScores, rows);
  const step = stepOf(set.gold.size);
  for (let k = 0; k < candidates.count; k++) {
    const logOdds = predict(second, rows, k * ROW);
    if (logOdds < FLOOR || candidates.left[k]! % step !== 0) continue;
    into[sortOf(rows, k * ROW)].push({ coverage, first: firstScores[k]!, second: logOdds, hit: labels[k]! });
  }
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

import {
  type Calibration,
  type Calibrations,
  lifted,
  MOST,
  RAMP,
  type Sort,
  sortOf,
} from '@khop/engine/connections/calibrate.ts';
import { type Forest, predict } from '@khop/engine/connections/forest.ts';
import { addListFeatures, ROW } from '@khop/engine/connections/list-features.ts';
import type { Table } from './table.ts';

/** Pairs per step of the curve. */
const STEP = 250;
const LIFTS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];

type Point = { readonly first: number; readonly second: number; readonly hit: number };
type Placed = { readonly at: number; readonly hit: number };
type Block = { pairs: number; hits: number; sum: number };

/** How often pairs with given log-odds are right, on catalogues that neither forest has seen. */
export function fitCalibrations(unseen: readonly Table[], first: Forest, second: Forest): Calibrations {
  const all: Record<Sort, Point[]> = { goods: [], names: [], partner: [] };
  for (const table of unseen) collect(table, first, second, all);
  const fit = (points: readonly Point[]): Calibration => {
    const fits = LIFTS.map((lift) => {
      const placed = points.map((point) => ({ at: lifted(lift, point.first, point.second), hit: point.hit }));
      const blocks = isotonic(placed.sort((a, b) => a.at - b.at || a.hit - b.hit));
      return { lift, blocks, likelihood: likelihoodOf(blocks) };
    });
    const best = fits.reduce((a, b) => (b.likelihood > a.likelihood + 1e-9 ? b : a));
    return { lift: best.lift, ...knotsOf(best.blocks) };
  };
  return { goods: fit(all.goods), names: fit(all.names), partner: fit(all.partner) };
}

function collect(table: Table, first: Forest, second: Forest, into: Readonly<Record<Sort, Point[]>>): void {
  const { candidates, rows, labels, set } = table;
  const firstScores = Float64Array.from({ length: candidates.count }, (_, k) => predict(first, rows, k * ROW));
  addListFeatures(candidates, set.left.length, set.right.length, firstScores, set.assignment, rows);
  for (let k = 0; k < candidates.count; k++) {
    const logOdds = predict(second, rows, k * ROW);
    if (logOdds < RAMP) continue;
    into[sortOf(rows, k * ROW)].push({ first: firstScores[k]!, second: logOdds, hit: labels[k]! });
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
  const [from, to]: [number[], number[]] = [[RAMP], [RAMP]];
  for (const block of blocks) {
    const at = round(block.sum / block.pairs);
    if (at <= from[from.length - 1]!) continue;
    const share = shareOf(block);
    from.push(at);
    to.push(round(Math.min(MOST, Math.max(to[to.length - 1]!, Math.log(share / (1 - share))))));
  }
  return { from, to };
}

/** A little modest: one more pair is taken to be half wrong. */
const shareOf = ({ hits, pairs }: Block): number => (hits + 0.5) / (pairs + 1);
const round = (value: number): number => Math.round(value * 1000) / 1000;

import type { Calibration, Calibrations } from '@khop/engine/connections/calibrate.ts';
import { type Forest, predict } from '@khop/engine/connections/forest.ts';
import { addListFeatures, ROW } from '@khop/engine/connections/list-features.ts';
import type { MatchKind } from '@khop/engine/connections/record.ts';
import type { Table } from './table.ts';

/** Below this the forest's own log-odds stay: it is calibrated there, on far more than these catalogues. */
const FROM = 2;
/** Pairs per step of the curve. */
const STEP = 250;
/** Nothing is surer than this (99.97 %). */
const MOST = 8;

type Block = { pairs: number; hits: number; sum: number };

/** How often pairs with a given log-odds are right, on catalogues that neither forest has seen. */
export function fitCalibrations(unseen: readonly Table[], first: Forest, second: Forest): Calibrations {
  const fit = (kind: MatchKind): Calibration => {
    const points: [number, number][] = [];
    for (const table of unseen) if (table.set.kind === kind) collect(table, first, second, points);
    return curve(points);
  };
  return { product: fit('product'), partner: fit('partner') };
}

function collect(table: Table, first: Forest, second: Forest, points: [number, number][]): void {
  const { candidates, rows, labels, set } = table;
  const firstScores = Float64Array.from({ length: candidates.count }, (_, k) => predict(first, rows, k * ROW));
  addListFeatures(candidates, set.left.length, set.right.length, firstScores, set.assignment, rows);
  for (let k = 0; k < candidates.count; k++) {
    const logOdds = predict(second, rows, k * ROW);
    if (logOdds >= FROM) points.push([logOdds, labels[k]!]);
  }
}

/** Isotonic regression in steps of equal size: pools neighbours until the shares rise. */
function curve(points: [number, number][]): Calibration {
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const blocks: Block[] = [];
  for (let at = 0; at < points.length; at += STEP) {
    const part = points.slice(at, at + STEP);
    if (part.length < STEP && blocks.length > 0) break;
    blocks.push({
      pairs: part.length,
      hits: part.reduce((sum, [, hit]) => sum + hit, 0),
      sum: part.reduce((sum, [logOdds]) => sum + logOdds, 0),
    });
    while (blocks.length > 1 && shareOf(blocks[blocks.length - 2]!) >= shareOf(blocks[blocks.length - 1]!)) {
      const last = blocks.pop()!;
      const before = blocks[blocks.length - 1]!;
      before.pairs += last.pairs;
      before.hits += last.hits;
      before.sum += last.sum;
    }
  }
  const [from, to]: [number[], number[]] = [[FROM], [FROM]];
  for (const block of blocks) {
    const share = shareOf(block);
    const at = round(block.sum / block.pairs);
    const value = round(Math.min(MOST, Math.max(to[to.length - 1]!, Math.log(share / (1 - share)))));
    if (at <= from[from.length - 1]!) continue;
    from.push(at);
    to.push(value);
  }
  return { from, to };
}

/** A little modest: one more pair is taken to be half wrong. */
const shareOf = ({ hits, pairs }: Block): number => (hits + 0.5) / (pairs + 1);
const round = (value: number): number => Math.round(value * 1000) / 1000;

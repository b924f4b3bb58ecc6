import { newAlignment } from '../features/alignment.ts';
import type { Comparer } from '../features/comparer.ts';
import { FEATURE as F } from '../features/feature-list.ts';
import { compareRecords } from '../features/features.ts';
import { newTops, type Postings, scan, type Tops } from '../index/postings.ts';
import type { SparseRows } from '../index/retrieval.ts';
import { type Calibrations, judge } from '../model/calibrate.ts';
import { type Forest, predict, predictAbove } from '../model/forest.ts';
import { ROW } from '../model/list-features.ts';
import { enlarged } from '../text/vocabulary.ts';
import { countingRows, type Group, type NextJudge, newGroup } from './next-judge.ts';

/**
 * The parts of the work that can be cut anywhere: each is a pure function over flat arrays and a range, so that the
 * pieces put together are the same however many there are. All may run on other threads.
 */

/** Told the share done of the range; answering false stops the work. */
export type Tick = (share: number) => boolean;

/** Every record keeps this many best partners, in each direction. */
const KEEP = 10;
/** Postings read per record before common words are left out; the two rarest words are always read. */
const POSTING_BUDGET = 12_000;
export const RESCUE_BUDGET = 10_000;
const RESCUE_KEEP = 5;

export type ScanInput = { readonly rows: SparseRows; readonly postings: Postings; readonly rightSize: number };

/** The best partners of left records from…to, and of every right record among these. */
export function scanShard(
  input: ScanInput,
  from: number,
  to: number,
  tick: Tick,
): { left: Tops; right: Tops } | undefined {
  const chosen = Uint32Array.from({ length: to - from }, (_, k) => from + k);
  const [left, right] = [newTops(chosen.length, KEEP), newTops(input.rightSize, KEEP)];
  const done = scan({ ...input, chosen, budget: POSTING_BUDGET }, left, right, (k) => tick(k / chosen.length));
  return done ? { left, right } : undefined;
}

/** The best partners by 3-grams of the rows from…to. */
export function rescueShard(input: ScanInput, from: number, to: number, tick: Tick): Tops | undefined {
  const chosen = Uint32Array.from({ length: to - from }, (_, k) => from + k);
  const tops = newTops(chosen.length, RESCUE_KEEP);
  const done = scan({ ...input, chosen, budget: RESCUE_BUDGET }, tops, undefined, (k) => tick(k / chosen.length));
  return done ? tops : undefined;
}

export type CompareInput = {
  /** A comparer without its scratch space, which no two threads may share. */
  readonly comparer: Omit<Comparer, 'name' | 'address'>;
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  /** Without a forest every pair is kept. */
  readonly first: Forest | undefined;
  readonly next: NextJudge | undefined;
};

/** Pairs that were kept, with their first-stage log-odds. */
export type Kept = {
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly first: Float64Array;
  /** 1 for the pairs that have a row. */
  readonly hasRow: Uint8Array;
  /** `ROW` features for each of these. */
  readonly rows: Float32Array;
};

/** First-stage log-odds under which a pair is forgotten. */
export const HOPELESS = -5;

/** Compares candidate pairs from…to and keeps those that are not hopeless. */
export function compareShard(input: CompareInput, from: number, to: number, tick: Tick): Kept | undefined {
  const comparer: Comparer = { ...input.comparer, name: newAlignment(), address: newAlignment() };
  const { first } = input;
  const kept = newKept(to - from);
  const group = newGroup();
  let record = -1;
  for (let k = from; k < to; k++) {
    if ((k & 0xfff) === 0 && !tick((k - from) / (to - from))) return undefined;
    const [left, right] = [input.left[k]!, input.right[k]!];
    if (left !== record) closeGroup(input.next, record, group, kept);
    record = left;
    const at = group.count * ROW;
    if (at === group.rows.length) group.rows = enlarged(group.rows, at + ROW);
    compareRecords(comparer, left, right, group.rows, at);
    if (first && isStranger(group.rows, at)) continue;
    const value = first ? predictAbove(first, group.rows, at, HOPELESS) : 0;
    if (value < HOPELESS) continue;
    group.right[group.count] = right;
    group.first[group.count++] = value;
  }
  closeGroup(input.next, record, group, kept);
  const { left, right, first: logOdds, hasRow, count } = kept;
  return {
    left: left.slice(0, count),
    right: right.slice(0, count),
    first: logOdds.slice(0, count),
    hasRow: hasRow.slice(0, count),
    rows: kept.rows.subarray(0, kept.at),
  };
}

/** `Kept` while it grows: the rows go up to `at`. Room for the rows of all pairs costs nothing until it is written to. */
const newKept = (pairs: number) => ({
  count: 0,
  left: new Uint32Array(pairs),
  right: new Uint32Array(pairs),
  first: new Float64Array(pairs),
  hasRow: new Uint8Array(pairs),
  rows: new Float32Array(ROW * pairs),
  at: 0,
});

/** Keeps the pairs of a left record and the rows that count, and empties the group. */
function closeGroup(next: NextJudge | undefined, record: number, group: Group, kept: ReturnType<typeof newKept>): void {
  const keepRow = (k: number): void => {
    for (let f = 0; f < ROW; f++) kept.rows[kept.at + f] = group.rows[k * ROW + f]!;
    kept.at += ROW;
    kept.hasRow[kept.count + k] = 1;
  };
  if (next) countingRows(next, group, keepRow);
  else for (let k = 0; k < group.count; k++) keepRow(k);
  for (let k = 0; k < group.count; k++) {
    kept.left[kept.count] = record;
    kept.right[kept.count] = group.right[k]!;
    kept.first[kept.count++] = group.first[k]!;
  }
  group.count = 0;
}

/** Nothing in common worth asking the forest about: no name, no key, no address. Most candidates end here. */
function isStranger(rows: Float32Array, at: number): boolean {
  return (
    rows[at + F.nameSoft]! < 0.25 &&
    rows[at + F.gramDice]! < 0.3 &&
    rows[at + F.bagCosine]! < 0.25 &&
    rows[at + F.taxCode]! <= 0 &&
    rows[at + F.phone]! <= 0 &&
    rows[at + F.email]! <= 0 &&
    rows[at + F.codeField]! <= 0 &&
    !(rows[at + F.addressSoft]! >= 0.5)
  );
}

export type JudgeInput = {
  readonly rows: Float32Array;
  readonly second: Forest;
  readonly calibration: Calibrations;
  readonly coverage: number;
};

/** The final log-odds of pairs from…to. */
export function judgeShard(input: JudgeInput, from: number, to: number, tick: Tick): Float64Array | undefined {
  const { rows, second, calibration, coverage } = input;
  const logOdds = new Float64Array(to - from);
  for (let k = from; k < to; k++) {
    if ((k & 0xfff) === 0 && !tick((k - from) / (to - from))) return undefined;
    logOdds[k - from] = judge(calibration, coverage, rows, k * ROW, predict(second, rows, k * ROW));
  }
  return logOdds;
}

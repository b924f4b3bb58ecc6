import type { Catalogue, Compiled } from './catalogue.ts';
import { GRAM_COUNT } from './grams.ts';
import { type SparseRows, sparseRows, type Weights } from './retrieval.ts';

/** Candidate pairs ordered by left, then right; `leftStart` delimits the pairs of every left record. */
export type Candidates = {
  readonly count: number;
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly leftStart: Uint32Array;
};

/** Every record keeps this many best partners, in each direction. */
const KEEP = 10;
/** Postings read per record before common words are left out; the two rarest words are always read. */
const POSTING_BUDGET = 12_000;
/** 3-grams rescue records whose best word score stays below this (typing errors). */
const RESCUE_BELOW = 0.75;
const RESCUE_BUDGET = 20_000;
const RESCUE_KEEP = 5;
/** A key shared by more records than this says too little to pair them all. */
const KEY_FANOUT = 24;

type Postings = { readonly start: Uint32Array; readonly records: Uint32Array; readonly weights: Float32Array };

/** Transposes rows into postings: token → records that hold it. */
function invert(rows: SparseRows, tokens: number): Postings {
  const start = new Uint32Array(tokens + 1);
  for (const id of rows.ids) start[id + 1]!++;
  for (let t = 0; t < tokens; t++) start[t + 1]! += start[t]!;
  const next = start.slice(0, tokens);
  const records = new Uint32Array(rows.ids.length);
  const weights = new Float32Array(rows.ids.length);
  for (let i = 0; i + 1 < rows.start.length; i++) {
    for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
      const at = next[rows.ids[e]!]!++;
      records[at] = i;
      weights[at] = rows.weights[e]!;
    }
  }
  return { start, records, weights };
}

/** The best few partners of every record, unordered. */
type Tops = {
  readonly keep: number;
  readonly ids: Int32Array;
  readonly scores: Float32Array;
  readonly worst: Float32Array;
};

const newTops = (size: number, keep: number): Tops => ({
  keep,
  ids: new Int32Array(size * keep).fill(-1),
  scores: new Float32Array(size * keep),
  worst: new Float32Array(size),
});

function offer(tops: Tops, record: number, partner: number, score: number): void {
  const { keep, ids, scores, worst } = tops;
  const from = record * keep;
  let slot = from;
  for (let i = from; i < from + keep; i++) {
    if (ids[i] === -1) {
      slot = i;
      break;
    }
    if (scores[i]! < scores[slot]!) slot = i;
  }
  ids[slot] = partner;
  scores[slot] = score;
  let low = Number.POSITIVE_INFINITY;
  for (let i = from; i < from + keep; i++) low = Math.min(low, ids[i] === -1 ? 0 : scores[i]!);
  worst[record] = low;
}

const bestOf = (tops: Tops, record: number): number => {
  let best = 0;
  for (let i = record * tops.keep; i < (record + 1) * tops.keep; i++) best = Math.max(best, tops.scores[i]!);
  return best;
};

/**
 * One scan of the left rows over the right postings, rarest word first within a budget, keeping the best partners of
 * both sides at once.
 */
function scan(
  rows: SparseRows,
  from: readonly number[] | undefined,
  postings: Postings,
  rightSize: number,
  budget: number,
  leftTops: Tops,
  rightTops: Tops | undefined,
  onRecord?: (done: number) => boolean | undefined,
): boolean {
  const score = new Float32Array(rightSize);
  const touched = new Uint32Array(rightSize);
  const order: number[] = [];
  const count = from ? from.length : rows.start.length - 1;
  for (let k = 0; k < count; k++) {
    const i = from ? from[k]! : k;
    if (onRecord && (k & 1023) === 0 && onRecord(k) === false) return false;
    order.length = 0;
    for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) order.push(e);
    const lengthOf = (e: number): number => postings.start[rows.ids[e]! + 1]! - postings.start[rows.ids[e]!]!;
    order.sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
    let left = budget;
    let hits = 0;
    for (let o = 0; o < order.length; o++) {
      const entry = order[o]!;
      const size = lengthOf(entry);
      if (size > left && o >= 2) break;
      left -= size;
      const weight = rows.weights[entry]!;
      const token = rows.ids[entry]!;
      for (let p = postings.start[token]!; p < postings.start[token + 1]!; p++) {
        const record = postings.records[p]!;
        if (score[record] === 0) touched[hits++] = record;
        score[record]! += weight * postings.weights[p]!;
      }
    }
    for (let h = 0; h < hits; h++) {
      const record = touched[h]!;
      const value = score[record]!;
      score[record] = 0;
      if (value > leftTops.worst[i]!) offer(leftTops, i, record, value);
      if (rightTops && value > rightTops.worst[record]!) offer(rightTops, record, i, value);
    }
  }
  return true;
}

/** Rows of 3-grams weighted by their rarity. */
function gramRows(side: Catalogue, idf: Float32Array): SparseRows {
  const { start, values } = side.grams;
  const weights = new Float32Array(values.length);
  for (let i = 0; i < side.size; i++) {
    let square = 0;
    for (let e = start[i]!; e < start[i + 1]!; e++) square += idf[values[e]!]! ** 2;
    const norm = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let e = start[i]!; e < start[i + 1]!; e++) weights[e] = idf[values[e]!]! * norm;
  }
  return { start, ids: values, weights };
}

function gramIdf(compiled: Compiled): Float32Array {
  const seen = new Uint32Array(GRAM_COUNT);
  for (const side of [compiled.left, compiled.right]) for (const gram of side.grams.values) seen[gram]!++;
  const records = compiled.left.size + compiled.right.size;
  return Float32Array.from(seen, (df) => Math.log(1 + records / Math.max(1, df)));
}

/** Finds the pairs worth comparing. Returns undefined when `onProgress` answers false. */
export function findCandidates(
  compiled: Compiled,
  weights: Weights,
  onProgress?: (share: number) => boolean | undefined,
): Candidates | undefined {
  const { left, right } = compiled;
  const tokens = compiled.words.count + compiled.addressWords.count;
  const leftRows = sparseRows(compiled, left, weights);
  const rightRows = sparseRows(compiled, right, weights);
  const leftTops = newTops(left.size, KEEP);
  const rightTops = newTops(right.size, KEEP);
  const whole = scan(
    leftRows,
    undefined,
    invert(rightRows, tokens),
    right.size,
    POSTING_BUDGET,
    leftTops,
    rightTops,
    onProgress && ((done) => onProgress((0.8 * done) / Math.max(1, left.size))),
  );
  if (!whole) return undefined;

  const idf = gramIdf(compiled);
  const [leftGrams, rightGrams] = [gramRows(left, idf), gramRows(right, idf)];
  const weak = (tops: Tops, size: number): number[] =>
    Array.from({ length: size }, (_, i) => i).filter((i) => bestOf(tops, i) < RESCUE_BELOW);
  const leftRescue = newTops(left.size, RESCUE_KEEP);
  const rightRescue = newTops(right.size, RESCUE_KEEP);
  const [weakLeft, weakRight] = [weak(leftTops, left.size), weak(rightTops, right.size)];
  if (weakLeft.length > 0) {
    scan(leftGrams, weakLeft, invert(rightGrams, GRAM_COUNT), right.size, RESCUE_BUDGET, leftRescue, undefined);
  }
  if (weakRight.length > 0) {
    scan(rightGrams, weakRight, invert(leftGrams, GRAM_COUNT), left.size, RESCUE_BUDGET, rightRescue, undefined);
  }
  if (onProgress?.(1) === false) return undefined;

  const pairs: number[] = [];
  const collect = (tops: Tops, size: number, flip: boolean): void => {
    for (let i = 0; i < size * tops.keep; i++) {
      const partner = tops.ids[i]!;
      if (partner < 0) continue;
      const record = Math.floor(i / tops.keep);
      pairs.push(flip ? partner * right.size + record : record * right.size + partner);
    }
  };
  collect(leftTops, left.size, false);
  collect(rightTops, right.size, true);
  collect(leftRescue, left.size, false);
  collect(rightRescue, right.size, true);
  for (const key of ['taxBase', 'phone', 'email', 'code'] as const) addByKey(left[key], right[key], right.size, pairs);
  return order(pairs, left.size, right.size);
}

function addByKey(left: Uint32Array, right: Uint32Array, rightSize: number, pairs: number[]): void {
  const holders = new Map<number, number[]>();
  for (let r = 0; r < right.length; r++) {
    const key = right[r]!;
    if (key === 0) continue;
    const list = holders.get(key);
    if (list) list.push(r);
    else holders.set(key, [r]);
  }
  for (let l = 0; l < left.length; l++) {
    const list = left[l] === 0 ? undefined : holders.get(left[l]!);
    if (list && list.length <= KEY_FANOUT) for (const r of list) pairs.push(l * rightSize + r);
  }
}

function order(pairs: number[], leftSize: number, rightSize: number): Candidates {
  const sorted = Float64Array.from(pairs).sort();
  const left = new Uint32Array(sorted.length);
  const right = new Uint32Array(sorted.length);
  const leftStart = new Uint32Array(leftSize + 1);
  let count = 0;
  let last = -1;
  for (const pair of sorted) {
    if (pair === last) continue;
    last = pair;
    const l = Math.floor(pair / rightSize);
    left[count] = l;
    right[count] = pair - l * rightSize;
    leftStart[l + 1] = ++count;
  }
  for (let i = 0; i < leftSize; i++) leftStart[i + 1] = Math.max(leftStart[i]!, leftStart[i + 1]!);
  return { count, left: left.slice(0, count), right: right.slice(0, count), leftStart };
}

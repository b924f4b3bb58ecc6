import type { Catalogue, Compiled } from './catalogue.ts';
import { GRAM_COUNT } from './grams.ts';
import { bestOf, invert, newTops, scan, type Tops } from './postings.ts';
import { type SparseRows, sparseRows, type Weights } from './retrieval.ts';
import type { Anchors } from './synonyms.ts';

/** Candidate pairs ordered by left, then right; `leftStart` delimits the pairs of every left record. */
export type Candidates = {
  readonly count: number;
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly leftStart: Uint32Array;
};

/** The candidates, and the pairs that are each other's nearest. */
export type Found = { readonly candidates: Candidates; readonly anchors: Anchors };

/** Every record keeps this many best partners, in each direction. */
export const KEEP = 10;
/** Mutual nearest neighbours below this similarity are no anchors. */
const ANCHOR_FROM = 0.45;
/** Postings read per record before common words are left out; the two rarest words are always read. */
export const POSTING_BUDGET = 12_000;
/** 3-grams rescue records whose best word score stays below this (typing errors). */
const RESCUE_BELOW = 0.7;
const RESCUE_BUDGET = 10_000;
const RESCUE_KEEP = 5;
/** A key shared by more records than this says too little to pair them all. */
const KEY_FANOUT = 24;

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
): Found | undefined {
  const { left, right } = compiled;
  const tokens = compiled.words.count + compiled.addressWords.count;
  const leftRows = sparseRows(compiled, left, weights);
  const rightRows = sparseRows(compiled, right, weights);
  const leftTops = newTops(left.size, KEEP);
  const rightTops = newTops(right.size, KEEP);
  const rightPostings = invert(rightRows, tokens);
  const whole = scan(
    leftRows,
    undefined,
    rightPostings,
    right.size,
    POSTING_BUDGET,
    leftTops,
    rightTops,
    onProgress && ((done) => onProgress((0.7 * done) / Math.max(1, left.size))),
  );
  if (!whole) return undefined;
  if (onProgress?.(0.9) === false) return undefined;

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
  return {
    candidates: order(pairs, left.size, right.size),
    anchors: anchorsOf(leftTops, rightTops, left.size),
  };
}

/** The best partner of a record, −1 without; the lowest position wins a tie. */
function nearest(tops: Tops, record: number): number {
  let best = -1;
  let bestScore = ANCHOR_FROM;
  for (let k = record * tops.keep; k < (record + 1) * tops.keep; k++) {
    const [id, score] = [tops.ids[k]!, tops.scores[k]!];
    if (id >= 0 && (score > bestScore || (score === bestScore && id < best))) {
      best = id;
      bestScore = score;
    }
  }
  return best;
}

function anchorsOf(leftTops: Tops, rightTops: Tops, leftSize: number): Anchors {
  const pairs: [number, number][] = [];
  for (let l = 0; l < leftSize; l++) {
    const r = nearest(leftTops, l);
    if (r >= 0 && nearest(rightTops, r) === l) pairs.push([l, r]);
  }
  return { left: Uint32Array.from(pairs, ([l]) => l), right: Uint32Array.from(pairs, ([, r]) => r) };
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

import type { Anchors } from '../features/synonyms.ts';
import type { Candidates } from '../index/candidate-pairs.ts';
import type { Catalogue, Tables } from '../index/catalogue.ts';
import { bestOf, invert, joinTops, mergeTops, type Tops } from '../index/postings.ts';
import { type SparseRows, sparseRows, type Weights } from '../index/retrieval.ts';
import { GRAM_COUNT } from '../text/grams.ts';
import type { Tick } from './shards.ts';
import { onThisThread, type Spread } from './spread.ts';

/** The candidates, and the pairs that are each other's nearest. */
export type Found = { readonly candidates: Candidates; readonly anchors: Anchors };

/** Mutual nearest neighbours below this similarity are no anchors. */
const ANCHOR_FROM = 0.45;
/** 3-grams rescue records whose best word score stays below this (typing errors). */
const RESCUE_BELOW = 0.7;
/** A key shared by more records than this says too little to pair them all. */
const KEY_FANOUT = 24;

/** Rows of 3-grams weighted by their rarity. */
function gramRows(side: Pick<Catalogue, 'size' | 'grams'>, idf: Float32Array): SparseRows {
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

function gramIdf(compiled: Tables): Float32Array {
  const seen = new Uint32Array(GRAM_COUNT);
  for (const side of [compiled.left, compiled.right]) for (const gram of side.grams.values) seen[gram]!++;
  const records = compiled.left.size + compiled.right.size;
  return Float32Array.from(seen, (df) => Math.log(1 + records / Math.max(1, df)));
}

/** Finds the pairs worth comparing. Returns undefined when `tick` answers false. */
export function findCandidates(
  compiled: Tables,
  weights: Weights,
  tick: Tick = () => true,
  spread: Spread = onThisThread,
): Found | undefined {
  const { left, right } = compiled;
  const tokens = compiled.words.count + compiled.addressWords.count;
  const rows = sparseRows(compiled, left, weights);
  const postings = invert(sparseRows(compiled, right, weights), tokens);
  const shards = spread.run('scan', spread.share({ rows, postings, rightSize: right.size }), left.size, (share) =>
    tick(0.6 * share),
  );
  if (!shards) return undefined;
  const leftTops = joinTops(shards.map((shard) => shard.left));
  const rightTops = shards[0]!.right;
  for (const shard of shards.slice(1)) mergeTops(rightTops, shard.right);

  const idf = gramIdf(compiled);
  const [leftGrams, rightGrams] = [gramRows(left, idf), gramRows(right, idf)];
  const rescue = (tops: Tops, mine: SparseRows, theirs: SparseRows, size: number, from: number) => {
    const chosen = weakRecords(tops);
    const input = { rows: mine, chosen, postings: invert(theirs, GRAM_COUNT), rightSize: size };
    const found = spread.run('rescue', spread.share(input), chosen.length, (share) => tick(from + 0.2 * share));
    return found && { chosen, tops: joinTops(found) };
  };
  const leftRescue = rescue(leftTops, leftGrams, rightGrams, right.size, 0.6);
  const rightRescue = leftRescue && rescue(rightTops, rightGrams, leftGrams, left.size, 0.8);
  if (!rightRescue || !tick(1)) return undefined;

  const pairs: number[] = [];
  const collect = (tops: Tops, recordOf: (k: number) => number, flip: boolean): void => {
    for (let i = 0; i < tops.ids.length; i++) {
      const partner = tops.ids[i]!;
      if (partner < 0) continue;
      const record = recordOf(Math.floor(i / tops.keep));
      pairs.push(flip ? partner * right.size + record : record * right.size + partner);
    }
  };
  collect(leftTops, (k) => k, false);
  collect(rightTops, (k) => k, true);
  collect(leftRescue.tops, (k) => leftRescue.chosen[k]!, false);
  collect(rightRescue.tops, (k) => rightRescue.chosen[k]!, true);
  for (const key of ['taxBase', 'phone', 'email', 'code'] as const) addByKey(left[key], right[key], right.size, pairs);
  return {
    candidates: order(pairs, left.size, right.size),
    anchors: anchorsOf(leftTops, rightTops, left.size),
  };
}

/** The records whose best partner by words is poor. */
function weakRecords(tops: Tops): Uint32Array {
  const all = Array.from({ length: tops.worst.length }, (_, i) => i);
  return Uint32Array.from(all.filter((i) => bestOf(tops, i) < RESCUE_BELOW));
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

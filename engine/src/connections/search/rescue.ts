import type { Catalogue } from '../index/catalogue.ts';
import { bestOf, entriesToRead, joinTops, type Postings, type Tops } from '../index/postings.ts';
import type { SparseRows } from '../index/retrieval.ts';
import { GRAM_COUNT } from '../text/grams.ts';
import { RESCUE_BUDGET, type Tick } from './shards.ts';
import type { Spread } from './spread.ts';

/** The best partners by 3-grams of the records of one side that have no good one by words: of the k-th `chosen`. */
export type Rescue = { readonly chosen: Uint32Array; readonly tops: Tops };

/** 3-grams rescue records whose best word score stays below this (typing errors). */
const RESCUE_BELOW = 0.7;

type Grams = Pick<Catalogue, 'size' | 'grams'>;

/** Makes the row of 3-grams of record `i` of length 1. */
function gramNorm({ grams: { start, values } }: Grams, i: number, idf: Float32Array): number {
  let square = 0;
  for (let e = start[i]!; e < start[i + 1]!; e++) square += idf[values[e]!]! ** 2;
  return square > 0 ? 1 / Math.sqrt(square) : 0;
}

/** Looks for better partners, among `theirs`, of the records of `mine` whose best partner by words is poor. */
export function rescue(
  {
    mine,
    theirs,
    tops,
    idf,
  }: { readonly mine: Grams; readonly theirs: Grams; readonly tops: Tops; readonly idf: Float32Array },
  tick: Tick,
  spread: Spread,
): Rescue | undefined {
  const chosen = weakRecords(tops);
  const read = readRows(mine, theirs, chosen, idf);
  const input = { rows: read, postings: gramPostings(theirs, read.ids, idf), rightSize: theirs.size };
  const found = spread.run('rescue', spread.share(input), chosen.length, tick);
  return found && { chosen, tops: joinTops(found) };
}

/** The records whose best partner by words is poor. */
function weakRecords(tops: Tops): Uint32Array {
  const size = tops.worst.length;
  const chosen = new Uint32Array(size);
  let count = 0;
  for (let i = 0; i < size; i++) if (bestOf(tops, i) < RESCUE_BELOW) chosen[count++] = i;
  return chosen.slice(0, count);
}

/** Of the rows of the chosen records the entries that will be read: most 3-grams are too common. */
function readRows(mine: Grams, theirs: Grams, chosen: Uint32Array, idf: Float32Array): SparseRows {
  const holders = new Uint32Array(GRAM_COUNT + 1);
  for (const gram of theirs.grams.values) holders[gram + 1]!++;
  for (let gram = 0; gram < GRAM_COUNT; gram++) holders[gram + 1]! += holders[gram]!;
  const { values } = mine.grams;
  const rowStart = new Uint32Array(chosen.length + 1);
  const ids: number[] = [];
  const weights: number[] = [];
  chosen.forEach((i, k) => {
    const norm = gramNorm(mine, i, idf);
    const row = { start: mine.grams.start, ids: values };
    const entries = [...entriesToRead(row, i, { start: holders }, RESCUE_BUDGET)].sort((a, b) => a - b);
    for (const e of entries) {
      ids.push(values[e]!);
      weights.push(idf[values[e]!]! * norm);
    }
    rowStart[k + 1] = ids.length;
  });
  return { start: rowStart, ids: Uint32Array.from(ids), weights: Float32Array.from(weights) };
}

/** The postings of these 3-grams alone. */
function gramPostings(side: Grams, wanted: Uint32Array, idf: Float32Array): Postings {
  const isWanted = new Uint8Array(GRAM_COUNT);
  for (const gram of wanted) isWanted[gram] = 1;
  const { start: rowStart, values } = side.grams;
  const start = new Uint32Array(GRAM_COUNT + 1);
  for (const gram of values) if (isWanted[gram] === 1) start[gram + 1]!++;
  for (let gram = 0; gram < GRAM_COUNT; gram++) start[gram + 1]! += start[gram]!;
  const next = start.slice(0, GRAM_COUNT);
  const records = new Uint32Array(start[GRAM_COUNT]!);
  const weights = new Float32Array(records.length);
  for (let i = 0; i < side.size; i++) {
    const norm = gramNorm(side, i, idf);
    for (let e = rowStart[i]!; e < rowStart[i + 1]!; e++) {
      const gram = values[e]!;
      if (isWanted[gram] === 0) continue;
      const at = next[gram]!++;
      records[at] = i;
      weights[at] = idf[gram]! * norm;
    }
  }
  return { start, records, weights };
}

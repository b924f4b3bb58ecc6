import { boundedEditDistance } from '../text/edit-distance.ts';
import { CODE, WORD } from '../text/tokenise.ts';
import type { Catalogue } from './catalogue.ts';
import { isHard, type Vocabulary } from './vocabulary.ts';

/** Longest name that is aligned word by word; the rest of a longer one is left to the cosine features. */
const LONGEST = 48;

/** How two tokens came together. */
export const EXACT = 1;
export const TYPO = 2;
export const SHORTENED = 3;
export const JOINED = 4;
export const INITIALS = 5;

/** The outcome of the last alignment, overwritten by the next. Weights are IDF sums. */
export type Alignment = {
  sizeA: number;
  sizeB: number;
  /** Token ids, and per token the similarity given to it (0 = unmatched) and how it was matched. */
  readonly idsA: Uint32Array;
  readonly idsB: Uint32Array;
  readonly simA: Float32Array;
  readonly simB: Float32Array;
  readonly wayA: Uint8Array;
  readonly wayB: Uint8Array;
  /** Position of the (first) partner token, −1 without. */
  readonly partnerA: Int16Array;
  weightA: number;
  weightB: number;
  matchedA: number;
  matchedB: number;
  /** Weight of matched words whose Vietnamese marks contradict each other. */
  markConflict: number;
};

export const newAlignment = (): Alignment => ({
  sizeA: 0,
  sizeB: 0,
  idsA: new Uint32Array(LONGEST),
  idsB: new Uint32Array(LONGEST),
  simA: new Float32Array(LONGEST),
  simB: new Float32Array(LONGEST),
  wayA: new Uint8Array(LONGEST),
  wayB: new Uint8Array(LONGEST),
  partnerA: new Int16Array(LONGEST),
  weightA: 0,
  weightB: 0,
  matchedA: 0,
  matchedB: 0,
  markConflict: 0,
});

/** Aligns the names (or addresses) of record `i` of `a` and `j` of `b`: exact words first, then typing errors,
 * abbreviations, joined words and initials. Every token is used once. */
export function align(
  out: Alignment,
  words: Vocabulary,
  idf: Float32Array,
  a: Catalogue,
  i: number,
  b: Catalogue,
  j: number,
  field: 'name' | 'address',
): void {
  load(out.idsA, a[field], i, out, 'A');
  load(out.idsB, b[field], j, out, 'B');
  out.markConflict = 0;
  matchExact(out, idf, a, i, b, j, field);
  matchSimilar(out, words);
  matchJoined(out, words, out.idsA, out.simA, out.wayA, out.sizeA, out.idsB, out.simB, out.wayB, out.sizeB);
  matchJoined(out, words, out.idsB, out.simB, out.wayB, out.sizeB, out.idsA, out.simA, out.wayA, out.sizeA);
  let [weightA, weightB, matchedA, matchedB] = [0, 0, 0, 0];
  for (let t = 0; t < out.sizeA; t++) {
    const weight = idf[out.idsA[t]!]!;
    weightA += weight;
    matchedA += weight * out.simA[t]!;
  }
  for (let t = 0; t < out.sizeB; t++) {
    const weight = idf[out.idsB[t]!]!;
    weightB += weight;
    matchedB += weight * out.simB[t]!;
  }
  out.weightA = weightA;
  out.weightB = weightB;
  out.matchedA = matchedA;
  out.matchedB = matchedB;
}

function load(ids: Uint32Array, rows: Catalogue['name'], i: number, out: Alignment, side: 'A' | 'B'): void {
  const from = rows.start[i]!;
  const size = Math.min(LONGEST, rows.start[i + 1]! - from);
  for (let t = 0; t < size; t++) ids[t] = rows.values[from + t]!;
  if (side === 'A') {
    out.sizeA = size;
    out.simA.fill(0, 0, size);
    out.wayA.fill(0, 0, size);
    out.partnerA.fill(-1, 0, size);
  } else {
    out.sizeB = size;
    out.simB.fill(0, 0, size);
    out.wayB.fill(0, 0, size);
  }
}

function matchExact(
  out: Alignment,
  idf: Float32Array,
  a: Catalogue,
  i: number,
  b: Catalogue,
  j: number,
  field: 'name' | 'address',
): void {
  const bothMarked = field === 'name' && a.marked[i] === 1 && b.marked[j] === 1;
  for (let x = 0; x < out.sizeA; x++) {
    const id = out.idsA[x]!;
    for (let y = 0; y < out.sizeB; y++) {
      if (out.idsB[y] !== id || out.simB[y] !== 0) continue;
      pair(out, x, y, 1, EXACT);
      if (bothMarked) {
        const [markA, markB] = [a.nameMarks[a.name.start[i]! + x]!, b.nameMarks[b.name.start[j]! + y]!];
        if (markA !== markB) out.markConflict += idf[id]! * (markA === 0 || markB === 0 ? 0.5 : 1);
      }
      break;
    }
  }
}

function pair(out: Alignment, x: number, y: number, similarity: number, way: number): void {
  out.simA[x] = similarity;
  out.simB[y] = similarity;
  out.wayA[x] = way;
  out.wayB[y] = way;
  out.partnerA[x] = y;
}

function matchSimilar(out: Alignment, words: Vocabulary): void {
  for (let x = 0; x < out.sizeA; x++) {
    if (out.simA[x] !== 0) continue;
    let best = 0;
    let bestAt = -1;
    for (let y = 0; y < out.sizeB; y++) {
      if (out.simB[y] !== 0) continue;
      const similarity = tokenSimilarity(words, out.idsA[x]!, out.idsB[y]!);
      if (similarity > best) {
        best = similarity;
        bestAt = y;
      }
    }
    if (bestAt >= 0)
      pair(out, x, bestAt, best, best === SHORT_SIMILARITY || best === INITIAL_SIMILARITY ? SHORTENED : TYPO);
  }
}

const SHORT_SIMILARITY = 0.7;
const INITIAL_SIMILARITY = 0.35;

/** 0 when two different tokens have nothing to do with each other. */
export function tokenSimilarity(words: Vocabulary, a: number, b: number): number {
  const [startA, endA, startB, endB] = [words.start[a]!, words.start[a + 1]!, words.start[b]!, words.start[b + 1]!];
  const [lengthA, lengthB] = [endA - startA, endB - startB];
  if (words.kind[a] !== WORD || words.kind[b] !== WORD) {
    if (words.kind[a] !== CODE || words.kind[b] !== CODE) return 0;
    return codeSimilarity(words, startA, endA, startB, endB);
  }
  const [shorter, longer] = lengthA < lengthB ? [lengthA, lengthB] : [lengthB, lengthA];
  const sameStart = words.chars[startA] === words.chars[startB];
  if (sameStart && shorter < longer && (shorter >= 3 || shorter === 1)) {
    let k = 1;
    while (k < shorter && words.chars[startA + k] === words.chars[startB + k]) k++;
    if (k === shorter && longer - shorter > 1) return shorter === 1 ? INITIAL_SIMILARITY : SHORT_SIMILARITY;
  }
  if (shorter < 4) return 0;
  const limit = longer >= 8 ? 2 : 1;
  if (longer - shorter > limit) return 0;
  const differing = words.letters[a]! ^ words.letters[b]!;
  if (popCount(differing) > limit * 2) return 0;
  const distance = boundedEditDistance(words.chars, startA, endA, words.chars, startB, endB, limit);
  return distance > limit ? 0 : 1 - (distance / longer) * (sameStart ? 1 : 1.5);
}

/** "dcr-hc40" and "hc40e": one code inside the other. */
function codeSimilarity(words: Vocabulary, startA: number, endA: number, startB: number, endB: number): number {
  const [short, shortEnd, long, longEnd] =
    endA - startA <= endB - startB ? [startA, endA, startB, endB] : [startB, endB, startA, endA];
  const size = shortEnd - short;
  if (size < 4) return 0;
  for (let at = long; at + size <= longEnd; at++) {
    let k = 0;
    while (k < size && words.chars[at + k] === words.chars[short + k]) k++;
    if (k === size) return 0.6;
  }
  return 0;
}

function popCount(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555);
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** One unmatched word on the first side against a run of unmatched neighbours on the other: joined, or initials. */
function matchJoined(
  out: Alignment,
  words: Vocabulary,
  ids: Uint32Array,
  sim: Float32Array,
  way: Uint8Array,
  size: number,
  otherIds: Uint32Array,
  otherSim: Float32Array,
  otherWay: Uint8Array,
  otherSize: number,
): void {
  if (otherSize < 2) return;
  for (let x = 0; x < size; x++) {
    if (sim[x] !== 0) continue;
    const id = ids[x]!;
    if (isHard(words.kind[id]!) && words.kind[id] !== CODE) continue;
    const [start, end] = [words.start[id]!, words.start[id + 1]!];
    const length = end - start;
    if (length < 2) continue;
    for (let y = 0; y < otherSize; y++) {
      if (otherSim[y] !== 0) continue;
      const found = runOf(words, start, length, otherIds, otherSim, y, otherSize);
      if (found === 0) continue;
      const run = Math.abs(found);
      const similarity = found > 0 ? 0.97 : 0.85;
      const how = found > 0 ? JOINED : INITIALS;
      sim[x] = similarity;
      way[x] = how;
      if (ids === out.idsA) out.partnerA[x] = y;
      for (let k = y; k < y + run; k++) {
        otherSim[k] = similarity;
        otherWay[k] = how;
        if (ids !== out.idsA) out.partnerA[k] = x;
      }
      break;
    }
  }
}

/** How many tokens from `y` make the word when joined (positive) or by their initials (negative); 0 = neither. */
function runOf(
  words: Vocabulary,
  start: number,
  length: number,
  ids: Uint32Array,
  sim: Float32Array,
  y: number,
  size: number,
): number {
  let joined = 0;
  for (let k = y; k < size && k < y + 4 && sim[k] === 0 && joined < length; k++) {
    const [from, to] = [words.start[ids[k]!]!, words.start[ids[k]! + 1]!];
    if (joined + to - from > length) break;
    let c = 0;
    while (c < to - from && words.chars[from + c] === words.chars[start + joined + c]) c++;
    if (c < to - from) break;
    joined += c;
    if (joined === length && k > y) return k - y + 1;
  }
  if (length > 6 || y + length > size) return 0;
  for (let k = 0; k < length; k++) {
    if (sim[y + k] !== 0 || words.chars[words.start[ids[y + k]!]!] !== words.chars[start + k]) return 0;
  }
  return -length;
}

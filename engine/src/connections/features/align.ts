import { CODE, PACK, WORD } from '../../text/tokenise.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { isHard, type Vocabulary } from '../text/vocabulary.ts';
import { INITIAL_SIMILARITY, type Lexicon, SHORT_SIMILARITY, tokenSimilarity } from './token-similarity.ts';

const SYNONYM_SIMILARITY = 0.92;

/** Longest name that is aligned word by word; the rest of a longer one is left to the cosine features. */
const LONGEST = 48;

/** How two tokens came together. */
export const EXACT = 1;
export const TYPO = 2;
export const SHORTENED = 3;
export const JOINED = 4;
export const INITIALS = 5;
export const SYNONYM = 6;

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
  lexicon: Lexicon,
  a: Catalogue,
  i: number,
  b: Catalogue,
  j: number,
  field: 'name' | 'address',
): void {
  const { words, idf } = lexicon;
  load(out.idsA, a[field], i, out, 'A');
  load(out.idsB, b[field], j, out, 'B');
  out.markConflict = 0;
  // "V30x30x3" and "V 30x30x3": before one of the two 30 is taken for the other.
  joinBothWays(joinedRun, out, words, true);
  matchExact(out, idf, a, i, b, j, field);
  if (lexicon.synonyms.size > 0 && field === 'name') matchSynonyms(out, lexicon);
  for (const rule of [joinedRun, undefined, initialsRun]) {
    if (!rule) {
      matchSimilar(out, lexicon);
      continue;
    }
    joinBothWays(rule, out, words, false);
  }
  // A carton that only one side mentions is a remark, not a part of the name.
  let [weightA, weightB, matchedA, matchedB] = [0, 0, 0, 0];
  for (let t = 0; t < out.sizeA; t++) {
    const weight = out.simA[t] === 0 && words.kind[out.idsA[t]!] === PACK ? 0 : idf[out.idsA[t]!]!;
    weightA += weight;
    matchedA += weight * out.simA[t]!;
  }
  for (let t = 0; t < out.sizeB; t++) {
    const weight = out.simB[t] === 0 && words.kind[out.idsB[t]!] === PACK ? 0 : idf[out.idsB[t]!]!;
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
    if (out.simA[x] !== 0) continue;
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

function matchSynonyms(out: Alignment, { synonyms, stride }: Lexicon): void {
  for (let x = 0; x < out.sizeA; x++) {
    if (out.simA[x] !== 0 || out.idsA[x]! >= stride) continue;
    for (let y = 0; y < out.sizeB; y++) {
      if (out.simB[y] !== 0 || out.idsB[y]! >= stride || !synonyms.has(out.idsA[x]! * stride + out.idsB[y]!)) continue;
      pair(out, x, y, SYNONYM_SIMILARITY, SYNONYM);
      break;
    }
  }
}

function matchSimilar(out: Alignment, lexicon: Lexicon): void {
  for (let x = 0; x < out.sizeA; x++) {
    if (out.simA[x] !== 0) continue;
    let best = 0;
    let bestAt = -1;
    for (let y = 0; y < out.sizeB; y++) {
      if (out.simB[y] !== 0) continue;
      const similarity = tokenSimilarity(lexicon, out.idsA[x]!, out.idsB[y]!);
      if (similarity > best) {
        best = similarity;
        bestAt = y;
      }
    }
    if (bestAt < 0) continue;
    const figures = lexicon.words.kind[out.idsA[x]!] !== WORD || lexicon.words.kind[out.idsB[bestAt]!] !== WORD;
    const short = best === SHORT_SIMILARITY || best === INITIAL_SIMILARITY;
    pair(out, x, bestAt, best, figures && best > 0.9 ? SYNONYM : short ? SHORTENED : TYPO);
  }
}

type RunRule = (
  words: Vocabulary,
  start: number,
  length: number,
  ids: Uint32Array,
  sim: Float32Array,
  y: number,
  size: number,
) => number;

function joinBothWays(rule: RunRule, out: Alignment, words: Vocabulary, foreignCodes: boolean): void {
  const { idsA, simA, wayA, sizeA, idsB, simB, wayB, sizeB } = out;
  matchRuns(rule, out, words, idsA, simA, wayA, sizeA, idsB, simB, wayB, sizeB, foreignCodes);
  matchRuns(rule, out, words, idsB, simB, wayB, sizeB, idsA, simA, wayA, sizeA, foreignCodes);
}

/** One unmatched word on the first side against a run of unmatched neighbours on the other: joined, or initials. */
function matchRuns(
  rule: RunRule,
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
  /** Only codes that the other side does not have as they are. */
  foreignCodes: boolean,
): void {
  if (otherSize < 2) return;
  const [similarity, how] = rule === joinedRun ? [0.97, JOINED] : [0.85, INITIALS];
  for (let x = 0; x < size; x++) {
    if (sim[x] !== 0) continue;
    const id = ids[x]!;
    const kind = words.kind[id]!;
    if (isHard(kind) && kind !== CODE) continue;
    if (foreignCodes && (kind !== CODE || otherIds.subarray(0, otherSize).includes(id))) continue;
    const start = words.start[id]!;
    const length = words.start[id + 1]! - start;
    if (length < 2) continue;
    for (let y = 0; y + 1 < otherSize; y++) {
      if (otherSim[y] !== 0) continue;
      const run = rule(words, start, length, otherIds, otherSim, y, otherSize);
      if (run === 0) continue;
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

/** How many tokens from `y`, at least two, make the word when written together; 0 = they do not. */
const joinedRun: RunRule = (words, start, length, ids, sim, y, size) => {
  let joined = 0;
  for (let k = y; k < size && k < y + 4 && sim[k] === 0 && joined < length; k++) {
    const [from, to] = [words.start[ids[k]!]!, words.start[ids[k]! + 1]!];
    if (joined + to - from > length) return 0;
    for (let c = 0; c < to - from; c++) if (words.chars[from + c] !== words.chars[start + joined + c]) return 0;
    joined += to - from;
    if (joined === length && k > y) return k - y + 1;
  }
  return 0;
};

/** The length of the word when the tokens from `y` begin with its letters, one each; 0 = they do not. */
const initialsRun: RunRule = (words, start, length, ids, sim, y, size) => {
  if (length > 6 || y + length > size) return 0;
  for (let k = 0; k < length; k++) {
    if (sim[y + k] !== 0 || words.chars[words.start[ids[y + k]!]!] !== words.chars[start + k]) return 0;
  }
  return length;
};

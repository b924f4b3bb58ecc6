import { CODE, NUMBER, PACK, WORD } from '../../text/tokenise.ts';
import type { Catalogue, Ragged, Tables } from '../index/catalogue.ts';
import { ANY_MARKS } from '../text/alias-table.ts';
import { isNamedSide, lengthOf, size as sizeOf } from '../text/figure-tokens.ts';
import { ROUNDED } from '../text/figures.ts';
import { isHard, isJoint, type Vocabulary } from '../text/vocabulary.ts';
import {
  INITIAL_SIMILARITY,
  type Lexicon,
  LONE_SIMILARITY,
  SHORT_SIMILARITY,
  tokenSimilarity,
} from './token-similarity.ts';

const SYNONYM_SIMILARITY = 0.92;

/** Longest name that is aligned word by word; the rest of a longer one is left to the cosine features. */
const LONGEST = 48;

/** The way in which two tokens were matched. */
export const EXACT = 1;
const TYPO = 2;
const SHORTENED = 3;
export const JOINED = 4;
export const INITIALS = 5;
export const SYNONYM = 6;

/** One of the two aligned texts. Weights are IDF sums. */
export type Side = {
  size: number;
  /** Token ids, and per token the similarity given to it (0 = unmatched) and how it was matched. */
  readonly ids: Uint32Array;
  readonly sim: Float32Array;
  readonly way: Uint8Array;
  /** Position of the (first) partner token, −1 without. */
  readonly partner: Int16Array;
  weight: number;
  matched: number;
};

/** The outcome of the last alignment, overwritten by the next. */
export type Alignment = {
  readonly a: Side;
  readonly b: Side;
  /** Weight of matched words whose Vietnamese marks contradict each other. */
  markConflict: number;
};

const newSide = (): Side => ({
  size: 0,
  ids: new Uint32Array(LONGEST),
  sim: new Float32Array(LONGEST),
  way: new Uint8Array(LONGEST),
  partner: new Int16Array(LONGEST),
  weight: 0,
  matched: 0,
});
export const newAlignment = (): Alignment => ({ a: newSide(), b: newSide(), markConflict: 0 });

/**
 * Aligns the names (or addresses, as the lexicon says) of left record `i` and right record `j`: exact words first, then typing
 * errors, abbreviations, joined words and initials. Every token is used once.
 */
export function align(
  out: Alignment,
  lexicon: Lexicon,
  tables: Pick<Tables, 'left' | 'right'>,
  i: number,
  j: number,
): void {
  const { words, idf, field } = lexicon;
  const { left, right } = tables;
  load(out.a, left[field], i);
  load(out.b, right[field], j);
  // "V30x30x3" and "V 30x30x3": before one of the two 30 is taken for the other.
  joinBothWays(JOINT, out, words, true);
  matchExact(out);
  out.markConflict =
    field === 'name' && left.marked[i] === 1 && right.marked[j] === 1 ? conflictOfMarks(out, idf, tables, i, j) : 0;
  if (lexicon.synonyms.size > 0 && field === 'name') matchSynonyms(out, lexicon);
  joinBothWays(JOINT, out, words, false);
  if (lexicon.goods) {
    joinBothWays(IN_PART, out, words, true);
    matchSides(out, words);
  }
  matchSimilar(out, lexicon);
  joinBothWays(AS_INITIALS, out, words, false);
  weighSide(out.a, lexicon);
  weighSide(out.b, lexicon);
}

function load(side: Side, rows: Ragged, record: number): void {
  const from = rows.start[record]!;
  const size = Math.min(LONGEST, rows.start[record + 1]! - from);
  const { ids, sim, way, partner } = side;
  for (let t = 0; t < size; t++) {
    ids[t] = rows.values[from + t]!;
    sim[t] = 0;
    way[t] = 0;
    partner[t] = -1;
  }
  side.size = size;
}

function weighSide(side: Side, { words, idf }: Lexicon): void {
  let weight = 0;
  let matched = 0;
  for (let t = 0; t < side.size; t++) {
    const id = side.ids[t]!;
    // A carton that only one side mentions is a remark, not a part of the name.
    if (side.sim[t] === 0 && words.kind[id] === PACK) continue;
    weight += idf[id]!;
    matched += idf[id]! * side.sim[t]!;
  }
  side.weight = weight;
  side.matched = matched;
}

function matchExact(out: Alignment): void {
  const { a, b } = out;
  for (let x = 0; x < a.size; x++) {
    if (a.sim[x] !== 0) continue;
    for (let y = 0; y < b.size; y++) {
      if (b.ids[y] !== a.ids[x] || b.sim[y] !== 0) continue;
      pair(out, x, y, 1, EXACT);
      break;
    }
  }
}

/** The weight of exact pairs that are written with other marks; half of it where one of the two has none. */
function conflictOfMarks(
  { a }: Alignment,
  idf: Float32Array,
  tables: Pick<Tables, 'left' | 'right'>,
  i: number,
  j: number,
): number {
  let conflict = 0;
  for (let x = 0; x < a.size; x++) {
    const marks = contradictingMarks(a, tables, x, i, j);
    if (marks) conflict += idf[a.ids[x]!]! * (marks.includes(0) ? 0.5 : 1);
  }
  return conflict;
}

/**
 * The marks of token x of left record `i` and of the same token of right record `j` where they contradict each other.
 * They do not when either record has the token with the other's marks as well («Bắc Hà», «Hạ tầng Bắc Hà»).
 */
export function contradictingMarks(
  a: Side,
  { left, right }: Pick<Tables, 'left' | 'right'>,
  x: number,
  i: number,
  j: number,
): readonly [number, number] | undefined {
  if (a.way[x] !== EXACT) return undefined;
  const one = left.nameMarks[left.name.start[i]! + x]!;
  const other = right.nameMarks[right.name.start[j]! + a.partner[x]!]!;
  if (one === other || one === ANY_MARKS || other === ANY_MARKS) return undefined;
  const isSpeltSo = ({ name, nameMarks }: Catalogue, record: number, marks: number): boolean => {
    for (let t = name.start[record]!; t < name.start[record + 1]!; t++) {
      if (name.values[t] === a.ids[x] && nameMarks[t] === marks) return true;
    }
    return false;
  };
  return isSpeltSo(right, j, one) || isSpeltSo(left, i, other) ? undefined : [one, other];
}

function pair(out: Alignment, x: number, y: number, similarity: number, way: number): void {
  const { a, b } = out;
  a.sim[x] = similarity;
  b.sim[y] = similarity;
  a.way[x] = way;
  b.way[y] = way;
  a.partner[x] = y;
  b.partner[y] = x;
}

function matchSynonyms(out: Alignment, { synonyms, stride }: Lexicon): void {
  const { a, b } = out;
  for (let x = 0; x < a.size; x++) {
    if (a.sim[x] !== 0 || a.ids[x]! >= stride) continue;
    for (let y = 0; y < b.size; y++) {
      if (b.sim[y] !== 0 || b.ids[y]! >= stride || !synonyms.has(a.ids[x]! * stride + b.ids[y]!)) continue;
      pair(out, x, y, SYNONYM_SIMILARITY, SYNONYM);
      break;
    }
  }
}

function matchSimilar(out: Alignment, lexicon: Lexicon): void {
  const { a, b } = out;
  for (let x = 0; x < a.size; x++) {
    if (a.sim[x] !== 0) continue;
    let best = 0;
    let bestAt = -1;
    for (let y = 0; y < b.size; y++) {
      if (b.sim[y] !== 0) continue;
      const similarity = tokenSimilarity(lexicon, a.ids[x]!, b.ids[y]!);
      if (similarity > best) {
        best = similarity;
        bestAt = y;
      }
    }
    if (bestAt < 0) continue;
    const figures = lexicon.words.kind[a.ids[x]!] !== WORD || lexicon.words.kind[b.ids[bestAt]!] !== WORD;
    const short = best === SHORT_SIMILARITY || best === INITIAL_SIMILARITY;
    pair(out, x, bestAt, best, figures && best > 0.9 ? SYNONYM : short ? SHORTENED : TYPO);
  }
}

/** Neighbouring sides in centimetres and the same in millimetres: "10x15" and "100x150mm", "60x60" and "600x600". */
function matchSides(out: Alignment, words: Vocabulary): void {
  const { a, b } = out;
  if (leftOver(a) < 2 || leftOver(b) < 2) return;
  for (let x = 0; x + 1 < a.size; x++) {
    for (let y = 0; y + 1 < b.size; y++) {
      const run = Math.max(tenfoldRun(words, a, x, b, y), tenfoldRun(words, b, y, a, x));
      // Never sure: steel comes in 30x30 and in 300x300. Tiles and cartons have been read before.
      for (let k = 0; k < run; k++) pair(out, x + k, y + k, ROUNDED, TYPO);
    }
  }
}

/** Longer sides are in millimetres whatever they are of; shorter ones need their unit, for steel comes in 14x14 and 140x140. */
const SURELY_MILLIMETRES = 300;

const isUnmeasured = (words: Vocabulary, id: number): boolean => words.kind[id] === NUMBER || isNamedSide(words, id);

/** The number of unmatched sides from here on of which `long` has ten times those of `short`, in millimetres; 0 for fewer than two. */
function tenfoldRun(words: Vocabulary, long: Side, x: number, short: Side, y: number): number {
  let [run, measured] = [0, false];
  for (; x + run < long.size && y + run < short.size; run++) {
    if (long.sim[x + run] !== 0 || short.sim[y + run] !== 0) break;
    const side = lengthOf(words, long.ids[x + run]!);
    if (side === 0 || !isUnmeasured(words, short.ids[y + run]!)) break;
    if (side !== 10 * lengthOf(words, short.ids[y + run]!)) break;
    measured ||= !isUnmeasured(words, long.ids[x + run]!) || side >= SURELY_MILLIMETRES;
  }
  return measured && run > 1 ? run : 0;
}

/** A way to read a word from several of the other name. */
type RunRule = {
  /** The number of tokens of `side` from `y` on that make the word together; 0 when they do not. */
  readonly run: (words: Vocabulary, word: number, side: Side, y: number) => number;
  readonly similarity: number;
  readonly way: number;
};

function joinBothWays(rule: RunRule, { a, b }: Alignment, words: Vocabulary, foreignCodes: boolean): void {
  matchRuns(rule, words, a, b, foreignCodes);
  matchRuns(rule, words, b, a, foreignCodes);
}

/**
 * One unmatched word of `side` against a run of unmatched neighbours of `other`: joined, or initials.
 *
 * @param foreignCodes only codes that the other side does not have as they are
 */
function matchRuns(rule: RunRule, words: Vocabulary, side: Side, other: Side, foreignCodes: boolean): void {
  // A run is of two unmatched words at least.
  if (other.size < 2 || leftOver(side) === 0 || leftOver(other) < 2) return;
  const { similarity, way } = rule;
  for (let x = 0; x < side.size; x++) {
    if (side.sim[x] !== 0) continue;
    const id = side.ids[x]!;
    const kind = words.kind[id]!;
    if (isHard(kind) && kind !== CODE) continue;
    if (foreignCodes && (kind !== CODE || has(other, id))) continue;
    if (words.start[id + 1]! - words.start[id]! < 2) continue;
    // By every rule the first word of a run begins as the word does.
    const letter = words.chars[words.start[id]!]!;
    for (let y = 0; y + 1 < other.size; y++) {
      if (other.sim[y] !== 0 || words.chars[words.start[other.ids[y]!]!] !== letter) continue;
      const run = rule.run(words, id, other, y);
      if (run === 0) continue;
      side.sim[x] = similarity;
      side.way[x] = way;
      side.partner[x] = y;
      other.sim.fill(similarity, y, y + run);
      other.way.fill(way, y, y + run);
      other.partner.fill(x, y, y + run);
      break;
    }
  }
}

/** The number of unmatched tokens. */
function leftOver({ sim, size }: Side): number {
  let count = 0;
  for (let t = 0; t < size; t++) if (sim[t] === 0) count++;
  return count;
}

function has({ ids, size }: Side, id: number): boolean {
  for (let t = 0; t < size; t++) if (ids[t] === id) return true;
  return false;
}

/** Tokens, at least two, that are the word when written together or, with `isEnd`, the word up to there. */
function joinedRun(
  words: Vocabulary,
  word: number,
  { ids, sim, size }: Side,
  y: number,
  isEnd?: (words: Vocabulary, word: number, at: number) => boolean,
): number {
  const start = words.start[word]!;
  const length = words.start[word + 1]! - start;
  let [joined, run] = [0, 0];
  for (let k = y; k < size && k < y + 4 && sim[k] === 0 && joined < length; k++) {
    const [from, to] = [words.start[ids[k]!]!, words.start[ids[k]! + 1]!];
    if (joined + to - from > length) break;
    let c = 0;
    while (c < to - from && words.chars[from + c] === words.chars[start + joined + c]) c++;
    if (c < to - from) break;
    joined += to - from;
    if (k > y && (joined === length || isEnd?.(words, word, joined))) run = k - y + 1;
  }
  return run;
}

const JOINT: RunRule = {
  run: (words, word, side, y) => joinedRun(words, word, side, y),
  similarity: 0.97,
  way: JOINED,
};

/** "CNMG 120408" of "CNMG120408-MA": the parts of a code from its beginning, without what follows a hyphen. */
const IN_PART: RunRule = { run: partRun, similarity: LONE_SIMILARITY, way: TYPO };

function partRun(words: Vocabulary, word: number, side: Side, y: number): number {
  if (words.kind[word] !== CODE) return 0;
  const run = joinedRun(words, word, side, y, isJoint);
  return goesOn(words, side, y + run) ? 0 : run;
}

/** True where the code may go on in another way: "SC 25-6" is not "SC25-8", nor "TN 263 BK" "TN263-C". */
const goesOn = (words: Vocabulary, { ids, sim, size }: Side, t: number): boolean =>
  t < size && sim[t] === 0 && (isHard(words.kind[ids[t]!]!) || sizeOf(words, ids[t]!) <= LONGEST_OPTION);

const LONGEST_OPTION = 3;

/** The longest short form that an alias makes of two words ("tb" of "thiết bị", "vpp"). */
const LONGEST_SHORT = 3;

/** Tokens, at least two, that begin with the letters of the word, one each; a short form ("tb") may give all of its own. */
function initialsRun(words: Vocabulary, word: number, { ids, sim, size }: Side, y: number): number {
  const start = words.start[word]!;
  const length = words.start[word + 1]! - start;
  if (length > 6) return 0;
  let read = 0;
  for (let k = y; k < size && sim[k] === 0; k++) {
    const [from, to] = [words.start[ids[k]!]!, words.start[ids[k]! + 1]!];
    let same = 0;
    while (from + same < to && read + same < length && words.chars[from + same] === words.chars[start + read + same])
      same++;
    if (same === 0) return 0;
    read += to - from === same && same <= LONGEST_SHORT ? same : 1;
    if (read === length) return k > y ? k - y + 1 : 0;
  }
  return 0;
}

const AS_INITIALS: RunRule = { run: initialsRun, similarity: 0.85, way: INITIALS };

import { NUMBER, PACK, WORD } from '../../text/tokenise.ts';
import type { Catalogue, Tables } from '../index/catalogue.ts';
import type { Ragged } from '../index/ragged.ts';
import { ANY_MARKS } from '../text/alias-table.ts';
import { isNamedSide, lengthOf } from '../text/figure-tokens.ts';
import { ROUNDED } from '../text/figures.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { type Alignment, EXACT, LONGEST, leftOver, pair, SHORTENED, type Side, SYNONYM, TYPO } from './alignment.ts';
import { AS_INITIALS, AS_ONE, IN_PART, joinBothWays } from './runs.ts';
import { INITIAL_SIMILARITY, type Lexicon, SHORT_SIMILARITY, tokenSimilarity } from './token-similarity.ts';

const SYNONYM_SIMILARITY = 0.92;

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
  joinBothWays(AS_ONE, out, words, true);
  matchExact(out);
  out.markConflict =
    field === 'name' && left.marked[i] === 1 && right.marked[j] === 1 ? conflictOfMarks(out, idf, tables, i, j) : 0;
  if (lexicon.synonyms.size > 0 && field === 'name') matchSynonyms(out, lexicon);
  joinBothWays(AS_ONE, out, words, false);
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

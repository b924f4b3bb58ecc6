import { QUANTITY } from '../../text/tokenise.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { holds, type Ragged } from '../index/ragged.ts';
import { isYear, sameDimension } from '../text/figure-tokens.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Comparer } from './comparer.ts';
import { FEATURE as F } from './feature-list.ts';

/** Both records have a brand, and nothing of it is named by the other. */
export const ANOTHER_BRAND = -1;
/** A brand found by two initials is half found: many have the same two. */
const BY_TWO = 0.5;

/** Features of what is written beside a name: the brand, and the figures of brand and description. */
export function besideFeatures(comparer: Comparer, i: number, j: number, out: Float32Array, at: number): void {
  const { left, right, words } = comparer.compiled;
  const [shareA, shareB] = [brandShare(comparer, left, i, right, j), brandShare(comparer, right, j, left, i)];
  const least = Number.isNaN(shareA) ? shareB : Number.isNaN(shareB) ? shareA : Math.min(shareA, shareB);
  out[at + F.brandShare] = shareA === 0 && shareB === 0 ? ANOTHER_BRAND : least;
  out[at + F.besideConflict] = Math.min(
    figuresLacked(words, left, i, right, j),
    figuresLacked(words, right, j, left, i),
  );
}

/** The share of the brand of record `i` that the other record names anywhere, its initials included; NaN without a brand. */
function brandShare({ compiled, weights }: Comparer, a: Catalogue, i: number, b: Catalogue, j: number): number {
  const { words } = compiled;
  let [all, found] = [0, 0];
  for (let e = a.brand.start[i]!; e < a.brand.start[i + 1]!; e++) {
    const id = a.brand.values[e]!;
    all += weights.idf[id]!;
    found += weights.idf[id]! * (holds(b.bag, j, id) ? 1 : initialsWorth(words, id, b.brand, j));
  }
  const inBrand = mostInitials(words, b.brand, j, a.brand, i);
  // Two letters of a name are more often a word: «đá», «áo», «lá».
  const inName = mostInitials(words, b.name, j, a.brand, i);
  return Math.max(found / all, inBrand, inName === 1 ? 1 : 0);
}

/** The most that a word of a row is worth as the first letters of all words of another row: HP of Hewlett Packard. */
function mostInitials(words: Vocabulary, rows: Ragged, i: number, long: Ragged, j: number): number {
  let most = 0;
  for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++)
    most = Math.max(most, initialsWorth(words, rows.values[e]!, long, j));
  return most;
}

function initialsWorth({ chars, start }: Vocabulary, word: number, long: Ragged, j: number): number {
  const [from, first] = [long.start[j]!, start[word]!];
  const length = start[word + 1]! - first;
  if (length < 2 || length !== long.start[j + 1]! - from) return 0;
  for (let c = 0; c < length; c++) if (chars[first + c] !== chars[start[long.values[from + c]!]!]) return 0;
  return length === 2 ? BY_TWO : 1;
}

/**
 * Of the years and quantities in brand and description that have one of their kind in those of the other record, the
 * share that it lacks: 236 litres beside 380 litres, not beside 220 volts. NaN where there are none.
 */
function figuresLacked(words: Vocabulary, a: Catalogue, i: number, b: Catalogue, j: number): number {
  let [all, lacked] = [0, 0];
  for (let e = a.extra.start[i]!; e < a.extra.start[i + 1]!; e++) {
    const id = a.extra.values[e]!;
    if (!isTold(words, id) || !hasOfItsKind(words, id, b.extra, j)) continue;
    all++;
    if (!holds(b.bag, j, id)) lacked++;
  }
  return lacked / all;
}

const isTold = (words: Vocabulary, id: number): boolean => words.kind[id] === QUANTITY || isYear(words, id);

function hasOfItsKind(words: Vocabulary, id: number, rows: Ragged, i: number): boolean {
  for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
    const other = rows.values[e]!;
    if (words.kind[other] === words.kind[id] && isTold(words, other) && sameDimension(words, id, other)) return true;
  }
  return false;
}

import { NUMBER, QUANTITY } from '../../text/tokenise.ts';
import type { Catalogue, Ragged } from '../index/catalogue.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Comparer } from './comparer.ts';
import { FEATURE as F } from './feature-list.ts';
import { holds } from './telling-features.ts';

/** Features of what is written beside a name: the brand, and the figures of brand and description. */
export function besideFeatures(comparer: Comparer, i: number, j: number, out: Float32Array, at: number): void {
  const { left, right, words } = comparer.compiled;
  const [shareA, shareB] = [brandShare(comparer, left, i, right, j), brandShare(comparer, right, j, left, i)];
  const least = shareA < 0 ? shareB : shareB < 0 ? shareA : Math.min(shareA, shareB);
  out[at + F.brandShare] = least < 0 ? Number.NaN : least;
  out[at + F.figuresBeside] = Math.min(
    figuresLacked(words, left, i, right, j),
    figuresLacked(words, right, j, left, i),
  );
}

/** The share of the brand of record `i` that the other record names anywhere, its initials included; −1 without a brand. */
function brandShare({ compiled, weights }: Comparer, a: Catalogue, i: number, b: Catalogue, j: number): number {
  const { words } = compiled;
  let [all, found] = [0, 0];
  for (let e = a.brand.start[i]!; e < a.brand.start[i + 1]!; e++) {
    const id = a.brand.values[e]!;
    all += weights.idf[id]!;
    if (holds(b.bag, j, id) || areInitials(words, id, b.brand, j)) found += weights.idf[id]!;
  }
  if (all === 0) return -1;
  if (found < all && (haveInitials(words, b.brand, j, a.brand, i) || haveInitials(words, b.name, j, a.brand, i)))
    return 1;
  return found / all;
}

/** True when a row has a word of the first letters of all words of the other one: HP of Hewlett Packard. */
function haveInitials(words: Vocabulary, rows: Ragged, i: number, long: Ragged, j: number): boolean {
  for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++)
    if (areInitials(words, rows.values[e]!, long, j)) return true;
  return false;
}

function areInitials({ chars, start }: Vocabulary, word: number, long: Ragged, j: number): boolean {
  const [from, first] = [long.start[j]!, start[word]!];
  const length = start[word + 1]! - first;
  if (length < 2 || length !== long.start[j + 1]! - from) return false;
  for (let c = 0; c < length; c++) if (chars[first + c] !== chars[start[long.values[from + c]!]!]) return false;
  return true;
}

/** The share of the figures in brand and description that the other record lacks: a year, an amount. NaN without any. */
function figuresLacked({ kind }: Vocabulary, a: Catalogue, i: number, b: Catalogue, j: number): number {
  let [all, lacked] = [0, 0];
  for (let e = a.extra.start[i]!; e < a.extra.start[i + 1]!; e++) {
    const id = a.extra.values[e]!;
    if (kind[id] !== NUMBER && kind[id] !== QUANTITY) continue;
    all++;
    if (!holds(b.bag, j, id)) lacked++;
  }
  return lacked / all;
}

import { CODE } from '../../text/tokenise.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { holds } from '../index/ragged.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Side } from './alignment.ts';
import type { Comparer } from './comparer.ts';

/** A code of a name that is the code field of the other record, or in its description, has at least so many signs. */
const LONG_CODE = 5;
/** Similarity of codes that name the same thing. */
const SAME_CODE = 0.9;

/** True for a token that is a long code. */
const isLongCode = (words: Vocabulary, id: number): boolean =>
  words.kind[id] === CODE && words.start[id + 1]! - words.start[id]! >= LONG_CODE;

/** True for a long code that a record names anywhere. */
export const isElsewhere = (words: Vocabulary, id: number, side: Catalogue, record: number): boolean =>
  isLongCode(words, id) && holds(side.bag, record, id);

/**
 * The rarity of the rarest long code that both records have: 1 when one record of each side has it, 2/n when n records
 * do, 0 without one. Such a code is worth nearly as much as a key, however many words are left over beside it. Reads
 * the alignment that `nameFeatures` left behind.
 */
export function codeRarity({ compiled, weights, name }: Comparer, i: number, j: number): number {
  const { words, left, right } = compiled;
  // Of the catalogues that the weights come from, which may be larger than these.
  const records = Math.expm1(weights.top);
  const rarest = (own: Side, other: Catalogue, record: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let t = 0; t < own.size; t++) {
      const id = own.ids[t]!;
      if (!isLongCode(words, id)) continue;
      const found = own.sim[t]! > SAME_CODE || (own.sim[t] === 0 && holds(other.bag, record, id));
      if (found) least = Math.min(least, Math.round(records / Math.expm1(weights.idf[id]!)));
    }
    return least;
  };
  return 2 / Math.max(2, Math.min(rarest(name.a, right, j), rarest(name.b, left, i)));
}

import type { Tables } from '../index/catalogue.ts';
import { eachExclusivePair, KNOWN } from '../text/exclusive-words.ts';
import { countOf, countPair, eachPair, type PairCounts } from './pair-counts.ts';
import { SIDES, type Siblings, type SiblingsInput, siblingsShard } from './siblings.ts';

/**
 * The words by which a catalogue distinguishes its records. Two records of one catalogue are two things; where their
 * names differ by a word or two ("thép tấm 6mm", "thép hộp 6mm"), those words are in contrast, and meeting them across
 * the catalogues speaks against a pair even where the right partner is absent.
 */
export type Contrasts = {
  /** The number of pairs of siblings that showed each contrast. */
  readonly pairs: PairCounts;
  /** 1 for the words that are in any of the pairs. */
  readonly paired: Uint8Array;
  /** Per word: the share of the records with it that have a sibling which differs by this word. */
  readonly telling: Float32Array;
};

/** The names of both catalogues. */
export const namesOf = ({ words, left, right }: Tables): SiblingsInput => ({
  kind: words.kind,
  stride: words.count,
  left: left.name,
  right: right.name,
});

/** Finds the contrasts of both catalogues, from the siblings of each. */
export function mineContrasts(compiled: Tables, siblings = siblingsShard(namesOf(compiled), 0, SIDES)): Contrasts {
  const { words } = compiled;
  const [first, ...others] = siblings;
  const { pairs } = first!;
  for (const other of others) eachPair(other.pairs, (a, b, count) => countPair(pairs, a, b, count));
  eachExclusivePair(compiled.kind, words, (a, b) => {
    countPair(pairs, a, b, Math.max(0, KNOWN - countOf(pairs, a, b)));
  });
  const paired = new Uint8Array(words.count);
  eachPair(pairs, (a, b) => {
    paired[a] = 1;
    paired[b] = 1;
  });
  const sumOf = (of: (side: Siblings) => Uint32Array, id: number): number =>
    others.reduce((sum, side) => sum + of(side)[id]!, of(first!)[id]!);
  const telling = new Float32Array(words.count);
  for (let id = 0; id < words.count; id++) {
    telling[id] =
      sumOf((side) => side.told, id) /
      Math.max(
        1,
        sumOf((side) => side.held, id),
      );
  }
  return { pairs, paired, telling };
}

/** The number of pairs of siblings that these two words distinguish; 0 for words that came later. */
export function contrastOf({ pairs, paired }: Contrasts, a: number, b: number): number {
  if (a >= pairs.stride || b >= pairs.stride || paired[a] === 0 || paired[b] === 0) return 0;
  return countOf(pairs, a, b);
}

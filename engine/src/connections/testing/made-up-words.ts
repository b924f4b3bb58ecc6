import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';

/** Words that no language has, for catalogues of made-up things. */

const ONSETS = 'b c d f g h j k l m n p r s t v w br ch cl cr dr fl gr kr pl pr sh sl st th tr'.split(' ');
const VOWELS = 'a e i o u a e i o ai ea ou ee ia'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 'l', 't', 'm', 'd', 'ck', 'nd', 'rt', 'ng'];

export function newWord(random: Random, syllables: number): string {
  let word = '';
  for (let i = 0; i < syllables; i++)
    word += pick(random, ONSETS) + pick(random, VOWELS) + (chance(random, 0.5) ? pick(random, CODAS) : '');
  return word;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
export const pool = (random: Random, size: number, long: number): string[] =>
  Array.from({ length: size }, () => newWord(random, 1 + nextInt(random, long)));

/** Zipf-like: early items come far more often. */
export const frequent = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(items.length * nextRandom(random) ** 2.2)]!;

/**
 * Names that the other list has for the same: "Bob" for "Robert", "Myanmar" for "Burma", "metro" for "subway"; of a
 * `share` of the words, and not every time.
 */
export function aliasesOf(random: Random, share: number): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    if (share === 0 || /[\d.]/.test(word)) return word;
    const alias = known.get(word) ?? (chance(random, share) ? capital(newWord(random, 2)) : word);
    known.set(word, alias);
    return chance(random, 0.7) ? alias : word;
  };
}

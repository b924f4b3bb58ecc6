import { TCVN3 } from '../../text/legacy-letters.ts';
import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';

/** The spelling habits of one catalogue; probabilities per record unless said otherwise. */
export type Style = {
  readonly unmarked: number;
  readonly upper: number;
  readonly lower: number;
  /** Per word. */
  readonly typo: number;
  readonly wordDrop: number;
  readonly wordExtra: number;
  readonly swap: number;
  readonly shorten: number;
  readonly legacy: number;
  readonly fieldDrop: number;
};

/** A random style: from a clean catalogue to a careless one, or as careless (0–1) as asked. */
export function randomStyle(random: Random, careless?: number): Style {
  const drawn = nextRandom(random) ** 1.5;
  const care = careless ?? drawn;
  const some = (most: number): number => most * care * nextRandom(random);
  return {
    unmarked: chance(random, 0.25) ? 0.95 : some(0.4),
    upper: chance(random, 0.25) ? 0.9 : some(0.3),
    lower: chance(random, 0.15) ? 0.9 : some(0.2),
    typo: some(0.08),
    wordDrop: some(0.07),
    wordExtra: some(0.2),
    swap: some(0.15),
    shorten: some(0.9),
    legacy: some(0.03),
    fieldDrop: nextRandom(random) * 0.7,
  };
}

export const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

const KEYBOARD = 'qwertyuiopasdfghjklzxcvbnm';

/** One typing error in a word: a letter dropped, doubled, swapped or replaced, or a mark lost or mistaken. */
export function misspell(random: Random, word: string): string {
  if (word.length < 3 || /\d/.test(word)) return word;
  const at = 1 + nextInt(random, word.length - 1);
  switch (nextInt(random, 6)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word[at] + word.slice(at);
    case 2:
      return at + 1 < word.length ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) : word;
    case 3:
      return word.slice(0, at) + pick(random, [...KEYBOARD]) + word.slice(at + 1);
    case 4:
      return word.slice(0, at) + pick(random, [...KEYBOARD]) + word.slice(at);
    default:
      return withoutMarks(word);
  }
}

const TO_TCVN3 = new Map([...TCVN3].map(([written, letter]) => [letter, written]));

/** The Latin-1 leftovers of a text typed in a TCVN3 font. */
const asTcvn3 = (text: string): string => [...text.normalize('NFC')].map((char) => TO_TCVN3.get(char) ?? char).join('');

/** Spells a name in a style. */
export function respell(random: Random, style: Style, text: string, extras: readonly string[]): string {
  let words = text.split(' ').filter((word) => word !== '');
  words = words.map((word) => (chance(random, style.typo) ? misspell(random, word) : word));
  if (words.length > 2) {
    words = words.filter((word) => /\d/.test(word) || !chance(random, style.wordDrop));
    if (words.length === 0) words = text.split(' ').slice(0, 1);
  }
  if (words.length > 2 && chance(random, style.swap)) {
    const at = nextInt(random, words.length - 1);
    [words[at], words[at + 1]] = [words[at + 1]!, words[at]!];
  }
  if (extras.length > 0 && chance(random, style.wordExtra)) {
    if (chance(random, 0.8)) words.push(pick(random, extras));
    else words.unshift(pick(random, extras));
  }
  let out = words.join(' ');
  if (chance(random, 0.03)) out = out.replace(' ', '  ');
  if (chance(random, 0.02)) out = `${out} `;
  if (chance(random, style.unmarked)) out = withoutMarks(out);
  else if (chance(random, style.legacy)) return asTcvn3(out);
  if (chance(random, style.upper)) return out.toUpperCase();
  return chance(random, style.lower) ? out.toLowerCase() : out;
}

/** Replaces phrases by their short forms, each with the probability of the style. */
export function shorten(
  random: Random,
  style: Style,
  text: string,
  table: readonly (readonly [string, string])[],
): string {
  let out = text;
  for (const [long, short] of table) {
    if (out.includes(long) && chance(random, style.shorten)) out = out.replace(long, short);
  }
  return out;
}

import { boundedEditDistance } from '../../text/edit-distance.ts';
import { CODE, PACK, WORD } from '../../text/tokenise.ts';
import { figureSimilarity } from '../text/figures.ts';
import { isPackOf } from '../text/packs.ts';
import { isPartOf, type Vocabulary } from '../text/vocabulary.ts';
import { LONE_TO_THE_LEFT, LONE_TO_THE_RIGHT } from './lone-codes.ts';

/** The words, how rare they are, and which of them this pair of catalogues uses for the same thing. */
export type Lexicon = {
  readonly words: Vocabulary;
  readonly idf: Float32Array;
  /** ln(1 + number of records). */
  readonly top: number;
  /** left token × `stride` + right token, for words found to mean the same. */
  readonly synonyms: ReadonlySet<number>;
  /** The bits of `loneCodes`. */
  readonly lone: Uint8Array;
  /** The number of words when the synonyms were found; later words have none. */
  readonly stride: number;
  /** The field whose words these are. */
  readonly field: 'name' | 'address';
  /** Names of goods: "18" may be the year 2018. */
  readonly goods: boolean;
};

export const SHORT_SIMILARITY = 0.7;
export const INITIAL_SIMILARITY = 0.35;
/** "thùng 24" and "x24". */
const PACK_SIMILARITY = 0.97;
/** "printer" and "printers". */
const PLURAL_SIMILARITY = 0.95;
const PLURAL = 0x73;
/** "Catalan" and "Catalonian": the same first letters, at least five and more than half of the longer word. */
const STEM_SIMILARITY = 0.55;
/** A typing error makes a rare word. Two words that are both common are two words: "Phong" is not a misspelt "không". */
const RARE = 0.78;

/** 0 when two different tokens have nothing to do with each other. */
export function tokenSimilarity({ words, idf, top, goods, lone }: Lexicon, a: number, b: number): number {
  const [startA, endA, startB, endB] = [words.start[a]!, words.start[a + 1]!, words.start[b]!, words.start[b + 1]!];
  const [lengthA, lengthB] = [endA - startA, endB - startB];
  if (words.kind[a] !== WORD || words.kind[b] !== WORD) {
    if (words.kind[a] === PACK || words.kind[b] === PACK) {
      const same = words.kind[a] === PACK ? isPackOf(words, a, b) : isPackOf(words, b, a);
      return same ? PACK_SIMILARITY : 0;
    }
    const figure = figureSimilarity(words, a, b, goods);
    if (figure > 0 || words.kind[a] !== CODE || words.kind[b] !== CODE) return figure;
    const similarity = codeSimilarity(words, a, b);
    return similarity === INSIDE_SIMILARITY && (lone[a]! & lone[b]! & sharedEnd(words, a, b)) !== 0
      ? LONE_SIMILARITY
      : similarity;
  }
  const [shorter, longer] = lengthA < lengthB ? [lengthA, lengthB] : [lengthB, lengthA];
  const sameStart = words.chars[startA] === words.chars[startB];
  if (sameStart && shorter >= 3) {
    let common = 1;
    while (common < shorter && words.chars[startA + common] === words.chars[startB + common]) common++;
    const rest = longer === lengthA ? startA + common : startB + common;
    if (common === shorter && longer === shorter + 1 && words.chars[rest] === PLURAL) return PLURAL_SIMILARITY;
    if (common >= 5 && common * 2 > longer && common < shorter) return STEM_SIMILARITY + typoBonus(words, a, b);
  }
  if (sameStart && shorter < longer && (shorter >= 3 || shorter === 1)) {
    let k = 1;
    while (k < shorter && words.chars[startA + k] === words.chars[startB + k]) k++;
    if (k === shorter && longer - shorter > 1) return shorter === 1 ? INITIAL_SIMILARITY : SHORT_SIMILARITY;
  }
  if (shorter < 4 || (longer < 9 && idf[a]! < RARE * top && idf[b]! < RARE * top)) return 0;
  const limit = longer >= 8 ? 2 : 1;
  if (longer - shorter > limit) return 0;
  const differing = words.letters[a]! ^ words.letters[b]!;
  if (popCount(differing) > limit * 2) return 0;
  const distance = boundedEditDistance(words, a, b, limit);
  return distance > limit ? 0 : 1 - (distance / longer) * (sameStart ? 1 : 1.5);
}

/** Words with a common stem that also differ by a typing error come closer. */
function typoBonus(words: Vocabulary, a: number, b: number): number {
  const [startA, endA, startB, endB] = [words.start[a]!, words.start[a + 1]!, words.start[b]!, words.start[b + 1]!];
  const limit = Math.max(endA - startA, endB - startB) >= 8 ? 2 : 1;
  const distance = boundedEditDistance(words, a, b, limit);
  return distance > limit ? 0 : 0.4 - 0.12 * distance;
}

/** The end, as a bit of `loneCodes`, at which one of two codes goes on by a letter where the other ends; 0 for none. */
function sharedEnd({ chars, start }: Vocabulary, a: number, b: number): number {
  const sizeOf = (id: number): number => start[id + 1]! - start[id]!;
  const [short, long] = sizeOf(a) < sizeOf(b) ? [a, b] : [b, a];
  const isRight = chars[start[a]!] === chars[start[b]!];
  const next = isRight ? start[long]! + sizeOf(short) : start[long + 1]! - sizeOf(short) - 1;
  if (chars[next]! < LETTER_A) return 0;
  return isRight ? LONE_TO_THE_RIGHT : LONE_TO_THE_LEFT;
}

const LETTER_A = 0x61;

/** One code inside the other: "dcr-hc40" and "hc40e"; nearly the same where it is whole parts of it, or only an option follows. */
function codeSimilarity(words: Vocabulary, a: number, b: number): number {
  const length = (id: number): number => words.start[id + 1]! - words.start[id]!;
  const [short, long] = length(a) <= length(b) ? [a, b] : [b, a];
  const [size, rest] = [length(short), length(long) - length(short)];
  if (size < SHORTEST_PART) return 0;
  const [from, start] = [words.start[short]!, words.start[long]!];
  for (let at = 0; at <= rest; at++) {
    let k = 0;
    while (k < size && words.chars[start + at + k] === words.chars[from + k]) k++;
    if (k < size) continue;
    if (at === 0 && size > 4 && isOption(words, start + size, rest)) return OPTION_SIMILARITY;
    if (isPartOf(words, short, long)) return ENDING_SIMILARITY;
    if (size < 4) return 0;
    if (at > 0 || size === 4) return INSIDE_SIMILARITY;
    return rest >= LONG_ENDING ? ENDING_SIMILARITY : INSIDE_SIMILARITY;
  }
  return 0;
}

/** "K48" of "N-K48"; apart from whole parts a code says something from four signs on. */
const SHORTEST_PART = 3;
const INSIDE_SIMILARITY = 0.6;
const OPTION_SIMILARITY = 0.92;
/** "FTKB25" and "FTKB25YVMV": so long an ending names the market and the make of a model, as shops leave it out. */
export const ENDING_SIMILARITY = 0.85;
const LONG_ENDING = 4;
/** "VB305" and "VB305D" where neither catalogue has another VB305: two models, or one whose letter a seller leaves out. */
export const LONE_SIMILARITY = 0.8;

/** Colours and countries behind a maker's code: "KX7006WH", "MB950LL/A". A single letter is another model. */
const OPTIONS = new Set(
  'bk blk wh wht sl slv sil gy gry rd red bl blu pk gd gld br us eu uk jp vn th kr cn tw za lla zpa'.split(' '),
);

function isOption({ chars }: Vocabulary, from: number, size: number): boolean {
  if (size < 2 || size > 3) return false;
  let text = '';
  for (let c = from; c < from + size; c++) text += String.fromCharCode(chars[c]!);
  return OPTIONS.has(text);
}

function popCount(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555);
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

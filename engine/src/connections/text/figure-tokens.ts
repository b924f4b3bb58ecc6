import { CODE, NUMBER, QUANTITY } from '../../text/tokenise.ts';
import type { Vocabulary } from './vocabulary.ts';

const DOT = 0x2e;
const ZERO = 0x30;
const [LETTER_A, LETTER_D, LETTER_F, LETTER_K, LETTER_P, LETTER_T] = [0x61, 0x64, 0x66, 0x6b, 0x70, 0x74];

/** The number that a token begins with, from character `from` on, and where it ends. */
export const read = { value: 0, end: 0 };

/** Reads the number of a token into `read`. */
export function readFigure(words: Vocabulary, id: number, from = 0): void {
  const end = words.start[id + 1]!;
  let [value, share, at] = [0, 0, words.start[id]! + from];
  for (; at < end; at++) {
    const char = words.chars[at]!;
    if (char === DOT) share = 1;
    else if (char >= 48 && char <= 57) {
      value = value * 10 + char - 48;
      share *= 10;
    } else break;
  }
  read.value = share > 1 ? value / share : value;
  read.end = at;
}

/** The number of characters of a token. */
export const size = (words: Vocabulary, id: number): number => words.start[id + 1]! - words.start[id]!;

/** "D27" or "F27": a diameter in the trades that write it so. */
export function isDiameterCode(words: Vocabulary, id: number): boolean {
  const start = words.start[id]!;
  const length = size(words, id);
  if (words.kind[id] !== CODE || length < 2 || length > 4) return false;
  if (words.chars[start] !== LETTER_D && (words.chars[start] !== LETTER_F || length < 3)) return false;
  for (let c = 1; c < length; c++) if (words.chars[start + c]! < 48 || words.chars[start + c]! > 57) return false;
  return true;
}

/** The characters of a token behind its number: the base unit of a quantity. */
export function baseOf(words: Vocabulary, id: number, from: number): string {
  let base = '';
  for (let c = from; c < words.start[id + 1]!; c++) base += String.fromCharCode(words.chars[c]!);
  return base;
}

/** True when two quantity tokens end in the same unit ("180ml", "110ml"). */
export function sameDimension({ chars, start }: Vocabulary, a: number, b: number): boolean {
  let [x, y] = [start[a + 1]! - 1, start[b + 1]! - 1];
  for (;;) {
    const [charA, charB] = [chars[x]!, chars[y]!];
    const [digitA, digitB] = [charA < 58, charB < 58];
    if (digitA || digitB) return digitA && digitB;
    if (charA !== charB) return false;
    x--;
    y--;
  }
}

/** A number such as 1998 or 2026. */
export function isYear(words: Vocabulary, id: number): boolean {
  readFigure(words, id);
  return words.kind[id] === NUMBER && size(words, id) === 4 && read.value >= 1900 && read.value < 2100;
}

/** The figure of a bare number, of one in millimetres or of a named side; 0 for any other token. */
export function lengthOf(words: Vocabulary, id: number): number {
  const kind = words.kind[id];
  if (kind !== NUMBER && kind !== QUANTITY) return 0;
  readFigure(words, id);
  const { value } = read;
  return kind === NUMBER || isNamedSide(words, id) || baseOf(words, id, read.end) === 'mm' ? value : 0;
}

const EQUALS = 0x3d;

/** True for a side named by its letter: "200=w". */
export const isNamedSide = (words: Vocabulary, id: number): boolean =>
  words.kind[id] === QUANTITY && size(words, id) > 2 && words.chars[words.start[id + 1]! - 2] === EQUALS;

/** The number that a token begins with; 0 without one. */
export function figureOf(words: Vocabulary, id: number): number {
  readFigure(words, id);
  return read.value;
}

/** The 18 of "18K"; 0 for any other token. */
export const carats = (words: Vocabulary, id: number): number => numberBefore(words, id, LETTER_K);

/** The 25,000 of "25k"; 0 for any other token. */
export const thousands = (words: Vocabulary, id: number): number => numberBefore(words, id, LETTER_K) * 1000;

/** The 5 of "5P" and "5F", said "năm phân": centimetres; 0 for any other token. */
export const centimetres = (words: Vocabulary, id: number): number =>
  numberBefore(words, id, LETTER_P) || numberBefore(words, id, LETTER_F);

/** The ohms of "10K", "4K7" and "100R" as they are printed on the part; 0 for any other token. */
export function resistance(words: Vocabulary, id: number): number {
  readFigure(words, id);
  const scale = OHMS[String.fromCharCode(words.chars[read.end]!)] ?? 0;
  const { value, end } = read;
  if (scale === 0 || end + 2 < words.start[id + 1]! || end === words.start[id + 1]!) return 0;
  const tenths = end + 1 === words.start[id + 1]! ? 0 : words.chars[end + 1]! - ZERO;
  return tenths >= 0 && tenths <= 9 ? (value + tenths / 10) * scale : 0;
}

const OHMS: Readonly<Record<string, number>> = { r: 1, k: 1000, m: 1e6 };

/** The 2 of "2T"; 0 for any other token. */
export const tonnes = (words: Vocabulary, id: number): number => numberBefore(words, id, LETTER_T);

/** The number of a code that is a number and this letter; 0 for any other token. */
function numberBefore(words: Vocabulary, id: number, letter: number): number {
  readFigure(words, id);
  return read.end + 1 === words.start[id + 1]! && words.chars[read.end] === letter ? read.value : 0;
}

/** The number of a code that begins with these letters and is a number from there on; 0 for any other token. */
export function numberAfter(words: Vocabulary, id: number, letters: string): number {
  const start = words.start[id]!;
  if (words.kind[id] !== CODE || size(words, id) <= letters.length) return 0;
  for (let c = 0; c < letters.length; c++) if (words.chars[start + c] !== letters.charCodeAt(c)) return 0;
  readFigure(words, id, letters.length);
  return read.end === words.start[id + 1]! ? read.value : 0;
}

/** Letters before the figure of a thread, a section, a pipe or its pressure, or of a size that is worn. */
const DIMENSIONS: ReadonlySet<string> = new Set('m v c u i h l z d dn pn sz size eu'.split(' '));

/** "M10", "V50", "DN100", "sz38": a code that is no model, for goods of many other sizes share it. */
function isDimension(words: Vocabulary, id: number): boolean {
  const start = words.start[id]!;
  const letters = lettersFrom(words, start, words.start[id + 1]!);
  const digits = size(words, id) - letters;
  if (letters === 0 || letters > 4 || digits < 1 || digits > 3) return false;
  readFigure(words, id, letters);
  return (
    read.end === words.start[id + 1]! &&
    DIMENSIONS.has(String.fromCharCode(...words.chars.subarray(start, start + letters)))
  );
}

/** A code that is a figure: a dimension, a resistance, spoken centimetres. */
export const isFigure = (words: Vocabulary, id: number): boolean =>
  isDimension(words, id) || resistance(words, id) > 0 || centimetres(words, id) > 0;

/** The 15 of "DN15"; 0 for any other token. */
export const nominalWidth = (words: Vocabulary, id: number): number => numberAfter(words, id, 'dn');

/** "sz38", "size38", "EU38". */
export const wornSize = (words: Vocabulary, id: number): number =>
  numberAfter(words, id, 'sz') || numberAfter(words, id, 'size') || numberAfter(words, id, 'eu');

/** The number of a code that has no other: "TN-2385", "AW68", "5502BN", "L7805CV"; 0 for any other token. One letter behind it is another model. */
export function bareNumber(words: Vocabulary, id: number): number {
  if (words.kind[id] !== CODE) return 0;
  const [start, end] = [words.start[id]!, words.start[id + 1]!];
  const before = lettersFrom(words, start, end);
  readFigure(words, id, before);
  const { value } = read;
  const behind = lettersFrom(words, read.end, end);
  if (read.end + behind !== end || value < LEAST_BARE) return 0;
  if (before > SERIES || behind > SERIES) return 0;
  const isNamed = behind === 0 ? before > 0 : behind > 1 && (before === 0 || value >= LEAST_BETWEEN);
  return isNamed ? value : 0;
}

/** Shorter numbers may be of anything; longer letters are a word of their own. */
const [LEAST_BARE, SERIES, LEAST_BETWEEN] = [10, 3, 1000];

function lettersFrom(words: Vocabulary, from: number, end: number): number {
  let at = from;
  while (at < end && words.chars[at]! >= LETTER_A) at++;
  return at - from;
}

/** The 27 of "TL-027": behind letters, with the nought of a number that only names. */
export function serialNumber(words: Vocabulary, id: number): number {
  const [start, end] = [words.start[id]!, words.start[id + 1]!];
  const letters = lettersFrom(words, start, end);
  if (letters === 0 || end - start - letters < 2 || words.chars[start + letters] !== ZERO) return 0;
  readFigure(words, id, letters);
  return read.end === end ? read.value : 0;
}

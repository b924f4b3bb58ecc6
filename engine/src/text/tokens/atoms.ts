import { foldTables, SEPARATOR, SKIP } from '../fold.ts';

/** Longer texts are cut. */
export const MAX_CHARS = 4096;
export const MAX_TOKENS = 512;

/** Runs of only letters or only digits, with the separator before each (0 = glued to the run before, 32 = space). */
export const atoms = {
  chars: new Uint16Array(MAX_CHARS),
  start: new Uint32Array(MAX_TOKENS),
  end: new Uint32Array(MAX_TOKENS),
  digits: new Uint8Array(MAX_TOKENS),
  before: new Uint16Array(MAX_TOKENS),
  mark: new Uint32Array(MAX_TOKENS),
  from: new Uint32Array(MAX_TOKENS),
  to: new Uint32Array(MAX_TOKENS),
  count: 0,
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Splits a text into `atoms`, which the next call overwrites. */
export function readAtoms(text: string): void {
  const { fold, mark } = foldTables();
  let at = 0;
  let count = 0;
  let separator = 32;
  let open = false;
  for (let i = 0; i < text.length && at < MAX_CHARS - 2; i++) {
    const unit = text.charCodeAt(i);
    const folded = fold[unit]!;
    if (folded === SEPARATOR) {
      separator = open ? unit : 32;
      open = false;
      continue;
    }
    const marks = mark[unit]!;
    if (folded === SKIP) {
      if (marks !== 0 && open) addMark(count - 1, marks);
      if (open) atoms.to[count - 1] = i + 1;
      continue;
    }
    const digit = isDigit(folded) ? 1 : 0;
    const next = text.charCodeAt(i + 1);
    const begins = isTimesBehindUnit(folded, count - 1, next) || isSideBehindTimes(folded, count - 1, next);
    if (!open || atoms.digits[count - 1] !== digit || begins) {
      if (count === MAX_TOKENS - 1) break;
      atoms.start[count] = at;
      atoms.digits[count] = digit;
      atoms.before[count] = open ? 0 : separator;
      atoms.mark[count] = 0;
      atoms.from[count] = i;
      count++;
      open = true;
    }
    atoms.chars[at++] = folded;
    atoms.end[count - 1] = at;
    atoms.to[count - 1] = i + 1;
    if (marks !== 0) addMark(count - 1, marks);
  }
  atoms.count = count;
}

const [LETTER_A, LETTER_M, LETTER_U, LETTER_X, LETTER_Y] = [0x61, 0x6d, 0x75, 0x78, 0x79];

/** The x of "2mx10" and "60cmx80cm": behind a figure and its unit, and before another figure. */
const isTimesBehindUnit = (char: number, unit: number, next: number): boolean =>
  char === LETTER_X &&
  isDigit(next) &&
  unit > 0 &&
  atoms.before[unit] === 0 &&
  atoms.digits[unit - 1] === 1 &&
  atoms.chars[atoms.end[unit]! - 1] === LETTER_M &&
  atoms.end[unit]! - atoms.start[unit]! <= 2;

/** Letters that name the side whose figure follows: width, height, length, depth, in two languages. */
const SIDE_LETTERS: ReadonlySet<string> = new Set(['c', 'd', 'h', 'k', 'l', 'r', 'w']);

export const isSideLetter = (atom: number): boolean => length(atom) === 1 && SIDE_LETTERS.has(textOf(atom));

/** True for a letter that may name a side, with its figure right behind it. */
export const isSide = (atom: number): boolean => isNumber(atom + 1) && isGlued(atom + 1) && isSideLetter(atom);

/** The H of "W200xH100". */
const isSideBehindTimes = (char: number, times: number, next: number): boolean =>
  times > 0 &&
  isDigit(next) &&
  isOne(times, LETTER_X) &&
  atoms.before[times] === 0 &&
  atoms.digits[times - 1] === 1 &&
  SIDE_LETTERS.has(String.fromCharCode(char));

function addMark(atom: number, marks: number): void {
  atoms.mark[atom] = withMark(atoms.mark[atom]!, marks);
}

/**
 * Tones and shapes are hashed separately, each in order of appearance, so that the place of the tone does not matter.
 */
function withMark(old: number, marks: number): number {
  let tones = old & 0xfff;
  let shapes = old >>> 12;
  const tone = marks & 7;
  const shape = marks >>> 3;
  if (tone !== 0) tones = (tones * 6 + tone) & 0xfff;
  if (shape !== 0) shapes = (shapes * 5 + shape) & 0xfffff;
  return ((shapes << 12) | tones) >>> 0;
}

/** The marks of a word that has those of these letters alone. */
export function marksOf(letters: string): number {
  const { mark } = foldTables();
  return [...letters].reduce((marks, letter) => withMark(marks, mark[letter.charCodeAt(0)]!), 0);
}

/** The marks of a word; of "giầy" and "mầu" those of "giày" and "màu", which are the same words. */
export function markOf(atom: number): number {
  const mark = atoms.mark[atom]!;
  const size = length(atom);
  if (mark !== marksOf('ầ') || size < 2) return mark;
  const [end, last] = [atoms.end[atom]!, atoms.chars[atoms.end[atom]! - 1]];
  return atoms.chars[end - 2] === LETTER_A && (last === LETTER_U || last === LETTER_Y) ? marksOf('à') : mark;
}

export const length = (atom: number): number => atoms.end[atom]! - atoms.start[atom]!;

/** The letters or digits of an atom. */
export function textOf(atom: number): string {
  let text = '';
  for (let i = atoms.start[atom]!; i < atoms.end[atom]!; i++) text += String.fromCharCode(atoms.chars[i]!);
  return text;
}

/** A lone x. */
export const isTimes = (atom: number): boolean => isLetter(atom, LETTER_X);

/** The x of "24x180ml": a number follows. The X of "120X" belongs to a code. */
export const isFactor = (atom: number): boolean => isTimes(atom) && isNumber(atom + 1);

export const isNumber = (atom: number): boolean => atom < atoms.count && atoms.digits[atom] === 1;

/** True when an atom is this one letter. */
export const isLetter = (atom: number, letter: number): boolean => atom < atoms.count && isOne(atom, letter);

const isOne = (atom: number, letter: number): boolean =>
  length(atom) === 1 && atoms.chars[atoms.start[atom]!] === letter;

/** True when an atom is written right after the one before it. */
export const isGlued = (atom: number): boolean => atom < atoms.count && atoms.before[atom] === 0;

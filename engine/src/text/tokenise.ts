import {
  atoms,
  isFactor,
  isGlued,
  isLetter,
  isNumber,
  length,
  MAX_CHARS,
  MAX_TOKENS,
  markOf,
  readAtoms,
  textOf,
} from './tokens/atoms.ts';
import { readSeals } from './tokens/bearings.ts';
import { codeEnd, digitCodeEnd, endsInDecimal, isNominal } from './tokens/codes.ts';
import { readMeasure, readNamed, readNamedSides, readNumber, readStay } from './tokens/measures.ts';

/** The kind of a token; numbers, quantities and codes decide more than words do. */
export const WORD = 0;
export const NUMBER = 1;
export const QUANTITY = 2;
export const CODE = 3;
/** The contents of a carton; made from other tokens after reading, never read as such. */
export const PACK = 4;
export type TokenKind = 0 | 1 | 2 | 3 | 4;

/**
 * The tokens of the last text, overwritten by the next call: characters in `chars`, token i at starts[i]…ends[i].
 * `marks[i]` is a signature of the Vietnamese marks (0 when there are none): "hoà" and "hòa" share it, "hóa" does not.
 */
export type TokenBuffer = {
  chars: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
  kinds: Uint8Array;
  marks: Uint32Array;
  /** Of a code: bit k where a hyphen or a slash is written before its character k, up to the 31st. */
  joints: Uint32Array;
  /** The place of the token in the text: from[i]…to[i]. */
  from: Uint32Array;
  to: Uint32Array;
  count: number;
};

const DOT = 0x2e;
const HYPHEN = 0x2d;
const SLASH = 0x2f;

export const newTokenBuffer = (): TokenBuffer => ({
  chars: new Uint16Array(MAX_CHARS * 2),
  starts: new Uint32Array(MAX_TOKENS),
  ends: new Uint32Array(MAX_TOKENS),
  kinds: new Uint8Array(MAX_TOKENS),
  marks: new Uint32Array(MAX_TOKENS),
  joints: new Uint32Array(MAX_TOKENS),
  from: new Uint32Array(MAX_TOKENS),
  to: new Uint32Array(MAX_TOKENS),
  count: 0,
});

/** A hyphen or a slash, which may divide a code from its options. */
const isJoint = (atom: number): boolean => atoms.before[atom] === HYPHEN || atoms.before[atom] === SLASH;

const LETTER_C = 0x63;

/** The c of "4C x 2.5": four cores by 2.5 mm². */
const isCores = (atom: number): boolean => isLetter(atom, LETTER_C) && isGlued(atom) && isFactor(atom + 1);

/** The x of "1m2 x100m" and "50mm x 300m": behind a figure and before a measure, or apart from the number that follows. */
function isBetweenSizes(text: string, atom: number, { kinds, count }: TokenBuffer): boolean {
  if (count === 0 || !isFactor(atom)) return false;
  const isBehindFigure = kinds[count - 1] === NUMBER || kinds[count - 1] === QUANTITY;
  return isBehindFigure && (!isGlued(atom + 1) || readMeasure(text, atom + 1) !== undefined);
}

/** "170-220g": the unit belongs to the second number alone, and both are no code. */
function isRange(text: string, first: number): boolean {
  const second = first + 1;
  return (
    isNumber(second) &&
    atoms.before[second] === HYPHEN &&
    Number(textOf(first)) < Number(textOf(second)) &&
    readMeasure(text, second) !== undefined
  );
}

/** Appends tokens to a buffer. Atoms are named by the first and the last of a token. */
type Writer = {
  readonly out: TokenBuffer;
  /** The place of the next character. */
  at: number;
};

function endToken(writer: Writer, kind: TokenKind, start: number, first: number, last: number): void {
  const { out } = writer;
  const index = out.count++;
  out.starts[index] = start;
  out.ends[index] = writer.at;
  out.kinds[index] = kind;
  out.marks[index] = kind === WORD ? markOf(first) : 0;
  out.from[index] = atoms.from[first]!;
  out.to[index] = atoms.to[last]!;
}

function copy(writer: Writer, atom: number): void {
  for (let i = atoms.start[atom]!; i < atoms.end[atom]!; i++) writer.out.chars[writer.at++] = atoms.chars[i]!;
}

/** Writes one atom as it is. @returns the atom after it */
function writeAtom(writer: Writer, kind: TokenKind, atom: number): number {
  const start = writer.at;
  copy(writer, atom);
  endToken(writer, kind, start, atom, atom);
  return atom + 1;
}

/** Writes a text of digits and base letters in place of some atoms. @returns the atom after them */
function writeText(writer: Writer, kind: TokenKind, value: string, first: number, next: number): number {
  const start = writer.at;
  for (let i = 0; i < value.length; i++) writer.out.chars[writer.at++] = value.charCodeAt(i);
  endToken(writer, kind, start, first, next - 1);
  return next;
}

/** Writes a code without its hyphens and strokes. @returns the atom after it */
function writeCode(writer: Writer, first: number, end: number): number {
  const { out } = writer;
  const start = writer.at;
  for (let part = first; part < end; part++) {
    if (part > first && isJoint(part) && writer.at - start < 32) out.joints[out.count]! |= 1 << (writer.at - start);
    if (part === end - 1 && endsInDecimal(first, end)) out.chars[writer.at++] = DOT;
    copy(writer, part);
  }
  endToken(writer, CODE, start, first, end - 1);
  return end;
}

/** Splits a text into tokens. Longer input than 4096 characters is cut. */
export function tokenise(text: string, out: TokenBuffer): void {
  readAtoms(text);
  out.count = 0;
  out.joints.fill(0);
  const writer: Writer = { out, at: 0 };
  let atom = 0;
  while (atom < atoms.count && out.count < MAX_TOKENS - MOST_AT_ONCE && writer.at < MAX_CHARS * 2 - 64) {
    atom = atoms.digits[atom] === 1 ? readFigure(text, atom, writer) : readLetters(text, atom, writer);
  }
}

/** The most tokens that one step writes: the named sides of a thing. */
const MOST_AT_ONCE = 4;

/** Reads the token, or two, that begins with a digit. @returns the atom after it */
function readFigure(text: string, atom: number, writer: Writer): number {
  const stay = readStay(atom);
  let at = atom;
  for (const { text: part, next } of stay) at = writeText(writer, QUANTITY, part, at, next);
  if (at > atom) return at;
  const found = readMeasure(text, atom);
  if (found) return writeText(writer, QUANTITY, found.text, atom, found.next);
  const seals = readSeals(atom);
  if (seals) {
    writeAtom(writer, NUMBER, atom);
    return writeText(writer, CODE, seals.text, seals.first, seals.next);
  }
  const number = readNumber(atom);
  if (isRange(text, atom)) return writeText(writer, NUMBER, number.text, atom, atom + 1);
  const digitsEnd = digitCodeEnd(atom, number.next);
  const end = digitsEnd > atom ? digitsEnd : codeEnd(atom);
  const cores = isCores(number.next);
  if (digitsEnd > atom || (end > number.next && !isFactor(number.next) && !cores)) return writeCode(writer, atom, end);
  const next = writeText(writer, NUMBER, number.text, atom, number.next) + (cores ? 1 : 0);
  return isFactor(next) && (isGlued(next) || cores) ? next + 1 : next;
}

/** Reads the token that begins with a letter, or the sides that do. @returns the atom after it */
function readLetters(text: string, atom: number, writer: Writer): number {
  const isPack = isFactor(atom) && (length(atom + 1) <= 2 || (atom > 0 && isGlued(atom) && isNumber(atom - 1)));
  if (isPack || isBetweenSizes(text, atom, writer.out)) return atom + 1;
  const sides = readNamedSides(text, atom);
  let next = atom;
  for (const side of sides) next = writeText(writer, QUANTITY, side.text, side.first, side.next);
  if (next > atom) return next;
  const size = readNamed(text, atom);
  if (size) return writeText(writer, QUANTITY, size.text, atom, size.next);
  const end = isNominal(atom) ? atom + 2 : codeEnd(atom);
  return end > atom ? writeCode(writer, atom, end) : writeAtom(writer, WORD, atom);
}

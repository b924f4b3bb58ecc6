import {
  atoms,
  isFactor,
  isGlued,
  isLetter,
  isNumber,
  length,
  MAX_CHARS,
  MAX_TOKENS,
  readAtoms,
  textOf,
} from './atoms.ts';
import { readSeals } from './bearings.ts';
import { codeEnd, digitCodeEnd, endsInDecimal, isNominal } from './codes.ts';
import { readMeasure, readNamed, readNumber } from './measures.ts';

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

/** Splits a text into tokens. Longer input than 4096 characters is cut. */
export function tokenise(text: string, out: TokenBuffer): void {
  readAtoms(text);
  out.count = 0;
  out.joints.fill(0);
  let at = 0;
  const push = (kind: TokenKind, start: number, mark: number, first: number, last: number): void => {
    const index = out.count++;
    out.starts[index] = start;
    out.ends[index] = at;
    out.kinds[index] = kind;
    out.marks[index] = mark;
    out.from[index] = atoms.from[first]!;
    out.to[index] = atoms.to[last]!;
  };
  const copy = (atom: number): void => {
    for (let i = atoms.start[atom]!; i < atoms.end[atom]!; i++) out.chars[at++] = atoms.chars[i]!;
  };
  const copyCode = (first: number, end: number): void => {
    const start = at;
    for (let part = first; part < end; part++) {
      if (part > first && isJoint(part) && at - start < 32) out.joints[out.count]! |= 1 << (at - start);
      if (part === end - 1 && endsInDecimal(first, end)) out.chars[at++] = DOT;
      copy(part);
    }
  };
  const write = (value: string): void => {
    for (let i = 0; i < value.length; i++) out.chars[at++] = value.charCodeAt(i);
  };

  let atom = 0;
  while (atom < atoms.count && out.count < MAX_TOKENS - 2 && at < MAX_CHARS * 2 - 64) {
    const start = at;
    if (atoms.digits[atom] === 1) {
      const found = readMeasure(text, atom);
      if (found) {
        write(found.text);
        push(QUANTITY, start, 0, atom, found.next - 1);
        atom = found.next;
        continue;
      }
      const seals = readSeals(atom);
      if (seals) {
        copy(atom);
        push(NUMBER, start, 0, atom, atom);
        const from = at;
        write(seals.text);
        push(CODE, from, 0, seals.first, seals.next - 1);
        atom = seals.next;
        continue;
      }
      const number = readNumber(atom);
      if (isRange(text, atom)) {
        write(number.text);
        push(NUMBER, start, 0, atom, atom);
        atom++;
        continue;
      }
      const digitsEnd = digitCodeEnd(atom, number.next);
      const end = digitsEnd > atom ? digitsEnd : codeEnd(atom);
      const cores = isCores(number.next);
      if (digitsEnd > atom || (end > number.next && !isFactor(number.next) && !cores)) {
        copyCode(atom, end);
        push(CODE, start, 0, atom, end - 1);
        atom = end;
        continue;
      }
      write(number.text);
      push(NUMBER, start, 0, atom, number.next - 1);
      atom = number.next;
      if (cores) atom++;
      if (isFactor(atom) && (isGlued(atom) || cores)) atom++;
      continue;
    }
    const isPack = isFactor(atom) && (length(atom + 1) <= 2 || (atom > 0 && isGlued(atom) && isNumber(atom - 1)));
    if (isPack || isBetweenSizes(text, atom, out)) {
      atom++;
      continue;
    }
    const size = readNamed(text, atom);
    if (size) {
      write(size.text);
      push(QUANTITY, start, 0, atom, size.next - 1);
      atom = size.next;
      continue;
    }
    const end = isNominal(atom) ? atom + 2 : codeEnd(atom);
    if (end > atom) {
      copyCode(atom, end);
      push(CODE, start, 0, atom, end - 1);
      atom = end;
      continue;
    }
    copy(atom);
    push(WORD, start, atoms.mark[atom]!, atom, atom);
    atom++;
  }
}

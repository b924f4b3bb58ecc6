import { foldTables, SEPARATOR, SKIP } from './fold.ts';
import { MEASURE_UNITS, type MeasureUnit } from './measure-units.ts';

/** What a token is; numbers, quantities and codes decide more than words do. */
export const WORD = 0;
export const NUMBER = 1;
export const QUANTITY = 2;
export const CODE = 3;
/** How many are in a carton; made from other tokens after reading, never read as such. */
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
  /** Where the token stands in the text: from[i]…to[i]. */
  from: Uint32Array;
  to: Uint32Array;
  count: number;
};

const MAX_CHARS = 4096;
const MAX_TOKENS = 512;
const DOT = 0x2e;
const COMMA = 0x2c;
const LETTER_X = 0x78;

export const newTokenBuffer = (): TokenBuffer => ({
  chars: new Uint16Array(MAX_CHARS * 2),
  starts: new Uint32Array(MAX_TOKENS),
  ends: new Uint32Array(MAX_TOKENS),
  kinds: new Uint8Array(MAX_TOKENS),
  marks: new Uint32Array(MAX_TOKENS),
  from: new Uint32Array(MAX_TOKENS),
  to: new Uint32Array(MAX_TOKENS),
  count: 0,
});

/** Runs of only letters or only digits, with the separator before each (0 = glued to the run before, 32 = space). */
const atoms = {
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

function readAtoms(text: string): void {
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
    if (!open || atoms.digits[count - 1] !== digit) {
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

/** Tones and shapes hash apart, each in order of appearance, so that where the tone is written does not matter. */
function addMark(atom: number, marks: number): void {
  const old = atoms.mark[atom]!;
  let tones = old & 0xfff;
  let shapes = old >>> 12;
  const tone = marks & 7;
  const shape = marks >>> 3;
  if (tone !== 0) tones = (tones * 6 + tone) & 0xfff;
  if (shape !== 0) shapes = (shapes * 5 + shape) & 0xfffff;
  atoms.mark[atom] = ((shapes << 12) | tones) >>> 0;
}

const length = (atom: number): number => atoms.end[atom]! - atoms.start[atom]!;

function unitOf(atom: number): MeasureUnit | undefined {
  if (atom >= atoms.count || atoms.digits[atom] === 1 || length(atom) > 6) return undefined;
  let word = '';
  for (let i = atoms.start[atom]!; i < atoms.end[atom]!; i++) word += String.fromCharCode(atoms.chars[i]!);
  return MEASURE_UNITS.get(word);
}

/** The run of atoms joined by dots or commas that writes one number, as {end atom, decimal text}. */
function readNumber(first: number): { next: number; text: string } {
  let digits = digitsOf(first);
  let next = first + 1;
  let decimals = '';
  while (next < atoms.count && atoms.digits[next] === 1) {
    const separator = atoms.before[next]!;
    if ((separator !== DOT && separator !== COMMA) || decimals !== '') break;
    const part = digitsOf(next);
    const grouped = part.length === 3 && digits.length <= 3 && digits !== '0';
    if (grouped || (part.length === 3 && digits.length > 3 && (digits.length % 3 === 0 || next > first + 1))) {
      digits += part;
    } else if (part.length <= 4) {
      decimals = part.replace(/0+$/, '');
    } else break;
    next++;
  }
  const whole = digits.replace(/^0+(?=\d)/, '');
  return { next, text: decimals === '' ? whole : `${whole}.${decimals}` };
}

function digitsOf(atom: number): string {
  let text = '';
  for (let i = atoms.start[atom]!; i < atoms.end[atom]!; i++) text += String.fromCharCode(atoms.chars[i]!);
  return text;
}

/** True for the separators that may stand inside a model code (VH-120X, SG/3). */
const joins = (separator: number): boolean =>
  separator === 0 || separator === 0x2d || separator === 0x2f || separator === DOT || separator === 0x5f;

/** Last atom + 1 of the model code starting at `first`, or `first` when there is none. */
function codeEnd(first: number): number {
  let next = first;
  let letters = 0;
  let digits = 0;
  let total = 0;
  while (next < atoms.count) {
    if (next > first && !joins(atoms.before[next]!)) break;
    const size = length(next);
    if (atoms.digits[next] === 0) {
      if (size > 4) break;
      letters++;
      if (next > first && atoms.digits[next - 1] === 1 && size > 1 && unitOf(next)) {
        // "VH-500ml": the number and its unit are a size, not part of the code
        next--;
        digits--;
        break;
      }
    } else digits++;
    total += size;
    next++;
  }
  if (next < atoms.count && next > first && atoms.before[next] === 0 && length(next) > 4) return first;
  return letters > 0 && digits > 0 && next - first >= 2 && total >= 2 && total <= 24 ? next : first;
}

/** Splits a text into tokens. Longer input than 4096 characters is cut. */
export function tokenise(text: string, out: TokenBuffer): void {
  readAtoms(text);
  out.count = 0;
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
  const write = (value: string): void => {
    for (let i = 0; i < value.length; i++) out.chars[at++] = value.charCodeAt(i);
  };

  let atom = 0;
  while (atom < atoms.count && out.count < MAX_TOKENS - 2 && at < MAX_CHARS * 2 - 64) {
    const start = at;
    if (atoms.digits[atom] === 1) {
      const number = readNumber(atom);
      const unit = number.next < atoms.count && quantityUnit(number.next);
      if (unit) {
        write(baseText(number.text, unit.scale) + unit.base);
        push(QUANTITY, start, 0, atom, number.next);
        atom = number.next + 1;
        continue;
      }
      const end = codeEnd(atom);
      if (end > number.next && !isFactor(number.next)) {
        for (let part = atom; part < end; part++) copy(part);
        push(CODE, start, 0, atom, end - 1);
        atom = end;
        continue;
      }
      write(number.text);
      push(NUMBER, start, 0, atom, number.next - 1);
      atom = number.next;
      if (isFactor(atom) && atoms.before[atom] === 0) atom++;
      continue;
    }
    if (isTimes(atom) && atom + 1 < atoms.count && atoms.digits[atom + 1] === 1 && length(atom + 1) <= 2) {
      atom++;
      continue;
    }
    const end = codeEnd(atom);
    if (end > atom) {
      for (let part = atom; part < end; part++) copy(part);
      push(CODE, start, 0, atom, end - 1);
      atom = end;
      continue;
    }
    copy(atom);
    push(WORD, start, atoms.mark[atom]!, atom, atom);
    atom++;
  }
}

const isTimes = (atom: number): boolean =>
  atom < atoms.count && length(atom) === 1 && atoms.chars[atoms.start[atom]!] === LETTER_X;

/** The x of "24x180ml": a number follows. The X of "120X" belongs to a code. */
const isFactor = (atom: number): boolean => isTimes(atom) && atom + 1 < atoms.count && atoms.digits[atom + 1] === 1;

function quantityUnit(atom: number): MeasureUnit | undefined {
  const separator = atoms.before[atom]!;
  const hyphen = separator === 0x2d && length(atom) > 1;
  if (separator !== 0 && separator !== 32 && !hyphen) return undefined;
  const unit = unitOf(atom);
  if (!unit || (unit.glued && separator !== 0)) return undefined;
  const glued = atom + 1 < atoms.count && atoms.before[atom + 1] === 0;
  return glued && !isTimes(atom + 1) ? undefined : unit;
}

function baseText(decimal: string, scale: number): string {
  const value = Number(decimal) * scale;
  return String(Math.round(value * 1000) / 1000);
}

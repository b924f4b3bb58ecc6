import { atoms, isFactor, isGlued, isLetter, isNumber, length, textOf } from './atoms.ts';
import { unitOf } from './measures.ts';

const SPACE = 32;
const DOT = 0x2e;
const COMMA = 0x2c;
const SLASH = 0x2f;
const HYPHEN = 0x2d;
const ZERO = 0x30;
const LETTER_W = 0x77;

/** True for the separators that may be inside a model code (VH-120X, SG/3). */
const joins = (separator: number): boolean =>
  separator === 0 || separator === HYPHEN || separator === SLASH || separator === DOT || separator === 0x5f;

/** Last atom + 1 of the model code starting at `first`, or `first` when there is none. */
export function codeEnd(first: number): number {
  let next = first;
  let letters = 0;
  let digits = 0;
  let total = 0;
  while (next < atoms.count) {
    if (next > first && !joins(atoms.before[next]!) && !isDecimalOfCode(first, next)) break;
    // "M16x80", "V30x30x3": a size by a size.
    if (digits > 0 && isFactor(next) && isGlued(next) && isGlued(next + 1) && isNumber(next - 1)) break;
    const size = length(next);
    if (atoms.digits[next] === 0) {
      if (size > 4 && !isSeries(next)) break;
      letters++;
      if (next > first && atoms.digits[next - 1] === 1 && isUnitInCode(next)) {
        // "VH-500ml", "A60/9W": the number and its unit are a size, not part of the code
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

/** A unit behind the number of a code; the "in" of "2in1" is none. */
function isUnitInCode(atom: number): boolean {
  const unit = length(atom) > 1 || isApart(atom) ? unitOf(atom) : undefined;
  return unit !== undefined && !(unit.glued && isGlued(atom + 1));
}

/** The w of "/9W", at the end of a word; another letter may be that of a house, "12/5L". */
const isApart = (unit: number): boolean =>
  isLetter(unit, LETTER_W) && atoms.before[unit - 1] === SLASH && !isGlued(unit + 1);

/** The 5 of "CV-2,5" and "CV2,5"; the commas of "B1,2" and "VH-1,2,3" divide a list. */
const isDecimalOfCode = (first: number, atom: number): boolean =>
  atoms.before[atom] === COMMA &&
  endsInDecimal(first, atom + 1) &&
  (atoms.before[atom - 1] === HYPHEN || length(atom - 2) > 1) &&
  !(isNumber(atom + 1) && atoms.before[atom + 1] === COMMA);

/** "CV-1.5", "CV-2,5": the number keeps its point, lest it be taken for 15. In "KS.05.12" the points only divide. */
export const endsInDecimal = (first: number, end: number): boolean =>
  end - first >= 3 &&
  (atoms.before[end - 1] === DOT || atoms.before[end - 1] === COMMA) &&
  isNumber(end - 1) &&
  length(end - 1) <= 2 &&
  isNumber(end - 2) &&
  length(end - 2) <= 3 &&
  (isGlued(end - 2) || atoms.before[end - 2] === HYPHEN);

/** Five or six consonants before a number: "HDRCX12" is a model as "HDR-CX12" is. */
const isSeries = (atom: number): boolean =>
  length(atom) <= 6 &&
  isNumber(atom + 1) &&
  isGlued(atom + 1) &&
  length(atom + 1) > 1 &&
  !/[aeiouy]/.test(textOf(atom));

/** Longer whole numbers are no amounts: "1234567890", "0040107". */
const LONG_NUMBER = 7;
const LONG_WITH_ZERO = 5;

/**
 * Last atom + 1 of a code of figures alone, or `first` when there is none: "123-45678-90", which elsewhere is
 * "1234567890"; with all its zeros. Years, days and ranges are none.
 *
 * @param numberEnd where the number ends that begins here
 */
export function digitCodeEnd(first: number, numberEnd: number): number {
  let next = first;
  let total = 0;
  while (isNumber(next) && (next === first || atoms.before[next] === HYPHEN)) total += length(next++);
  if (numberEnd > next || (next < atoms.count && isGlued(next))) return first;
  const groups = next - first;
  const zero = atoms.chars[atoms.start[first]!] === ZERO;
  if (groups === 1) return total >= LONG_NUMBER || (zero && total >= LONG_WITH_ZERO) ? next : first;
  if (total < LONG_NUMBER || (groups === 2 && !zero && length(first) === length(first + 1))) return first;
  return isDay(first, groups) ? first : next;
}

/** "2012-05-17", "17-05-2012". */
function isDay(first: number, groups: number): boolean {
  const sizes = Array.from({ length: groups }, (_, k) => length(first + k)).sort((a, b) => a - b);
  return groups === 3 && sizes[1]! <= 2 && sizes[2] === 4;
}

/** "DN 15", "DN15": the nominal width of a pipe, as one token. */
export function isNominal(atom: number): boolean {
  if (length(atom) !== 2 || !isNumber(atom + 1) || length(atom + 1) > 3 || textOf(atom) !== 'dn') return false;
  const separator = atoms.before[atom + 1]!;
  return separator === SPACE || separator === DOT || separator === 0;
}

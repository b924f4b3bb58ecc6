import {
  atoms,
  isFactor,
  isGlued,
  isLetter,
  isNumber,
  isSide,
  isSideLetter,
  isTimes,
  length,
  marksOf,
  textOf,
} from './atoms.ts';
import { MEASURE_UNITS, type MeasureUnit, NAME_UNITS } from './measure-units.ts';

const SPACE = 32;
const DOT = 0x2e;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const LETTER_C = 0x63;
const LETTER_D = 0x64;
const LETTER_F = 0x66;
const LETTER_M = 0x6d;
const LETTER_N = 0x6e;
const LETTER_P = 0x70;
const LETTER_T = 0x74;
const LETTER_Y = 0x79;

/** A number with its unit, in base units ("1500ml"), and the atom after it. */
export type Measure = { readonly text: string; readonly base: string; readonly next: number };

export function unitOf(atom: number): MeasureUnit | undefined {
  if (atom >= atoms.count || atoms.digits[atom] === 1 || length(atom) > 6) return undefined;
  const word = textOf(atom);
  return MEASURE_UNITS.get(word) ?? NAME_UNITS.get(word);
}

/** The run of atoms joined by dots or commas that writes one number, as {end atom, decimal text}. */
export function readNumber(first: number): { next: number; text: string } {
  let digits = textOf(first);
  let next = first + 1;
  let decimals = '';
  while (isNumber(next)) {
    const separator = atoms.before[next]!;
    if ((separator !== DOT && separator !== COMMA) || decimals !== '') break;
    const part = textOf(next);
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

/** The measure that begins at a number: "1,5 lít", "1/2 inch", `27"`, "1m2" (1.2 m), "2.5mm2"; undefined without one. */
export function readMeasure(text: string, first: number): Measure | undefined {
  const fraction = readFraction(first);
  const number = fraction ?? readNumber(first);
  if (text[atoms.to[number.next - 1]!] === '"' && !insideQuotes(text, atoms.from[first]!)) {
    return measure(number.text, 1, 'inch', number.next);
  }
  const centimetres = fraction ? undefined : readPhan(number);
  if (centimetres) return centimetres;
  if (isAmount(number)) return measure(number.text, 1, 'vnd', number.next + 1);
  const unit = unitAfter(number);
  if (!unit || (fraction && unit.base !== 'inch')) return undefined;
  const after = number.next + 1;
  // Paper: "70 g/m2", "70gsm".
  if (unit.base === 'g' && unit.scale === 1 && atoms.before[after] === SLASH && isLetter(after, LETTER_M)) {
    if (isNumber(after + 1) && isGlued(after + 1)) return measure(number.text, 1, 'gsm', after + 2);
  }
  const tenths = isThickness(number, unit) ? tenthsAfter(after) : '';
  if (tenths) return measure(`${number.text}.${tenths}`, unit.scale, unit.base, after + 1);
  if (!isGlued(after))
    return unit.glued && !isGlued(number.next) ? undefined : measure(number.text, unit.scale, unit.base, after);
  if (isTimes(after)) return measure(number.text, unit.scale, unit.base, after);
  return unit.base === 'mm' ? lengthAndMore(number, unit, after) : undefined;
}

/** "4p8" or "4f8", said "bốn phân tám": 4.8 cm, as tape and pipes are sold. */
function readPhan({ next, text }: { next: number; text: string }): Measure | undefined {
  const after = next + 1;
  const isPhan = isLetter(next, LETTER_P) || isLetter(next, LETTER_F);
  if (!isPhan || !isGlued(next) || !isGlued(after) || !isNumber(after)) return undefined;
  if (length(after) > 1 || isGlued(after + 1) || Number(text) > THICKEST) return undefined;
  return measure(`${text}.${textOf(after)}`, 10, 'mm', after + 1);
}

/** "25.000đ": the worth of a card, a meal or a gift. */
const isAmount = ({ next, text }: { next: number; text: string }): boolean =>
  isLetter(next, LETTER_D) && atoms.mark[next] === marksOf('đ') && isGlued(next) && Number(text) >= LEAST_AMOUNT;

const LEAST_AMOUNT = 1000;

/** Apart from its tenths only thin steel is said so: "2 ly 3" is 2.3 mm. */
const THIN = 5;

/** "2 ly 3", "12ly7" and, in tenths of it, "4 dem5": a whole number in a unit of thickness, behind which its tenths may follow. */
const isThickness = ({ next, text }: { next: number; text: string }, { spoken, scale }: MeasureUnit): boolean =>
  spoken === true && scale <= 1 && /^\d+$/.test(text) && Number(text) <= (isGlued(next + 1) ? THICKEST : THIN);

/** Of "5 ly 2 lớp" the figure counts something else. */
const COUNTED = new Set(['lop', 'mat', 'canh', 'chan', 'cai', 'tam', 'mau', 'lo', 'ngan', 'tang', 'nuoc', 'x']);

function tenthsAfter(after: number): string {
  if (!isNumber(after) || length(after) > 1 || isGlued(after + 1)) return '';
  const isApart = atoms.before[after] === SPACE || isGlued(after);
  const goesOn =
    after + 1 < atoms.count &&
    (isNumber(after + 1) ? atoms.before[after + 1] !== SPACE : COUNTED.has(textOf(after + 1)));
  return isApart && !goesOn ? textOf(after) : '';
}

/** "1m2" is a metre twenty, "20m2" and "2.5mm2" are areas, "1m3" is a volume. */
function lengthAndMore(number: { next: number; text: string }, unit: MeasureUnit, after: number): Measure | undefined {
  if (!isNumber(after) || (isGlued(after + 1) && !isTimes(after + 1))) return undefined;
  const figure = textOf(after);
  const metres = isLetter(number.next, LETTER_M) && isGlued(number.next) && number.text.length === 1;
  if (figure === '3') return measure(number.text, unit.scale ** 3 / 1000, 'ml', after + 1);
  if (metres && figure.length <= 2) return measure(`${number.text}.${figure}`, unit.scale, unit.base, after + 1);
  return figure === '2' ? measure(number.text, unit.scale ** 2, 'sq', after + 1) : undefined;
}

const measure = (decimal: string, scale: number, base: string, next: number): Measure => ({
  text: String(Number((Number(decimal) * scale).toPrecision(9))) + base,
  base,
  next,
});

/** The T of "3.25T", behind a whole number of which it may count sheets or a pack, and "tấn". */
const TONNE: MeasureUnit = { base: 'g', scale: 1e6 };

/** "2 tấn", and "2 TAN" of so few with no word behind it; not the "Tân" of a name. */
function isSpokenTonne(atom: number, number: string): boolean {
  if (atoms.digits[atom] === 1 || length(atom) !== 3 || textOf(atom) !== 'tan') return false;
  const mark = atoms.mark[atom]!;
  if (mark === marksOf('ấ')) return true;
  const next = atom + 1;
  const isLast = next >= atoms.count || atoms.digits[next] === 1 || atoms.before[next] !== SPACE;
  return mark === 0 && isLast && Number(number) <= FEW_TONNES;
}

const FEW_TONNES = 50;

/** Units that need their marks: of a term («1 năm» is «12 tháng»), and cubic metres as they are said. */
const MARKED: ReadonlyMap<string, { readonly mark: number; readonly unit: MeasureUnit }> = new Map([
  ['nam', { mark: marksOf('ă'), unit: { base: 'month', scale: 12 } }],
  ['thang', { mark: marksOf('á'), unit: { base: 'month', scale: 1 } }],
  ['ngay', { mark: marksOf('à'), unit: { base: 'day', scale: 1 } }],
  ['dem', { mark: marksOf('đê'), unit: { base: 'night', scale: 1 } }],
  ['khoi', { mark: marksOf('ố'), unit: { base: 'ml', scale: 1e6 } }],
]);

/** The days and the nights of "3N2Đ", two measures; none for anything else. */
export function readStay(atom: number): readonly Measure[] {
  const isWritten = isLetter(atom + 1, LETTER_N) && isNumber(atom + 2) && isLetter(atom + 3, LETTER_D);
  const isOne = isWritten && [1, 2, 3].every((k) => isGlued(atom + k)) && !isGlued(atom + 4);
  if (!isOne || atoms.mark[atom + 3] !== marksOf('đ')) return [];
  return [measure(textOf(atom), 1, 'day', atom + 2), measure(textOf(atom + 2), 1, 'night', atom + 4)];
}

/** Such a unit behind its number; without marks "nam" is more often the south, men or a name, "thang" a ladder and "khoi" a beginning. */
function markedUnit(atom: number, number: string): MeasureUnit | undefined {
  const found = atoms.digits[atom] === 0 && length(atom) <= 5 ? MARKED.get(textOf(atom)) : undefined;
  return found && atoms.mark[atom] === found.mark && Number(number) <= MOST_MARKED ? found.unit : undefined;
}

/** Of more than so many years or months the number is a year. */
const MOST_MARKED = 120;

/** The yellow of "952Y" and "003Y", which is ink; of "100Y" the Y are yards. */
const isYellow = (number: number, unit: number): boolean =>
  isLetter(unit, LETTER_Y) && (textOf(number).startsWith('0') || Number(textOf(number)) > LONGEST_ROLL);

const LONGEST_ROLL = 200;

/** Spoken thickness ("12 ly") is thin: "24 ly" are cups. */
const THICKEST = 20;

function unitAfter({ next, text }: { next: number; text: string }): MeasureUnit | undefined {
  if (next >= atoms.count) return undefined;
  const separator = atoms.before[next]!;
  const hyphen = separator === HYPHEN && length(next) > 1;
  if (separator !== 0 && separator !== SPACE && !hyphen) return undefined;
  // "3 L=6m": the L begins the next measure.
  if (next + 1 < atoms.count && atoms.before[next + 1] === EQUALS) return undefined;
  const isTonne = isSpokenTonne(next, text) || (isLetter(next, LETTER_T) && separator === 0 && text.includes('.'));
  if (isYellow(next - 1, next)) return undefined;
  const unit = isTonne ? TONNE : (markedUnit(next, text) ?? unitOf(next));
  if (unit?.spoken && separator !== 0 && Number(text) > THICKEST) return undefined;
  return unit;
}

/** "1/2" of an inch. */
function readFraction(first: number): { next: number; text: string } | undefined {
  const under = first + 1;
  if (!isNumber(under) || atoms.before[under] !== SLASH || length(first) > 2 || length(under) > 2) return undefined;
  const share = Number(textOf(first)) / Number(textOf(under));
  return share > 0 && share < 1 ? { next: under + 1, text: String(Math.round(share * 1000) / 1000) } : undefined;
}

function insideQuotes(text: string, end: number): boolean {
  let inside = false;
  for (let i = text.indexOf('"'); i >= 0 && i < end; i = text.indexOf('"', i + 1)) inside = !inside;
  return inside;
}

/** Ø, Φ and their look-alikes. */
const DIAMETER_SIGNS = new Set([0xd8, 0xf8, 0x3a6, 0x3c6, 0x3d5, 0x424, 0x444]);

/** True when a mark of diameter precedes a number: "Ø27", "Φ 27", "phi 27", "fi27". */
function isDiameter(text: string, atom: number): boolean {
  if (!isNumber(atom + 1) || atoms.before[atom] === HYPHEN) return false;
  const separator = atoms.before[atom + 1]!;
  if (separator !== 0 && separator !== SPACE && separator !== DOT) return false;
  if (length(atom) === 1) return DIAMETER_SIGNS.has(text.charCodeAt(atoms.from[atom]!));
  const word = textOf(atom);
  return word === 'phi' || word === 'fi';
}

/** A diameter is in millimetres unless it says otherwise; undefined where the number is part of something else. */
function readDiameter(text: string, first: number): Measure | undefined {
  const found = readMeasure(text, first);
  if (found) return found;
  const number = readNumber(first);
  if (number.next < atoms.count && atoms.digits[number.next] === 0 && isGlued(number.next) && !isFactor(number.next)) {
    return undefined;
  }
  return isNumber(number.next) && atoms.before[number.next] === SLASH
    ? undefined
    : measure(number.text, 1, 'mm', number.next);
}

/** The measure after a letter that only names the measured side, "L=6m", "H2m", "K1m6", "D110mm": an accountant knows it without. */
function readSide(text: string, atom: number): Measure | undefined {
  // A C by itself is of a grade or a section: "C200".
  if (!isNumber(atom + 1) || !isSideLetter(atom) || isLetter(atom, LETTER_C)) return undefined;
  if (!isGlued(atom + 1) && atoms.before[atom + 1] !== EQUALS) return undefined;
  const found = readMeasure(text, atom + 1);
  return found?.base === 'mm' ? found : undefined;
}

/** A side of several: the atom of its letter, its figure with what it is ("200=w", "5000g"), and the atom after it. */
export type NamedSide = { readonly first: number; readonly text: string; readonly next: number };

/** The sides by the letters of two languages; depth and the Vietnamese length have one. */
const SIDES: Readonly<Record<string, string>> = { w: 'w', r: 'w', k: 'w', h: 'h', c: 'h', l: 'l', d: 'd' };

const NONE: readonly NamedSide[] = [];
const MOST_SIDES = 4;

/** The sides of "W200xH100" and "L1200 x W600 x H750mm", two at least, each named by its letter; none otherwise. */
export function readNamedSides(text: string, atom: number): readonly NamedSide[] {
  if (!isSide(atom)) return NONE;
  const sides: NamedSide[] = [];
  for (let at = atom; sides.length < MOST_SIDES && at < atoms.count && isSide(at); ) {
    const found = readMeasure(text, at + 1) ?? { ...readNumber(at + 1), base: '' };
    sides.push({ first: at, text: sideText(found, textOf(at)), next: found.next });
    if (!isTimes(found.next)) break;
    at = found.next + 1;
  }
  return sides.length > 1 ? sides : NONE;
}

/** "200=w" of a length, in millimetres where it has a unit, and its letter; anything else as it is. */
function sideText({ text, base }: Pick<Measure, 'text' | 'base'>, letter: string): string {
  const figure = base === 'mm' ? text.slice(0, -base.length) : text;
  return base === '' || base === 'mm' ? `${figure}=${SIDES[letter]}` : text;
}

/** Voltages of the trade; "AC30" and "DC2" are models. */
export const VOLTAGES: ReadonlySet<string> = new Set(['12', '24', '36', '48', '110', '220', '230', '240', '380']);

/** The voltage behind "DC" or "AC": "DC24V", "AC220/240", "DC 24". */
function readVoltage(atom: number): Measure | undefined {
  const word = length(atom) === 2 ? textOf(atom) : '';
  if ((word !== 'dc' && word !== 'ac') || !isNumber(atom + 1) || !VOLTAGES.has(textOf(atom + 1))) return undefined;
  if (!isGlued(atom + 1) && atoms.before[atom + 1] !== SPACE) return undefined;
  const unit = isGlued(atom + 2) && unitOf(atom + 2)?.base === 'v';
  if (!unit && isGlued(atom + 2)) return undefined;
  return measure(textOf(atom + 1), 1, 'v', unit ? atom + 3 : atom + 2);
}

/** A measure that letters before its number name: a diameter, a side, a voltage. */
export const readNamed = (text: string, atom: number): Measure | undefined =>
  isDiameter(text, atom) ? readDiameter(text, atom + 1) : (readSide(text, atom) ?? readVoltage(atom));

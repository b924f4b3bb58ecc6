import { CODE, NUMBER, QUANTITY, WORD } from '../../text/tokenise.ts';
import {
  isCable,
  isConverted,
  isCopperTube,
  isFineness,
  isLight,
  isPipe,
  isPower,
  isScreen,
  isStorage,
} from './equivalents.ts';
import {
  bareNumber,
  baseOf,
  carats,
  centimetres,
  figureOf,
  isDiameterCode,
  isNamedSide,
  nominalWidth,
  numberAfter,
  read,
  readFigure,
  resistance,
  serialNumber,
  size,
  thousands,
  tonnes,
  wornSize,
} from './figure-tokens.ts';
import { findToken, isPartOf, type Vocabulary } from './vocabulary.ts';

/** The sizes of the units of a base unit: "1.4 ly" beside a bare 1.4, "20cm" beside a bare 20. */
const SCALES: Readonly<Record<string, readonly number[]>> = {
  mm: [1, 10, 1000],
  ml: [1, 1000],
  g: [1, 1000, 0.001, 1e6],
  mb: [1000, 1e6],
  hz: [1, 1e6, 1e9],
  w: [1, 1000],
  va: [1, 1000],
  mah: [1, 1000],
  month: [1, 12],
  vnd: [1, 1000],
};
const ONLY_BASE: readonly number[] = [1];

/** A measure and its bare number in the base unit; in another unit; a diameter by its letter; a year and its end. */
const [IN_BASE, IN_OTHER, DIAMETER, BARE_DIAMETER, YEAR, ROMAN] = [0.95, 0.92, 0.95, 0.92, 0.92, 0.95];
/** "DN15" and "phi 21" or "K80" and 80 mm, "1HP" and "0,75kW", "sz38" and a bare 38 or "TL-027" and 027, "3000K" and yellow. */
const [NOMINAL, POWER, TOLD, LIGHT] = [0.92, 0.92, 0.95, 0.92];
/** "phi 42" and 42.7 mm, "1m2" and 1219, "1L" and 997 ml: sellers leave the last figures out. */
export const ROUNDED = 0.88;
/** "TN-2385" and 2385: sellers leave the letters of a series out, and others are of another series. */
const BARE = 0.85;

/** The dimensions of which sellers name a round figure. */
const SPOKEN: ReadonlySet<string> = new Set(['mm', 'ml', 'g']);

/** The most by which a figure of two digits and more is above the one that is said for it, and one of a single digit. */
const [OVER, OVER_ONE] = [0.017, 0.005];

/** True when one of two figures is the other without its last digits, or rounded to fewer. */
function isRounded(a: number, b: number): boolean {
  const apart = Math.abs(a - b) / Math.max(a, b);
  if (!(apart <= OVER) || a === b) return false;
  const [digitsA, digitsB] = [significant(a), significant(b)];
  const [round, exact, digits] = digitsA < digitsB ? [a, b, digitsA] : [b, a, digitsB];
  if (digitsA === digitsB || (digits === 1 && apart > OVER_ONE)) return false;
  const step = 10 ** (Math.ceil(Math.log10(exact)) - digits);
  return near(round, Math.round(exact / step) * step) || near(round, Math.floor(exact / step) * step);
}

/** True when one of two lengths is said for the other. */
const isSaidFor = (a: number, b: number): boolean => isRounded(a, b) || isCopperTube(a, b);

/** True when so many spoken millimetres are this width: tape of "5F" is 48 mm. */
const isTape = (spoken: number, width: number): boolean => spoken >= width && spoken - width <= TAPE * spoken;

const TAPE = 0.04;

/** The number of significant digits of a figure. */
const significant = (value: number): number => {
  const digits = value.toPrecision(9).replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length;
};

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.abs(a);

/** The similarity of two tokens that are not both words, where they write one figure in two ways; 0 otherwise. */
export function figureSimilarity(words: Vocabulary, a: number, b: number, goods: boolean): number {
  const [kindA, kindB] = [words.kind[a]!, words.kind[b]!];
  if (kindB === QUANTITY && kindA !== QUANTITY) return figureSimilarity(words, b, a, goods);
  if (kindA === QUANTITY) {
    readFigure(words, a);
    const [value, end] = [read.value, read.end];
    if (kindB === NUMBER) {
      readFigure(words, b);
      if (near(value, read.value)) return IN_BASE;
      const unit = baseOf(words, a, end);
      if (goods && unit === 'mm' && isSaidFor(value, read.value)) return ROUNDED;
      const scales = SCALES[unit] ?? ONLY_BASE;
      return scales.some((scale) => near(value, read.value * scale)) ? IN_OTHER : 0;
    }
    const base = baseOf(words, a, end);
    if (kindB === QUANTITY) {
      if (!goods) return 0;
      if (isNamedSide(words, a)) return sideSimilarity(words, a, b);
      if (isNamedSide(words, b)) return sideSimilarity(words, b, a);
      readFigure(words, b);
      const said = base === 'mm' ? isSaidFor(value, read.value) : isRounded(value, read.value);
      if (said && SPOKEN.has(base) && base === baseOf(words, b, read.end)) return ROUNDED;
      return Math.max(quantitySimilarity(words, a, b), quantitySimilarity(words, b, a));
    }
    const nominal = goods ? nominalWidth(words, b) : 0;
    if (nominal > 0) return (base === 'mm' || base === 'inch') && isPipe(nominal, value, base) ? NOMINAL : 0;
    if (goods && base === 'mm' && near(value, numberAfter(words, b, 'k'))) return NOMINAL;
    if (goods && base === 'g' && near(value, tonnes(words, b) * GRAMS)) return IN_OTHER;
    if (goods && base === 'vnd' && near(value, thousands(words, b))) return IN_OTHER;
    if (goods && base === 'ohm' && near(value, resistance(words, b))) return IN_OTHER;
    const spoken = goods && base === 'mm' ? 10 * centimetres(words, b) : 0;
    if (spoken > 0) return isTape(spoken, value) ? ROUNDED : 0;
    if (!isDiameterCode(words, b) || base !== 'mm') return 0;
    readFigure(words, b, 1);
    return near(value, read.value) ? DIAMETER : 0;
  }
  if (kindB === CODE && kindA !== CODE) return figureSimilarity(words, b, a, goods);
  if (kindA === CODE && goods) {
    if (kindB === WORD)
      return isLight(baseOf(words, b, words.start[b]!), baseOf(words, a, words.start[a]!)) ? LIGHT : 0;
    const told = kindB === NUMBER ? wornSize(words, a) || serialNumber(words, a) : 0;
    if (told > 0) {
      readFigure(words, b);
      return near(told, read.value) ? TOLD : 0;
    }
    // Of gold and of gifts; "10K" and 417 may be of anything else.
    if (kindB === NUMBER && isFineness(carats(words, a), figureOf(words, b))) return ROUNDED;
    if (kindB === NUMBER && near(thousands(words, a), figureOf(words, b))) return ROUNDED;
    if (kindB === NUMBER && !isDiameterCode(words, a)) return isBareNumberOf(words, a, b) ? BARE : 0;
    const [nominalA, nominalB] = [nominalWidth(words, a), kindB === CODE ? nominalWidth(words, b) : 0];
    if (nominalA > 0 && kindB === CODE && isDiameterCode(words, b)) return pipeSimilarity(words, nominalA, b);
    if (nominalB > 0 && isDiameterCode(words, a)) return pipeSimilarity(words, nominalB, a);
    if (isAngle(words, a, b) || isAngle(words, b, a)) return IN_OTHER;
  }
  if (kindA === CODE && isDiameterCode(words, a)) {
    readFigure(words, a, 1);
    const { value } = read;
    if (kindB === NUMBER) readFigure(words, b);
    else if (isDiameterCode(words, b)) readFigure(words, b, 1);
    else return 0;
    return near(value, read.value) ? (kindB === NUMBER ? BARE_DIAMETER : DIAMETER) : 0;
  }
  if (kindA === NUMBER && kindB === NUMBER) {
    if (!goods) return 0;
    if (isCopperTube(figureOf(words, a), figureOf(words, b))) return ROUNDED;
    return areFineness(words, a, b) ? ROUNDED : yearSimilarity(words, a, b);
  }
  if (kindA === WORD && kindB === NUMBER) return romanSimilarity(words, a, b, goods);
  return kindB === WORD && kindA === NUMBER ? romanSimilarity(words, b, a, goods) : 0;
}

/** A named side beside a length or another side; D is the depth and, in Vietnamese, the length. */
function sideSimilarity(words: Vocabulary, side: number, other: number): number {
  readFigure(words, side);
  const { value, end } = read;
  readFigure(words, other);
  const base = baseOf(words, other, read.end);
  if (base === 'mm' && near(value, read.value)) return IN_BASE;
  if (base === 'mm') return [10, 1000].some((scale) => near(value * scale, read.value)) ? IN_OTHER : 0;
  if (!isNamedSide(words, other) || !near(value, read.value)) return 0;
  return base === DEPTH || baseOf(words, side, end) === DEPTH ? ROUNDED : 0;
}

const DEPTH = '=d';

/** "9999" and "999.9" of gold. */
const areFineness = (words: Vocabulary, a: number, b: number): boolean =>
  size(words, a) !== size(words, b) && isFineness(PURE, figureOf(words, a)) && isFineness(PURE, figureOf(words, b));

/** "V50" and "L50": an angle of steel by its shape. */
const isAngle = (words: Vocabulary, a: number, b: number): boolean =>
  numberAfter(words, a, 'v') > 0 && near(numberAfter(words, a, 'v'), numberAfter(words, b, 'l'));

/** The carats of gold without an alloy. */
const PURE = 24;

const [GRAMS, MILLION] = [1e6, 1e6];

/** The shortest number that is known as a part of a code by itself. */
const LEAST_PART = 3;

function isBareNumberOf(words: Vocabulary, code: number, number: number): boolean {
  const value = bareNumber(words, code);
  readFigure(words, number);
  if (value > 0 && near(value, read.value)) return true;
  return size(words, number) >= LEAST_PART && isPartOf(words, number, code);
}

function pipeSimilarity(words: Vocabulary, nominal: number, diameter: number): number {
  readFigure(words, diameter, 1);
  return isPipe(nominal, read.value, 'mm') ? NOMINAL : 0;
}

/** Horsepower beside watts or BTU, ounces beside millilitres, a bare G beside storage, a screen's spoken size beside its own, a cable's millimetres. */
function quantitySimilarity(words: Vocabulary, a: number, b: number): number {
  readFigure(words, a);
  const { value, end } = read;
  const base = baseOf(words, a, end);
  readFigure(words, b);
  const other = baseOf(words, b, read.end);
  if (isConverted(value, base, read.value, other)) return ROUNDED;
  // "1tr" is read as a page.
  if (base === 'page') return other === 'vnd' && near(value * MILLION, read.value) ? IN_OTHER : 0;
  if (base !== 'hp' && base !== 'g' && base !== 'inch' && base !== 'mm') return 0;
  if (base === 'mm') return other === 'sq' && isCable(value, read.value) ? IN_OTHER : 0;
  if (base === 'hp') return (other === 'w' || other === 'btu') && isPower(value, read.value, other) ? POWER : 0;
  if (base === 'g') return other === 'mb' && isStorage(value, read.value) ? IN_OTHER : 0;
  return other === 'inch' && isScreen(value, read.value) ? IN_OTHER : 0;
}

/** "2018" and "18". */
function yearSimilarity(words: Vocabulary, a: number, b: number): number {
  if (size(words, a) < size(words, b)) return yearSimilarity(words, b, a);
  if (size(words, a) !== 4 || size(words, b) !== 2) return 0;
  const [long, short] = [words.start[a]!, words.start[b]!];
  const century = words.chars[long] === 49 ? 57 : words.chars[long] === 50 ? 48 : 0;
  if (words.chars[long + 1] !== century) return 0;
  return words.chars[long + 2] === words.chars[short] && words.chars[long + 3] === words.chars[short + 1] ? YEAR : 0;
}

const NUMERALS: Readonly<Record<string, number>> = { ii: 2, iii: 3, iv: 4 };
/** Volumes of goods; of partners "Hai" and "Ba" are names. */
const IN_WORDS: Readonly<Record<string, number>> = { mot: 1, hai: 2, ba: 3, ...NUMERALS };

function romanSimilarity(words: Vocabulary, word: number, number: number, goods: boolean): number {
  if (size(words, word) > 3 || size(words, word) < 2 || size(words, number) !== 1) return 0;
  const numerals = goods ? IN_WORDS : NUMERALS;
  return numerals[baseOf(words, word, words.start[word]!)] === words.chars[words.start[number]!]! - 48 ? ROMAN : 0;
}

const scratch = new Uint16Array(32);

/** The other ways of writing a figure that really are in one of the catalogues. */
export function eachSpelling(words: Vocabulary, id: number, found: (other: number) => void): void {
  const look = (text: string): void => {
    for (let c = 0; c < text.length; c++) scratch[c] = text.charCodeAt(c);
    const other = findToken(words, scratch, 0, text.length);
    if (other >= 0 && other !== id) found(other);
  };
  if (words.kind[id] === QUANTITY) {
    readFigure(words, id);
    const { value, end } = read;
    for (const scale of SCALES[baseOf(words, id, end)] ?? ONLY_BASE)
      look(String(Number((value / scale).toPrecision(9))));
  } else if (isDiameterCode(words, id)) {
    readFigure(words, id, 1);
    const { value } = read;
    look(`${value}mm`);
    look(String(value));
  } else if (words.kind[id] === NUMBER && size(words, id) === 4) {
    readFigure(words, id);
    if (read.value >= 1950 && read.value < 2050) look(String(read.value).slice(2));
  } else {
    const number = bareNumber(words, id);
    if (number > 0) look(String(number));
  }
}

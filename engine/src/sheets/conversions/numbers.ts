import { formatVnd } from '../../money.ts';
import { formatQuantity, isUsualFactor, parseFactor, UNUSUAL_FACTOR } from '../../quantity.ts';
import { parseVatRate } from '../../vat-rate.ts';
import { type Cell, cellText, decimalText } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import { type DecimalSign, readNumberText, roundDecimal } from '../number-text.ts';
import { type Converted, type Fault, reject, warn } from './fault.ts';

const QUANTITY_PLACES = 6;
/** A đồng amount further than this from a whole number was not merely a double's noise. */
const MATERIAL = 0.005;

/** A decimal of at most as many places as a quantity has, and not too large for one. */
const SHORT_DECIMAL = /^-?\d{1,14}\.\d{1,6}$/;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

const NOT_A_NUMBER = reject('NOT_A_NUMBER', 'không phải số.');

/** «5%» is a share of something, and neither 5 goods nor 5 đồng; a price column may hold a rate. */
const IS_SHARE = /%\s*\)?\s*$/;
const SHARE = reject(
  'NOT_A_NUMBER',
  'là tỷ lệ phần trăm, không phải số lượng hay số tiền. Hãy kiểm tra dòng có bị lệch cột không.',
);

const isShare = (cell: Exclude<Cell, null>): boolean => typeof cell === 'string' && IS_SHARE.test(cell);

/** The cell as a plain decimal text, exactly what the file holds; or a rejection. */
function readNumber(
  cell: Exclude<Cell, null>,
  money: boolean,
  plain: boolean,
  decimal: DecimalSign | undefined,
): string | Fault {
  if (typeof cell === 'number') {
    return Number.isFinite(cell) ? decimalText(cell) : NOT_A_NUMBER;
  }
  if (plain && typeof cell === 'string' && PLAIN_NUMBER.test(cell)) return cell;
  const text = typeof cell === 'string' ? readNumberText(cell, money, decimal) : undefined;
  if (text === undefined) return reject('NOT_A_NUMBER', 'không phải số. Hãy nhập số, ví dụ 1234,5.');
  if (text === 'ambiguous') {
    return reject(
      'NUMBER_AMBIGUOUS',
      'số ghi dạng chữ, không rõ dấu phân cách là hàng nghìn hay phần lẻ. Hãy nhập dạng số.',
    );
  }
  return text;
}

/** An amount in whole đồng; a warning when it had to be rounded. `plain` and `decimal` as for `convertCell`. */
export function readDong(cell: Exclude<Cell, null>, plain: boolean, decimal: DecimalSign | undefined): Converted {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return cell === 0 ? 0 : cell;
  const text = isShare(cell) ? SHARE : readNumber(cell, true, plain, decimal);
  if (typeof text === 'object') return text;
  const dong = Number(roundDecimal(text, 0));
  if (!Number.isSafeInteger(dong)) return reject('NUMBER_TOO_LARGE', 'số tiền quá lớn.');
  if (Math.abs(Number(text) - dong) < MATERIAL) return dong === 0 ? 0 : dong;
  return warn(
    'FRACTION_ROUNDED',
    `số tiền có phần lẻ; đã làm tròn thành ${formatVnd(dong)} đồng.`,
    dong === 0 ? 0 : dong,
  );
}

/** A quantity or a price (`money`) as a decimal text with at most six places. `plain` and `decimal` as for `convertCell`. */
export function readDecimal(
  cell: Exclude<Cell, null>,
  money: boolean,
  plain: boolean,
  decimal: DecimalSign | undefined,
): Converted {
  if (typeof cell === 'number') return decimalOf(cell);
  const text = !money && isShare(cell) ? SHARE : readNumber(cell, money, plain, decimal);
  return typeof text === 'object' ? text : inMillionths(text);
}

/** Numbers that cells have held so far, each in the place that its digits give it: a ledger repeats its quantities and prices. */
const knownNumbers = new Float64Array(1 << 12).fill(Number.NaN);
const knownDecimals: Converted[] = new Array(knownNumbers.length).fill(null);

/** Up to this, a whole number has no more digits than a quantity may have. */
const MOST_WHOLE = 1e15;

function decimalOf(number: number): Converted {
  const slot = Math.imul((number * 64) | 0, 0x9e3779b1) >>> 20;
  if (knownNumbers[slot] === number) return knownDecimals[slot]!;
  const read = newDecimalOf(number);
  knownNumbers[slot] = number;
  knownDecimals[slot] = read;
  return read;
}

function newDecimalOf(number: number): Converted {
  if (!Number.isFinite(number)) return NOT_A_NUMBER;
  const text = decimalText(number === 0 ? 0 : number);
  if (Number.isInteger(number) && Math.abs(number) < MOST_WHOLE) return text;
  // A double as text has no zero at either end: with so few digits it is written as we write it.
  return SHORT_DECIMAL.test(text) ? text : inMillionths(text);
}

function inMillionths(text: string): Converted {
  const millionths = roundDecimal(text, QUANTITY_PLACES);
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(QUANTITY_PLACES + 1, '0');
  if (digits.length > 21) return reject('NUMBER_TOO_LARGE', 'số quá lớn.');
  const fraction = digits.slice(-QUANTITY_PLACES).replace(/0+$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -QUANTITY_PLACES)}${fraction && `.${fraction}`}`;
}

/** A text that says a thousand to some and one to others. */
const THOUSAND_OR_ONE = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Thousands with a blank between them; any other blank lies between two numbers, which are never joined. */
const THOUSANDS_APART = /(?<![\d.,])\d{1,3}(?:\s\d{3})+(?!\d)/g;

/**
 * A factor's separator is always the decimal one: no factor groups thousands ("0,125", "1.234", "1/24"). People are told where theirs may
 * have been meant otherwise; `isOfProgram`: no person typed it.
 */
export function readFactor(cell: Exclude<Cell, null>, isOfProgram = false): Converted {
  const typed = cellText(cell)
    .trim()
    .replace(/\s?([/.,])\s?/g, '$1')
    .replace(THOUSANDS_APART, (digits) => digits.replace(/\s/g, ''));
  const text = typed.replace(',', '.');
  try {
    if (!isUsualFactor(parseFactor(text))) return reject('BAD_FACTOR', `${UNUSUAL_FACTOR}.`);
  } catch {
    return reject('BAD_FACTOR', 'hệ số không hợp lệ. Cần số dương như 12, 0,5 hoặc 1/24.');
  }
  if (isOfProgram || typeof cell !== 'string' || !THOUSAND_OR_ONE.test(typed)) return text;
  const [whole, thousands] = [text.replace(/\.?0+$/, '').replace('.', ','), text.replace('.', '')];
  return warn('NUMBER_AMBIGUOUS', `được đọc là ${whole}. Đúng ra là ${thousands} thì hãy ghi ${thousands}.`, text);
}

const VAT_WORDS: Readonly<Record<string, string>> = {
  'khong chiu thue': 'KCT',
  'khong ke khai': 'KKKNT',
  'khong ke khai nop thue': 'KKKNT',
  'khong ke khai, tinh nop thue': 'KKKNT',
};

/** The rates that files have stated as numbers or texts so far, a handful as a rule. */
const knownRates = new Map<Cell, Converted>();
const MOST_RATES = 1000;

/** A VAT rate, from a number, a percentage or words. */
export function readVat(cell: Exclude<Cell, null>): Converted {
  const known = knownRates.get(cell);
  if (known !== undefined) return known;
  const rate = vatOf(cell);
  if (knownRates.size < MOST_RATES) knownRates.set(cell, rate);
  return rate;
}

function vatOf(cell: Exclude<Cell, null>): Converted {
  const plain = cellText(cell);
  // A cell formatted as a percentage holds 0.08 for 8 %; no rate between 0 and 1 percent exists.
  const isFraction = typeof cell === 'number' && cell > 0 && cell < 1;
  const text = isFraction ? formatQuantity(roundDecimal(plain, 4) * 10_000n) : plain;
  try {
    return parseVatRate(/^\p{L}/u.test(text) ? (VAT_WORDS[foldHeader(text)] ?? text) : text) ?? null;
  } catch {
    return reject('BAD_VAT_RATE', 'không phải thuế suất. Cần 0, 5, 8, 10, KCT, KKKNT hoặc KHAC:x.');
  }
}

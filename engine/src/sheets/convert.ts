import { addDays, type Day } from '../day.ts';
import { formatVnd } from '../money.ts';
import { formatQuantity, parseFactor } from '../quantity.ts';
import { readTaxCode } from '../tax-code.ts';
import { type DateOrder, dayOfDigits, readDayText } from '../text/day-text.ts';
import { isDirectionMark, withoutDirectionMarks } from '../text/direction-marks.ts';
import { parseVatRate } from '../vat-rate.ts';
import { type Cell, cellText, decimalText, UNCALCULATED } from './cell.ts';
import { foldHeader } from './fold-header.ts';
import type { LayoutField, Value } from './layouts/layout.ts';
import { type DecimalSign, readNumberText, roundDecimal } from './number-text.ts';

/** Codes of the faults of a cell. */
export type CellFault =
  | 'CELL_ERROR'
  | 'NOT_A_NUMBER'
  | 'NUMBER_AMBIGUOUS'
  | 'NUMBER_TOO_LARGE'
  | 'NOT_A_DAY'
  | 'NOT_A_BOOLEAN'
  | 'TAX_CODE_FORMAT'
  | 'TAX_CODE_CHECKSUM'
  | 'TAX_CODE_BRANCH'
  | 'LEADING_ZERO_RESTORED'
  | 'BAD_VAT_RATE'
  | 'BAD_FACTOR'
  | 'UNKNOWN_CHOICE'
  | 'FRACTION_ROUNDED'
  | 'CODE_IS_DAY'
  | 'DAY_FROM_NUMBER'
  | 'TEXT_CLEANED'
  | 'TEXT_CUT'
  | 'TEXT_TOO_LONG';

/** A fault of one cell: with `value` it is a warning and the row keeps that value, without it the row is rejected. */
export type Fault = { readonly code: CellFault; readonly sentence: string; readonly value?: Value };

/** The row's value, or the cell's fault. */
export type Converted = Value | Fault;

export const isFault = (converted: Converted): converted is Fault =>
  typeof converted === 'object' && converted !== null;

const reject = (code: CellFault, sentence: string): Fault => ({ code, sentence });
const warn = (code: CellFault, sentence: string, value: Value): Fault => ({ code, sentence, value });

const EXCEL_ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/;
const QUANTITY_PLACES = 6;
/** A đồng amount further than this from a whole number was not merely a double's noise. */
const MATERIAL = 0.005;

/** A decimal of at most as many places as a quantity has, and not too large for one. */
const SHORT_DECIMAL = /^-?\d{1,14}\.\d{1,6}$/;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Converts a filled cell to the value of a field. Blank cells are the caller's business. `plain`: the file was made by
 * a machine, so "1.234" in a text is one and a fraction. `order`: the order of days and months in the column's texts;
 * `decimal`: the sign before the fraction in them, where it is known.
 */
export function convertCell(
  field: LayoutField,
  cell: Exclude<Cell, null>,
  plain = false,
  order: DateOrder = 'dmy',
  decimal?: DecimalSign,
): Converted {
  if (cell === UNCALCULATED) {
    return reject('CELL_ERROR', 'là công thức mà tệp không ghi kết quả. Hãy mở bằng Excel, lưu lại rồi tải lên.');
  }
  if (typeof cell === 'string' && cell.charCodeAt(0) === 35 && EXCEL_ERROR.test(cell)) {
    return reject('CELL_ERROR', `ô chứa lỗi Excel «${cell}». Hãy sửa công thức hoặc nhập giá trị.`);
  }
  switch (field.type) {
    case 'text':
      return typeof cell === 'string' ? readText(cell, true) : cellText(cell);
    case 'code':
      return readCode(cell);
    case 'taxCode':
      return readTax(cell);
    case 'phone':
      return readPhone(cell);
    case 'vnd':
      return readDong(cell, plain, decimal);
    case 'quantity':
    case 'price':
      return readDecimal(cell, field.type === 'price', plain, decimal);
    case 'factor':
      return readFactor(cell);
    case 'day':
      return readDay(cell, order);
    case 'boolean':
      return readBoolean(cell);
    case 'vatRate':
      return readVat(cell);
    case 'choice':
      return readChoice(field, cell);
  }
}

/** No name, address or note is longer, and a database cannot index more. A longer one is a slip, such as a pasted page. */
const LONGEST_TEXT = 800;

/** True when cleaning would change nothing. Runs on every text of a file. */
function isTidy(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || (code >= 127 && code <= 160)) return false;
    if (code >= 0x300 && (code <= 0x36f || code === 0x200b || code === 0xfeff || code === 0x3000)) return false;
    if ((code >= 0xd800 && code <= 0xdfff) || isDirectionMark(code)) return false;
  }
  return text.charCodeAt(0) !== 32 && text.charCodeAt(text.length - 1) !== 32;
}

/** Ends are trimmed and line breaks become spaces; the inside stays as the books have it, double spaces included. */
function readText(text: string, mayCut = false): Converted {
  if (text.length > LONGEST_TEXT) {
    const cut = mayCut ? cutText(text) : undefined;
    if (cut !== undefined) {
      const sentence = `dài ${text.length} ký tự, nhiều nhất ${LONGEST_TEXT}; phần sau đã bỏ, dòng vẫn được đọc.`;
      return warn('TEXT_CUT', sentence, cut);
    }
    return reject('TEXT_TOO_LONG', `dài ${text.length} ký tự, nhiều nhất ${LONGEST_TEXT}. Hãy kiểm tra lại ô này.`);
  }
  if (isTidy(text)) return text;
  const clean = withoutDirectionMarks(text)
    .toWellFormed()
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[ \t]*[\r\n\p{Cc}]+[ \t]*/gu, ' ')
    .replaceAll('\u00a0', ' ')
    .trim()
    .normalize('NFC');
  return /[\r\n\t]/.test(text) ? warn('TEXT_CLEANED', 'có ký tự xuống dòng hoặc tab; đã bỏ.', clean) : clean;
}

/** The beginning of a note that goes on too long, tidied; undefined when it is blank up to there. */
function cutText(text: string): string | undefined {
  const read = readText(
    text
      .slice(0, LONGEST_TEXT)
      .toWellFormed()
      .replace(/\uFFFD$/, ''),
  );
  const kept = isFault(read) ? read.value : read;
  return typeof kept === 'string' && kept !== '' ? kept : undefined;
}

function readCode(cell: Exclude<Cell, null>): Converted {
  if (typeof cell === 'string') return readText(cell);
  if (typeof cell !== 'object') return cellText(cell);
  return warn('CODE_IS_DAY', 'mã bị Excel đổi thành ngày. Hãy kiểm tra lại mã gốc.', cellText(cell));
}

function readTax(cell: Exclude<Cell, null>): Converted {
  const read = readTaxCode(cellText(cell));
  switch (read.check) {
    case 'bad_format':
      return reject(
        'TAX_CODE_FORMAT',
        'không phải mã số thuế. Cần 10 số, 10 số kèm «-» và 3 số chi nhánh, hoặc 12 số định danh.',
      );
    case 'bad_checksum':
      return warn('TAX_CODE_CHECKSUM', 'mã số thuế sai số kiểm tra. Hãy đối chiếu với giấy đăng ký.', read.code);
    case 'branch_range':
      return warn(
        'TAX_CODE_BRANCH',
        `đuôi chi nhánh «${read.branch}» ngoài 001–990: mã cấp trước 01/07/2026 vẫn dùng. Hãy đối chiếu với giấy đăng ký.`,
        read.code,
      );
    case 'lost_zero':
      return warn('LEADING_ZERO_RESTORED', `mã số thuế mất số 0 ở đầu; đã đọc là «${read.code}».`, read.code);
    default:
      return read.code === '' ? null : read.code;
  }
}

/** Mobile numbers begin 03, 05, 07, 08, 09, land lines 02; a number cell drops that zero. */
function readPhone(cell: Exclude<Cell, null>): Converted {
  const text = cellText(cell);
  if (typeof cell !== 'number' || !/^([35789]\d{8}|2\d{9})$/.test(text)) return readCode(cell);
  return warn('LEADING_ZERO_RESTORED', `số điện thoại mất số 0 ở đầu; đã đọc là «0${text}».`, `0${text}`);
}

/** The cell as a plain decimal text, exactly what the file holds; or a rejection. */
function readNumber(
  cell: Exclude<Cell, null>,
  money: boolean,
  plain: boolean,
  decimal: DecimalSign | undefined,
): string | Fault {
  if (typeof cell === 'number') {
    return Number.isFinite(cell) ? decimalText(cell) : reject('NOT_A_NUMBER', 'không phải số.');
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

function readDong(cell: Exclude<Cell, null>, plain: boolean, decimal: DecimalSign | undefined): Converted {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return cell === 0 ? 0 : cell;
  const text = readNumber(cell, true, plain, decimal);
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

function readDecimal(
  cell: Exclude<Cell, null>,
  money: boolean,
  plain: boolean,
  decimal: DecimalSign | undefined,
): Converted {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) return cell === 0 ? '0' : String(cell);
  const text = readNumber(cell, money, plain, decimal);
  if (typeof text === 'object') return text;
  // A double as text has no zero at either end: with so few digits it is written as we write it.
  if (typeof cell === 'number' && SHORT_DECIMAL.test(text)) return text;
  const millionths = roundDecimal(text, QUANTITY_PLACES);
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(QUANTITY_PLACES + 1, '0');
  if (digits.length > 21) return reject('NUMBER_TOO_LARGE', 'số quá lớn.');
  const fraction = digits.slice(-QUANTITY_PLACES).replace(/0+$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -QUANTITY_PLACES)}${fraction && `.${fraction}`}`;
}

/** A factor's separator is always the decimal one: no factor groups thousands ("0,125", "1.234", "1/24"). */
function readFactor(cell: Exclude<Cell, null>): Converted {
  const text = cellText(cell).replace(/\s/g, '').replace(',', '.');
  try {
    parseFactor(text);
    return text;
  } catch {
    return reject('BAD_FACTOR', 'hệ số không hợp lệ. Cần số dương như 12, 0,5 hoặc 1/24.');
  }
}

const EXCEL_EPOCH: Day = '1899-12-30';

function readDay(cell: Exclude<Cell, null>, order: DateOrder): Converted {
  if (typeof cell === 'object') return cell.day;
  // A CSV file has the number as a text.
  const serial = typeof cell === 'string' && /^\d{5}(\.\d+)?$/.test(cell) ? Number(cell) : cell;
  if (typeof serial === 'number' && serial >= 20_000 && serial < 80_000) {
    const day = addDays(EXCEL_EPOCH, Math.floor(serial));
    return warn('DAY_FROM_NUMBER', `ô không định dạng ngày; đã đọc là ${cellText({ day })}.`, day);
  }
  const digits = typeof cell === 'string' || typeof cell === 'number' ? dayOfDigits(String(cell).trim()) : undefined;
  if (digits) {
    return warn('DAY_FROM_NUMBER', `ô không định dạng ngày; đã đọc là ${cellText({ day: digits })}.`, digits);
  }
  const day = typeof cell === 'string' ? readDayText(cell, order) : undefined;
  if (!day && order === 'mdy') return reject('NOT_A_DAY', 'không phải ngày. Cột này ghi tháng trước (mm/dd/yyyy).');
  if (!day && order === 'ymd') return reject('NOT_A_DAY', 'không phải ngày. Cột này ghi năm trước (yy/mm/dd).');
  return day ?? reject('NOT_A_DAY', 'không phải ngày. Cần dạng dd/mm/yyyy.');
}

const TRUE_TEXTS = new Set(['✓', '✔', 'x', 'v', 'co', 'true', 'yes', '1', '☑']);
const FALSE_TEXTS = new Set(['khong', 'false', 'no', '0', '☐', '-']);

function readBoolean(cell: Exclude<Cell, null>): Converted {
  if (typeof cell === 'boolean') return cell;
  const text = foldHeader(cellText(cell));
  if (TRUE_TEXTS.has(text)) return true;
  if (FALSE_TEXTS.has(text)) return false;
  return reject('NOT_A_BOOLEAN', 'cần «✓» hoặc để trống.');
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

function readVat(cell: Exclude<Cell, null>): Converted {
  const known = knownRates.get(cell);
  if (known !== undefined) return known;
  const rate = vatOf(cell);
  if (knownRates.size < MOST_RATES) knownRates.set(cell, rate);
  return rate;
}

function vatOf(cell: Exclude<Cell, null>): Converted {
  const plain = cellText(cell);
  // A cell formatted as a percentage holds 0.08 for 8 %; no rate between 0 and 1 percent exists.
  const isShare = typeof cell === 'number' && cell > 0 && cell < 1;
  const text = isShare ? formatQuantity(roundDecimal(plain, 4) * 10_000n) : plain;
  try {
    return parseVatRate(/^\p{L}/u.test(text) ? (VAT_WORDS[foldHeader(text)] ?? text) : text) ?? null;
  } catch {
    return reject('BAD_VAT_RATE', 'không phải thuế suất. Cần 0, 5, 8, 10, KCT, KKKNT hoặc KHAC:x.');
  }
}

const choiceTexts = new WeakMap<LayoutField, Map<string, Value>>();

/** The values of a choice by folded text, and by texts as met so far; "true" and "false" mean booleans. */
function textsOf(field: LayoutField): Map<string, Value> {
  const known = choiceTexts.get(field);
  if (known) return known;
  const texts = new Map<string, Value>();
  for (const [value, names] of Object.entries(field.choices ?? {})) {
    for (const name of names) texts.set(foldHeader(name), value === 'true' ? true : value === 'false' ? false : value);
  }
  choiceTexts.set(field, texts);
  return texts;
}

function readChoice(field: LayoutField, cell: Exclude<Cell, null>): Converted {
  const texts = textsOf(field);
  const raw = cellText(cell);
  const value = texts.get(raw) ?? texts.get(foldHeader(raw));
  if (value !== undefined) {
    if (!texts.has(raw)) texts.set(raw, value);
    return value;
  }
  const allowed = Object.values(field.choices ?? {}).map((names) => `«${names[0]}»`);
  return warn('UNKNOWN_CHOICE', `giá trị lạ, coi như để trống. Cần ${allowed.join(', ')}.`, field.blank ?? null);
}

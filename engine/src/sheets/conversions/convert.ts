import { addDays, type Day } from '../../day.ts';
import { type DateOrder, dayOfDigits, readDayText } from '../../text/day-text.ts';
import { type Cell, cellText, UNCALCULATED } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import type { LayoutField, Value } from '../layouts/layout.ts';
import type { DecimalSign } from '../number-text.ts';
import { type Converted, reject, warn } from './fault.ts';
import { readDecimal, readDong, readFactor, readVat } from './numbers.ts';
import { readCode, readPhone, readTax, readText } from './texts.ts';

const EXCEL_ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/;
/** The accountants' format of numbers («_-* #,##0_-») shows a zero like this, and a CSV file has what is shown. */
const DASH = /^\s*[-\u2013\u2014\u2212]\s*(?:vnđ|vnd|đ|₫)?\s*$/i;

const isDash = (text: string): boolean => text.length < 40 && DASH.test(text);

/** Fields in which a dash says that there is nothing. A rate of tax is none of these: it may be a zero shown so, or be unknown. */
const NO_FIGURES: ReadonlySet<LayoutField['type']> = new Set(['day', 'factor', 'taxCode']);

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
  if (typeof cell === 'string' && isDash(cell)) {
    if (field.type === 'vnd') return 0;
    if (field.type === 'quantity' || field.type === 'price') return '0';
    if (NO_FIGURES.has(field.type) && field.required !== 'value') return null;
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
      return readFactor(cell, plain || field.readOnly === true);
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

const EXCEL_EPOCH: Day = '1899-12-30';

/** A day cell before it holds a time of day, a duration or a number: Excel shows 0:30 + 24 hours as 01/01/1900. */
const EARLIEST: Day = '1930-01-01';

function readDay(cell: Exclude<Cell, null>, order: DateOrder): Converted {
  if (typeof cell === 'object' && cell.day < EARLIEST)
    return reject('NOT_A_DAY', 'không phải ngày: ô có thể chứa giờ, hay một số được định dạng thành ngày.');
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

const TRUE_TEXTS = new Set(['✓', '✔', '√', 'x', 'v', 'co', 'true', 'yes', '1', '☑']);
const FALSE_TEXTS = new Set(['khong', 'false', 'no', '0', '☐', '-']);

function readBoolean(cell: Exclude<Cell, null>): Converted {
  if (typeof cell === 'boolean') return cell;
  const text = foldHeader(cellText(cell));
  if (TRUE_TEXTS.has(text)) return true;
  if (FALSE_TEXTS.has(text)) return false;
  return reject('NOT_A_BOOLEAN', 'cần «✓» hoặc để trống.');
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

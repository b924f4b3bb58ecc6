import { type Day, isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { limits } from './limits.ts';
import type { RowSink } from './row-source.ts';
import { attribute, decodeExcelEscapes, walkXml } from './xml.ts';

/** What a sheet's cells refer to. */
export type SheetContext = {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  /** The workbook counts days from 1904. */
  readonly from1904: boolean;
};

const DAYS_1900_TO_1904 = 1462;
const UNIX_EPOCH_SERIAL = 25_569;
const LAST_SERIAL = 2_958_465;

/** The day of an Excel serial number; times are dropped. Excel believes in 29/02/1900, so serials below 60 are one day off. */
export function dayOfSerial(serial: number, from1904: boolean): Day | undefined {
  let whole = Math.floor(serial);
  if (from1904) whole += DAYS_1900_TO_1904;
  else if (whole < 60) whole += 1;
  if (!(whole >= 1 && whole <= LAST_SERIAL)) return undefined;
  return new Date((whole - UNIX_EPOCH_SERIAL) * 86_400_000).toISOString().slice(0, 10);
}

/** Reads a worksheet part row by row. */
export async function readSheetPart(
  part: AsyncIterable<Buffer>,
  { strings, dateStyles, from1904 }: SheetContext,
  sink: RowSink,
): Promise<void> {
  const days = new Map<number, Cell>();
  const cells: Cell[] = [];
  let [rowNumber, column, ended, inData] = [0, -1, false, false];
  let [type, style, value, inValue, inPhonetic, isFilled] = ['', 0, '', false, false, false];

  const dayCell = (serial: number): Cell => {
    const key = Math.floor(serial);
    const known = days.get(key);
    if (known !== undefined) return known;
    const day = dayOfSerial(serial, from1904);
    const cell = day === undefined ? serial : { day };
    days.set(key, cell);
    return cell;
  };

  const cellOf = (): Cell => {
    switch (type) {
      case 's':
        return strings[Number(value)] ?? null;
      case 'inlineStr':
      case 'str':
        return decodeExcelEscapes(value);
      case 'b':
        return value === '1' || value === 'true';
      case 'e':
        return value;
      case 'd': {
        const day = value.slice(0, 10);
        return isDay(day) ? { day } : value;
      }
      default: {
        const number = Number(value);
        if (value.trim() === '' || Number.isNaN(number)) return value === '' ? null : value;
        return dateStyles[style] && number >= 1 ? dayCell(number) : number;
      }
    }
  };

  const emit = (upTo: number): void => {
    if (upTo > limits.rows) throw new Problem('FILE_TOO_LARGE', `Trang tính có hơn ${limits.rows} dòng.`);
    while (!ended && ++rowNumber < upTo) if (sink([]) === false) ended = true;
    rowNumber = Math.max(rowNumber, upTo);
  };

  await walkXml(part, {
    open(name, attributes, empty) {
      if (name === 'c') {
        if (!inData) return;
        const reference = attribute(attributes, 'r');
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = attribute(attributes, 't') ?? '';
        style = Number(attribute(attributes, 's') ?? 0);
        value = '';
        isFilled = false;
      } else if (name === 'v' || name === 't') {
        inValue = !empty && !inPhonetic;
        if (inValue) isFilled = true;
      } else if (name === 'row') {
        if (!inData || ended) return;
        const number = Number(attribute(attributes, 'r') ?? rowNumber + 1);
        emit(number);
        cells.length = 0;
        column = -1;
        if (empty && !ended && sink(cells) === false) ended = true;
      } else if (name === 'rPh') inPhonetic = !empty;
      else if (name === 'sheetData') inData = !empty;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') {
        if (!isFilled || column >= limits.columns) return;
        while (cells.length < column) cells.push(null);
        cells[column] = cellOf();
      } else if (name === 'row') {
        if (inData && !ended && sink(cells) === false) ended = true;
      } else if (name === 'rPh') inPhonetic = false;
      else if (name === 'sheetData') {
        inData = false;
        ended = true;
      }
    },
    text(text) {
      if (inValue) value += text;
    },
    done: () => ended,
  });
}

/** Zero-based column of a reference such as "AB12". */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code >= 65 && code <= 90) column = column * 26 + code - 64;
    else if (code >= 97 && code <= 122) column = column * 26 + code - 96;
    else break;
  }
  return column - 1;
}

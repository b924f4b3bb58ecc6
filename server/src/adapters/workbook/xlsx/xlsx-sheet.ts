import { isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank, UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import { limits } from '../limits.ts';
import type { Pause, RowSink } from '../row-source.ts';
import type { SheetRemarks } from '../sheet-remarks.ts';
import { dayOfSerial } from '../values/dates.ts';
import { attribute, decodeExcelEscapes, longerText, walkXml } from './xml.ts';

/** The parts of the workbook to which a sheet's cells refer, and where what they leave open is noted. */
export type SheetContext = {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  /** The workbook counts days from 1904. */
  readonly from1904: boolean;
  readonly remarks: SheetRemarks;
};

/** Turns what the file says of a cell into its value. */
function cellReader({ strings, dateStyles, from1904 }: SheetContext) {
  const shared = (index: number): string => {
    const text = strings[index];
    if (text === undefined)
      throw new Problem('FILE_DAMAGED', 'Tệp Excel bị hỏng (thiếu chữ của một ô). Hãy xuất lại tệp.');
    return text;
  };
  const days = new Map<number, Cell>();
  const dayCell = (serial: number): Cell => {
    const key = Math.floor(serial);
    const known = days.get(key);
    if (known !== undefined) return known;
    const day = dayOfSerial(serial, from1904);
    const cell = day === undefined ? serial : { day };
    days.set(key, cell);
    return cell;
  };
  return (type: string, value: string, style: number): Cell => {
    switch (type) {
      case 's':
        return shared(Number(value));
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
}

/** Reads a worksheet part row by row. */
export async function readSheetPart(
  part: AsyncIterable<Buffer>,
  context: SheetContext,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  const cellOf = cellReader(context);
  const cells: Cell[] = [];
  let [rowNumber, column, ended, inData] = [0, -1, false, false];
  let [type, style, value, inValue, inPhonetic] = ['', 0, '', false, false];
  /** The element that the value of the cell has come from, and whether it is the one that the cell's type means. */
  let [source, isMeant] = ['', false];
  let [hasFormula, hasValue, isHiddenRow] = [false, false, false];

  /** `r`, `s` and `t` of a cell in one pass: this runs once per cell of the file. */
  const readAttributes = (attributes: string): void => {
    column++;
    [type, style] = ['', 0];
    for (let at = 0; at < attributes.length; ) {
      const equals = attributes.indexOf('=', at);
      if (equals < 0) return;
      let open = equals + 1;
      while (attributes.charCodeAt(open) <= 32) open++;
      const close = attributes.indexOf(attributes.charAt(open), open + 1);
      if (close < 0) return;
      let last = equals - 1;
      while (attributes.charCodeAt(last) <= 32) last--;
      if (last === 0 || attributes.charCodeAt(last - 1) <= 32) {
        const name = attributes.charCodeAt(last);
        if (name === 114) column = columnOf(attributes, open + 1);
        else if (name === 115) style = numberAt(attributes, open + 1, close);
        else if (name === 116) type = attributes.slice(open + 1, close);
      }
      at = close + 1;
    }
  };

  /** Gives the blank rows before row `upTo` and comes to it; rows out of order count on, so that their number has an end. */
  const emit = (upTo: number): void => {
    if (Math.max(upTo, rowNumber + 1) > limits.rows)
      throw new Problem('FILE_TOO_LARGE', `Trang tính có hơn ${limits.rows} dòng.`);
    while (!ended && ++rowNumber < upTo) if (sink([]) === false) ended = true;
    rowNumber = Math.max(rowNumber, upTo);
  };

  /** True for a formula whose result was not written; an empty text is one. */
  const isUncalculated = (): boolean => hasFormula && value === '' && !(type === 'str' && hasValue);

  const endRow = (): void => {
    if (isHiddenRow && !cells.every(isBlank)) context.remarks.hiddenRow(rowNumber);
    if (sink(cells) === false) ended = true;
  };

  /** True when a `v` or `t` belongs to the cell's value: of a text beside a value the type of the cell says which counts. */
  const takes = (name: string): boolean => {
    const isNowMeant = (name === 't') === (type === 'inlineStr');
    if (source !== '' && source !== name) {
      if (isMeant || !isNowMeant) return false;
      value = '';
    }
    [source, isMeant] = [name, isNowMeant];
    return true;
  };

  await walkXml(part, {
    open(name, attributes, empty) {
      if (name === 'c') {
        if (!inData) return;
        readAttributes(attributes);
        value = '';
        [source, isMeant] = ['', false];
        [hasFormula, hasValue] = [false, false];
      } else if (name === 'f') hasFormula = true;
      else if (name === 'v' || name === 't') {
        hasValue = true;
        inValue = !empty && !inPhonetic && takes(name);
      } else if (name === 'row') {
        if (!inData || ended) return;
        emit(Number(attribute(attributes, 'r')) || rowNumber + 1);
        isHiddenRow = /^(1|true)$/.test(attribute(attributes, 'hidden') ?? '');
        cells.length = 0;
        column = -1;
        if (empty && !ended && sink(cells) === false) ended = true;
      } else if (name === 'rPh') inPhonetic = !empty;
      else if (name === 'sheetData') inData = !empty;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') {
        const isOpen = isUncalculated();
        if ((source === '' && !isOpen) || column >= limits.columns) return;
        while (cells.length < column) cells.push(null);
        cells[column] = isOpen ? UNCALCULATED : cellOf(type, value, style);
        if (isOpen) context.remarks.uncalculated(rowNumber, column);
      } else if (name === 'row') {
        if (inData && !ended) endRow();
      } else if (name === 'rPh') inPhonetic = false;
      else if (name === 'sheetData') {
        inData = false;
        ended = true;
      }
    },
    wantsText: () => inValue,
    text(text) {
      value = longerText(value, text);
    },
    done: () => ended,
    pause,
  });
}

/** Zero-based column of the reference ("AB12") that starts at a position. */
function columnOf(text: string, from: number): number {
  let column = 0;
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) column = column * 26 + code - 64;
    else if (code >= 97 && code <= 122) column = column * 26 + code - 96;
    else return column - 1;
  }
}

function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

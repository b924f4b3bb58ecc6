import { type Day, isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { limits } from '../limits.ts';
import type { Pause, RowSink } from '../row-source.ts';
import { TextCache } from './text-cache.ts';
import { attribute, decodeExcelEscapes, longerText, textOf } from './xml.ts';
import { type ByteHandler, isNamed, walkBytes } from './xml-bytes.ts';

/** The parts of the workbook to which a sheet's cells refer. */
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

/** Turns what the file says of a cell into its value. */
function cellReader({ strings, dateStyles, from1904 }: SheetContext) {
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
  const numberCell = (number: number, style: number): Cell =>
    dateStyles[style] && number >= 1 ? dayCell(number) : number;
  return (type: string, value: string | number, style: number): Cell => {
    if (typeof value === 'number') return type === 's' ? (strings[value] ?? null) : numberCell(value, style);
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
        return numberCell(number, style);
      }
    }
  };
}

/** Reads a worksheet part row by row. */
export function readSheetPart(
  part: AsyncIterable<Buffer>,
  context: SheetContext,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  return walkBytes(part, new SheetWalk(context, sink, pause));
}

const [LETTER_C, LETTER_R, LETTER_S, LETTER_T, LETTER_V] = [99, 114, 115, 116, 118];
const [SPACE, EQUALS, SLASH] = [32, 61, 47];

/** Follows the elements of a sheet. Millions of cells go through here, so that names and figures are read as bytes. */
class SheetWalk implements ByteHandler {
  readonly pause: Pause | undefined;
  readonly #sink: RowSink;
  readonly #cellOf: ReturnType<typeof cellReader>;
  readonly #texts = new TextCache();
  readonly #cells: Cell[] = [];
  #rowNumber = 0;
  #hasEnded = false;
  #inData = false;
  #inValue = false;
  #inPhonetic = false;
  /** Of the cell: its place, type and style. */
  #column = -1;
  #type = '';
  #style = 0;
  /** Its value as far as it is known: a text, or the number that it is. */
  #text = '';
  #number: number | undefined;
  /** The element that the value has come from (0: none), and whether it is the one that the cell's type means. */
  #source = 0;
  #isMeant = false;

  constructor(context: SheetContext, sink: RowSink, pause: Pause | undefined) {
    this.#cellOf = cellReader(context);
    this.#sink = sink;
    this.pause = pause;
  }

  open(bytes: Buffer, from: number, to: number, end: number, empty: boolean): void {
    if (to - from === 1) {
      const name = bytes[from]!;
      if (name === LETTER_C) {
        if (this.#inData) this.#openCell(bytes, to, end);
      } else if (name === LETTER_V || name === LETTER_T)
        this.#inValue = !empty && !this.#inPhonetic && this.#takes(name);
    } else if (isNamed(bytes, from, to, 'row')) this.#openRow(bytes.toString('utf8', to, end), empty);
    else if (isNamed(bytes, from, to, 'rPh')) this.#inPhonetic = !empty;
    else if (isNamed(bytes, from, to, 'sheetData')) this.#inData = !empty;
  }

  close(bytes: Buffer, from: number, to: number): void {
    if (to - from === 1) {
      const name = bytes[from];
      if (name === LETTER_V || name === LETTER_T) this.#inValue = false;
      else if (name === LETTER_C) this.#closeCell();
    } else if (isNamed(bytes, from, to, 'row')) {
      if (this.#inData) this.#give(this.#cells);
    } else if (isNamed(bytes, from, to, 'rPh')) this.#inPhonetic = false;
    else if (isNamed(bytes, from, to, 'sheetData')) {
      this.#inData = false;
      this.#hasEnded = true;
    }
  }

  wantsText(): boolean {
    return this.#inValue;
  }

  text(bytes: Buffer, from: number, to: number, isRaw: boolean): void {
    if ((this.#type === '' || this.#type === 's') && this.#text === '' && bytes[to + 1] === SLASH) {
      this.#number = plainNumber(bytes, from, to);
      if (this.#number !== undefined) return;
    }
    const piece = isRaw ? textOf(bytes, from, to, true) : this.#texts.of(bytes, from, to);
    this.#text = this.#text === '' ? piece : longerText(this.#text, piece);
  }

  done(): boolean {
    return this.#hasEnded;
  }

  #give(cells: Cell[]): void {
    if (!this.#hasEnded && this.#sink(cells) === false) this.#hasEnded = true;
  }

  #openRow(attributes: string, empty: boolean): void {
    if (!this.#inData || this.#hasEnded) return;
    this.#comeTo(Number(attribute(attributes, 'r')) || this.#rowNumber + 1);
    this.#cells.length = 0;
    this.#column = -1;
    if (empty) this.#give(this.#cells);
  }

  /** Gives the blank rows before a row and comes to it; rows out of order count on, so that their number has an end. */
  #comeTo(row: number): void {
    if (Math.max(row, this.#rowNumber + 1) > limits.rows)
      throw new Problem('FILE_TOO_LARGE', `Trang tính có hơn ${limits.rows} dòng.`);
    while (!this.#hasEnded && ++this.#rowNumber < row) this.#give([]);
    this.#rowNumber = Math.max(this.#rowNumber, row);
  }

  /** `r`, `s` and `t` of a cell in one pass. */
  #openCell(bytes: Buffer, from: number, end: number): void {
    this.#column++;
    this.#type = '';
    this.#style = 0;
    this.#text = '';
    this.#number = undefined;
    this.#source = 0;
    this.#isMeant = false;
    for (let at = from; at < end; ) {
      while (at < end && bytes[at] !== EQUALS) at++;
      if (at === end) return;
      let last = at - 1;
      while (last > from && bytes[last]! <= SPACE) last--;
      let open = at + 1;
      while (open < end && bytes[open]! <= SPACE) open++;
      const quote = bytes[open]!;
      let close = open + 1;
      while (close < end && bytes[close] !== quote) close++;
      if (close >= end) return;
      if (bytes[last - 1]! <= SPACE) this.#attribute(bytes, bytes[last]!, open + 1, close);
      at = close + 1;
    }
  }

  #attribute(bytes: Buffer, name: number, from: number, to: number): void {
    if (name === LETTER_R) this.#column = columnOf(bytes, from, to);
    else if (name === LETTER_S) this.#style = numberAt(bytes, from, to);
    else if (name === LETTER_T) {
      const type = this.#texts.of(bytes, from, to);
      this.#type = type === 'n' ? '' : type;
    }
  }

  /** True when a `v` or `t` belongs to the cell's value: of a text beside a value the type of the cell says which counts. */
  #takes(name: number): boolean {
    const isNowMeant = (name === LETTER_T) === (this.#type === 'inlineStr');
    if (this.#source !== 0 && this.#source !== name) {
      if (this.#isMeant || !isNowMeant) return false;
      this.#text = '';
      this.#number = undefined;
    }
    this.#source = name;
    this.#isMeant = isNowMeant;
    return true;
  }

  #closeCell(): void {
    if (this.#source === 0 || this.#column >= limits.columns) return;
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = this.#cellOf(this.#type, this.#number ?? this.#text, this.#style);
  }
}

/** Digits that a number may have without losing any. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/** A number that is written with up to fifteen digits, to the last bit as JavaScript reads it; undefined for any other text. */
function plainNumber(bytes: Buffer, from: number, to: number): number | undefined {
  const isNegative = bytes[from] === 45;
  const start = isNegative ? from + 1 : from;
  let [number, point] = [0, -1];
  for (let at = start; at < to; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) number = number * 10 + byte - 48;
    else if (byte === 46 && point < 0) point = at;
    else return undefined;
  }
  const digits = to - start - (point < 0 ? 0 : 1);
  if (digits === 0 || digits > EXACT_DIGITS) return undefined;
  // Both are whole and exact, so that their quotient is rounded once: it is the nearest to what is written.
  if (point >= 0) number /= POWERS_OF_TEN[to - point - 1]!;
  return isNegative ? -number : number;
}

/** Zero-based column of a reference ("AB12"). */
function columnOf(bytes: Buffer, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at++) {
    const code = bytes[at]! | 32;
    if (code < 97 || code > 122) break;
    column = column * 26 + code - 96;
  }
  return column - 1;
}

function numberAt(bytes: Buffer, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + bytes[at]! - 48;
  return number;
}

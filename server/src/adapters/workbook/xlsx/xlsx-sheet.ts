import { isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank, UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import { limits } from '../limits.ts';
import type { Pause, RowSink } from '../row-source.ts';
import type { SheetRemarks } from '../sheet-remarks.ts';
import { dayOfSerial } from '../values/dates.ts';
import { filledCell, type NumberStyle } from '../values/number-styles.ts';
import { columnOf, numberAt, plainNumber } from './figures.ts';
import { PlainCells } from './plain-cell.ts';
import type { SharedStrings } from './shared-texts.ts';
import { TextCache } from './text-cache.ts';
import { attribute, decodeExcelEscapes, longerText, textOf } from './xml.ts';
import { type ByteHandler, isNamed, walkBytes } from './xml-bytes.ts';

/** The parts of the workbook to which a sheet's cells refer, and where what they leave open is noted. */
export type SheetContext = {
  readonly strings: SharedStrings;
  readonly numberStyles: readonly NumberStyle[];
  /** The workbook counts days from 1904. */
  readonly from1904: boolean;
  readonly remarks: SheetRemarks;
};

/** Turns what the file says of a cell into its value. */
function cellReader({ strings, numberStyles, from1904 }: SheetContext) {
  const shared = (index: number): string => {
    const text = strings.get(index);
    if (text === undefined)
      throw new Problem('FILE_DAMAGED', 'Tệp Excel bị hỏng (thiếu chữ của một ô). Hãy xuất lại tệp.');
    return text;
  };
  const days = new Map<number, Cell>();
  // The days of a row are one, as a rule.
  let [last, lastCell]: [number, Cell] = [Number.NaN, null];
  const dayCell = (serial: number): Cell => {
    const key = Math.floor(serial);
    if (key === last) return lastCell;
    const known = days.get(key);
    const day = known === undefined ? dayOfSerial(serial, from1904) : undefined;
    const cell = known ?? (day === undefined ? serial : { day });
    if (known === undefined) days.set(key, cell);
    [last, lastCell] = [key, cell];
    return cell;
  };
  const numberCell = (number: number, style: number): Cell => {
    const look = numberStyles[style];
    if (look === undefined) return number;
    if (look !== 'day') return filledCell(number, look);
    return number >= 1 ? dayCell(number) : number;
  };
  return (type: string, value: string | number, style: number): Cell => {
    if (typeof value === 'number') return type === 's' ? shared(value) : numberCell(value, style);
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

const [LETTER_C, LETTER_F, LETTER_H, LETTER_I, LETTER_R] = [99, 102, 104, 105, 114];
const [LETTER_S, LETTER_T, LETTER_V] = [115, 116, 118];
const [SPACE, QUOTE, SLASH, EQUALS] = [32, 34, 47, 61];

/** The number of a row whose first attribute it is, in plain digits; 0 for any other. */
function rowNumberAt(bytes: Buffer, from: number, end: number): number {
  if (bytes[from] !== SPACE || bytes[from + 1] !== LETTER_R || bytes[from + 2] !== EQUALS) return 0;
  if (bytes[from + 3] !== QUOTE) return 0;
  let to = from + 4;
  while (to < end && bytes[to] !== QUOTE) to++;
  return to < end ? (plainNumber(bytes, from + 4, to) ?? 0) : 0;
}

/** False for a row whose attributes have no `hi` in them. */
function mayBeHidden(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (bytes[at] === LETTER_H && bytes[at + 1] === LETTER_I) return true;
  return false;
}

/** Follows the elements of a sheet. Millions of cells go through here, so that names and figures are read as bytes. */
class SheetWalk implements ByteHandler {
  readonly pause: Pause | undefined;
  readonly #sink: RowSink;
  readonly #remarks: SheetRemarks;
  readonly #cellOf: ReturnType<typeof cellReader>;
  readonly #plain = new PlainCells();
  readonly #texts = new TextCache();
  readonly #cells: Cell[] = [];
  #rowNumber = 0;
  /** No more rows are given: the sheet has no more, or the sink wants none. */
  #hasEnded = false;
  #isStopped = false;
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
  #hasFormula = false;
  #hasValue = false;
  #isHiddenRow = false;

  constructor(context: SheetContext, sink: RowSink, pause: Pause | undefined) {
    this.#remarks = context.remarks;
    this.#cellOf = cellReader(context);
    this.#sink = sink;
    this.pause = pause;
  }

  open(bytes: Buffer, from: number, to: number, end: number, empty: boolean): void {
    if (to - from === 1) {
      const name = bytes[from]!;
      if (name === LETTER_C) {
        if (this.#inData) this.#openCell(bytes, to, end);
      } else if (name === LETTER_F) this.#hasFormula = true;
      else if (name === LETTER_V || name === LETTER_T) {
        this.#hasValue = true;
        this.#inValue = !empty && !this.#inPhonetic && this.#takes(name);
      }
    } else if (isNamed(bytes, from, to, 'row')) this.#openRow(bytes, to, end, empty);
    else if (isNamed(bytes, from, to, 'rPh')) this.#inPhonetic = !empty;
    else if (isNamed(bytes, from, to, 'sheetData')) this.#inData = !empty;
  }

  whole(bytes: Buffer, tag: number): number {
    if (bytes[tag + 1] !== LETTER_C || !this.#inData || this.#inPhonetic || this.#inValue) return -1;
    const plain = this.#plain;
    const behind = plain.read(bytes, tag, this.#column);
    if (behind < 0) return -1;
    this.#column = plain.column;
    if (this.#column < limits.columns)
      this.#put(plain.text ?? this.#cellOf(plain.isShared ? 's' : '', plain.number, plain.style));
    return behind;
  }

  close(bytes: Buffer, from: number, to: number): void {
    if (to - from === 1) {
      const name = bytes[from];
      if (name === LETTER_V || name === LETTER_T) this.#inValue = false;
      else if (name === LETTER_C) this.#closeCell();
    } else if (isNamed(bytes, from, to, 'row')) {
      if (this.#inData) this.#endRow();
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

  /** Behind its last row a part is read to its end all the same: only then is its checksum known to be right. */
  done(): boolean {
    return this.#isStopped;
  }

  #give(cells: Cell[]): void {
    if (!this.#hasEnded && this.#sink(cells) === false) {
      this.#hasEnded = true;
      this.#isStopped = true;
    }
  }

  #endRow(): void {
    if (this.#hasEnded) return;
    if (this.#isHiddenRow && !this.#cells.every(isBlank)) this.#remarks.hiddenRow(this.#rowNumber);
    this.#give(this.#cells);
  }

  #openRow(bytes: Buffer, from: number, end: number, empty: boolean): void {
    if (!this.#inData || this.#hasEnded) return;
    const number = rowNumberAt(bytes, from, end);
    const attributes = number > 0 && !mayBeHidden(bytes, from, end) ? '' : bytes.toString('utf8', from, end);
    this.#comeTo(number || Number(attribute(attributes, 'r')) || this.#rowNumber + 1);
    this.#isHiddenRow = attributes !== '' && /^(1|true)$/.test(attribute(attributes, 'hidden') ?? '');
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
    this.#hasFormula = false;
    this.#hasValue = false;
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

  /** True for a formula whose result was not written; an empty text is one. */
  #isUncalculated(): boolean {
    if (!this.#hasFormula || this.#text !== '' || this.#number !== undefined) return false;
    return this.#type !== 'str' || !this.#hasValue;
  }

  #closeCell(): void {
    const isOpen = this.#isUncalculated();
    if ((this.#source === 0 && !isOpen) || this.#column >= limits.columns) return;
    this.#put(isOpen ? UNCALCULATED : this.#cellOf(this.#type, this.#number ?? this.#text, this.#style));
    if (isOpen) this.#remarks.uncalculated(this.#rowNumber, this.#column);
  }

  #put(cell: Cell): void {
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }
}

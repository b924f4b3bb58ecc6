import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank } from '@khop/engine/sheets/cell.ts';
import { limits } from '../limits.ts';
import { dayOfSerial } from '../values/dates.ts';
import { filledCell, numberStylesOf } from '../values/number-styles.ts';
import { errorText, numberOfRk } from '../values/numbers.ts';
import type { PartReaders } from './part-readers.ts';
import type { SheetContext } from './xlsx-sheet.ts';

/** The numbers of the records that are read. Source: MS-XLSB 2.3. */
const RECORD = {
  ROW: 0,
  STRING_ITEM: 19,
  FORMAT: 44,
  STYLE: 47,
  RICH_TEXT: 62,
  SHEET_DATA: 145,
  SHEET_DATA_END: 146,
  WORKBOOK_PROPERTIES: 153,
  SHEET: 156,
  CELL_STYLES: 617,
  CELL_STYLES_END: 618,
} as const;

/** Cells that name their column, by record; each of the short ones (12 on) is in the column behind the one before it. */
const CELLS = [
  'blank',
  'rk',
  'error',
  'boolean',
  'real',
  'text',
  'shared',
  'text',
  'real',
  'boolean',
  'error',
] as const;
const [FIRST_CELL, FIRST_SHORT, LAST_SHORT] = [1, 12, 18];
const HIDDEN_ROW = 0x10;
/** Bytes of one record: a text has 32,767 characters at most, a formula of 16 kB comes with its value. */
const LONGEST_RECORD = 1_000_000;

const damaged = () => new Problem('FILE_DAMAGED', 'Tệp .xlsb bị hỏng hoặc tải lên chưa đủ. Hãy xuất lại tệp.');

/** Takes each record as it arrives; true ends the walk. */
async function walkRecords(
  part: AsyncIterable<Buffer>,
  take: (id: number, data: Buffer) => boolean | undefined,
  pause?: () => Promise<void> | undefined,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of part) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (let head = headAt(rest, at); head; head = headAt(rest, at)) {
      const end = head.at + head.length;
      if (end > rest.length) break;
      try {
        if (take(head.id, rest.subarray(head.at, end))) return;
      } catch (error) {
        throw error instanceof RangeError ? damaged() : error;
      }
      at = end;
    }
    rest = rest.subarray(at);
    await pause?.();
  }
  if (rest.length > 0) throw damaged();
}

/** The number and length of a record, seven bits in each byte; undefined when they have not arrived. */
function headAt(bytes: Buffer, from: number): { id: number; length: number; at: number } | undefined {
  let at = from;
  const first = bytes[at++];
  if (first === undefined) return undefined;
  let id = first;
  if (first >= 0x80) {
    const second = bytes[at++];
    if (second === undefined) return undefined;
    id = (first & 0x7f) | ((second & 0x7f) << 7);
  }
  let length = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined) return undefined;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  if (length > LONGEST_RECORD) throw damaged();
  return { id, length, at };
}

/** A text of two bytes a character behind its length. */
function textAt(data: Buffer, at: number): { text: string; end: number } {
  const length = data.readUInt32LE(at);
  // A relation without a name.
  if (length === 0xffffffff) return { text: '', end: at + 4 };
  const end = at + 4 + length * 2;
  if (end > data.length) throw damaged();
  return { text: data.toString('utf16le', at + 4, end), end };
}

type CellKind = (typeof CELLS)[number];

function cellOf(kind: CellKind, data: Buffer, style: number, context: SheetContext): Cell {
  const numberCell = (number: number): Cell => {
    const look = context.numberStyles[style];
    if (look !== undefined && look !== 'day') return filledCell(number, look);
    if (look === undefined || number < 1) return number;
    const day = dayOfSerial(number, context.from1904);
    return day === undefined ? number : { day };
  };
  switch (kind) {
    case 'blank':
      return null;
    case 'rk':
      return numberCell(numberOfRk(data.readUInt32LE(0)));
    case 'real':
      return numberCell(data.readDoubleLE(0));
    case 'error':
      return errorText(data.readUInt8(0));
    case 'boolean':
      return data.readUInt8(0) !== 0;
    case 'text':
      return textAt(data, 0).text;
    case 'shared': {
      const text = context.strings.get(data.readUInt32LE(0));
      if (text === undefined) throw damaged();
      return text;
    }
  }
}

/** Reads the parts of an .xlsb package. */
export const recordParts: PartReaders = {
  async workbook(part) {
    const sheets: { name: string; id: string; isHidden: boolean }[] = [];
    let from1904 = false;
    await walkRecords(part, (id, data) => {
      if (id === RECORD.WORKBOOK_PROPERTIES) from1904 = (data.readUInt32LE(0) & 1) !== 0;
      if (id !== RECORD.SHEET) return;
      const relation = textAt(data, 8);
      sheets.push({
        id: relation.text,
        name: textAt(data, relation.end).text,
        isHidden: data.readUInt32LE(0) !== 0,
      });
    });
    return { sheets, from1904 };
  },

  async strings(part) {
    const strings: string[] = [];
    await walkRecords(part, (id, data) => {
      if (id === RECORD.STRING_ITEM) strings.push(textAt(data, 1).text);
    });
    return { get: (index) => strings[index] };
  },

  async numberStyles(part) {
    const [codes, formats]: [Map<number, string>, number[]] = [new Map(), []];
    let inStyles = false;
    await walkRecords(part, (id, data) => {
      if (id === RECORD.FORMAT) codes.set(data.readUInt16LE(0), textAt(data, 2).text);
      else if (id === RECORD.CELL_STYLES) inStyles = true;
      else if (id === RECORD.CELL_STYLES_END) inStyles = false;
      else if (id === RECORD.STYLE && inStyles) formats.push(data.readUInt16LE(2));
    });
    return numberStylesOf(formats, codes);
  },

  async sheet(part, context, sink, pause) {
    const cells: Cell[] = [];
    let [rowNumber, column, isHidden, inData] = [0, -1, false, false];
    let [isStopped, isWhole] = [false, false];
    const endRow = (): boolean => {
      if (rowNumber === 0) return true;
      if (isHidden && !cells.every(isBlank)) context.remarks.hiddenRow(rowNumber);
      return sink(cells) !== false;
    };
    /** Ends the row before and comes to the next one; rows must be in order. */
    const openRow = (data: Buffer): boolean => {
      if (!endRow()) return false;
      const next = data.readUInt32LE(0) + 1;
      if (next <= rowNumber) throw damaged();
      if (next > limits.rows) throw new Problem('FILE_TOO_LARGE', `Trang tính có hơn ${limits.rows} dòng.`);
      while (++rowNumber < next) if (sink([]) === false) return false;
      isHidden = (data.readUInt8(11) & HIDDEN_ROW) !== 0;
      cells.length = 0;
      column = -1;
      return true;
    };
    const putCell = (id: number, data: Buffer): void => {
      const isShort = id >= FIRST_SHORT && id <= LAST_SHORT;
      column = isShort ? column + 1 : data.readUInt32LE(0);
      const start = isShort ? 0 : 4;
      const style = data.readUIntLE(start, 3);
      if (column >= limits.columns) return;
      const kind = id === RECORD.RICH_TEXT ? 'text' : CELLS[isShort ? id - FIRST_SHORT : id - FIRST_CELL]!;
      const value = data.subarray(start + (id === RECORD.RICH_TEXT ? 5 : 4));
      if (kind === 'blank') return;
      while (cells.length < column) cells.push(null);
      cells[column] = cellOf(kind, value, style, context);
    };
    await walkRecords(
      part,
      (id, data) => {
        if (id === RECORD.SHEET_DATA) inData = true;
        else if (!inData) return;
        else if (id === RECORD.ROW) isStopped = !openRow(data);
        else if (id === RECORD.SHEET_DATA_END) {
          isStopped = !endRow();
          inData = false;
          isWhole = true;
        } else if ((id >= FIRST_CELL && id <= LAST_SHORT) || id === RECORD.RICH_TEXT) putCell(id, data);
        // Behind its last row the part is read to its end all the same: only then is its checksum known to be right.
        return isStopped;
      },
      pause,
    );
    if (!isWhole && !isStopped) throw damaged();
  },
};

import { type Cell, UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import type { SheetRemarks } from '../sheet-remarks.ts';
import { dayOfSerial } from '../values/dates.ts';
import { filledCell } from '../values/number-styles.ts';
import { errorText, numberOfRk } from '../values/numbers.ts';
import { damagedXls } from './damaged.ts';
import type { XlsWorkbook } from './globals.ts';
import { FORMULAS, RECORD, recordsFrom } from './records.ts';

/** Kinds of a formula's result: one that is no number says so in the first of its eight bytes. */
const [TEXT, BOOLEAN, ERROR, NUMBER] = [0, 1, 2, -1];
const HIDDEN_ROW = 0x20;

/** The rows of a sheet; a row that holds nothing is missing. Throws FILE_DAMAGED. */
export function readXlsSheet(stream: Buffer, start: number, workbook: XlsWorkbook, remarks: SheetRemarks): Cell[][] {
  const rows: Cell[][] = [];
  const hidden: number[] = [];
  const put = (data: Buffer, cell: Cell, column = data.readUInt16LE(2)): void => {
    const at = data.readUInt16LE(0);
    const row = rows[at] ?? [];
    rows[at] = row;
    while (row.length < column) row.push(null);
    row[column] = cell;
  };
  const numberCell = (number: number, style: number): Cell => {
    const look = workbook.numberStyles[style];
    if (look !== undefined && look !== 'day') return filledCell(number, look);
    if (look === undefined || number < 1) return number;
    const day = dayOfSerial(number, workbook.from1904);
    return day === undefined ? number : { day };
  };
  const putMany = (data: Buffer): void => {
    const first = data.readUInt16LE(2);
    for (let at = 4; at + 6 <= data.length - 2; at += 6)
      put(data, numberCell(numberOfRk(data.readUInt32LE(at + 2)), data.readUInt16LE(at)), first + (at - 4) / 6);
  };
  /** The formula whose text comes in a record of its own, and the records of that text. */
  let formula: Buffer | undefined;
  let pieces: Buffer[] | undefined;
  const endText = (): void => {
    const [first, ...more] = pieces ?? [];
    if (formula && first) put(formula, workbook.textAt(first, 0, 2, more));
    else if (formula) {
      put(formula, UNCALCULATED);
      remarks.uncalculated(formula.readUInt16LE(0) + 1, formula.readUInt16LE(2));
    }
    [formula, pieces] = [undefined, undefined];
  };
  const putFormula = (data: Buffer): void => {
    endText();
    const kind = data.readUInt16LE(12) === 0xffff ? data.readUInt8(6) : NUMBER;
    if (kind === NUMBER) put(data, numberCell(data.readDoubleLE(6), data.readUInt16LE(4)));
    else if (kind === TEXT) formula = data;
    else if (kind === BOOLEAN) put(data, data.readUInt8(8) !== 0);
    else if (kind === ERROR) put(data, errorText(data.readUInt8(8)));
  };

  for (const { id, data } of recordsFrom(stream, start)) {
    if (id === RECORD.CONTINUE) {
      pieces?.push(data);
      continue;
    }
    if (pieces) endText();
    if (id === RECORD.STRING) pieces = [data];
    else if (FORMULAS.has(id)) putFormula(data);
    else if (id === RECORD.NUMBER) put(data, numberCell(data.readDoubleLE(6), data.readUInt16LE(4)));
    else if (id === RECORD.RK) put(data, numberCell(numberOfRk(data.readUInt32LE(6)), data.readUInt16LE(4)));
    else if (id === RECORD.MULRK) putMany(data);
    else if (id === RECORD.LABELSST) put(data, sharedText(workbook, data.readUInt32LE(6)));
    else if (id === RECORD.LABEL || id === RECORD.RSTRING) put(data, workbook.textAt(data, 6, 2));
    else if (id === RECORD.BOOLERR)
      put(data, data.readUInt8(7) ? errorText(data.readUInt8(6)) : data.readUInt8(6) !== 0);
    else if (id === RECORD.ROW && data.readUInt16LE(12) & HIDDEN_ROW) hidden.push(data.readUInt16LE(0));
  }
  endText();
  for (const row of hidden) if (rows[row]) remarks.hiddenRow(row + 1);
  return rows;
}

function sharedText({ strings }: XlsWorkbook, index: number): string {
  const text = strings[index];
  if (text === undefined) throw damagedXls();
  return text;
}

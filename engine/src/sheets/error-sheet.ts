import type { Cell } from './cell.ts';
import { layouts } from './layouts/layouts.ts';
import type { ReadResult } from './read-result.ts';
import { fieldFormats } from './render.ts';
import type { SheetColumn, SheetRow } from './sheet-model.ts';

/** Turns the rows of a user's own sheet, one by one, into the same rows with a "Lỗi" column behind the last one. */
export type ErrorMarker = {
  readonly columns: readonly SheetColumn[];
  /** The row to write for row `rowNumber` (from 1); rejected rows carry their reasons and are coloured. */
  mark(cells: readonly Cell[], rowNumber: number): SheetRow;
};

const FILE_WIDTH = 18;
const REASONS_WIDTH = 80;

/** The part of a reading that marking its file needs; `rejected` may hold later refusals of an import, too. */
export type MarkedReading = Pick<ReadResult, 'layout' | 'sheet' | 'headerRow' | 'columns'> & {
  readonly rejected: readonly { readonly row: number; readonly message: string }[];
};

/** Prepares the error column of a file from what its reading rejected. */
export function errorMarker(result: MarkedReading): ErrorMarker {
  const reasons = new Map<number, string[]>();
  for (const { row, message } of result.rejected) {
    const known = reasons.get(row);
    if (known) known.push(message);
    else reasons.set(row, [message]);
  }
  const width = Math.max(0, ...result.columns.map((column) => indexOf(column.column) + 1));
  const firstData = result.headerRow;
  const file: SheetColumn[] = Array.from({ length: width }, () => ({ width: FILE_WIDTH, format: 'quantity' }));
  for (const { column, field } of result.columns) {
    const known = layouts[result.layout].fields.find((one) => one.field === field);
    if (known) file[indexOf(column)] = { width: FILE_WIDTH, format: fieldFormats[known.type] };
  }
  return {
    columns: [...file, { width: REASONS_WIDTH, format: 'text' }],
    mark(cells, rowNumber) {
      const own = Array.from({ length: width }, (_, index) => cells[index] ?? null);
      if (rowNumber < firstData) return { style: rowNumber === 1 ? 'title' : 'subtitle', cells: own };
      if (rowNumber === firstData) return { style: 'header', cells: [...own, 'Lỗi'] };
      const why = reasons.get(rowNumber);
      return why ? { style: 'note', cells: [...own, why.join('\n')] } : [...own, null];
    },
  };
}

const indexOf = (letters: string): number =>
  [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;

import { formatQuantity, type Quantity } from '../quantity.ts';
import { type Cell, decimalText } from '../sheets/cell.ts';
import type { ColumnFormat, SheetModel } from '../sheets/sheet-model.ts';
import { type Table, tableSheet } from '../sheets/table-sheet.ts';

export const column = (header: string, width: number, format: ColumnFormat = 'text') => ({ header, width, format });
export const dayCell = (day: string): Cell => ({ day });

/** A number where a double holds the decimal exactly, else its text. */
export function quantityCell(quantity: Quantity): Cell {
  const text = formatQuantity(quantity);
  return decimalText(Number(text)) === text ? Number(text) : text;
}

export const blanks = (count: number): null[] => Array.from({ length: count }, () => null);

/** A table whose rows are made when they are pulled. */
export const table = ({ rows, ...rest }: Omit<Table, 'rows'> & { rows(): Generator<Cell[]> }): SheetModel =>
  tableSheet({ ...rest, rows: rows() });

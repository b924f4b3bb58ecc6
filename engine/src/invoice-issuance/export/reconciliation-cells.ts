import { documentKeyOf, type SalesLine } from '../../bravo/sales-line.ts';
import { formatQuantity, type Quantity } from '../../quantity.ts';
import { type Cell, decimalText } from '../../sheets/cell.ts';
import type { ColumnFormat, SheetModel } from '../../sheets/sheet-model.ts';
import { carriedOn, sheetfuls } from '../../sheets/sheetfuls.ts';
import { type Table, tableSheet } from '../../sheets/table-sheet.ts';

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

/** A table of one row per thing, over as many sheets as it takes, with the total on the last. */
export function listSheets<T>(
  things: readonly T[],
  rowsPerSheet: number,
  { name, row, total, ...rest }: Omit<Table, 'rows'> & { row(thing: T): Cell[] },
): SheetModel[] {
  const chunks = sheetfuls(things, () => 1, rowsPerSheet);
  return chunks.map((chunk, index) =>
    tableSheet({
      ...rest,
      name: carriedOn(name, index),
      rows: chunk.values().map(row),
      ...(total && index === chunks.length - 1 && { total }),
    }),
  );
}

/** The columns that identify a ledger line in every list of lines. */
export const lineColumns = [
  column('Khóa dòng', 18),
  column('Chứng từ', 22),
  column('Ngày bán', 12, 'day'),
  column('Mã khách', 14),
  column('Tên khách', 32),
  column('Mã mặt hàng', 16),
  column('Tên mặt hàng', 36),
];

/** The cells under `lineColumns`; blank but for the key where the ledger no longer has the line. */
export function lineCells(key: string, line: SalesLine | undefined, partners: ReadonlyMap<string, string>): Cell[] {
  if (!line) return [key, '', null, '', '', '', ''];
  const { docDate, partnerCode, itemCode, itemName } = line;
  return [key, documentKeyOf(line), dayCell(docDate), partnerCode, partners.get(partnerCode) ?? '', itemCode, itemName];
}

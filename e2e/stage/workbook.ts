import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { type CellValue, writeXlsx } from 'hucre';
import type { TextFile } from './sample-folder.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const cellValue = (cell: Cell): CellValue =>
  cell !== null && typeof cell === 'object' ? new Date(`${cell.day}T00:00:00Z`) : cell;

/** An .xlsx of a sheet, written by another program than the product's. */
export async function workbook(
  name: string,
  { name: sheet, rows }: Pick<SheetModel, 'name' | 'rows'>,
): Promise<TextFile> {
  const cells = Array.from(rows, (row) => ('cells' in row ? row.cells : row).map(cellValue));
  return { name, mimeType: XLSX, buffer: Buffer.from(await writeXlsx({ sheets: [{ name: sheet, rows: cells }] })) };
}

/** Rows as the other system exports them in a layout. */
export const exported = (name: string, layout: LayoutName, rows: readonly Row[]): Promise<TextFile> =>
  workbook(name, renderLayout(layout, rows, { fromDate: '2026-09-01', toDate: '2026-09-30' }));

/** An .xlsx of bare cells. */
export const cells = (name: string, ...rows: Cell[][]): Promise<TextFile> => workbook(name, { name: 'Sheet1', rows });

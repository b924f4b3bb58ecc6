import { buffer } from 'node:stream/consumers';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { type RenderMeta, renderLayout } from '@khop/engine/sheets/render.ts';
import { writeWorkbook } from '../adapters/workbook/write/write-workbook.ts';

/** An .xlsx of these rows as the other system exports it. */
export const workbookFile = async (
  layout: LayoutName,
  rows: Iterable<Row>,
  meta: RenderMeta = {},
): Promise<{ name: string; content: Buffer }> => ({
  name: `${layout}.xlsx`,
  content: await buffer(writeWorkbook([renderLayout(layout, rows, meta)])),
});

/** An .xlsx of bare cells. */
export const sheetFile = (rows: readonly (readonly Cell[])[]) => sheetsFile({ Sheet1: rows });

/** An .xlsx of several sheets of bare cells, by name. */
export const sheetsFile = async (
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
): Promise<{ name: string; content: Buffer }> => ({
  name: 'tep.xlsx',
  content: await buffer(writeWorkbook(Object.entries(sheets).map(([name, rows]) => ({ name, columns: [], rows })))),
});

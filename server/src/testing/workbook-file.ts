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
export const sheetFile = async (rows: readonly (readonly Cell[])[]): Promise<{ name: string; content: Buffer }> => ({
  name: 'tep.xlsx',
  content: await buffer(writeWorkbook([{ name: 'Sheet1', columns: [], rows }])),
});

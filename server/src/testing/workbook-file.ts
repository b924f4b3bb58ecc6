import { buffer } from 'node:stream/consumers';
import type { LayoutName, Row } from '@khop/engine/sheets/layout.ts';
import { type RenderMeta, renderLayout } from '@khop/engine/sheets/render.ts';
import { writeWorkbook } from '../adapters/workbook/write-workbook.ts';

/** An .xlsx of these rows as the other system exports it. */
export const workbookFile = async (
  layout: LayoutName,
  rows: readonly Row[],
  meta: RenderMeta = {},
): Promise<{ name: string; content: Buffer }> => ({
  name: `${layout}.xlsx`,
  content: await buffer(writeWorkbook([renderLayout(layout, rows, meta)])),
});

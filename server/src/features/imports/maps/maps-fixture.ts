import type { ImportReport, Run } from '@khop/contract/runs.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { expect } from 'vitest';
import { sheetFile } from '../../../testing/workbook-file.ts';

/** Headers of products as no layout has them. */
export const HEADER = ['Ký hiệu riêng', 'Gọi là', 'Đếm bằng', 'Còn lại'];
export const ROWS: readonly Cell[][] = [
  ['A1', 'Nồi cơm', 'Cái', 5],
  ['A2', null, 'Cái', 2],
  ['A3', 'Ấm', 'Chiếc', '1.234'],
];
/** A file of such products. */
export const sheet = (rows: readonly (readonly Cell[])[] = ROWS, header: readonly string[] = HEADER) =>
  sheetFile([['Sổ tay của kho'], header, ...rows]);

/** The report of an import that has succeeded. */
export const reportOf = (run: Run): ImportReport => {
  expect(run.status, run.message ?? '').toBe('succeeded');
  return run.result as ImportReport;
};

const FIELDS = ['code', 'name', 'unit', 'quantityOnHand'];
/** The map of such a file. */
export const mapOf = (changes: Partial<ColumnMap> = {}): ColumnMap => ({
  ...{ layout: 'amis-products', sheet: 'Sheet1', headerRow: 2, headerRows: 1, headers: HEADER },
  columns: FIELDS.map((field, at) => ({
    ...{ field, column: 'ABCD'[at]!, header: HEADER[at]! },
    ...(field === 'quantityOnHand' && { decimal: ',' as const }),
  })),
  ...changes,
});

import { type Cell, columnLetters } from './cell.ts';
import type { ColumnFormat, SheetModel, SheetRow } from './sheet-model.ts';

/** A plain report: columns with headers, rows of cells in the same order, optionally a title above and a total below. */
export type Table = {
  readonly name: string;
  readonly title?: string;
  readonly subtitle?: string;
  readonly columns: readonly { readonly header: string; readonly width: number; readonly format: ColumnFormat }[];
  readonly rows: Iterable<readonly Cell[]>;
  readonly total?: () => readonly Cell[];
};

/** Lays a table out as a sheet; `total` is asked after the last row was taken. */
export function tableSheet({ name, title, subtitle, columns, rows, total }: Table): SheetModel {
  const above: SheetRow[] = [];
  if (title !== undefined) above.push({ style: 'title', cells: [title] });
  if (subtitle !== undefined) above.push({ style: 'subtitle', cells: [subtitle] });
  if (above.length > 0) above.push([]);
  const headerRow = above.length + 1;
  const lastColumn = columnLetters(columns.length - 1);
  function* all(): Generator<SheetRow> {
    yield* above;
    yield { style: 'header', cells: columns.map((column) => column.header) };
    yield* rows;
    if (total) yield { style: 'total', cells: total() };
  }
  return {
    name,
    columns: columns.map(({ width, format }) => ({ width, format })),
    rows: all(),
    freezeRows: headerRow,
    autoFilter: `A${headerRow}:${lastColumn}${headerRow}`,
  };
}

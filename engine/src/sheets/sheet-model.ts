import type { Cell } from './cell.ts';

/** The look of a column's cells: `#,##0` · `#,##0.######` · `dd/mm/yyyy` · `0` · plain text. */
export type ColumnFormat = 'text' | 'vnd' | 'quantity' | 'day' | 'integer';

export type SheetColumn = {
  /** Width in characters. */
  readonly width: number;
  readonly format: ColumnFormat;
};

export type RowStyle = 'title' | 'subtitle' | 'header' | 'data' | 'total' | 'note';

/** A row to write: bare cells are a data row. */
export type SheetRow = readonly Cell[] | { readonly style: RowStyle; readonly cells: readonly Cell[] };

/** A sheet to write: `rows` are all of its rows from row 1 on, headers included, and are pulled once, one at a time. */
export type SheetModel = {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<SheetRow>;
  /** Rows at the top that stay in sight. */
  readonly freezeRows?: number;
  /** Merged ranges such as "F4:G4". */
  readonly merges?: readonly string[];
  /** Range of the filter buttons, such as "A4:M4". */
  readonly autoFilter?: string;
};

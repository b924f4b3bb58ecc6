import type { Day } from '../day.ts';
import type { LayoutName, Row, Value } from './layouts/layout.ts';
import type { ColumnMap } from './mapping/column-map.ts';

/** A remark about a cell, a row or the whole file. `row` counts from 1 as Excel does (0: the file); `column` is its letters. */
export type Issue = {
  readonly row: number;
  readonly column: string | null;
  readonly value: Value;
  readonly code: string;
  /** A Vietnamese sentence with the row, the column, the value and the remedy. */
  readonly message: string;
};

/** Sums by field (whole đồng as numbers, quantities as decimal strings) and `rowCount`. */
export type Totals = Readonly<Record<string, number | string>>;

/** The content read from one sheet. */
export type ReadResult = {
  readonly layout: LayoutName;
  readonly sheet: string;
  /** Texts above the header: title, period, and, if the system prints them, the entity's name and tax code. */
  readonly heading?: readonly string[];
  /** First header row, from 1. */
  readonly headerRow: number;
  readonly columns: readonly { readonly column: string; readonly header: string; readonly field: string | null }[];
  readonly rows: Row[];
  /** Row numbers in the file, in step with `rows`. */
  readonly rowNumbers: number[];
  /** One entry per bad cell; a row with any is not among `rows`. */
  readonly rejected: Issue[];
  /** `file`: the file's own total rows, null when it has none. `read`: the rows read, without rejected ones. */
  readonly totals: { readonly file: Totals | null; readonly read: Totals };
  readonly warnings: Issue[];
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  /** The map by which its columns were told, as it lies on this sheet; `id` of a remembered one. */
  readonly map?: { readonly id: string | null; readonly map: ColumnMap };
  /** The moments at which the file was made and last saved (ISO instants), as far as it tells them. */
  readonly moments?: readonly string[];
};

/** Shows a file's trouble once, and then only counts: a long ledger may repeat it on every row. */
export const WARNINGS_PER_CODE = 200;

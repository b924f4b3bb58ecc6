import type { ReactNode } from 'react';

/**
 * The kind of a column's values: decides alignment, formatting, and if Σ applies. `rate`: a tax rate in words ("8%",
 * "KCT").
 */
export type CellKind = 'text' | 'code' | 'vnd' | 'quantity' | 'count' | 'percent' | 'rate' | 'day' | 'instant' | 'bool';
export type CellValue = string | number | boolean | null | undefined;

export type GridColumn<Row> = {
  id: string;
  header: string;
  kind?: CellKind;
  /** The raw value: what is formatted, copied, exported and added up. Quantities as decimal strings, money as integers. */
  value: (row: Row) => CellValue;
  /** Own rendering (chips, links). The value still serves copying. */
  cell?: (row: Row) => ReactNode;
  /** Text for copying and export, when it differs from the formatted value. */
  text?: (row: Row) => string;
  width?: number;
  minWidth?: number;
  /** Takes the space that is left over. */
  grow?: boolean;
  /** The name the server sorts by; `true` when it is the column's id. */
  sort?: boolean | string;
  /** The name the server filters by: that of the sort when left out, `true` when it is the column's id, false for none. */
  filter?: boolean | string;
  /** The kind of condition that the column takes, where its own kind does not say it. */
  filterKind?: 'text' | 'number' | 'day';
  /** The values that the server may hold here and their labels, where the cell says them in other words. */
  options?: readonly { value: string; label: string }[];
  /** Starts pinned to the left. */
  pinned?: boolean;
  /** Starts hidden. */
  hidden?: boolean;
  /** Key of this column in the server's totals. */
  total?: string;
  /** The cell opens the row, and says so to the mouse. */
  opens?: boolean;
};

/** Rows that may not be here yet, by index. See useListQuery. */
export type GridSource<Row> = {
  /** Changes with the filter or the sort: the grid then starts again at the top. */
  id: string;
  total: number;
  /** False when the server counted only up to a bound. */
  totalIsExact: boolean;
  rowAt: (index: number) => Row | undefined;
  /** Says which rows are in sight (plus some), so that they are fetched. */
  want: (from: number, to: number) => void;
  /** Fetches the rows of a range that are missing; for copying and exporting. */
  load: (from: number, to: number, signal?: AbortSignal) => Promise<void>;
  /** Everything that matches, piece by piece, past the cache; for exporting and for acting on all of it. */
  all: (signal?: AbortSignal) => AsyncIterable<readonly Row[]>;
  totals: Readonly<Record<string, string | number>> | undefined;
  status: 'loading' | 'ready' | 'error';
  /** Rows on screen belong to the previous filter while the new ones come. */
  stale: boolean;
  error: unknown;
  retry: () => void;
  /** Changes whenever rows came or went. */
  revision: number;
};

export type CellAddress = { row: number; col: number };
/** Rectangle from where the selection began to where it is now. */
export type CellRange = { anchor: CellAddress; focus: CellAddress };

/** Chosen rows: named ones, or everything that matches the filter except some. */
export type RowSelection =
  | { kind: 'rows'; keys: ReadonlySet<string> }
  | { kind: 'matching'; except: ReadonlySet<string> };

export const NO_ROWS: RowSelection = { kind: 'rows', keys: new Set() };

/** The grid as it is shown, to export it so. */
export type GridView = {
  columns: readonly { id: string; header: string; kind: CellKind }[];
  total: number;
  /** Search and filters in words, a line each. */
  filters: readonly string[];
};

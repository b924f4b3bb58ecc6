import type { RefObject } from 'react';
import type { PlacedColumn, SavedLayout } from '../layout.ts';
import type { GridColumn } from '../types.ts';

export type GridHeaderProps<Row> = {
  columns: readonly GridColumn<Row>[];
  placed: readonly PlacedColumn<Row>[];
  leading: number;
  width: number;
  saved: SavedLayout;
  onLayout: (change: (saved: SavedLayout) => SavedLayout) => void;
  sort: string | undefined;
  onSort: ((sort: string | undefined) => void) | undefined;
  checkbox: { checked: boolean; some: boolean; onChange: (checked: boolean) => void } | undefined;
  /** Focus goes back to the cells below a column. */
  onLeave: (col: number) => void;
  /** Opens the filter of a column at its header; columns that have none give undefined. */
  onFilter: ((column: GridColumn<Row>, anchor: HTMLElement) => void) | undefined;
  /** Filter names of the columns that are filtered now. */
  filtered: ReadonlySet<string>;
  /** The width in pixels that a column needs for everything that it shows now. */
  fit: (col: number) => number;
  /** Filled with a function that focuses the header of a column. */
  focusHeader: RefObject<((col: number) => void) | undefined>;
};

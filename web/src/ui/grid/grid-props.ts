import type { ReactNode } from 'react';
import type { RowTone } from './grid-row.tsx';
import type { GridColumn, GridSource, GridView, RowSelection } from './types.ts';
import type { ViewTarget } from './views.ts';

export type BulkContext = {
  selection: RowSelection;
  count: number;
  clear: () => void;
  /** The keys of all chosen rows; fetches what is missing when everything that matches was chosen. */
  resolve: () => Promise<string[]>;
};

export type GridProps<Row> = {
  /** Under this name the columns' layout is remembered, e.g. "bravo-items". */
  id: string;
  /** The name of the list, for screen readers. */
  label: string;
  /** Keep the array stable (module constant or useMemo). */
  columns: readonly GridColumn<Row>[];
  rowKey: (row: Row) => string;
  source: GridSource<Row>;
  sort?: string | undefined;
  onSort?: (sort: string | undefined) => void;
  /** Enter, double click, a tap, or a click on an `opens` cell. */
  onOpen?: (row: Row) => void;
  /** The page of a row, as a path: its `opens` cell is then a real link (new tab, copy link). */
  href?: (row: Row) => string | undefined;
  rowTone?: (row: Row) => RowTone | undefined;
  /** Search and filters, at the left of the toolbar. */
  filters?: ReactNode;
  /** Buttons at the right of the toolbar. */
  actions?: ReactNode;
  /** Buttons for the chosen rows; also makes rows choosable. */
  bulk?: (context: BulkContext) => ReactNode;
  selection?: RowSelection;
  onSelectionChange?: (selection: RowSelection) => void;
  /** Offers saved views: `views={search.view}`. */
  views?: ViewTarget;
  /** Offers "Xuất Excel". */
  onExport?: (view: GridView) => void | Promise<void>;
  /** Shown when there is nothing at all: what would be here and the next step. */
  empty?: ReactNode;
  /** Shown in place of the usual words when the rows could not be read. */
  failed?: ReactNode;
  /** True when a filter or a search narrows the list: another empty text. */
  filtered?: boolean;
  /** A fixed height in rows (grids inside a page); fills its flex parent otherwise. */
  visibleRows?: number;
  className?: string;
};

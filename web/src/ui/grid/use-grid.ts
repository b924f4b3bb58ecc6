import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useArrival } from '../arrival.ts';
import { useRemembered } from '../remembered.ts';
import { useCells } from './cells/use-cells.ts';
import type { GridProps } from './grid-props.ts';
import { layoutFrom, placeColumns } from './layout.ts';
import { usePrintedRows } from './printing.tsx';
import { boundsOf } from './selection.ts';
import { usePlace } from './use-place.ts';
import { useRowSelection } from './use-row-selection.ts';
import { MAX_ROWS, ROW_HEIGHT, useWindow } from './use-window.ts';

/** Width of the column of boxes. */
const LEADING = Math.max(36, ROW_HEIGHT);

type Scroller = RefObject<HTMLDivElement | null>;

/** The columns as they are laid out, and the rows that are in sight. */
function useInSight<Row>({ id, columns, source, bulk }: GridProps<Row>, scroller: Scroller) {
  const [saved, changeLayout] = useRemembered(`grid.${id}`, layoutFrom);
  const leading = bulk ? LEADING : 0;
  const rows = Math.min(source.total, MAX_ROWS);
  const hasTotals = source.totals !== undefined && columns.some((column) => column.total);
  const footer = hasTotals ? ROW_HEIGHT : 0;
  const printed = usePrintedRows(source, rows);
  const { first, last, view, pageRows, reveal } = useWindow(scroller, rows, footer, printed);
  const { placed, width } = useMemo(
    () => placeColumns(columns, saved, view.width, leading),
    [columns, saved, view.width, leading],
  );
  const visible = useMemo(() => placed.map(({ column }) => column), [placed]);
  const { want } = source;
  useEffect(() => {
    if (last >= first && printed === undefined) want(first, last);
  }, [want, first, last, printed]);
  return {
    ...{
      saved,
      changeLayout,
      leading,
      rows,
      hasTotals,
      footer,
      printed,
      first,
      last,
      pageRows,
      placed,
      width,
      visible,
    },
    height: view.height,
    /** Brings a cell into sight; beside the pinned columns, which are always there. */
    revealCell: ({ row, col }: { row: number; col: number }) => {
      const entry = placed[col];
      const pinnedWidth = placed.reduce((sum, one) => sum + (one.pinned ? one.width : 0), leading);
      if (!entry || entry.pinned) reveal(row);
      else reveal(row, entry.left, entry.width, pinnedWidth);
    },
  };
}

/** Another filter or order: the list starts at its top, and nothing of it is chosen. */
function useNewList(listId: string, scroller: Scroller, clear: () => void): void {
  const shownId = useRef(listId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id is the trigger
  useEffect(() => {
    if (shownId.current === listId) return;
    shownId.current = listId;
    if (scroller.current) scroller.current.scrollTop = 0;
    clear();
  }, [listId]);
}

export type GridModel<Row> = ReturnType<typeof useGrid<Row>>;

/** The state of a grid: its columns, the rows in sight, the chosen rows and the chosen cells. */
export function useGrid<Row>(props: GridProps<Row>) {
  const { id, rowKey, source, bulk } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const focusHeader = useRef<((col: number) => void) | undefined>(undefined);
  const inSight = useInSight(props, scroller);
  const { first, last, rows } = inSight;
  const chosen = useRowSelection({
    enabled: bulk !== undefined,
    source,
    rowKey,
    first,
    last,
    selection: props.selection,
    onSelectionChange: props.onSelectionChange,
  });
  useNewList(source.id, scroller, chosen.clear);
  const cells = useCells({
    source,
    rows,
    columns: inSight.visible,
    pageRows: inSight.pageRows,
    reveal: inSight.revealCell,
    onOpen: props.onOpen,
    onToggleRows: bulk ? chosen.toggle : undefined,
    onEscape: chosen.clear,
    focusHeader: (col) => focusHeader.current?.(col),
  });
  const { range, setRange } = cells;
  const bounds = useMemo(() => range && boundsOf(range), [range]);
  const active = range?.focus;
  const ready = source.status === 'ready' && !source.stale;
  usePlace({ grid: id, list: source.id, ready, scroller, active, setRange });
  useArrival(scroller, ready, {
    onArrive: () => {
      if (rows > 0 && !active) setRange({ anchor: { row: 0, col: 0 }, focus: { row: 0, col: 0 } });
    },
  });
  return { ...inSight, scroller, focusHeader, chosen, cells, bounds, active };
}

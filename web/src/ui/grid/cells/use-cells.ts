import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { strings } from '../../../strings.ts';
import { toast } from '../../overlays/toast.tsx';
import { boundsOf, cellCount, inside, moveCell, rangeAsHtml, rangeAsText } from '../selection.ts';
import { copyBoth } from '../sheet/copy-both.ts';
import type { CellAddress, CellRange, GridColumn, GridSource } from '../types.ts';

/** More rows than this are exported, not copied. */
const COPY_ROWS = 20_000;

export type CellsOptions<Row> = {
  source: GridSource<Row>;
  rows: number;
  columns: readonly GridColumn<Row>[];
  pageRows: number;
  reveal: (address: CellAddress) => void;
  onOpen: ((row: Row) => void) | undefined;
  onToggleRows: ((from: number, to: number) => void) | undefined;
  onEscape: () => void;
  focusHeader: (col: number) => void;
};

/** The cell that something in the grid belongs to. */
export const addressOf = (target: EventTarget | null): CellAddress | undefined => {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-r]')?.dataset.r;
  const col = target.closest<HTMLElement>('[data-c]')?.dataset.c;
  return row === undefined || col === undefined ? undefined : { row: Number(row), col: Number(col) };
};

/** The chosen cells of one list. */
function useRange(listId: string) {
  const [range, setRange] = useState<CellRange | undefined>(undefined);
  const listed = useRef(listId);
  // Another filter or order: the old cells mean nothing any more.
  useEffect(() => {
    if (listed.current === listId) return;
    listed.current = listId;
    setRange(undefined);
  }, [listId]);
  return [range, setRange] as const;
}

/** Copies chosen cells, by the browser's own copy or from a command. */
function useCopying<Row>(source: GridSource<Row>, columns: readonly GridColumn<Row>[], range: CellRange | undefined) {
  /** Cells that are on the clipboard now; forgotten with the next choice. */
  const [copied, setCopied] = useState<CellRange | undefined>(undefined);

  /** Puts the range on the clipboard; rows that are not here yet are fetched first. */
  const copyLater = (chosen: CellRange, withHeader: boolean) => {
    const bounds = boundsOf(chosen);
    if (bounds.bottom - bounds.top >= COPY_ROWS) {
      toast.warning(strings.grid.copyTooLarge);
      return;
    }
    source
      .load(bounds.top, bounds.bottom)
      .then(() =>
        copyBoth(
          rangeAsText(bounds, columns, source.rowAt, withHeader),
          rangeAsHtml(bounds, columns, source.rowAt, withHeader),
        ),
      )
      .then(
        () => setCopied(chosen),
        () => toast.error(strings.grid.error),
      );
  };

  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    if (!range || event.target !== event.currentTarget) return;
    event.preventDefault();
    const bounds = boundsOf(range);
    if (bounds.bottom - bounds.top >= COPY_ROWS) {
      toast.warning(strings.grid.copyTooLarge);
      return;
    }
    const complete = Array.from({ length: bounds.bottom - bounds.top + 1 }).every(
      (_, index) => source.rowAt(bounds.top + index) !== undefined,
    );
    if (complete) {
      event.clipboardData.setData('text/plain', rangeAsText(bounds, columns, source.rowAt));
      event.clipboardData.setData('text/html', rangeAsHtml(bounds, columns, source.rowAt));
      setCopied(range);
      return;
    }
    // Some rows are not here yet: the clipboard waits for them.
    copyLater(range, false);
  };

  return { isCopied: range !== undefined && copied === range, copyLater, onCopy };
}

export type Cells = ReturnType<typeof useCells>;

/** The cell selection: keys, mouse, copying. The focus stays on the grid itself. */
export function useCells<Row>(options: CellsOptions<Row>) {
  const { source, rows, columns, pageRows, reveal, onOpen, onToggleRows, onEscape, focusHeader } = options;
  const [range, setRange] = useRange(source.id);
  const { isCopied, copyLater, onCopy } = useCopying(source, columns, range);
  const dragging = useRef(false);
  const size = { rows, cols: columns.length };

  const select = (focus: CellAddress, extend: boolean) => {
    setRange((now) => ({ anchor: extend && now ? now.anchor : focus, focus }));
    reveal(focus);
  };
  const open = (index: number, col?: number) => {
    const row = source.rowAt(index);
    if (row === undefined) return;
    // The row that was opened is the one to come back to.
    if (col !== undefined) setRange({ anchor: { row: index, col }, focus: { row: index, col } });
    onOpen?.(row);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const at = range?.focus;
    if (event.key === 'Escape') {
      if (range && cellCount(boundsOf(range)) > 1) setRange({ anchor: range.focus, focus: range.focus });
      else onEscape();
      return;
    }
    if (rows === 0) {
      if (event.key === 'ArrowUp') focusHeader(0);
      return;
    }
    if (!at) {
      if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'PageDown') {
        event.preventDefault();
        select({ row: 0, col: 0 }, false);
      }
      return;
    }
    if (event.key === 'ArrowUp' && at.row === 0 && !ctrl && !event.shiftKey) {
      event.preventDefault();
      focusHeader(at.col);
      return;
    }
    const next = moveCell(at, { key: event.key, ctrl, shift: event.shiftKey }, size, pageRows);
    if (next) {
      event.preventDefault();
      select(next, event.shiftKey);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(at.row);
    } else if (event.key === ' ' && onToggleRows) {
      event.preventDefault();
      const bounds = boundsOf(range);
      onToggleRows(bounds.top, bounds.bottom);
    } else if (ctrl && event.shiftKey && event.key.toLowerCase() === 'c') {
      event.preventDefault();
      copyLater(range, true);
    } else if (ctrl && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      setRange({ anchor: { row: 0, col: 0 }, focus: { row: rows - 1, col: columns.length - 1 } });
    }
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const at = addressOf(event.target);
    if (!at || (event.target as Element).closest('a, button, input, [data-open]')) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    setRange((now) => ({ anchor: event.shiftKey && now ? now.anchor : at, focus: at }));
    dragging.current = true;
    const onMove = (moved: globalThis.PointerEvent) => {
      const over = addressOf(document.elementFromPoint(moved.clientX, moved.clientY));
      const to = over && inside(over, size);
      if (!dragging.current || !to) return;
      setRange((now) => (now && (now.focus.row !== to.row || now.focus.col !== to.col) ? { ...now, focus: to } : now));
      reveal(to);
    };
    const onUp = () => {
      dragging.current = false;
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
  };

  return {
    range,
    isCopied,
    setRange,
    select,
    open,
    onKeyDown,
    onPointerDown,
    onCopy,
    /** Copies the chosen cells from a menu. */
    copy: (withHeader: boolean) => {
      if (range) copyLater(range, withHeader);
    },
  };
}

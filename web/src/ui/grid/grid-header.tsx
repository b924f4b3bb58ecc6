// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import { ArrowDown, ArrowUp, ChevronDown, ListFilter } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { AnchoredMenu, type MenuEntry } from '../overlays/menu.tsx';
import { filterKeyOf } from './filters/column-clauses.ts';
import { alignOf } from './grid-row.tsx';
import {
  MIN_WIDTH,
  movedOrder,
  orderColumns,
  type PlacedColumn,
  type SavedLayout,
  withHidden,
  withPinned,
  withWidth,
} from './layout.ts';
import type { GridColumn } from './types.ts';
import { HEADER_HEIGHT } from './use-window.ts';

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
  /** How wide a column has to be for what it shows now. */
  fit: (col: number) => number;
  /** Filled with a function that focuses the header of a column. */
  focusHeader: RefObject<((col: number) => void) | undefined>;
};

const sortKeyOf = <Row,>(column: GridColumn<Row>): string | undefined =>
  column.sort === true ? column.id : column.sort || undefined;

const STEP_PX = 16;

/** The row of column names: sort, resize, move, pin and hide, by mouse and by keyboard. */
export function GridHeader<Row>(props: GridHeaderProps<Row>) {
  const { columns, placed, leading, width, saved, onLayout, sort, onSort, checkbox, onLeave, focusHeader } = props;
  const { onFilter, filtered, fit } = props;
  const [menu, setMenu] = useState<{ anchor: HTMLElement; col: number } | undefined>(undefined);
  const [roving, setRoving] = useState(0);
  const [drop, setDrop] = useState<{ id: string; before: string | undefined; x: number } | undefined>(undefined);
  const rowRef = useRef<HTMLDivElement>(null);

  const focus = (col: number) => {
    const next = Math.max(0, Math.min(placed.length - 1, col));
    setRoving(next);
    rowRef.current?.querySelector<HTMLElement>(`[data-h="${next}"] [data-label]`)?.focus();
  };
  focusHeader.current = focus;

  const orderIds = () => orderColumns(columns, saved).map(({ id }) => id);
  const move = (col: number, by: -1 | 1) => {
    const id = placed[col]!.column.id;
    const before = by < 0 ? placed[col - 1]?.column.id : placed[col + 2]?.column.id;
    if (by < 0 && before === undefined) return;
    onLayout((now) => ({ ...now, order: movedOrder(orderIds(), id, before) }));
    setTimeout(() => focus(col + by));
  };
  const resize = (col: number, to: number) => {
    const { column } = placed[col]!;
    onLayout((now) => withWidth(now, column.id, to, column.minWidth ?? MIN_WIDTH));
  };
  const toggleSort = (col: number) => {
    const key = sortKeyOf(placed[col]!.column);
    if (!key || !onSort) return;
    onSort(sort === key ? `-${key}` : sort === `-${key}` ? undefined : key);
  };

  const onKey = (event: KeyboardEvent, col: number) => {
    const { key, altKey } = event;
    const handled = () => event.preventDefault();
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      handled();
      resize(col, placed[col]!.width + (key === 'ArrowLeft' ? -STEP_PX : STEP_PX));
    } else if ((altKey && key === 'ArrowDown') || key === 'ContextMenu' || (event.shiftKey && key === 'F10')) {
      handled();
      setMenu({ anchor: event.currentTarget as HTMLElement, col });
    } else if (event.ctrlKey && event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      handled();
      move(col, key === 'ArrowLeft' ? -1 : 1);
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      handled();
      focus(col + (key === 'ArrowLeft' ? -1 : 1));
    } else if (key === 'Home' || key === 'End') {
      handled();
      focus(key === 'Home' ? 0 : placed.length - 1);
    } else if (key === 'ArrowDown') {
      handled();
      onLeave(col);
    }
  };

  const startResize = (event: PointerEvent<HTMLElement>, col: number) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const from = event.clientX;
    const start = placed[col]!.width;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (moved) => resize(col, start + moved.clientX - from);
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = null;
    };
  };

  const startDrag = (event: PointerEvent<HTMLElement>, col: number) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const label = event.currentTarget;
    const from = event.clientX;
    let target: { id: string; before: string | undefined; x: number } | undefined;
    const place = (x: number) => {
      const row = rowRef.current!;
      const inner = x - row.getBoundingClientRect().left;
      const over = placed.findIndex((entry) => inner < entry.left + entry.width / 2);
      const before = over < 0 ? undefined : placed[over]!;
      const end = placed[placed.length - 1]!;
      return { id: placed[col]!.column.id, before: before?.column.id, x: before ? before.left : end.left + end.width };
    };
    const onMove = (moved: globalThis.PointerEvent) => {
      if (!target && Math.abs(moved.clientX - from) < 6) return;
      target = place(moved.clientX);
      setDrop(target);
    };
    const onUp = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      setDrop(undefined);
      if (!target) return;
      const done = target;
      onLayout((now) => ({ ...now, order: movedOrder(orderIds(), done.id, done.before) }));
      // The click that ends a drag must not sort.
      label.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
  };

  const entriesOf = (col: number): MenuEntry[] => {
    const entry = placed[col];
    if (!entry) return [];
    const { column } = entry;
    const key = sortKeyOf(column);
    const sorting: MenuEntry[] =
      key && onSort
        ? [
            { label: strings.grid.sortAscending, icon: <ArrowUp aria-hidden />, onSelect: () => onSort(key) },
            { label: strings.grid.sortDescending, icon: <ArrowDown aria-hidden />, onSelect: () => onSort(`-${key}`) },
            ...(sort === key || sort === `-${key}`
              ? [{ label: strings.grid.sortNone, onSelect: () => onSort(undefined) }]
              : []),
            { kind: 'separator' },
          ]
        : [];
    const pinned = entry.pinned;
    const field = filterKeyOf(column);
    const filtering: MenuEntry[] =
      onFilter && field !== undefined
        ? [
            {
              label: strings.grid.filter,
              icon: <ListFilter aria-hidden />,
              onSelect: () => {
                const header = rowRef.current?.querySelector<HTMLElement>(`[data-h="${col}"] [data-label]`);
                // The menu gives the focus back first.
                if (header) setTimeout(() => onFilter(column, header));
              },
            },
            { kind: 'separator' },
          ]
        : [];
    return [
      ...sorting,
      ...filtering,
      {
        label: pinned ? strings.grid.unpin : strings.grid.pin,
        onSelect: () => onLayout((now) => withPinned(now, column.id, !pinned)),
      },
      { label: strings.grid.moveLeft, disabled: col === 0, onSelect: () => move(col, -1) },
      { label: strings.grid.moveRight, disabled: col === placed.length - 1, onSelect: () => move(col, 1) },
      { label: strings.grid.fit, onSelect: () => resize(col, fit(col)) },
      { label: strings.grid.wider, onSelect: () => resize(col, entry.width + 2 * STEP_PX) },
      { label: strings.grid.narrower, onSelect: () => resize(col, entry.width - 2 * STEP_PX) },
      { kind: 'separator' },
      {
        label: strings.grid.hide,
        disabled: placed.length === 1,
        onSelect: () => onLayout((now) => withHidden(now, column.id, true)),
      },
    ];
  };

  return (
    <>
      <div
        ref={rowRef}
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
        className="relative flex bg-head text-grid font-semibold text-ink-2 outline-none"
        style={{ width, minWidth: '100%', height: HEADER_HEIGHT }}
      >
        {checkbox ? (
          <div
            role="columnheader"
            tabIndex={-1}
            aria-colindex={1}
            className="sticky left-0 z-10 flex shrink-0 items-center justify-center border-r border-b border-line bg-head"
            style={{ width: leading }}
          >
            <label className="flex size-full items-center justify-center">
              <input
                type="checkbox"
                aria-label={strings.grid.selectAll}
                checked={checkbox.checked}
                ref={(element) => {
                  if (element) element.indeterminate = checkbox.some && !checkbox.checked;
                }}
                onChange={(event) => checkbox.onChange(event.target.checked)}
                className="size-4 accent-primary"
              />
            </label>
          </div>
        ) : null}
        {placed.map(({ column, width: cellWidth, left, pinned }, col) => {
          const key = sortKeyOf(column);
          const direction = key && sort === key ? 'ascending' : key && sort === `-${key}` ? 'descending' : undefined;
          const sortable = key !== undefined && onSort !== undefined;
          return (
            <div
              key={column.id}
              role="columnheader"
              tabIndex={-1}
              aria-colindex={col + 1 + (checkbox ? 1 : 0)}
              aria-sort={sortable ? (direction ?? 'none') : undefined}
              data-h={col}
              className={cn(
                'group/head flex shrink-0 items-center border-r border-b border-line bg-head outline-none',
                pinned ? 'sticky z-10' : 'relative',
              )}
              style={pinned ? { width: cellWidth, left } : { width: cellWidth }}
            >
              <button
                type="button"
                data-label
                tabIndex={col === Math.min(roving, placed.length - 1) ? 0 : -1}
                onFocus={() => setRoving(col)}
                onClick={() => toggleSort(col)}
                onKeyDown={(event) => onKey(event, col)}
                onPointerDown={(event) => startDrag(event, col)}
                onContextMenu={(event) => {
                  event.preventDefault();
                  setMenu({ anchor: event.currentTarget, col });
                }}
                title={column.header}
                className={cn(
                  'flex h-full min-w-0 grow items-center gap-1 px-2 focus-visible:-outline-offset-2',
                  alignOf(column.kind),
                  sortable ? 'hover:text-ink' : 'cursor-default!',
                )}
              >
                <span className="truncate">{column.header}</span>
                {filtered.has(filterKeyOf(column) ?? '') ? (
                  <ListFilter aria-label={strings.grid.filterOf} className="size-3.5 shrink-0 text-accent" />
                ) : null}
                {direction === 'ascending' ? <ArrowUp aria-hidden className="size-3.5 shrink-0 text-accent" /> : null}
                {direction === 'descending' ? (
                  <ArrowDown aria-hidden className="size-3.5 shrink-0 text-accent" />
                ) : null}
              </button>
              <button
                type="button"
                tabIndex={-1}
                aria-label={`${strings.grid.menuOf} ${column.header}`}
                aria-haspopup="menu"
                onClick={(event) => setMenu({ anchor: event.currentTarget, col })}
                className="absolute right-1.5 flex size-5 items-center justify-center rounded-[4px] bg-head text-ink-2 opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 hover:bg-hover hover:text-ink"
              >
                <ChevronDown aria-hidden className="size-3.5" />
              </button>
              <span
                aria-hidden
                onPointerDown={(event) => startResize(event, col)}
                onDoubleClick={() => resize(col, fit(col))}
                className="absolute inset-y-0 -right-[3px] group-last/head:right-0 z-10 w-[6px] cursor-col-resize touch-none hover:bg-primary/40"
              />
            </div>
          );
        })}
        {drop ? (
          <span aria-hidden className="absolute inset-y-0 z-20 w-0.5 bg-primary" style={{ left: drop.x - 1 }} />
        ) : null}
      </div>
      <AnchoredMenu
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(undefined)}
        entries={menu ? entriesOf(menu.col) : []}
        label={menu ? `${strings.grid.menuOf} ${placed[menu.col]?.column.header ?? ''}` : ''}
      />
    </>
  );
}

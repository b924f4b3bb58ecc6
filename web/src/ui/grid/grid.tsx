// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import { type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { useArrival } from '../arrival.ts';
import { cn } from '../cn.ts';
import { FilterNotes } from '../fields/filter-notes.ts';
import { useRemembered } from '../remembered.ts';
import { CellMenu, type CellMenuTarget } from './cell-menu.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { useColumnFilter } from './filters/use-column-filter.tsx';
import { fittingWidth } from './fit.ts';
import { GridHeader } from './grid-header.tsx';
import { BulkBar, GridToolbar, TotalsRow } from './grid-parts.tsx';
import type { GridProps } from './grid-props.ts';
import { cellId, GridRow } from './grid-row.tsx';
import { GridState } from './grid-state.tsx';
import { layoutFrom, placeColumns } from './layout.ts';
import { PrintedNote, usePrintedRows } from './printing.tsx';
import { boundsOf, isWithin } from './selection.ts';
import { StatusBar } from './status-bar.tsx';
import { useCells } from './use-cells.ts';
import { usePlace } from './use-place.ts';
import { useRowSelection } from './use-row-selection.ts';
import { MAX_ROWS, ROW_HEIGHT, useWindow } from './use-window.ts';
import { ViewMenu } from './view-menu.tsx';

export type { GridProps } from './grid-props.ts';

const LEADING = Math.max(36, ROW_HEIGHT);

/** The one list of the product. See docs/screens.md. */
export function Grid<Row>(props: GridProps<Row>) {
  const { id, label, columns, rowKey, source, sort, onSort, onOpen, rowTone, bulk, filtered = false } = props;
  const domId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const shownId = useRef(source.id);
  const focusHeader = useRef<((col: number) => void) | undefined>(undefined);
  const [notes] = useState(() => new Map<string, string>());
  const [menu, setMenu] = useState<CellMenuTarget | undefined>(undefined);
  const filter = useColumnFilter(columns, source, props.views);
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
  const pinnedWidth = placed.reduce((sum, entry) => sum + (entry.pinned ? entry.width : 0), leading);

  const chosen = useRowSelection({
    enabled: bulk !== undefined,
    source,
    rowKey,
    first,
    last,
    selection: props.selection,
    onSelectionChange: props.onSelectionChange,
  });

  const { want } = source;
  useEffect(() => {
    if (last >= first && printed === undefined) want(first, last);
  }, [want, first, last, printed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id is the trigger
  useEffect(() => {
    if (shownId.current === source.id) return;
    shownId.current = source.id;
    if (scroller.current) scroller.current.scrollTop = 0;
    chosen.clear();
  }, [source.id]);

  const cells = useCells({
    source,
    rows,
    columns: visible,
    pageRows,
    reveal: ({ row, col }) => {
      const entry = placed[col];
      if (!entry || entry.pinned) reveal(row);
      else reveal(row, entry.left, entry.width, pinnedWidth);
    },
    onOpen,
    onToggleRows: bulk ? chosen.toggle : undefined,
    onEscape: chosen.clear,
    focusHeader: (col) => focusHeader.current?.(col),
  });
  const bounds = useMemo(() => cells.range && boundsOf(cells.range), [cells.range]);
  const active = cells.range?.focus;
  usePlace({
    grid: id,
    list: source.id,
    ready: source.status === 'ready' && !source.stale,
    scroller,
    active,
    setRange: cells.setRange,
  });

  useArrival(scroller, source.status === 'ready' && !source.stale, {
    onArrive: () => {
      if (rows > 0 && !active) cells.setRange({ anchor: { row: 0, col: 0 }, focus: { row: 0, col: 0 } });
    },
  });

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[data-r]')?.dataset.r;
    if (row === undefined) return;
    const index = Number(row);
    if (target.closest('[data-check]')) {
      chosen.clickBox(event, index);
      return;
    }
    // The row that a link leads to is the one to come back to.
    const linked = target.closest('[data-link]') ? cells.addressOf(target) : undefined;
    if (linked) cells.setRange({ anchor: linked, focus: linked });
    const touch = (event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType === 'touch';
    if (target.closest('[data-open]:not(a)') || (touch && !target.closest('a, button, input'))) {
      cells.open(index, cells.addressOf(target)?.col);
    }
  };

  const filterWords = [
    ...[...notes].map(([name, text]) => `${name}: ${text}`),
    ...filter.active.map(({ header, words }) => `${header}: ${words}`),
  ];
  const loading = source.status === 'loading';
  const drawn = loading ? Math.max(1, Math.ceil(view.height / ROW_HEIGHT) - 1) : Math.max(0, last - first + 1);
  const from = loading ? 0 : first;

  return (
    <section
      aria-label={label}
      className={cn(
        'relative flex min-h-0 min-w-0 flex-col bg-bg',
        props.visibleRows === undefined && 'grow',
        props.className,
      )}
    >
      <PrintedNote printed={printed} total={source.total} filters={filterWords} />
      <div className="relative print:hidden">
        {/* The bar covers the filters instead of pushing the rows down. */}
        <div className={bulk && chosen.count > 0 ? 'invisible' : undefined}>
          <FilterNotes value={notes}>
            <GridToolbar
              columns={columns}
              saved={saved}
              onLayout={changeLayout}
              filters={
                filter.active.length > 0 && props.views ? (
                  <>
                    {props.filters}
                    <FilterChips filters={filter.active} target={props.views} />
                  </>
                ) : (
                  props.filters
                )
              }
              actions={props.actions}
              views={
                props.views ? (
                  <ViewMenu
                    gridId={id}
                    target={props.views}
                    layout={saved}
                    onLayout={(layout) => changeLayout(() => layout)}
                  />
                ) : null
              }
              onExport={props.onExport}
              view={{
                columns: visible.map(({ id: columnId, header, kind }) => ({
                  id: columnId,
                  header,
                  kind: kind ?? 'text',
                })),
                total: source.total,
                filters: filterWords,
              }}
            />
          </FilterNotes>
        </div>
        {bulk && chosen.count > 0 ? (
          <BulkBar
            count={chosen.count}
            total={source.total}
            matching={chosen.selection.kind === 'matching'}
            onMatching={chosen.chooseMatching}
            onClear={chosen.clear}
          >
            {bulk({
              selection: chosen.selection,
              count: chosen.count,
              clear: chosen.clear,
              resolve: chosen.resolve,
            })}
          </BulkBar>
        ) : null}
      </div>
      <div
        className="relative min-h-32 grow border-t border-line"
        style={
          props.visibleRows === undefined
            ? undefined
            : {
                height: (Math.max(2, Math.min(props.visibleRows, rows || 4)) + 1) * ROW_HEIGHT + footer + 12,
                flexGrow: 0,
              }
        }
      >
        <div
          ref={scroller}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={loading ? -1 : source.total + 1}
          aria-colcount={placed.length + (leading > 0 ? 1 : 0)}
          aria-multiselectable
          aria-describedby={`${domId}-keys`}
          aria-busy={loading || source.stale || undefined}
          aria-activedescendant={
            active && active.row >= first && active.row <= last ? cellId(domId, active.row, active.col) : undefined
          }
          onKeyDown={cells.onKeyDown}
          onPointerDown={cells.onPointerDown}
          onCopy={cells.onCopy}
          onClick={onClick}
          onContextMenu={(event) => {
            const at = cells.addressOf(event.target);
            const cell = (event.target as Element).closest<HTMLElement>('[data-c]');
            const row = at && source.rowAt(at.row);
            // A link keeps the browser's own menu.
            if (!at || !cell || row === undefined || (event.target as Element).closest('a, input')) return;
            event.preventDefault();
            if (!bounds || !isWithin(at, bounds)) cells.setRange({ anchor: at, focus: at });
            setMenu({ anchor: cell, href: props.href?.(row), only: filter.only(visible[at.col]!, row) });
          }}
          onDoubleClick={(event) => {
            const at = cells.addressOf(event.target);
            if (at) cells.open(at.row);
          }}
          className="absolute inset-0 overflow-auto overscroll-contain [scrollbar-width:thin] sm:[scrollbar-gutter:stable] focus-visible:-outline-offset-2"
        >
          <div className="flex min-h-full flex-col" style={{ width, minWidth: '100%' }}>
            <div role="rowgroup" className="sticky top-0 z-20">
              <GridHeader
                columns={columns}
                placed={placed}
                leading={leading}
                width={width}
                saved={saved}
                onLayout={changeLayout}
                sort={sort}
                onSort={onSort}
                checkbox={
                  bulk ? { checked: chosen.allInSight, some: chosen.count > 0, onChange: chosen.setInSight } : undefined
                }
                onLeave={(col) => {
                  scroller.current?.focus({ preventScroll: true });
                  if (rows > 0)
                    cells.select(
                      {
                        row: Math.max(
                          0,
                          Math.min(rows - 1, Math.ceil((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT)),
                        ),
                        col,
                      },
                      false,
                    );
                }}
                onFilter={filter.onFilter}
                filtered={filter.fields}
                fit={(col) => fittingWidth(scroller.current, col)}
                focusHeader={focusHeader}
              />
            </div>
            <div
              role="rowgroup"
              className={cn('relative grow transition-opacity', source.stale && 'opacity-60')}
              style={{ minHeight: loading ? undefined : rows * ROW_HEIGHT }}
            >
              {Array.from({ length: drawn }, (_, offset) => {
                const index = from + offset;
                const row = loading ? undefined : source.rowAt(index);
                const crossed = bounds !== undefined && index >= bounds.top && index <= bounds.bottom;
                return (
                  <GridRow
                    key={index}
                    gridId={domId}
                    index={index}
                    row={row}
                    placed={placed}
                    width={width}
                    leading={leading}
                    selected={chosen.has(row)}
                    rangeLeft={crossed ? bounds.left : -1}
                    rangeRight={crossed ? bounds.right : -1}
                    activeCol={active?.row === index ? active.col : -1}
                    tone={row === undefined ? undefined : rowTone?.(row)}
                    canOpen={onOpen !== undefined}
                    href={row === undefined ? undefined : props.href?.(row)}
                  />
                );
              })}
            </div>
            {hasTotals ? (
              <TotalsRow placed={placed} leading={leading} width={width} totals={source.totals ?? {}} />
            ) : null}
          </div>
        </div>
        <GridState source={source} filtered={filtered} onClear={props.views?.clear} empty={props.empty} />
      </div>
      <p id={`${domId}-keys`} className="sr-only">
        {strings.grid.keysHint}
      </p>
      <StatusBar source={source} rows={rows} bounds={bounds} columns={visible} isCopied={cells.isCopied} />
      {filter.panel}
      <CellMenu target={menu} onClose={() => setMenu(undefined)} onCopy={cells.copy} />
    </section>
  );
}

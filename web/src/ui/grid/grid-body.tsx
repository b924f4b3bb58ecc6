// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import type { MouseEvent } from 'react';
import { cn } from '../cn.ts';
import { onRowClick } from './cells/row-click.ts';
import { addressOf } from './cells/use-cells.ts';
import type { ColumnFilters } from './filters/use-column-filter.tsx';
import { TotalsRow } from './grid-parts.tsx';
import type { GridProps } from './grid-props.ts';
import { cellId, GridRow } from './grid-row.tsx';
import { fittingWidth } from './header/fit.ts';
import { GridHeader } from './header/grid-header.tsx';
import type { GridModel } from './use-grid.ts';
import { ROW_HEIGHT } from './use-window.ts';

type BodyProps<Row> = {
  props: GridProps<Row>;
  grid: GridModel<Row>;
  filter: ColumnFilters<Row>;
  /** Begins the id of every cell; `-keys` after it, the text about the keys. */
  domId: string;
  onContextMenu: (event: MouseEvent<HTMLElement>) => void;
};

/** The part that scrolls: the names of the columns, the rows in sight and the sums. */
export function GridBody<Row>({ props, grid, filter, domId, onContextMenu }: BodyProps<Row>) {
  const { label, source } = props;
  const { placed, leading, width, first, last, cells, active } = grid;
  const loading = source.status === 'loading';
  return (
    <div
      ref={grid.scroller}
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
      onClick={(event) => onRowClick(event, cells, grid.chosen.clickBox)}
      onContextMenu={onContextMenu}
      onDoubleClick={(event) => {
        const at = addressOf(event.target);
        if (at) cells.open(at.row);
      }}
      className="absolute inset-0 overflow-auto overscroll-contain [scrollbar-width:thin] sm:[scrollbar-gutter:stable] focus-visible:-outline-offset-2"
    >
      <div className="flex min-h-full flex-col" style={{ width, minWidth: '100%' }}>
        <div role="rowgroup" className="sticky top-0 z-20">
          <Header props={props} grid={grid} filter={filter} />
        </div>
        <div
          role="rowgroup"
          className={cn('relative grow transition-opacity', source.stale && 'opacity-60')}
          style={{ minHeight: loading ? undefined : grid.rows * ROW_HEIGHT }}
        >
          <RowsInSight props={props} grid={grid} domId={domId} />
        </div>
        {grid.hasTotals ? (
          <TotalsRow placed={placed} leading={leading} width={width} totals={source.totals ?? {}} />
        ) : null}
      </div>
    </div>
  );
}

function Header<Row>({ props, grid, filter }: Pick<BodyProps<Row>, 'props' | 'grid' | 'filter'>) {
  const { scroller, rows, chosen, cells } = grid;
  return (
    <GridHeader
      columns={props.columns}
      placed={grid.placed}
      leading={grid.leading}
      width={grid.width}
      saved={grid.saved}
      onLayout={grid.changeLayout}
      sort={props.sort}
      onSort={props.onSort}
      checkbox={
        props.bulk ? { checked: chosen.allInSight, some: chosen.count > 0, onChange: chosen.setInSight } : undefined
      }
      onLeave={(col) => {
        scroller.current?.focus({ preventScroll: true });
        const top = Math.ceil((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT);
        if (rows > 0) cells.select({ row: Math.max(0, Math.min(rows - 1, top)), col }, false);
      }}
      onFilter={filter.onFilter}
      filtered={filter.fields}
      fit={(col) => fittingWidth(scroller.current, col)}
      focusHeader={grid.focusHeader}
    />
  );
}

/** The rows that are drawn; as many empty ones as there is room for until the first are here. */
function RowsInSight<Row>({ props, grid, domId }: Pick<BodyProps<Row>, 'props' | 'grid' | 'domId'>) {
  const { source, rowTone } = props;
  const { first, last, bounds, active, chosen } = grid;
  const loading = source.status === 'loading';
  const drawn = loading ? Math.max(1, Math.ceil(grid.height / ROW_HEIGHT) - 1) : Math.max(0, last - first + 1);
  return Array.from({ length: drawn }, (_, offset) => {
    const index = (loading ? 0 : first) + offset;
    const row = loading ? undefined : source.rowAt(index);
    const crossed = bounds !== undefined && index >= bounds.top && index <= bounds.bottom;
    return (
      <GridRow
        key={index}
        gridId={domId}
        index={index}
        row={row}
        placed={grid.placed}
        width={grid.width}
        leading={grid.leading}
        selected={chosen.has(row)}
        rangeLeft={crossed ? bounds.left : -1}
        rangeRight={crossed ? bounds.right : -1}
        activeCol={active?.row === index ? active.col : -1}
        tone={row === undefined ? undefined : rowTone?.(row)}
        canOpen={props.onOpen !== undefined}
        href={row === undefined ? undefined : props.href?.(row)}
      />
    );
  });
}

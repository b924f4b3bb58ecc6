// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import { Columns3, Download, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { cn } from '../cn.ts';
import { formatCount } from '../format/number.ts';
import { Menu } from '../overlays/menu.tsx';
import { alignOf, tightOf } from './grid-row.tsx';
import { isHidden, orderColumns, type PlacedColumn, type SavedLayout, withHidden } from './layout.ts';
import { formatCell } from './selection.ts';
import type { GridColumn, GridView } from './types.ts';
import { ROW_HEIGHT } from './use-window.ts';

/** Filters at the left; actions, export and the column menu at the right. */
export function GridToolbar<Row>({
  columns,
  saved,
  onLayout,
  filters,
  actions,
  views,
  onExport,
  view,
}: {
  columns: readonly GridColumn<Row>[];
  saved: SavedLayout;
  onLayout: (change: (saved: SavedLayout) => SavedLayout) => void;
  filters: ReactNode;
  actions: ReactNode;
  views: ReactNode;
  onExport: ((view: GridView) => void | Promise<void>) | undefined;
  view: GridView;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <div className={cn('flex items-start gap-2 px-3 py-2 sm:px-4', filters ? 'max-sm:flex-wrap' : undefined)}>
      {/* On phones the filters have one line of their own that scrolls sideways: the rows matter more. */}
      <div
        className={cn(
          'flex min-w-0 flex-1 items-center gap-2 sm:flex-wrap',
          'max-sm:-m-1 max-sm:overflow-x-auto max-sm:p-1 max-sm:[scrollbar-width:none] max-sm:*:shrink-0',
          filters ? 'max-sm:basis-full' : undefined,
        )}
      >
        {filters}
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
        {actions}
        {views}
        {onExport ? (
          <Button
            variant="ghost"
            icon={<Download aria-hidden />}
            busy={busy}
            onClick={async () => {
              setBusy(true);
              try {
                await onExport(view);
              } finally {
                setBusy(false);
              }
            }}
          >
            <span className="max-sm:sr-only">{strings.grid.export}</span>
          </Button>
        ) : null}
        <Menu
          trigger={
            <Button
              variant="ghost"
              title={strings.grid.columns}
              className="max-2xl:px-2"
              icon={<Columns3 aria-hidden />}
            >
              <span className="max-2xl:sr-only">{strings.grid.columns}</span>
            </Button>
          }
          entries={[
            ...orderColumns(columns, saved).map((column) => ({
              kind: 'check' as const,
              label: column.header,
              checked: !isHidden(column, saved),
              disabled: view.columns.length === 1 && !isHidden(column, saved),
              onChange: (shown: boolean) => onLayout((now) => withHidden(now, column.id, !shown)),
            })),
            { kind: 'separator' },
            {
              label: strings.grid.showAll,
              onSelect: () => onLayout((now) => columns.reduce((layout, { id }) => withHidden(layout, id, false), now)),
            },
            { label: strings.grid.reset, onSelect: () => onLayout(() => ({})) },
          ]}
        />
      </div>
    </div>
  );
}

/** The actions on the chosen rows. */
export function BulkBar({
  count,
  total,
  matching,
  onMatching,
  onClear,
  children,
}: {
  count: number;
  total: number;
  matching: boolean;
  onMatching: () => void;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div className="absolute inset-x-0 top-0 z-30 flex min-h-full flex-wrap items-center gap-x-3 gap-y-1 bg-tint-soft px-3 py-2 text-grid text-tint-ink sm:px-4">
      <span role="status" className="tabular font-medium">
        {formatCount(count)} {strings.grid.selectedRows}
      </span>
      {!matching && count < total ? (
        <button
          type="button"
          onClick={onMatching}
          className="rounded-[4px] underline underline-offset-2 hover:no-underline"
        >
          {strings.grid.selectMatching} {formatCount(total)} {strings.grid.matching}
        </button>
      ) : null}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {children}
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={onClear}>
          {strings.grid.clearSelection}
        </Button>
      </div>
    </div>
  );
}

/** Sums over everything that matches the filter, at the foot of the grid. */
export function TotalsRow<Row>({
  placed,
  leading,
  width,
  totals,
}: {
  placed: readonly PlacedColumn<Row>[];
  leading: number;
  width: number;
  totals: Readonly<Record<string, string | number>>;
}) {
  const labelAt = placed.findIndex(({ column }) => !column.total);
  return (
    <div role="rowgroup" className="sticky bottom-0 z-20">
      <div
        role="row"
        tabIndex={-1}
        className="flex border-t border-line-strong bg-head text-grid font-semibold outline-none"
        style={{ width, minWidth: '100%', height: ROW_HEIGHT }}
      >
        {leading > 0 ? (
          <div
            role="gridcell"
            tabIndex={-1}
            className="sticky left-0 z-10 shrink-0 bg-head"
            style={{ width: leading }}
          />
        ) : null}
        {placed.map(({ column, width: cellWidth, left, pinned }, col) => {
          const value = column.total ? totals[column.total] : undefined;
          const text = value === undefined ? undefined : formatCell(column.kind, value);
          return (
            <div
              key={column.id}
              role="gridcell"
              tabIndex={-1}
              className={cn(
                'tabular flex shrink-0 items-center px-2 whitespace-nowrap outline-none',
                alignOf(column.kind),
                tightOf(column.kind, text ?? '', cellWidth),
                pinned && 'sticky z-10 bg-head',
                String(value ?? '').startsWith('-') && 'text-red-ink',
              )}
              style={pinned ? { width: cellWidth, left } : { width: cellWidth }}
            >
              {text ?? (col === labelAt ? strings.grid.total : null)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

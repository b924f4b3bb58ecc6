// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import { ArrowDown, ArrowUp, ChevronDown, ListFilter } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { strings } from '../../../strings.ts';
import { cn } from '../../cn.ts';
import { alignOf } from '../grid-row.tsx';
import type { PlacedColumn } from '../layout.ts';
import type { Sorted } from './use-column-commands.ts';

export type HeaderCellProps<Row> = {
  entry: PlacedColumn<Row>;
  col: number;
  /** Its place among all columns, from 1. */
  colIndex: number;
  sorted: Sorted;
  isFiltered: boolean;
  /** The one header that Tab comes to. */
  isFocusable: boolean;
  onFocus: () => void;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onDragStart: (event: PointerEvent<HTMLElement>) => void;
  onMenu: (anchor: HTMLElement) => void;
  /** Makes the column so many pixels wide. */
  onResize: (width: number) => void;
  onFit: () => void;
};

/** The name of one column with its menu, and the edge by which it is made wider. */
export function HeaderCell<Row>({
  entry,
  col,
  colIndex,
  sorted,
  onMenu,
  onResize,
  onFit,
  ...label
}: HeaderCellProps<Row>) {
  const { column, width, left, pinned } = entry;
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      aria-colindex={colIndex}
      aria-sort={sorted}
      data-h={col}
      className={cn(
        'group/head flex shrink-0 items-center border-r border-b border-line bg-head outline-none',
        pinned ? 'sticky z-10' : 'relative',
      )}
      style={pinned ? { width, left } : { width }}
    >
      <Label entry={entry} sorted={sorted} onMenu={onMenu} {...label} />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${strings.grid.menuOf} ${column.header}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
        className="absolute right-1.5 flex size-5 items-center justify-center rounded-[4px] bg-head text-ink-2 opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 hover:bg-hover hover:text-ink"
      >
        <ChevronDown aria-hidden className="size-3.5" />
      </button>
      <span
        aria-hidden
        onPointerDown={(event) => startResize(event, width, onResize)}
        onDoubleClick={onFit}
        className="absolute inset-y-0 -right-[3px] group-last/head:right-0 z-10 w-[6px] cursor-col-resize touch-none hover:bg-primary/40"
      />
    </div>
  );
}

type LabelProps<Row> = Omit<HeaderCellProps<Row>, 'col' | 'colIndex' | 'onResize' | 'onFit'>;

function Label<Row>({ entry, sorted, isFiltered, isFocusable, onDragStart, onMenu, ...on }: LabelProps<Row>) {
  const { column } = entry;
  return (
    <button
      type="button"
      data-label
      tabIndex={isFocusable ? 0 : -1}
      onFocus={on.onFocus}
      onClick={on.onClick}
      onKeyDown={on.onKeyDown}
      onPointerDown={onDragStart}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
      title={column.header}
      className={cn(
        'flex h-full min-w-0 grow items-center gap-1 px-2 focus-visible:-outline-offset-2',
        alignOf(column.kind),
        sorted ? 'hover:text-ink' : 'cursor-default!',
      )}
    >
      <span className="truncate">{column.header}</span>
      {isFiltered ? <ListFilter aria-label={strings.grid.filterOf} className="size-3.5 shrink-0 text-accent" /> : null}
      {sorted === 'ascending' ? <ArrowUp aria-hidden className="size-3.5 shrink-0 text-accent" /> : null}
      {sorted === 'descending' ? <ArrowDown aria-hidden className="size-3.5 shrink-0 text-accent" /> : null}
    </button>
  );
}

/** Makes a column as wide as its edge is drawn, from the press on until the button is let go. */
function startResize(event: PointerEvent<HTMLElement>, start: number, onResize: (width: number) => void): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  const from = event.clientX;
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = (moved) => onResize(start + moved.clientX - from);
  handle.onpointerup = handle.onpointercancel = () => {
    handle.onpointermove = null;
  };
}

import { type RefObject, useState } from 'react';
import { MIN_WIDTH, movedOrder, orderColumns, withHidden, withPinned, withWidth } from '../layout.ts';
import type { GridColumn } from '../types.ts';
import type { GridHeaderProps } from './header-props.ts';

/** The sort by a column, as screen readers say it; undefined where rows cannot be sorted by it. */
export type Sorted = 'ascending' | 'descending' | 'none' | undefined;

const sortKeyOf = <Row>(column: GridColumn<Row>): string | undefined =>
  column.sort === true ? column.id : column.sort || undefined;

export type ColumnCommands<Row> = ReturnType<typeof useColumnCommands<Row>>;

/** The commands on columns from their header: by a click, a key or the menu. */
export function useColumnCommands<Row>(
  { columns, placed, saved, onLayout, sort, onSort, fit }: GridHeaderProps<Row>,
  row: RefObject<HTMLElement | null>,
) {
  const [focused, setFocused] = useState(0);
  const last = placed.length - 1;
  const labelOf = (col: number) => row.current?.querySelector<HTMLElement>(`[data-h="${col}"] [data-label]`);
  const focus = (col: number) => {
    const next = Math.max(0, Math.min(last, col));
    setFocused(next);
    labelOf(next)?.focus();
  };
  const reorder = (id: string, before: string | undefined) => {
    const order = orderColumns(columns, saved).map((column) => column.id);
    onLayout((now) => ({ ...now, order: movedOrder(order, id, before) }));
  };
  const resize = (col: number, to: number) => {
    const { column } = placed[col]!;
    onLayout((now) => withWidth(now, column.id, to, column.minWidth ?? MIN_WIDTH));
  };
  const sortedOf = (column: GridColumn<Row>): Sorted => {
    const key = sortKeyOf(column);
    if (key === undefined || onSort === undefined) return undefined;
    return sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
  };
  const sortBy = (col: number, direction: Exclude<Sorted, undefined>) => {
    const key = sortKeyOf(placed[col]!.column);
    if (key !== undefined) onSort?.(direction === 'none' ? undefined : direction === 'ascending' ? key : `-${key}`);
  };
  return {
    last,
    /** The header that has the focus, or gets it from Tab. */
    focused: Math.min(focused, last),
    setFocused,
    focus,
    labelOf,
    /** Puts a column before another one, or at the end. */
    reorder,
    move: (col: number, by: -1 | 1) => {
      const before = by < 0 ? placed[col - 1]?.column.id : placed[col + 2]?.column.id;
      if (by < 0 && before === undefined) return;
      reorder(placed[col]!.column.id, before);
      setTimeout(() => focus(col + by));
    },
    resize,
    widen: (col: number, by: number) => resize(col, placed[col]!.width + by),
    fit: (col: number) => resize(col, fit(col)),
    pin: (col: number, pinned: boolean) => onLayout((now) => withPinned(now, placed[col]!.column.id, pinned)),
    hide: (col: number) => onLayout((now) => withHidden(now, placed[col]!.column.id, true)),
    sortedOf,
    sortBy,
    /** Up, then down, then not at all. */
    toggleSort: (col: number) => {
      const now = sortedOf(placed[col]!.column);
      if (now) sortBy(col, now === 'none' ? 'ascending' : now === 'ascending' ? 'descending' : 'none');
    },
  };
}

import type { GridColumn } from './types.ts';

/** A person's changes of a grid's columns; kept per person and grid id. */
export type SavedLayout = {
  order?: readonly string[];
  widths?: Readonly<Record<string, number>>;
  hidden?: readonly string[];
  shown?: readonly string[];
  pinned?: readonly string[];
  unpinned?: readonly string[];
};

export type PlacedColumn<Row> = {
  column: GridColumn<Row>;
  width: number;
  /** Distance from the left edge of the row. */
  left: number;
  pinned: boolean;
};

const DEFAULT_WIDTHS: Record<string, number> = {
  vnd: 124,
  quantity: 96,
  count: 88,
  percent: 80,
  day: 96,
  instant: 148,
  bool: 72,
  code: 120,
};
export const MIN_WIDTH = 48;
const MAX_WIDTH = 900;
/** Pinned columns give way when they would take more than this share of the width (phones). */
const PINNED_SHARE = 0.5;

export const defaultWidth = <Row>(column: GridColumn<Row>): number =>
  column.width ?? DEFAULT_WIDTHS[column.kind ?? 'text'] ?? 160;

export const isHidden = <Row>(column: GridColumn<Row>, saved: SavedLayout): boolean =>
  saved.hidden?.includes(column.id) === true || (column.hidden === true && saved.shown?.includes(column.id) !== true);

const isPinned = <Row>(column: GridColumn<Row>, saved: SavedLayout): boolean =>
  saved.pinned?.includes(column.id) === true ||
  (column.pinned === true && saved.unpinned?.includes(column.id) !== true);

/** All columns in the person's order; new columns keep their place after their neighbour. */
export function orderColumns<Row>(columns: readonly GridColumn<Row>[], saved: SavedLayout): GridColumn<Row>[] {
  if (!saved.order) return [...columns];
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ordered = saved.order.flatMap((id) => byId.get(id) ?? []);
  columns.forEach((column, index) => {
    if (ordered.includes(column)) return;
    const before = columns[index - 1];
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column);
  });
  return ordered;
}

/** Visible columns with their widths and places: pinned ones first, spare width given to the growing ones. */
export function placeColumns<Row>(
  columns: readonly GridColumn<Row>[],
  saved: SavedLayout,
  available: number,
  leading: number,
): { placed: PlacedColumn<Row>[]; width: number } {
  const visible = orderColumns(columns, saved).filter((column) => !isHidden(column, saved));
  const sized = visible.map((column) => ({
    column,
    width: saved.widths?.[column.id] ?? defaultWidth(column),
    pinned: isPinned(column, saved),
  }));
  const used = sized.reduce((sum, { width }) => sum + width, leading);
  const growing = sized.filter(({ column }) => column.grow && saved.widths?.[column.id] === undefined);
  const spare = Math.max(0, Math.floor(available) - used);
  growing.forEach((entry, index) => {
    const share = Math.floor(spare / growing.length);
    entry.width += index === growing.length - 1 ? spare - share * (growing.length - 1) : share;
  });
  const pinnedWidth = sized.reduce((sum, { pinned, width }) => sum + (pinned ? width : 0), leading);
  const keepPins = available === 0 || pinnedWidth <= available * PINNED_SHARE;
  const arranged = [...sized.filter(({ pinned }) => pinned), ...sized.filter(({ pinned }) => !pinned)];
  let left = leading;
  const placed = arranged.map(({ column, width, pinned }) => {
    const place = { column, width, left, pinned: pinned && keepPins };
    left += width;
    return place;
  });
  return { placed, width: left };
}

/** The order after a column was moved before another (or to the end). */
export function movedOrder(order: readonly string[], id: string, before: string | undefined): string[] {
  if (id === before) return [...order];
  const rest = order.filter((other) => other !== id);
  const at = before === undefined ? rest.length : rest.indexOf(before);
  rest.splice(at < 0 ? rest.length : at, 0, id);
  return rest;
}

const without = (list: readonly string[] | undefined, id: string): string[] =>
  (list ?? []).filter((other) => other !== id);

export function withHidden(saved: SavedLayout, id: string, hidden: boolean): SavedLayout {
  return {
    ...saved,
    hidden: hidden ? [...without(saved.hidden, id), id] : without(saved.hidden, id),
    shown: hidden ? without(saved.shown, id) : [...without(saved.shown, id), id],
  };
}

export function withPinned(saved: SavedLayout, id: string, pinned: boolean): SavedLayout {
  return {
    ...saved,
    pinned: pinned ? [...without(saved.pinned, id), id] : without(saved.pinned, id),
    unpinned: pinned ? without(saved.unpinned, id) : [...without(saved.unpinned, id), id],
  };
}

export function withWidth(saved: SavedLayout, id: string, width: number, min = MIN_WIDTH): SavedLayout {
  const fit = Math.round(Math.max(min, Math.min(MAX_WIDTH, width)));
  return { ...saved, widths: { ...saved.widths, [id]: fit } };
}

/** The kept value under a grid's name as a layout; an empty one when it is none. */
export const layoutFrom = (kept: unknown): SavedLayout =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as SavedLayout) : NO_LAYOUT;

const NO_LAYOUT: SavedLayout = {};

import type { SavedLayout } from './layout.ts';

/** A named way to look at a list: its search, sort and filters, and its columns at the time of saving. */
export type SavedView = { name: string; query: string; layout: SavedLayout };

/** The part of a view that lives outside the grid (the URL); useListSearch gives it. */
export type ViewTarget = {
  /** Search, sort and filters as one text. */
  query: string;
  apply: (query: string) => void;
  /** Takes search and filters off and leaves the sort. */
  clear: () => void;
  /** Conditions on columns as the address holds them (contract/src/where.ts); columns offer filters where it is here. */
  where?: string;
  setWhere?: (where: string) => void;
};

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as SavedView).name === 'string' &&
    typeof (value as SavedView).query === 'string' &&
    typeof (value as SavedView).layout === 'object'
  );
}

/** The kept value under a grid's name as views; an item that is no view is left aside. */
export const viewsFrom = (kept: unknown): SavedView[] => (Array.isArray(kept) ? kept.filter(isView) : []);

/** Adds a view, in the place of one with the same name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const at = views.findIndex(({ name }) => name === view.name);
  return at < 0 ? [...views, view] : views.with(at, view);
}

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name);

/** The view that is on screen, if it is one of the saved ones. */
export function currentView(views: readonly SavedView[], query: string, layout: SavedLayout): SavedView | undefined {
  const shown = JSON.stringify(layout);
  const sameQuery = views.filter((view) => view.query === query);
  return sameQuery.find((view) => JSON.stringify(view.layout) === shown) ?? sameQuery[0];
}

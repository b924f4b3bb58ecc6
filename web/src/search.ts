import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { parseSearch, stringifySearch } from './query-text.ts';
import type { ViewTarget } from './ui/grid/views.ts';

/**
 * The query of the page that is shown. While another page is on its way the address is already its own, and a list that
 * read that one would drop its filters before it is left.
 */
export const usePageSearch = (): Readonly<Record<string, string | undefined>> =>
  useSearch({ strict: false }) as Record<string, string | undefined>;

export type ListSearch<Filter extends string> = {
  q: string;
  sort: string | undefined;
  /** Every filter by name; "" when it is not set. */
  filters: Readonly<Record<Filter, string>>;
  /** True when a search or a filter narrows the list. */
  filtered: boolean;
  setQ: (q: string) => void;
  setSort: (sort: string | undefined) => void;
  setFilter: (name: Filter, value: string | null | undefined) => void;
  setFilters: (values: Partial<Record<Filter, string | null | undefined>>) => void;
  clear: () => void;
  /** Conditions on columns; "" for none. */
  where: string;
  /** The part of this list that a saved view keeps, and the way back to it. */
  view: ViewTarget;
};

/**
 * The search, sort and filters of a list, kept in the URL: `useListSearch(['status', 'profileId'], { sort: '-date' })`.
 * Defaults are not written into the URL. Names other than these are left alone.
 */
export function useListSearch<const Filter extends string>(
  names: readonly Filter[],
  defaults: { sort?: string; filters?: Partial<Record<Filter, string>> } = {},
): ListSearch<Filter> {
  const navigate = useNavigate();
  const search = usePageSearch();
  const namesKey = names.join(',');
  const defaultSort = defaults.sort;
  const defaultFilters = JSON.stringify(defaults.filters ?? {});

  const filters = useMemo(() => {
    const fallback = JSON.parse(defaultFilters) as Record<string, string>;
    return Object.fromEntries(
      namesKey.split(',').map((name) => [name, search[name] ?? fallback[name] ?? '']),
    ) as Record<Filter, string>;
  }, [search, namesKey, defaultFilters]);

  const set = useCallback(
    (values: Record<string, string | null | undefined>) => {
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({
          ...now,
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || undefined])),
        })) as never,
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );

  const q = search.q ?? '';
  const where = search.where ?? '';
  const own = ['q', 'sort', 'where', ...namesKey.split(',')];
  const clear = () =>
    set({
      q: undefined,
      where: undefined,
      ...Object.fromEntries(namesKey.split(',').map((name) => [name, undefined])),
    });
  return {
    q,
    sort: search.sort ?? defaultSort,
    filters,
    where,
    filtered: q !== '' || where !== '' || namesKey.split(',').some((name) => Boolean(search[name])),
    setQ: (value) => set({ q: value }),
    setSort: (value) => set({ sort: value === defaultSort ? undefined : value }),
    setFilter: (name, value) => set({ [name]: value }),
    setFilters: (values) => set(values as Record<string, string | null | undefined>),
    clear,
    view: {
      query: stringifySearch(Object.fromEntries(own.map((name) => [name, search[name]]))),
      apply: (query) => {
        const wanted = parseSearch(query);
        set(Object.fromEntries(own.map((name) => [name, wanted[name]])));
      },
      clear,
      where,
      setWhere: (text) => set({ where: text }),
    },
  };
}

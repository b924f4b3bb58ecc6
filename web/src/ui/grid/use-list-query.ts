import { type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GridSource } from './types.ts';

export type ListRequest = {
  limit: number;
  offset: number;
  sort: string | undefined;
  q: string | undefined;
  filters: Readonly<Record<string, unknown>>;
  /** Asks for the sums over everything that matches. */
  totals: boolean;
  signal: AbortSignal | undefined;
};

export type ListPage<Row> = {
  items: readonly Row[];
  total: number;
  totalIsExact?: boolean | undefined;
  totals?: Readonly<Record<string, string | number>> | undefined;
};

export type ListQueryOptions<Row> = {
  /** Cache key of the list; starts with the operation's name so that actions can refresh it. */
  key: QueryKey;
  fetchPage: (request: ListRequest) => Promise<ListPage<Row>>;
  sort?: string | undefined;
  q?: string | undefined;
  filters?: Readonly<Record<string, unknown>>;
  /** Fetch sums for the footer. */
  totals?: boolean;
  pageSize?: number;
  enabled?: boolean;
  /** Reads the visible rows again at this interval. */
  refetchMs?: number | undefined;
};

type ListIdentity = {
  key: QueryKey;
  sort?: string;
  q?: string;
  filters: Readonly<Record<string, unknown>>;
};
const asked = ({ sort, q, filters }: ListIdentity) => ({ sort, q, filters });

const NO_FILTERS = {};
/** Rows per request when everything is read: the most that the service gives. */
const ALL_PAGE = 500;

/** The pages that are in sight, of the list that is asked for; of a new list, its first. */
function useWantedPages(listId: string, pageSize: number) {
  const [wanted, setWanted] = useState<{ listId: string; first: number; last: number }>({ listId, first: 0, last: 0 });
  const { first, last } = wanted.listId === listId ? wanted : { first: 0, last: 0 };

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const want = useCallback(
    (from: number, to: number) => {
      const next = {
        listId,
        first: Math.floor(Math.max(0, from) / pageSize),
        last: Math.floor(Math.max(0, to) / pageSize),
      };
      clearTimeout(timer.current);
      // A short pause keeps a fast scroll from asking for every page it flies over.
      timer.current = setTimeout(() => {
        setWanted((now) =>
          now.listId === next.listId && now.first === next.first && now.last === next.last ? now : next,
        );
      }, 60);
    },
    [listId, pageSize],
  );
  return { first, last, want };
}

/**
 * A server list of any length as a grid source: pages are fetched as they come into sight and stay in the query
 * cache; while a new filter loads, the rows of the old one stay on screen.
 */
export function useListQuery<Row>({
  key,
  fetchPage,
  sort,
  q,
  filters = NO_FILTERS,
  totals = false,
  pageSize = 100,
  enabled = true,
  refetchMs,
}: ListQueryOptions<Row>): GridSource<Row> {
  const client = useQueryClient();
  // One text names the list: whatever asks for the same list shares its pages, and a new object changes nothing.
  const listId = JSON.stringify({ key, sort, q, filters });
  const request = useMemo(() => JSON.parse(listId) as ListIdentity, [listId]);
  const listKey = useMemo(
    () => [...request.key, { sort: request.sort, q: request.q, filters: request.filters }],
    [request],
  );
  const { first, last, want } = useWantedPages(listId, pageSize);
  const fetcher = useRef(fetchPage);
  fetcher.current = fetchPage;

  const pageOptions = useCallback(
    (page: number) => ({
      queryKey: [...listKey, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetcher.current({ ...asked(request), limit: pageSize, offset: page * pageSize, totals: false, signal }),
    }),
    [listKey, pageSize, request],
  );
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => ({
      ...pageOptions(first + index),
      enabled,
      refetchInterval: refetchMs ?? false,
    })),
  });
  const sums = useQuery({
    queryKey: [...listKey, 'totals'],
    queryFn: ({ signal }) =>
      fetcher.current({ ...asked(request), sort: undefined, limit: 1, offset: 0, totals: true, signal }),
    enabled: enabled && totals,
  });

  const newest = pages.reduce<{ data: ListPage<Row>; at: number } | undefined>(
    (best, page) =>
      page.data && page.dataUpdatedAt >= (best?.at ?? 0) ? { data: page.data, at: page.dataUpdatedAt } : best,
    undefined,
  );
  const known = useRef<{ listId: string; listKey: QueryKey; page: ListPage<Row> } | undefined>(undefined);
  if (newest) known.current = { listId, listKey, page: newest.data };
  // Until the first page of a new filter is here, the previous list is shown.
  const shown = known.current;
  const stale = shown !== undefined && shown.listId !== listId;
  const failed = pages.find((page) => page.isError && !page.data);
  // Rows or sums that cannot be read (again), beside rows that are here.
  const unread = failed ?? pages.find((page) => page.isError) ?? (sums.isError ? sums : undefined);
  const revision = pages.reduce((sum, page) => sum + page.dataUpdatedAt + (page.isError ? 1 : 0), 0);

  const shownKey = shown?.listKey ?? listKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache changes without telling; its revision does
  const rowAt = useCallback(
    (index: number): Row | undefined => {
      const page = Math.floor(index / pageSize);
      return client.getQueryData<ListPage<Row>>([...shownKey, page])?.items[index - page * pageSize];
    },
    [client, shownKey, pageSize, revision],
  );

  const load = useCallback(
    async (from: number, to: number, signal?: AbortSignal) => {
      for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1) {
        signal?.throwIfAborted();
        await client.fetchQuery({ ...pageOptions(page), staleTime: 60_000 });
      }
    },
    [client, pageOptions, pageSize],
  );

  const all = useCallback(
    async function* (signal?: AbortSignal): AsyncGenerator<readonly Row[]> {
      for (let offset = 0; ; offset += ALL_PAGE) {
        signal?.throwIfAborted();
        const part = await fetcher.current({ ...asked(request), limit: ALL_PAGE, offset, totals: false, signal });
        if (part.items.length > 0) yield part.items;
        if (part.items.length < ALL_PAGE) return;
      }
    },
    [request],
  );

  return {
    id: listId,
    all,
    total: shown?.page.total ?? 0,
    totalIsExact: shown?.page.totalIsExact !== false,
    rowAt,
    want,
    load,
    totals: sums.data?.totals,
    status: failed && !newest ? 'error' : shown ? 'ready' : 'loading',
    stale,
    error: unread?.error,
    retry: () => void client.invalidateQueries({ queryKey: listKey }),
    revision,
  };
}

/** A grid source over rows that are all here (lines of one document). */
export function useLocalRows<Row>(
  rows: readonly Row[] | undefined,
  options: { totals?: Readonly<Record<string, string | number>>; error?: unknown; retry?: () => void } = {},
): GridSource<Row> {
  const revision = useRef(0);
  const previous = useRef(rows);
  if (previous.current !== rows) {
    previous.current = rows;
    revision.current += 1;
  }
  const rowAt = useCallback((index: number) => rows?.[index], [rows]);
  return {
    id: 'local',
    total: rows?.length ?? 0,
    totalIsExact: true,
    rowAt,
    want: () => undefined,
    load: async () => undefined,
    all: async function* () {
      if (rows) yield rows;
    },
    totals: options.totals,
    status: options.error ? 'error' : rows ? 'ready' : 'loading',
    stale: false,
    error: options.error,
    retry: options.retry ?? (() => undefined),
    revision: revision.current,
  };
}

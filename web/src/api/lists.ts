import type { GridSource } from '../ui/grid/types.ts';
import { type ListPage, useListQuery } from '../ui/grid/use-list-query.ts';
import { call } from './client.ts';
import type { InputOf, ItemOf, ListOperation } from './operations.ts';

type ListOptions<Op extends ListOperation> = (InputOf<Op> extends { params: infer Params }
  ? { params: Params }
  : { params?: undefined }) & {
  /** Search, sort and filters as `useListSearch` gives them; empty filters are not sent. */
  search: { q: string; sort: string | undefined; where?: string; filters: Readonly<Record<string, unknown>> };
  /** Filters that do not come from the URL, e.g. the profile of the page. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Fetch sums for the footer. */
  totals?: boolean;
  enabled?: boolean;
  refetchMs?: number;
};

/**
 * A list operation as the source of a Grid: `useList('listBravoItems', { search })`. Pages are fetched in sight;
 * actions that name the operation in `invalidates` refresh it.
 */
export function useList<Op extends ListOperation>(operation: Op, options: ListOptions<Op>): GridSource<ItemOf<Op>> {
  const { search, fixed, totals = false, params } = options;
  return useListQuery<ItemOf<Op>>({
    key: [operation, params ?? null],
    sort: search.sort,
    q: search.q || undefined,
    filters: { ...search.filters, ...fixed, ...(search.where && { where: search.where }) },
    totals,
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    refetchMs: options.refetchMs,
    fetchPage: async (request) => {
      const { limit, offset, sort, q, filters } = request;
      const query = { ...filters, limit, offset, sort, q, ...(request.totals ? { totals: true } : {}) };
      return (await (call as (...args: unknown[]) => Promise<unknown>)(
        operation,
        { params, query },
        { signal: request.signal },
      )) as ListPage<ItemOf<Op>>;
    },
  });
}

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

type ListQuery = { readonly limit: number; readonly offset: number; readonly sort?: string | undefined };

export type Sorting = {
  /** Sort name of the contract → column. Text columns of names may be given as `vi:column` for Vietnamese order. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly fallback: string;
  /** Unique column that makes the order total, so that pages never overlap. */
  readonly tie: string;
};

/** `order by` for a contract's sort: Vietnamese collation for names, nulls last, and always a total order. */
export function orderBy<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string | undefined,
  { sorts, fallback, tie }: Sorting,
): SelectQueryBuilder<DB, TB, O> {
  const wanted = sort ?? fallback;
  const descending = wanted.startsWith('-');
  const column = sorts[descending ? wanted.slice(1) : wanted] ?? sorts[fallback.replace('-', '')] ?? tie;
  const vietnamese = column.startsWith('vi:');
  const reference = sql.ref(vietnamese ? column.slice(3) : column);
  const collated = vietnamese ? sql`${reference} collate "vi-x-icu"` : reference;
  const direction = descending ? sql`desc` : sql`asc`;
  return query.orderBy(sql`${collated} ${direction} nulls last`).orderBy(sql`${sql.ref(tie)} ${direction}`);
}

/** One page of a filtered query with its exact total; rows are whole rows of the selected table(s). */
export async function pageOf<DB, TB extends keyof DB, T>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  query: ListQuery,
  sorting: Sorting,
  present: (row: SelectedRow<DB, TB>) => T,
): Promise<{ items: T[]; total: number; limit: number; offset: number }> {
  const counted = await filtered.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await orderBy(filtered.selectAll(), query.sort, sorting)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const total = (counted as { count: number }).count;
  return { items: (rows as SelectedRow<DB, TB>[]).map(present), total, limit: query.limit, offset: query.offset };
}

type SelectedRow<DB, TB extends keyof DB> = import('kysely').Selectable<DB[TB]>;

export type Page<T> = {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  totals?: Record<string, number | string>;
};

/**
 * One page of a filtered query with columns of the caller's choosing (joins, counts by subquery), its exact total, and
 * with `?totals=true` sums over the whole filter. `select` is applied to the page only, so subqueries in it run for
 * the rows shown.
 */
export async function pageOfSelected<DB, TB extends keyof DB, O, T>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  query: ListQuery & { readonly totals?: boolean },
  sorting: Sorting,
  select: (rows: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, O>,
  present: (row: O) => T,
  totals: Readonly<Record<string, RawBuilder<number | string | null>>> = {},
): Promise<Page<T>> {
  const wanted = query.totals ? Object.entries(totals) : [];
  const counted = (await filtered
    .select([sql<number>`count(*)`.as('count'), ...wanted.map(([name, sum]) => sum.as(`total_${name}`))])
    .executeTakeFirstOrThrow()) as Record<string, number | string | null>;
  const rows = await orderBy(select(filtered), query.sort, sorting).limit(query.limit).offset(query.offset).execute();
  // The camel-case plugin has turned total_stockValue into totalStockValue.
  const sumOf = (name: string) => counted[`total${name[0]!.toUpperCase()}${name.slice(1)}`] ?? 0;
  return {
    items: rows.map(present),
    total: Number(counted.count),
    limit: query.limit,
    offset: query.offset,
    ...(query.totals && { totals: Object.fromEntries(wanted.map(([name]) => [name, sumOf(name)])) }),
  };
}

/** More choices than this are found by searching, not by scrolling. */
const MOST_CHOICES = 200;

/** What a text column holds over the rows, most frequent first: the choices of a filter. Empty values are left out. */
export async function choicesOf<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  column: string,
): Promise<{ value: string; count: number }[]> {
  const reference = sql<string>`${sql.ref(column)}`;
  const found = await rows
    .select([reference.as('value'), sql<number>`count(*)`.as('count')])
    .where(reference, '<>', '')
    .groupBy(reference)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(reference)
    .limit(MOST_CHOICES)
    .execute();
  return found as unknown as { value: string; count: number }[];
}

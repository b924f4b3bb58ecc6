import { type SelectQueryBuilder, sql } from 'kysely';

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

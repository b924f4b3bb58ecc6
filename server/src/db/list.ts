import type { Clause } from '@khop/contract/clauses.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { whereSql } from './where.ts';

type ListQuery = {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
  readonly where?: readonly Clause[] | undefined;
};

export type Sorting = {
  /**
   * Sort name of the contract → column, or the expression that is sorted by. Text columns of names may be given as
   * `vi:column` for Vietnamese order.
   */
  readonly sorts: Readonly<Record<string, string | RawBuilder<unknown>>>;
  readonly fallback: string;
  /** Unique column, or several that are unique together, that make the order total, so that pages never overlap. */
  readonly tie: string | readonly string[];
  /** Columns that are filtered and not sorted by, under their names in the contract. */
  readonly columns?: Readonly<Record<string, string | RawBuilder<unknown>>>;
};

/** The rows that meet the conditions on columns. */
export const narrowed = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  where: readonly Clause[] | undefined,
  { sorts, columns }: Pick<Sorting, 'sorts' | 'columns'>,
): SelectQueryBuilder<DB, TB, O> => (where?.length ? rows.where(whereSql(where, { ...sorts, ...columns })) : rows);

/** `order by` for a contract's sort: Vietnamese collation for names, nulls last, and always a total order. */
function orderBy<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: string | undefined,
  { sorts, fallback, tie }: Sorting,
): SelectQueryBuilder<DB, TB, O> {
  const wanted = sort ?? fallback;
  const descending = wanted.startsWith('-');
  const ties = typeof tie === 'string' ? [tie] : tie;
  const column = sorts[descending ? wanted.slice(1) : wanted] ?? sorts[fallback.replace('-', '')] ?? ties[0]!;
  const collated = typeof column === 'string' ? collatedColumn(column) : column;
  const direction = descending ? sql`desc` : sql`asc`;
  return ties.reduce(
    (rows, one) => rows.orderBy(sql`${sql.ref(one)} ${direction}`),
    query.orderBy(sql`${collated} ${direction} nulls last`),
  );
}

const collatedColumn = (column: string): RawBuilder<unknown> =>
  column.startsWith('vi:') ? sql`${sql.ref(column.slice(3))} collate "vi-x-icu"` : sql`${sql.ref(column)}`;

/** One page of a filtered query with its exact total; rows are whole rows of the selected table(s). */
export async function pageOf<DB, TB extends keyof DB, T>(
  rowsOf: SelectQueryBuilder<DB, TB, object>,
  query: ListQuery,
  sorting: Sorting,
  present: (row: SelectedRow<DB, TB>) => T,
): Promise<{ items: T[]; total: number; limit: number; offset: number }> {
  const filtered = narrowed(rowsOf, query.where, sorting);
  const [counted, rows] = await Promise.all([
    filtered.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    orderBy(filtered.selectAll(), query.sort, sorting).limit(query.limit).offset(query.offset).execute(),
  ]);
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

/** The columns of a page's rows, the form of a presented row, and sums over all of them. */
type Shown<DB, TB extends keyof DB, O, T> = {
  readonly select: (rows: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, O>;
  readonly present: (row: O) => T;
  readonly totals?: Readonly<Record<string, RawBuilder<number | string | null>>>;
};

/**
 * One page of a filtered query with columns of the caller's choosing (joins, counts by subquery), its exact total, and
 * with `?totals=true` sums over the whole filter. `select` is applied to the page only, so subqueries in it run for
 * the rows shown.
 */
export async function pageOfSelected<DB, TB extends keyof DB, O, T>(
  rowsOf: SelectQueryBuilder<DB, TB, object>,
  query: ListQuery & { readonly totals?: boolean },
  sorting: Sorting,
  { select, present, totals = {} }: Shown<DB, TB, O, T>,
): Promise<Page<T>> {
  const filtered = narrowed(rowsOf, query.where, sorting);
  const wanted = query.totals ? Object.entries(totals) : [];
  const [sums, rows] = await Promise.all([
    filtered
      .select([sql<number>`count(*)`.as('count'), ...wanted.map(([name, sum]) => sum.as(`total_${name}`))])
      .executeTakeFirstOrThrow(),
    selectedPage(filtered, query, sorting, select),
  ]);
  const counted = sums as Record<string, number | string | null>;
  // The camel-case plugin has turned total_stockValue into totalStockValue.
  const sumOf = (name: string) => counted[`total${name[0]!.toUpperCase()}${name.slice(1)}`] ?? 0;
  return {
    items: rows.map(present),
    total: Number(counted.count),
    limit: query.limit,
    offset: query.offset,
    ...(wanted.length > 0 && { totals: Object.fromEntries(wanted.map(([name]) => [name, sumOf(name)])) }),
  };
}

/** An offset passes over rows with all that is selected of them; from here on only their keys are passed over. */
const DEEP_OFFSET = 1000;

async function selectedPage<DB, TB extends keyof DB, O>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  { sort, limit, offset }: ListQuery,
  sorting: Sorting,
  select: (rows: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, O>,
) {
  const { tie } = sorting;
  // With joins the key alone need not name a row.
  if (offset < DEEP_OFFSET || typeof tie !== 'string' || tie.includes('.'))
    return orderBy(select(filtered), sort, sorting).limit(limit).offset(offset).execute();
  const key = sql<string>`${sql.ref(tie)}`;
  const found = await orderBy(filtered.select(key.as('key')), sort, sorting)
    .limit(limit)
    .offset(offset)
    .$castTo<{ key: string }>()
    .execute();
  const keys = found.map((row) => row.key);
  return keys.length === 0 ? [] : orderBy(select(filtered.where(key, 'in', keys)), sort, sorting).execute();
}

/** More choices than this are found by searching, not by scrolling. */
const MOST_CHOICES = 200;

/**
 * The values of a text column over the rows, most frequent first: the choices of a filter. Empty values are left out.
 */
export async function choicesOf<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  column: string,
): Promise<{ value: string; count: number }[]> {
  const reference = sql<string>`${sql.ref(column)}`;
  return rows
    .select([reference.as('value'), sql<number>`count(*)`.as('count')])
    .where(reference, '<>', '')
    .groupBy(reference)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(reference)
    .limit(MOST_CHOICES)
    .$castTo<{ value: string; count: number }>()
    .execute();
}

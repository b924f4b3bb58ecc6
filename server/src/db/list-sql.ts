import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Page } from './list.ts';

/** A list whose rows come from a statement of its own: groups, unions, figures worked out in the database. */
type Statement<Row> = {
  /** `from … where …`: the rows that are counted, summed and listed. */
  readonly filtered: RawBuilder<unknown>;
  /** The sums over all of them, by their names in the answer: whole numbers. */
  readonly totals?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Sort name of the contract → column of `rows`, or the expression that is sorted by. */
  readonly sorts: Readonly<Record<string, string | RawBuilder<unknown>>>;
  readonly fallback: string;
  /** Makes the order total, so that pages never overlap. */
  readonly tie: RawBuilder<unknown>;
  /** The statement of one page, which has `order by` and `limit` where they belong. */
  readonly rows: (orderBy: RawBuilder<unknown>, limit: RawBuilder<unknown>) => RawBuilder<Row>;
};

type Asked = {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
  readonly totals?: boolean | undefined;
};

/** One page of such a list with its exact total, and with `?totals=true` its sums over the whole filter. */
export async function pageOfStatement<Row>(
  db: Database,
  { limit, offset, sort, totals: wantsTotals }: Asked,
  { filtered, totals = {}, sorts, fallback, tie, rows }: Statement<Row>,
): Promise<Page<Row>> {
  const names = Object.keys(totals);
  const sums = names.map((name, at) => sql`, coalesce(sum(${totals[name]}), 0)::bigint as ${sql.ref(`t${at}`)}`);
  const counted = await sql<Record<string, number>>`
    select count(*) as count ${sql.join(sums, sql``)} ${filtered}`.execute(db);
  const wanted = sort ?? fallback;
  const column = sorts[wanted.replace('-', '')]!;
  const direction = wanted.startsWith('-') ? sql`desc` : sql`asc`;
  const orderBy = sql`order by ${typeof column === 'string' ? sql.ref(column) : column} ${direction} nulls last, ${tie}`;
  const page = await rows(orderBy, sql`limit ${limit} offset ${offset}`).execute(db);
  const figures = counted.rows[0]!;
  return {
    ...{ items: page.rows, total: figures.count!, limit, offset },
    ...(wantsTotals && { totals: Object.fromEntries(names.map((name, at) => [name, figures[`t${at}`]!])) }),
  };
}

import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { orderBy } from '../../db/list.ts';
import { containing } from '../../db/search.ts';
import type { Call } from '../../http/call.ts';
import { presentPeriod, presentPeriods } from './period-rows.ts';

/** All periods, newest first; there are few of them. */
export async function listPeriods(db: Database, query: Call<'listPeriods'>['query']) {
  let rows = db.selectFrom('invoicePeriods');
  if (query.status) rows = rows.where('status', '=', query.status);
  if (query.q) rows = rows.where(sql<string>`lower(name)`, 'like', containing(query.q));
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const page = await orderBy(rows.selectAll(), query.sort, {
    sorts: { fromDate: 'from_date', createdAt: 'created_at' },
    fallback: '-fromDate',
    tie: 'id',
  })
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return {
    items: await presentPeriods(db, page),
    total: count,
    limit: query.limit,
    offset: query.offset,
  };
}

/** The one period that is not closed, or null. */
export async function currentPeriod(db: Database) {
  const row = await db.selectFrom('invoicePeriods').selectAll().where('status', '!=', 'closed').executeTakeFirst();
  return row ? presentPeriod(db, row) : null;
}

import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOf } from '../../../db/list.ts';
import { containing } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { presentPeriod, presentPeriods } from '../period-rows.ts';

const SORTING = {
  sorts: { fromDate: 'from_date', createdAt: 'created_at' },
  columns: { name: 'name', toDate: 'to_date', status: 'status', generatedAt: 'generated_at', closedAt: 'closed_at' },
  fallback: '-fromDate',
  tie: 'id',
} as const;

/** All periods, newest first; there are few of them. */
export async function listPeriods(db: Database, query: Call<'listPeriods'>['query']) {
  let rows = db.selectFrom('invoicePeriods');
  if (query.status?.length) rows = rows.where('status', 'in', query.status);
  if (query.q) rows = rows.where(sql<string>`lower(name)`, 'like', containing(query.q));
  const page = await pageOf(rows, query, SORTING, (row) => row);
  return { ...page, items: await presentPeriods(db, page.items) };
}

/** The open period of a day; without one the open period that begins last. Of equals the one opened last; null when none. */
export async function currentPeriod(db: Database, { date }: Call<'getCurrentPeriod'>['query']) {
  let open = db.selectFrom('invoicePeriods').where('status', '!=', 'closed');
  if (date) open = open.where('fromDate', '<=', date).where('toDate', '>=', date);
  const row = await open
    .selectAll()
    .orderBy('fromDate', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? presentPeriod(db, row) : null;
}

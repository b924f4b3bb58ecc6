import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { PeriodRow } from '../period-rows.ts';

/**
 * A caller that switches or exports the plan of a period takes turns with the other periods of its profiles until the
 * transaction ends: each must see what the other has taken of the stock, and which voucher numbers it gave. Profiles
 * are locked in the order of their ids, after the period's own row, so that two periods never wait for one another.
 */
export async function takeTurns(tx: Tx, period: Pick<PeriodRow, 'profileIds'>): Promise<void> {
  for (const id of [...new Set(period.profileIds)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtext('khop.profile-plans'), hashtext(${id}))`.execute(tx.db);
  }
}

/** Changes whenever another period that shares a profile switches its plan, exports or closes; '' when there is none. */
export async function othersRevision(db: Database, period: Pick<PeriodRow, 'id' | 'profileIds'>): Promise<string> {
  const { rows } = await sql<{ revision: string | null }>`
    select string_agg(id || ':' || version, ',' order by id) as revision from invoice_periods
    where id <> ${period.id} and profile_ids && ${period.profileIds}::uuid[]`.execute(db);
  return rows[0]?.revision ?? '';
}

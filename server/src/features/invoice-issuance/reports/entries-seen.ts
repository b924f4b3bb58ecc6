import { sql } from 'kysely';
import { withoutNestedLoops } from '../../../db/staging.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ImportBatch } from '../../imports/target.ts';

/**
 * Keeps since when each entry of the sales ledger is known, after `batch` has put a ledger of `madeAt` in the place of one of
 * `before`. An entry that the new ledger does not show any more is forgotten: should it come back, nothing says that it was
 * there all the time.
 */
export async function noteEntriesSeen(
  tx: Tx,
  { payload, profileId }: Pick<ImportBatch, 'payload' | 'profileId'>,
  madeAt: string,
  before: string | undefined,
): Promise<void> {
  const periodId = payload.options.periodId ?? '';
  await withoutNestedLoops(tx, () =>
    sql`delete from period_amis_entries_seen n where n.period_id = ${periodId} and n.profile_id = ${profileId}
    and not exists (select from period_amis_sales s where s.period_id = n.period_id and s.profile_id = n.profile_id
      and s.entry_key = n.entry_key)`.execute(tx.db),
  );
  await sql`insert into period_amis_entries_seen (period_id, profile_id, entry_key, first_seen_at, absent_at)
    select s.period_id, s.profile_id, s.entry_key, ${madeAt}::timestamptz,
      case when ${before ?? null}::timestamptz < ${madeAt}::timestamptz then ${before ?? null}::timestamptz end
    from period_amis_sales s where s.period_id = ${periodId} and s.profile_id = ${profileId}
    order by s.entry_key
    on conflict (period_id, profile_id, entry_key) do update
      set first_seen_at = excluded.first_seen_at
      -- A ledger that is loaded again writes no row anew.
      where period_amis_entries_seen.first_seen_at > excluded.first_seen_at`.execute(tx.db);
}

import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { ImportBatch } from '../../imports/target.ts';
import type { ReportMoment } from './report-moment.ts';

type Seen = { readonly first_seen_at: string; readonly absent_at: string | null };

/**
 * Since when an entry is known that a ledger is the first to show; `absent_at` is the moment of the ledger before it. An entry
 * that a later ledger does not show is forgotten: should it come back, nothing says that it was there all the time.
 */
export async function seenFirst(
  tx: Tx,
  { payload, profileId }: Pick<ImportBatch, 'payload' | 'profileId'>,
  { madeAt }: Pick<ReportMoment, 'madeAt'>,
): Promise<Seen> {
  const before = await tx.db
    .selectFrom('periodLoads')
    .select('madeAt')
    .where('periodId', '=', payload.options.periodId ?? '')
    .where('profileId', '=', profileId)
    .where('kind', '=', 'sales_ledger')
    .where('madeAt', '<', madeAt)
    .executeTakeFirst();
  return { first_seen_at: madeAt, absent_at: before?.madeAt ?? null };
}

/** Entries that were known before this ledger, which was made earlier than those that showed them, are known since then. */
export async function noteSeenEarlier(
  tx: Tx,
  { payload, profileId }: Pick<ImportBatch, 'payload' | 'profileId'>,
  seen: Seen,
): Promise<void> {
  await sql`update period_amis_sales set first_seen_at = ${seen.first_seen_at},
      absent_at = case when first_seen_at is null then ${seen.absent_at} else absent_at end
    where period_id = ${payload.options.periodId ?? ''} and profile_id = ${profileId}
      -- A ledger that is loaded again writes no row anew.
      and (first_seen_at is null or first_seen_at > ${seen.first_seen_at})`.execute(tx.db);
}

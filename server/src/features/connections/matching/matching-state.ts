import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { holdProfile } from '../../amis/hold-profiles.ts';
import { countChangedOf, type Of, type SideName } from './suggest-records.ts';

/** When, how and by which run the suggestions of a profile were made; undefined when they never were. */
export const matchingState = (db: Database, { kind, profileId }: Of) =>
  db
    .selectFrom('matchingStates')
    .selectAll()
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .executeTakeFirst();

/**
 * The run that matched last, undefined when none did; no other run writes suggestions of this profile until the
 * transaction ends, and the profile is not deleted. Taken before any suggestion is locked, so that two runs never wait for
 * each other. Refuses NOT_FOUND for a profile that has gone.
 */
export async function lockMatching(tx: Tx, { kind, profileId }: Of): Promise<{ by: string | null } | undefined> {
  await holdProfile(tx, profileId, 'Không tìm thấy hồ sơ này.');
  const row = await tx.db
    .selectFrom('matchingStates')
    .select('matchedBy as by')
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/** The number of records that are new, look different or have gone since they were matched. */
export const countChanged = async (db: Database, of: Of): Promise<number> =>
  (await countChangedOf(db, of, 'amis')) + (await countChangedOf(db, of, 'bravo'));

/** A decision that was being written while the last run read. */
const OVERLAP_MS = 60_000;

/** True when pairs were accepted, rejected or opened again since: places have become free or are wanted again, and there is more to learn from. */
export async function hasNewDecisions(db: Database, { kind, profileId }: Of, matchedAt: string): Promise<boolean> {
  const since = new Date(Date.parse(matchedAt) - OVERLAP_MS).toISOString();
  const { rows } = await sql`
    select from suggestion_decisions where kind = ${kind} and profile_id = ${profileId}
      and (decided_at >= ${since} or withdrawn_at >= ${since}) limit 1`.execute(db);
  return rows.length > 0;
}

/** A record's look when it was matched. */
export type Print = { readonly side: SideName; readonly id: string; readonly print: string };

/** By which run, and from when its records are. */
type Matched = { readonly by: string; readonly at: Date };

/** Notes that all of these records have been matched with each other; only what differs from what is noted is written. */
export async function saveMatched(
  tx: Tx,
  { kind, profileId }: Of,
  prints: readonly Print[],
  minimumScore: number,
  { by, at }: Matched,
): Promise<void> {
  const state = { generatedAt: at.toISOString(), matchedAt: at.toISOString(), matchedBy: by, minimumScore };
  await tx.db
    .insertInto('matchingStates')
    .values({ kind, profileId, ...state })
    .onConflict((conflict) => conflict.columns(['kind', 'profileId']).doUpdateSet(state))
    .execute();
  await tx.client.query(
    'create temporary table matched_now (side text, record_id text, fingerprint text) on commit drop',
  );
  await tx.copy(
    'matched_now',
    ['side', 'record_id', 'fingerprint'],
    prints.map(({ side, id, print }) => [side, id, print]),
  );
  await tx.client.query('analyze matched_now');
  await sql`
    delete from matched_records m where m.kind = ${kind} and m.profile_id = ${profileId}
      and not exists (select from matched_now n where n.side = m.side and n.record_id = m.record_id)`.execute(tx.db);
  // The next refresh compares every record with these; the run's end has them counted (jobs/changed-tables.ts).
  await sql`
    insert into matched_records as r (kind, profile_id, side, record_id, fingerprint)
    select ${kind}, ${profileId}, n.side, n.record_id, n.fingerprint from matched_now n
    left join matched_records m on m.kind = ${kind} and m.profile_id = ${profileId}
      and m.side = n.side and m.record_id = n.record_id
    where m.fingerprint is distinct from n.fingerprint
    on conflict (kind, profile_id, side, record_id) do update set fingerprint = excluded.fingerprint`.execute(tx.db);
}

/** Notes that nothing was new at this moment, unless another run has matched meanwhile. */
export const noteNothingNew = (tx: Tx, { kind, profileId }: Of, by: string | null, at: Date) =>
  tx.db
    .updateTable('matchingStates')
    .set({ matchedAt: at.toISOString() })
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('matchedBy', 'is not distinct from', by)
    .execute();

/** Marks every record as changed, so that the next refresh matches everything anew. */
export async function forgetMatched(tx: Tx, { kind, profileId }: Of): Promise<void> {
  await tx.db.deleteFrom('matchedRecords').where('kind', '=', kind).where('profileId', '=', profileId).execute();
}

import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { KindName } from '../kinds.ts';
import { settleAudited, type Told } from './judge.ts';
import { lockCertification } from './settle.ts';

/** Locks the certifications, in one order, does `work` and settles them. */
async function settling(tx: Tx, ids: readonly string[], work: () => Promise<unknown>, told: Told): Promise<void> {
  if (ids.length === 0) return;
  const rows = [];
  for (const id of ids.toSorted()) rows.push(await lockCertification(tx, id));
  await work();
  for (const row of rows) await settleAudited(tx, row, told);
}

/** A certificate learns that these connections of its bucket were taken away: that is how an error shows after acceptance. */
export async function followRemoved(tx: Tx, connectionIds: readonly string[], told: Told): Promise<void> {
  if (connectionIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select distinct certification_id as id from certification_members
    where connection_id = any (${connectionIds}::uuid[]) and corrected_at is null`.execute(tx.db);
  await settling(
    tx,
    rows.map(({ id }) => id),
    () =>
      sql`
        update certification_members set corrected_at = ${told.at.toISOString()}, corrected_by = ${told.by}
        where connection_id = any (${connectionIds}::uuid[]) and corrected_at is null`.execute(tx.db),
    told,
  );
}

/** The connections that a batch had made and that are there no more. */
export async function goneOfBatch(tx: Tx, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.connection_id as id from suggestion_decisions d
    where d.batch_id = ${batchId} and d.connection_id is not null and d.withdrawn_at is not null`.execute(tx.db);
  return rows.map(({ id }) => id);
}

type Made = { readonly id: string; readonly profileId: string; readonly amisId: string; readonly bravoCode: string };

/** A certificate learns that a pair which was taken away is connected again: the correction is taken back. */
export async function followMade(tx: Tx, kind: KindName, made: Made, told: Told): Promise<void> {
  const ofPair = sql`m.amis_id = ${made.amisId} and m.bravo_code = ${made.bravoCode} and m.corrected_at is not null`;
  const { rows } = await sql<{ id: string }>`
    select c.id from certification_members m join certifications c on c.id = m.certification_id
    where ${ofPair} and c.kind = ${kind} and c.profile_id = ${made.profileId}`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await settling(
    tx,
    ids,
    () =>
      sql`
        update certification_members m set corrected_at = null, corrected_by = null, connection_id = ${made.id}
        where m.certification_id = any (${ids}::uuid[]) and ${ofPair}`.execute(tx.db),
    told,
  );
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';
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

/** SQL of the connections that a batch has made. */
export const madeOf = (rows: readonly { readonly connectionId: string | null }[]): RawBuilder<unknown> =>
  sql`select unnest(${rows.flatMap(({ connectionId }) => connectionId ?? [])}::uuid[])`;

/**
 * A certificate learns that a pair which was taken away is connected again, however that came about: the correction is taken back.
 * `made`: SQL of the ids of new connections.
 */
export async function followMade(tx: Tx, kind: KindName, made: RawBuilder<unknown>, told: Told): Promise<void> {
  const { connections, amisId } = TABLES[kind];
  const isAgain = sql`m.corrected_at is not null and c.kind = ${kind} and c.id = m.certification_id and n.id in (${made})
    and n.profile_id = c.profile_id and n.${sql.ref(amisId)} = m.amis_id and n.bravo_code = m.bravo_code`;
  const { rows } = await sql<{ id: string }>`
    select distinct c.id from ${sql.table(connections)} n, certification_members m, certifications c where ${isAgain}`.execute(
    tx.db,
  );
  const ids = rows.map(({ id }) => id);
  await settling(
    tx,
    ids,
    () =>
      sql`
        update certification_members m set corrected_at = null, corrected_by = null, connection_id = n.id
        from certifications c, ${sql.table(connections)} n where ${isAgain} and c.id = any (${ids}::uuid[])`.execute(
        tx.db,
      ),
    told,
  );
}

/** Certificates of a profile learn which of their connections are there no more, where no list of those that went is known. */
export async function followGone(tx: Tx, kind: KindName, profileId: string, told: Told): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select m.connection_id as id from certification_members m join certifications c on c.id = m.certification_id
    where c.kind = ${kind} and c.profile_id = ${profileId} and m.connection_id is not null and m.corrected_at is null
      and not exists (select from ${sql.table(TABLES[kind].connections)} n where n.id = m.connection_id)`.execute(
    tx.db,
  );
  await followRemoved(
    tx,
    rows.map(({ id }) => id),
    told,
  );
}

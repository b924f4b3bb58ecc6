import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import type { ImportBatch } from '../../imports/target.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';

/**
 * The pairs of a file are decisions of the person who sent it, made together: they are learned from as those of a batch
 * are, and like these never used to measure: a file names what is right and says nothing of what is wrong. `incoming` is
 * the temporary table of the file's pairs.
 */
export async function closeByFile(tx: Tx, batch: ImportBatch, kind: KindName): Promise<void> {
  const { profileId, createdBy } = batch;
  const { connections, amisId } = TABLES[kind];
  const { rows } = await sql<{ id: string }>`
    update suggestions s set status = 'accepted', reason_code = null, reason = null, decided_by = ${createdBy},
      decided_at = now(), version = s.version + 1
    from incoming i
    where s.profile_id = ${profileId} and s.kind = ${kind} and s.amis_id = i.amis_id and s.bravo_code = i.bravo_code
      and s.status in ('pending', 'rejected') returning s.id`.execute(tx.db);
  if (rows.length === 0) return;
  await sql`
    update suggestion_decisions d set withdrawn_by = ${createdBy}, withdrawn_at = now() from incoming i
    where d.profile_id = ${profileId} and d.kind = ${kind} and d.amis_id = i.amis_id and d.bravo_code = i.bravo_code
      and d.decision = 'rejected' and d.withdrawn_at is null`.execute(tx.db);
  const batchId = newId();
  await sql`
    insert into suggestion_batches (id, kind, profile_id, created_by)
    values (${batchId}, ${kind}, ${profileId}, ${createdBy})`.execute(tx.db);
  await sql`
    insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence,
      is_best, batch_id, connection_id, decided_by, decided_at)
    select i.decision_id, s.kind, s.profile_id, s.amis_id, s.bravo_code, 'accepted', s.score, s.engine_score,
      s.evidence, s.is_best, ${batchId}::uuid, c.id, ${createdBy}, now()
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(() => newId())}::uuid[]) as i (id, decision_id)
    join suggestions s on s.id = i.id
    join ${sql.table(connections)} c
      on c.profile_id = s.profile_id and c.${sql.ref(amisId)} = s.amis_id and c.bravo_code = s.bravo_code`.execute(
    tx.db,
  );
}

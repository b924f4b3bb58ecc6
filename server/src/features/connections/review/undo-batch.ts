import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { found } from '../../../refusal.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';
import type { Decision } from './suggestion-decisions.ts';

type Kept = { connectionId: string; errorCode: string; message: string };

/**
 * Takes a batch back: its connections go and their suggestions are open again. A connection that has been edited since
 * stays, and is told; one that has been removed is left alone. Asked again, it finds nothing more to do.
 */
export async function undoBatch(tx: Tx, kind: KindName, batchId: string, { by, at }: Decision, requestId: string) {
  const { connections, entity, what } = TABLES[kind];
  found(
    await tx.db
      .selectFrom('suggestionBatches')
      .select('id')
      .where('id', '=', batchId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst(),
    'Không tìm thấy đợt này.',
  );
  const { rows } = await sql<{ id: string; bravoCode: string; isOurs: boolean }>`
    select c.id, c.bravo_code, c.version = 1 as is_ours
    from ${sql.table(connections)} c join suggestion_decisions d on d.connection_id = c.id
    where d.batch_id = ${batchId} and d.withdrawn_at is null
    order by c.id for update of c`.execute(tx.db);
  const kept: Kept[] = rows
    .filter(({ isOurs }) => !isOurs)
    .map(({ id, bravoCode }) => ({
      connectionId: id,
      errorCode: 'STALE_VERSION',
      message: `Liên kết với «${bravoCode}» đã được sửa sau đợt này nên giữ nguyên.`,
    }));
  const gone = rows.filter(({ isOurs }) => isOurs);
  const ids = gone.map(({ id }) => id);
  if (ids.length === 0) return { undone: 0, kept: kept.length, rows: kept };

  await sql`delete from ${sql.table(connections)} where id = any (${ids}::uuid[])`.execute(tx.db);
  await sql`
    update suggestions s set status = 'pending', decided_by = null, decided_at = null, version = s.version + 1
    from suggestion_decisions d
    where d.connection_id = any (${ids}::uuid[]) and d.batch_id = ${batchId} and s.status = 'accepted'
      and s.profile_id = d.profile_id and s.kind = d.kind and s.amis_id = d.amis_id and s.bravo_code = d.bravo_code`.execute(
    tx.db,
  );
  await sql`
    update suggestion_decisions set withdrawn_by = ${by}, withdrawn_at = ${at.toISOString()}
    where batch_id = ${batchId} and connection_id = any (${ids}::uuid[])`.execute(tx.db);
  await sql`
    update suggestion_batches set undone_by = ${by}, undone_at = ${at.toISOString()} where id = ${batchId}`.execute(
    tx.db,
  );
  await audit(tx, {
    actor: by,
    action: 'suggestion-batch.undo',
    entity: 'suggestion-batch',
    entityId: batchId,
    summary: `Hoàn tác đợt nối ${what}: bỏ ${formatVnd(ids.length)} liên kết, giữ ${formatVnd(kept.length)}`,
    before: { connections: ids.length + kept.length },
    after: { undone: ids.length, kept: kept.length },
    requestId,
  });
  await tx.copy(
    'audit_events',
    ['id', 'actor', 'action', 'entity', 'entity_id', 'summary', 'request_id'],
    gone.map(({ id, bravoCode }) => [
      ...[newId(), by, `${entity}.delete`, entity, id, `Bỏ liên kết ${what} với ${bravoCode}: hoàn tác cả đợt`],
      requestId,
    ]),
  );
  return { undone: ids.length, kept: kept.length, rows: kept };
}

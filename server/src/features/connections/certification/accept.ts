import { keepsTo } from '@khop/engine/connections/certification/standing.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { startRun } from '../../../jobs/runs.ts';
import { Refusal } from '../../../refusal.ts';
import type { KindName } from '../kinds.ts';
import { acceptBatch } from '../review/accept-batch.ts';
import { followMade, madeOf } from './follow.ts';
import { lockSeen, refuseState, settleAudited, type Told } from './judge.ts';
import { type Certification, lockCertification, settle, standingNow } from './settle.ts';

/** Pairs that are connected in one transaction, as one batch that can be undone. */
const AT_ONCE = 1000;

type Payload = { readonly certificationId: string };
/** The last place of the sample's order whose pair has been dealt with. */
type Checkpoint = { readonly place: number };

/** Members that were not set aside and can no longer be accepted: decided about, changed or gone since the sample was fixed. */
const isLost = sql`m.judgement is distinct from 'wrong' and m.judgement is distinct from 'unsure' and not exists (
  select from suggestions s
  where s.id = m.suggestion_id and s.version = m.suggestion_version and s.status = 'pending')`;

async function lostOf(tx: Tx, id: string) {
  const { rows } = await sql<{ count: number; value: number }>`
    select count(*) as count, coalesce(sum(m.value), 0)::bigint as value
    from certification_members m where m.certification_id = ${id} and m.connection_id is null and ${isLost}`.execute(
    tx.db,
  );
  return rows[0]!;
}

/** Starts the run that connects a proven bucket; one that was broken off goes on. */
export async function startAcceptance(tx: Tx, context: Context, id: string, version: number, told: Told) {
  const row = await lockSeen(tx, id, version);
  refuseState(row, ['proven', 'accepting']);
  if (row.state === 'proven') {
    const lost = await lostOf(tx, id);
    const { standing } = await standingNow(tx.db, row, lost);
    if (!keepsTo(standing, row.maxError))
      throw new Refusal(
        'CERTIFICATION_STATE',
        `Từ khi chốt mẫu, ${formatVnd(lost.count)} cặp đã đổi hoặc đã được quyết định, nên cận chưa đủ cho phần còn lại. Hãy xem thêm vài cặp.`,
      );
  }
  const { runId } = await startRun(tx, context, {
    kind: 'certified-acceptance',
    scope: id,
    payload: { certificationId: id } satisfies Payload,
    createdBy: told.by,
  });
  await tx.db
    .updateTable('certifications')
    .set((eb) => ({ state: 'accepting', runId, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await audit(tx, {
    actor: told.by,
    action: 'certification.accept',
    entity: 'certification',
    entityId: id,
    summary: `Nối nhóm đã bảo chứng, ${formatVnd(row.members)} cặp`,
    after: { judged: row.judged, rowsBound: row.rowsBound, valueBound: row.valueBound },
    requestId: told.requestId,
  });
  return { runId };
}

/** Work of the run: connects the members in the order of the sample, each chunk with the place it has come to. */
export async function acceptCertified(work: RunWork<Payload, Checkpoint>): Promise<void> {
  const { context, createdBy: by } = work;
  const id = work.payload.certificationId;
  const { members } = await context.db
    .selectFrom('certifications')
    .select('members')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let place = work.checkpoint?.place ?? 0; place < members; place += AT_ONCE) {
    await work.progress({ stage: 'Nối các cặp', done: place, total: members });
    await work.commitChunk({ place: place + AT_ONCE }, (tx) =>
      acceptChunk(tx, id, place, { by, at: context.now(), requestId: work.id }),
    );
  }
  await work.finish(async (tx) => {
    const told = { by, at: context.now(), requestId: work.id };
    const row = await lockCertification(tx, id);
    await tx.db
      .updateTable('certifications')
      .set({ state: 'certified', acceptedBy: by, acceptedAt: told.at.toISOString() })
      .where('id', '=', id)
      .execute();
    const made = await settleAudited(tx, { ...row, state: 'certified' }, told);
    await audit(tx, {
      actor: by,
      action: 'certification.certify',
      entity: 'certification',
      entityId: id,
      summary: `Cấp chứng chỉ: ${formatVnd(made.accepted)} cặp đã nối`,
      after: { accepted: made.accepted, rowsBound: made.rowsBound, valueBound: made.valueBound, judged: made.judged },
      requestId: work.id,
    });
    return { accepted: made.accepted, left: members - made.accepted };
  });
}

async function acceptChunk(tx: Tx, id: string, after: number, { by, at, requestId }: Told): Promise<void> {
  const row = await lockCertification(tx, id);
  const members = await tx.db
    .selectFrom('certificationMembers')
    .select(['suggestionId', 'suggestionVersion'])
    .where('certificationId', '=', id)
    .where('place', '>', after)
    .where('place', '<=', after + AT_ONCE)
    .where('connectionId', 'is', null)
    .where(sql<boolean>`coalesce(judgement, 'right') = 'right'`)
    .execute();
  if (members.length === 0) return;
  // The check constraint of the table holds the text to the two kinds.
  const kind = row.kind as KindName;
  const items = members.map(({ suggestionId, suggestionVersion }) => ({
    id: suggestionId,
    version: suggestionVersion,
  }));
  const { rows } = await acceptBatch(tx, kind, { profileId: row.profileId, choice: { items } }, { by, at }, requestId);
  const made = rows.filter(({ connectionId }) => connectionId !== null);
  await sql`
    update certification_members m set connection_id = made.connection_id
    from unnest(${made.map(({ suggestionId }) => suggestionId)}::uuid[],
      ${made.map(({ connectionId }) => connectionId)}::uuid[]) as made (suggestion_id, connection_id)
    where m.certification_id = ${id} and m.suggestion_id = made.suggestion_id`.execute(tx.db);
  // A pair of an earlier certificate may have been waiting here since it was taken away.
  await followMade(tx, kind, madeOf(made), { by, at, requestId });
}

/** Gives a bucket up: its pairs wait for an ordinary review, and what was judged is kept. */
export async function cancelCertification(tx: Tx, id: string, version: number, told: Told): Promise<Certification> {
  const row = await lockSeen(tx, id, version);
  refuseState(row, ['judging', 'proven']);
  await audit(tx, {
    actor: told.by,
    action: 'certification.cancel',
    entity: 'certification',
    entityId: id,
    summary: `Bỏ đợt bảo chứng sau khi xem ${formatVnd(row.judged)} cặp`,
    requestId: told.requestId,
  });
  return tx.db
    .updateTable('certifications')
    .set((eb) => ({ state: 'cancelled', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A person withdraws a certificate: its connections stay and are marked, and only judging does not bring it back. */
export async function recallCertification(
  tx: Tx,
  id: string,
  { version, reason }: { readonly version: number; readonly reason: string },
  told: Told,
): Promise<Certification> {
  const row = await lockSeen(tx, id, version);
  refuseState(row, ['certified', 'recalled']);
  await audit(tx, {
    actor: told.by,
    action: 'certification.recall',
    entity: 'certification',
    entityId: id,
    summary: `Thu hồi chứng chỉ của ${formatVnd(row.accepted)} liên kết: ${reason}`,
    before: { state: row.state },
    requestId: told.requestId,
  });
  await tx.db
    .updateTable('certifications')
    .set({ state: 'recalled', recalledBy: told.by, recalledAt: told.at.toISOString(), recallReason: reason })
    .where('id', '=', id)
    .execute();
  return settle(tx, { ...row, state: 'recalled', recalledBy: told.by }, told.at);
}

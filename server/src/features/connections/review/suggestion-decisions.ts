import { type Selectable, sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import type { Suggestions } from '../../../db/schema.generated.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { found, Refusal, refuseStale } from '../../../refusal.ts';
import type { CommonCreate, KindName } from '../kinds.ts';

export type Decision = { readonly by: string; readonly at: Date };
export type Rejection = {
  readonly reasonCode: string | null;
  readonly reason: string | null;
  /** The state of the suggestion that was looked at, if that is known. */
  readonly version?: number | undefined;
};
type Suggestion = Selectable<Suggestions>;

const lockSuggestion = async (tx: Tx, kind: KindName, id: string): Promise<Suggestion> =>
  found(
    await tx.db
      .selectFrom('suggestions')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst(),
    'Không tìm thấy gợi ý này. Có thể danh sách đã được sinh lại.',
  );

/** Locks an open suggestion; refuses with SUGGESTION_CLOSED when it has been decided. */
async function openSuggestion(tx: Tx, kind: KindName, id: string): Promise<Suggestion> {
  const row = await lockSuggestion(tx, kind, id);
  if (row.status !== 'pending')
    throw new Refusal('SUGGESTION_CLOSED', undefined, { status: row.status, decidedBy: row.decidedBy });
  return row;
}

/**
 * Marks the suggestion behind a new connection as accepted; the pair must be the suggestion's own. A connection made
 * without naming one answers the suggestion of its pair just as well, and takes a rejection of it back. If many are
 * made at once, no reviewer has looked at each: their suggestions are closed, but no decision is kept that would be
 * measured.
 */
export async function acceptSuggestion(
  tx: Tx,
  kind: KindName,
  item: CommonCreate,
  made: { readonly id: string; readonly amisId: string; readonly isOneOfMany: boolean },
  decision: Decision,
): Promise<void> {
  const { amisId } = made;
  const row = item.suggestionId
    ? await openSuggestion(tx, kind, item.suggestionId)
    : await unacceptedOf(tx, kind, item.profileId, amisId, item.bravoCode);
  if (!row) return;
  if (row.profileId !== item.profileId || row.amisId !== amisId || row.bravoCode !== item.bravoCode) {
    throw new Refusal('VALIDATION', 'Gợi ý này không thuộc cặp đang nối.');
  }
  if (row.status === 'rejected') await reopen(tx, kind, row, 'rejected', decision);
  const noReason = { reasonCode: null, reason: null };
  await close(tx, row, 'accepted', noReason, decision);
  if (!made.isOneOfMany)
    await keepDecision(tx, row, { status: 'accepted', connectionId: made.id, ...noReason }, decision);
}

const unacceptedOf = (tx: Tx, kind: KindName, profileId: string, amisId: string, bravoCode: string) =>
  tx.db
    .selectFrom('suggestions')
    .selectAll()
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('amisId', '=', amisId)
    .where('bravoCode', '=', bravoCode)
    .where('status', 'in', ['pending', 'rejected'])
    .forUpdate()
    .executeTakeFirst();

/** Rejects a suggestion; the pair stays away until either record changes. Answers it with the reason in words. */
export async function rejectSuggestion(tx: Tx, kind: KindName, id: string, rejection: Rejection, decision: Decision) {
  const reasonCode = rejection.reasonCode ?? (rejection.reason ? 'other' : null);
  const label = reasonCode === null ? undefined : await reasonLabel(tx, kind, reasonCode);
  const row = await openSuggestion(tx, kind, id);
  refuseStale(row, rejection.version);
  const why = { reasonCode, reason: rejection.reason };
  await close(tx, row, 'rejected', why, decision);
  await keepDecision(tx, row, { status: 'rejected', connectionId: null, ...why }, decision);
  const words = [label, rejection.reason].filter(Boolean).join(': ');
  return { bravoCode: row.bravoCode, reasonCode, words };
}

async function reasonLabel(tx: Tx, kind: KindName, code: string): Promise<string> {
  const row = await tx.db
    .selectFrom('rejectionReasons')
    .select('label')
    .where('code', '=', code)
    .where(sql<boolean>`${kind} = any (kinds)`)
    .executeTakeFirst();
  if (!row) throw new Refusal('VALIDATION', `Không có lý do từ chối «${code}» cho loại gợi ý này.`);
  return row.label;
}

/** Takes a rejection back: the suggestion is open again. */
export async function restoreSuggestion(tx: Tx, kind: KindName, id: string, decision: Decision): Promise<Suggestion> {
  const row = await lockSuggestion(tx, kind, id);
  if (row.status !== 'rejected') throw new Refusal('SUGGESTION_CLOSED', 'Chỉ hoàn tác được gợi ý đã từ chối.');
  await reopen(tx, kind, row, 'rejected', decision);
  return row;
}

type Pair = { readonly profileId: string; readonly amisId: string; readonly bravoCode: string };

/** A decision that is taken back counts no more; its suggestion, if it is still there, is open again. */
async function reopen(
  tx: Tx,
  kind: KindName,
  { profileId, amisId, bravoCode }: Pair,
  from: 'accepted' | 'rejected',
  { by, at }: Decision,
): Promise<void> {
  await tx.db
    .updateTable('suggestions')
    .set((eb) => ({
      status: 'pending',
      reasonCode: null,
      reason: null,
      decidedBy: null,
      decidedAt: null,
      version: eb('version', '+', 1),
    }))
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('amisId', '=', amisId)
    .where('bravoCode', '=', bravoCode)
    .where('status', '=', from)
    .execute();
  await tx.db
    .updateTable('suggestionDecisions')
    .set({ withdrawnBy: by, withdrawnAt: at.toISOString() })
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('amisId', '=', amisId)
    .where('bravoCode', '=', bravoCode)
    .where('decision', '=', from)
    .where('withdrawnAt', 'is', null)
    .execute();
}

/** A connection is gone, and its suggestion open again; unless it is an `undo`, the pair is set aside. */
export async function openAgain(
  tx: Tx,
  kind: KindName,
  { id: connectionId, profileId, amisId, bravoCode }: Pair & { readonly id: string },
  undo: boolean,
  decision: Decision,
): Promise<void> {
  await reopen(tx, kind, { profileId, amisId, bravoCode }, 'accepted', decision);
  if (!undo) await keepRemoval(tx, kind, { profileId, amisId, bravoCode, connectionId }, decision);
}

/**
 * Keeps that a person has removed a connection, also one that no suggestion led to: the pair is set aside (`isSetAside`). Such a rejection names
 * its connection, and is withdrawn from the beginning: no measure counts it, nothing learns from it, and the suggestion stays open.
 */
async function keepRemoval(
  tx: Tx,
  kind: KindName,
  { profileId, amisId, bravoCode, connectionId }: Pair & { readonly connectionId: string },
  { by, at }: Decision,
): Promise<void> {
  await sql`
    insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence, is_best,
      connection_id, decided_by, decided_at, withdrawn_by, withdrawn_at)
    select ${newId()}, ${kind}, ${profileId}, ${amisId}, ${bravoCode}, 'rejected', coalesce(s.score, 0), coalesce(s.engine_score, 0),
      coalesce(s.evidence, '[]'), coalesce(s.is_best, false), ${connectionId}, ${by}, ${at.toISOString()}, ${by}, ${at.toISOString()}
    from (select) one
    left join suggestions s on s.profile_id = ${profileId} and s.kind = ${kind} and s.amis_id = ${amisId} and s.bravo_code = ${bravoCode}`.execute(
    tx.db,
  );
}

async function close(
  tx: Tx,
  row: Suggestion,
  status: 'accepted' | 'rejected',
  { reasonCode, reason }: Rejection,
  { by, at }: Decision,
): Promise<void> {
  const decidedAt = at.toISOString();
  await tx.db
    .updateTable('suggestions')
    .set((eb) => ({ status, reasonCode, reason, decidedBy: by, decidedAt, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
}

type Outcome = Rejection & { readonly status: 'accepted' | 'rejected'; readonly connectionId: string | null };

async function keepDecision(
  tx: Tx,
  row: Suggestion,
  { status, connectionId, reasonCode, reason }: Outcome,
  { by, at }: Decision,
): Promise<void> {
  await tx.db
    .insertInto('suggestionDecisions')
    .values({
      id: newId(),
      kind: row.kind,
      profileId: row.profileId,
      amisId: row.amisId,
      bravoCode: row.bravoCode,
      decision: status,
      score: row.score,
      engineScore: row.engineScore,
      evidence: toJson(row.evidence),
      isBest: row.isBest,
      reasonCode,
      note: reason,
      connectionId,
      decidedBy: by,
      decidedAt: at.toISOString(),
    })
    .execute();
}

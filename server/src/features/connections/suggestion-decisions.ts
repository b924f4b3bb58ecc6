import type { Tx } from '../../db/transaction.ts';
import { found, Refusal } from '../../refusal.ts';
import type { CommonCreate, KindName } from './kinds.ts';

type Decision = { readonly by: string; readonly at: Date };

/** Locks a suggestion that nobody has decided yet; refuses with SUGGESTION_CLOSED when somebody has. */
async function openSuggestion(tx: Tx, kind: KindName, id: string) {
  const row = found(
    await tx.db
      .selectFrom('suggestions')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst(),
    'Không tìm thấy gợi ý này. Có thể danh sách đã được sinh lại.',
  );
  if (row.status !== 'pending')
    throw new Refusal('SUGGESTION_CLOSED', undefined, { status: row.status, decidedBy: row.decidedBy });
  return row;
}

/** Marks the suggestion behind a new connection as accepted; the pair must be the suggestion's own. */
export async function acceptSuggestion(
  tx: Tx,
  kind: KindName,
  item: CommonCreate,
  amisId: string,
  decision: Decision,
): Promise<void> {
  if (!item.suggestionId) return;
  const row = await openSuggestion(tx, kind, item.suggestionId);
  if (row.profileId !== item.profileId || row.amisId !== amisId || row.bravoCode !== item.bravoCode) {
    throw new Refusal('VALIDATION', 'Gợi ý này không thuộc cặp đang nối.');
  }
  await decide(tx, row.id, 'accepted', null, decision);
}

/** Rejects a suggestion; the pair stays away until either record changes. */
export async function rejectSuggestion(tx: Tx, kind: KindName, id: string, reason: string | null, decision: Decision) {
  const row = await openSuggestion(tx, kind, id);
  await decide(tx, row.id, 'rejected', reason, decision);
  return row;
}

/** Takes a rejection back: the suggestion is open again. */
export async function restoreSuggestion(tx: Tx, kind: KindName, id: string) {
  const row = found(
    await tx.db
      .selectFrom('suggestions')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst(),
    'Không tìm thấy gợi ý này.',
  );
  if (row.status !== 'rejected') throw new Refusal('SUGGESTION_CLOSED', 'Chỉ hoàn tác được gợi ý đã từ chối.');
  await tx.db
    .updateTable('suggestions')
    .set((eb) => ({
      status: 'pending',
      reason: null,
      decidedBy: null,
      decidedAt: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return row;
}

/** When a connection goes, the accepted suggestion behind it is open again. */
export const reopenSuggestion = (tx: Tx, kind: KindName, profileId: string, amisId: string, bravoCode: string) =>
  tx.db
    .updateTable('suggestions')
    .set((eb) => ({ status: 'pending', decidedBy: null, decidedAt: null, version: eb('version', '+', 1) }))
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('amisId', '=', amisId)
    .where('bravoCode', '=', bravoCode)
    .where('status', '=', 'accepted')
    .execute();

const decide = (tx: Tx, id: string, status: 'accepted' | 'rejected', reason: string | null, { by, at }: Decision) =>
  tx.db
    .updateTable('suggestions')
    .set((eb) => ({ status, reason, decidedBy: by, decidedAt: at.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

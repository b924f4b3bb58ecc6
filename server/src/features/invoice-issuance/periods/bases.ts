import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';

type Given = Call<'createPeriod'>['body']['bases'];

/** A basis is of a profile of the period; the other side may be any profile of the installation. */
export async function ensureBases(tx: Tx, profileIds: readonly string[], bases: Given): Promise<void> {
  if (!bases || bases.length === 0) return;
  const stranger = bases.find(({ profileId }) => !profileIds.includes(profileId));
  if (stranger)
    throw new Refusal(
      'VALIDATION',
      `Căn cứ của chi nhánh ${stranger.branch}: hồ sơ phải nằm trong danh sách hồ sơ của kỳ.`,
    );
  const parties = [...new Set(bases.flatMap(({ counterparty }) => counterparty?.profileId ?? []))];
  if (parties.length === 0) return;
  const rows = await tx.db.selectFrom('profiles').select('id').where('id', 'in', parties).execute();
  if (rows.length < parties.length) throw new Refusal('NOT_FOUND', 'Bên kia của một căn cứ là hồ sơ không tồn tại.');
}

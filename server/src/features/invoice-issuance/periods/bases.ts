import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { holdProfiles } from '../../amis/hold-profiles.ts';

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
  await keepContractFiles(tx, bases);
  const parties = [...new Set(bases.flatMap(({ counterparty }) => counterparty?.profileId ?? []))];
  if (parties.length === 0) return;
  const rows = await holdProfiles(tx, parties);
  if (rows.length < parties.length) throw new Refusal('NOT_FOUND', 'Bên kia của một căn cứ là hồ sơ không tồn tại.');
}

/** The files that the bases name, as they were uploaded; from here on they are kept. */
async function keepContractFiles(tx: Tx, bases: NonNullable<Given>): Promise<void> {
  const named = bases.flatMap(({ contractFile }) => contractFile ?? []);
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const rows = await tx.db
    .selectFrom('contractFiles')
    .select(['id', 'fileName', 'sha256'])
    .where('id', 'in', ids)
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { id, fileName, sha256 } of named) {
    const row = stored.get(id);
    if (!row) throw new Refusal('NOT_FOUND', `Không còn tệp hợp đồng «${fileName}» trên máy chủ. Hãy tải lên lại.`);
    if (row.fileName !== fileName || row.sha256 !== sha256)
      throw new Refusal('VALIDATION', `Tệp hợp đồng «${fileName}» khác tệp đã tải lên. Hãy tải lên lại.`);
  }
  await tx.db
    .updateTable('contractFiles')
    .set({ isKept: true })
    .where('id', 'in', ids)
    .where('isKept', '=', false)
    .execute();
}

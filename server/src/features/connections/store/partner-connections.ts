import type { partnerConnection } from '@khop/contract/connections.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { found, Refusal } from '../../../refusal.ts';
import { holdBravo } from '../tables.ts';
import { type Actor, connectionStore, type JoinedConnections } from './connection-store.ts';

type Create = Call<'createPartnerConnection'>['body'];
type Edit = Call<'updatePartnerConnection'>['body'];
export type PartnerConnection = z.infer<typeof partnerConnection>;

const store = connectionStore(
  'partnerConnections',
  // The cast: by the names of the query, `b` is a join that may lack its row, where the store only searches.
  (db) =>
    db
      .selectFrom('partnerConnections as c')
      .innerJoin('amisPartners as a', 'a.id', 'c.amisPartnerId')
      .leftJoin('bravoPartners as b', 'b.code', 'c.bravoCode')
      .selectAll('c')
      .select([
        'a.code as amisCode',
        'a.name as amisName',
        'a.taxCode as amisTaxCode',
        sql<string>`coalesce(b.name, '')`.as('bravoName'),
        sql<string>`coalesce(b.tax_code, '')`.as('bravoTaxCode'),
      ]) as JoinedConnections<PartnerConnection>,
  { amisTaxCode: 'a.tax_code', bravoTaxCode: 'b.tax_code', isDefault: 'c.is_default' },
);
export const { get: getPartnerConnection, list: listPartnerConnections, remove: deletePartnerConnection } = store;

/**
 * Creates one connection. The first customer of a Bravo partner in a profile is its default; a later default replaces
 * it.
 */
export async function createPartnerConnection(tx: Tx, item: Create, by: Actor): Promise<PartnerConnection> {
  const partner = found(
    await tx.db
      .selectFrom('amisPartners')
      .select('id')
      .where('profileId', '=', item.profileId)
      .where('type', '=', 'customer')
      .where((eb) => (item.amisPartnerId ? eb('id', '=', item.amisPartnerId) : eb('code', '=', item.amisCode ?? '')))
      .forKeyShare()
      .executeTakeFirst(),
    `Hồ sơ không có khách hàng AMIS «${item.amisCode ?? item.amisPartnerId ?? ''}».`,
  );
  await holdBravo(tx, 'partner', sql`${item.bravoCode}`);
  const bravo = found(
    await tx.db.selectFrom('bravoPartners').select('code').where('code', '=', item.bravoCode).executeTakeFirst(),
    `Không có đối tượng Bravo «${item.bravoCode}». Hãy đồng bộ đối tượng rồi thử lại.`,
  );
  const others = await tx.db
    .selectFrom('partnerConnections')
    .select('id')
    .where('profileId', '=', item.profileId)
    .where('bravoCode', '=', bravo.code)
    .where('isDefault', '=', true)
    .execute();
  const isDefault = item.isDefault ?? others.length === 0;
  const id = newId();
  const inserted = await tx.db
    .insertInto('partnerConnections')
    .values({
      id,
      profileId: item.profileId,
      amisPartnerId: partner.id,
      bravoCode: bravo.code,
      isDefault,
      origin: item.suggestionId ? 'suggestion' : 'manual',
      note: item.note ?? '',
      createdBy: by.actor,
    })
    .onConflict((conflict) => conflict.columns(['profileId', 'amisPartnerId', 'bravoCode']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Refusal('CONNECTION_EXISTS', `Đối tượng «${bravo.code}» đã được nối với khách hàng này.`);
  if (isDefault) await onlyDefault(tx, { profileId: item.profileId, bravoCode: bravo.code, id }, by);
  return getPartnerConnection(tx.db, id);
}

/** The other connections of the partner are its default no more; each is recorded, as it changes without being asked for. */
async function onlyDefault(
  tx: Tx,
  { profileId, bravoCode, id }: Pick<PartnerConnection, 'profileId' | 'bravoCode' | 'id'>,
  by: Actor,
): Promise<void> {
  const others = await tx.db
    .updateTable('partnerConnections')
    .set((eb) => ({ isDefault: false, version: eb('version', '+', 1) }))
    .where('profileId', '=', profileId)
    .where('bravoCode', '=', bravoCode)
    .where('id', '!=', id)
    .where('isDefault', '=', true)
    .returning('id')
    .execute();
  for (const other of others) {
    const after = await getPartnerConnection(tx.db, other.id);
    await audit(tx, {
      ...by,
      action: 'partner-connection.update',
      entity: 'partner-connection',
      entityId: other.id,
      summary: `Liên kết đối tượng ${after.amisCode} ↔ ${after.bravoCode} không còn là mặc định: mặc định nay là liên kết khác`,
      before: { ...after, isDefault: true, version: after.version - 1 },
      after,
    });
  }
}

export async function updatePartnerConnection(tx: Tx, id: string, edit: Edit, by: Actor) {
  if (edit.isDefault !== undefined)
    await holdBravo(tx, 'partner', sql`select bravo_code from partner_connections where id = ${id}`);
  const before = await store.lock(tx, id, edit.version);
  await tx.db
    .updateTable('partnerConnections')
    .set((eb) => ({
      version: eb('version', '+', 1),
      isDefault: edit.isDefault,
      note: edit.note,
    }))
    .where('id', '=', id)
    .execute();
  if (edit.isDefault) await onlyDefault(tx, before, by);
  return { before, after: await getPartnerConnection(tx.db, id) };
}

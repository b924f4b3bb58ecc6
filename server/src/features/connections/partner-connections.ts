import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { orderBy } from '../../db/list.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { found, Refusal } from '../../refusal.ts';

type Create = Call<'createPartnerConnection'>['body'];
type Edit = Call<'updatePartnerConnection'>['body'];
type List = Call<'listPartnerConnections'>['query'];

const base = (db: Database) =>
  db
    .selectFrom('partnerConnections as c')
    .innerJoin('amisPartners as p', 'p.id', 'c.amisPartnerId')
    .leftJoin('bravoPartners as b', 'b.code', 'c.bravoCode');

const columns = [
  'c.id',
  'c.profileId',
  'c.origin',
  'c.note',
  'c.version',
  'c.createdAt',
  'c.createdBy',
  'c.amisPartnerId',
  'c.bravoCode',
  'c.isDefault',
  'p.code as amisCode',
  'p.name as amisName',
  'p.taxCode as amisTaxCode',
  'b.name as bravoName',
  'b.taxCode as bravoTaxCode',
] as const;

const readRow = (db: Database, id: string) => base(db).select(columns).where('c.id', '=', id).executeTakeFirst();

const present = (row: NonNullable<Awaited<ReturnType<typeof readRow>>>) => ({
  ...row,
  origin: row.origin as 'manual' | 'suggestion' | 'upload',
  bravoName: row.bravoName ?? '',
  bravoTaxCode: row.bravoTaxCode ?? '',
});

export type PartnerConnection = ReturnType<typeof present>;

export async function getPartnerConnection(db: Database, id: string): Promise<PartnerConnection> {
  return present(found(await readRow(db, id), 'Không tìm thấy liên kết này. Có thể nó đã bị bỏ.'));
}

export async function listPartnerConnections(db: Database, query: List) {
  let rows = base(db);
  if (query.profileId) rows = rows.where('c.profileId', '=', query.profileId);
  if (query.amisCode) rows = rows.where('p.code', '=', query.amisCode);
  if (query.bravoCode) rows = rows.where('c.bravoCode', '=', query.bravoCode);
  if (query.origin) rows = rows.where('c.origin', '=', query.origin);
  for (const word of searchPatterns(query.q)) {
    rows = rows.where((eb) => eb.or([eb('p.search', 'like', word), eb('b.search', 'like', word)]));
  }
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const sorts = {
    amisCode: 'p.code',
    amisName: 'vi:p.name',
    bravoCode: 'c.bravo_code',
    bravoName: 'vi:b.name',
    createdAt: 'c.created_at',
  };
  const items = await orderBy(rows.select(columns), query.sort, { sorts, fallback: 'amisCode', tie: 'c.id' })
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { items: items.map(present), total: count, limit: query.limit, offset: query.offset };
}

/** Creates one link. The first customer of a Bravo partner in a profile is its default; a later default replaces it. */
export async function createPartnerConnection(tx: Tx, item: Create, createdBy: string): Promise<PartnerConnection> {
  const partner = found(
    await tx.db
      .selectFrom('amisPartners')
      .select('id')
      .where('profileId', '=', item.profileId)
      .where('type', '=', 'customer')
      .where((eb) => (item.amisPartnerId ? eb('id', '=', item.amisPartnerId) : eb('code', '=', item.amisCode ?? '')))
      .executeTakeFirst(),
    `Hồ sơ không có khách hàng AMIS «${item.amisCode ?? item.amisPartnerId ?? ''}».`,
  );
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
      createdBy,
    })
    .onConflict((conflict) => conflict.columns(['profileId', 'amisPartnerId', 'bravoCode']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Refusal('CONNECTION_EXISTS', `Đối tượng «${bravo.code}» đã được nối với khách hàng này.`);
  if (isDefault) await onlyDefault(tx, item.profileId, bravo.code, id);
  return getPartnerConnection(tx.db, id);
}

const onlyDefault = (tx: Tx, profileId: string, bravoCode: string, id: string) =>
  tx.db
    .updateTable('partnerConnections')
    .set((eb) => ({ isDefault: false, version: eb('version', '+', 1) }))
    .where('profileId', '=', profileId)
    .where('bravoCode', '=', bravoCode)
    .where('id', '!=', id)
    .where('isDefault', '=', true)
    .execute();

export async function updatePartnerConnection(
  tx: Tx,
  id: string,
  edit: Edit,
): Promise<{ before: PartnerConnection; after: PartnerConnection }> {
  await tx.db.selectFrom('partnerConnections').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  const before = await getPartnerConnection(tx.db, id);
  if (before.version !== edit.version) throw new Refusal('STALE_VERSION', undefined, before);
  await tx.db
    .updateTable('partnerConnections')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(edit.isDefault !== undefined && { isDefault: edit.isDefault }),
      ...(edit.note !== undefined && { note: edit.note }),
    }))
    .where('id', '=', id)
    .execute();
  if (edit.isDefault) await onlyDefault(tx, before.profileId, before.bravoCode, id);
  return { before, after: await getPartnerConnection(tx.db, id) };
}

export async function deletePartnerConnection(tx: Tx, id: string): Promise<PartnerConnection> {
  const before = await getPartnerConnection(tx.db, id);
  await tx.db.deleteFrom('partnerConnections').where('id', '=', id).execute();
  return before;
}

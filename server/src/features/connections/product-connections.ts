import { suggestFactor } from '@khop/engine/connections/factor.ts';
import { formatFactor, parseFactor } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { orderBy } from '../../db/list.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { found, Refusal } from '../../refusal.ts';

type Create = Call<'createProductConnection'>['body'];
type Edit = Call<'updateProductConnection'>['body'];
type List = Call<'listProductConnections'>['query'];

const base = (db: Database) =>
  db
    .selectFrom('productConnections as c')
    .innerJoin('amisProducts as p', 'p.id', 'c.amisProductId')
    .leftJoin('bravoItems as i', 'i.code', 'c.bravoCode');

const columns = [
  'c.id',
  'c.profileId',
  'c.origin',
  'c.note',
  'c.version',
  'c.createdAt',
  'c.createdBy',
  'c.amisProductId',
  'c.bravoCode',
  'c.factor',
  'c.priority',
  'p.code as amisCode',
  'p.name as amisName',
  'p.unit as amisUnit',
  'i.name as bravoName',
  'i.unit as bravoUnit',
] as const;

type Row = Awaited<ReturnType<typeof readRow>>;
const readRow = (db: Database, id: string) => base(db).select(columns).where('c.id', '=', id).executeTakeFirst();

const present = (row: NonNullable<Row>) => ({
  ...row,
  origin: row.origin as 'manual' | 'suggestion' | 'upload',
  bravoName: row.bravoName ?? '',
  bravoUnit: row.bravoUnit ?? '',
});

export type ProductConnection = ReturnType<typeof present>;

export async function getProductConnection(db: Database, id: string): Promise<ProductConnection> {
  return present(found(await readRow(db, id), 'Không tìm thấy liên kết này. Có thể nó đã bị bỏ.'));
}

export async function listProductConnections(db: Database, query: List) {
  let rows = base(db);
  if (query.profileId) rows = rows.where('c.profileId', '=', query.profileId);
  if (query.amisCode) rows = rows.where('p.code', '=', query.amisCode);
  if (query.bravoCode) rows = rows.where('c.bravoCode', '=', query.bravoCode);
  if (query.origin) rows = rows.where('c.origin', '=', query.origin);
  if (query.factorMissing !== undefined) rows = rows.where('c.factor', query.factorMissing ? 'is' : 'is not', null);
  for (const word of searchPatterns(query.q)) {
    rows = rows.where((eb) => eb.or([eb('p.search', 'like', word), eb('i.search', 'like', word)]));
  }
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const sorts = {
    amisCode: 'p.code',
    amisName: 'vi:p.name',
    bravoCode: 'c.bravo_code',
    bravoName: 'vi:i.name',
    createdAt: 'c.created_at',
  };
  const items = await orderBy(rows.select(columns), query.sort, { sorts, fallback: 'amisCode', tie: 'c.id' })
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { items: items.map(present), total: count, limit: query.limit, offset: query.offset };
}

/** Creates one link. Without a factor the units decide, if they can; else it stays open (FACTOR_MISSING later). */
export async function createProductConnection(tx: Tx, item: Create, createdBy: string): Promise<ProductConnection> {
  const product = found(
    await tx.db
      .selectFrom('amisProducts')
      .select(['id', 'unit'])
      .where('profileId', '=', item.profileId)
      .where((eb) => (item.amisProductId ? eb('id', '=', item.amisProductId) : eb('code', '=', item.amisCode ?? '')))
      .executeTakeFirst(),
    `Hồ sơ không có mã hàng AMIS «${item.amisCode ?? item.amisProductId ?? ''}».`,
  );
  const bravo = found(
    await tx.db
      .selectFrom('bravoItems')
      .select(['code', 'unit', 'units'])
      .where('code', '=', item.bravoCode)
      .executeTakeFirst(),
    `Không có vật tư Bravo «${item.bravoCode}». Hãy đồng bộ vật tư rồi thử lại.`,
  );
  const factor = item.factor === undefined ? factorByUnits(product.unit, bravo) : canonicalFactor(item.factor);
  const id = newId();
  const inserted = await tx.db
    .insertInto('productConnections')
    .values({
      id,
      profileId: item.profileId,
      amisProductId: product.id,
      bravoCode: bravo.code,
      factor,
      priority: item.priority ?? 0,
      origin: item.suggestionId ? 'suggestion' : 'manual',
      note: item.note ?? '',
      createdBy,
    })
    .onConflict((conflict) => conflict.columns(['profileId', 'amisProductId', 'bravoCode']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Refusal('CONNECTION_EXISTS', `Vật tư «${bravo.code}» đã được nối với mã hàng này.`);
  return getProductConnection(tx.db, id);
}

/** What the two units and Bravo's own unit table say for certain; names and prices only ever suggest. */
const factorByUnits = (amisUnit: string, bravo: { unit: string; units: unknown }): string | null =>
  suggestFactor(
    { unit: amisUnit, name: '' },
    { unit: bravo.unit, units: bravo.units as { unit: string; rate: string }[], name: '' },
  )?.factor ?? null;

export const canonicalFactor = (factor: string | null): string | null =>
  factor === null ? null : formatFactor(parseFactor(factor));

export async function updateProductConnection(
  tx: Tx,
  id: string,
  edit: Edit,
): Promise<{ before: ProductConnection; after: ProductConnection }> {
  await tx.db.selectFrom('productConnections').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  const before = await getProductConnection(tx.db, id);
  if (before.version !== edit.version) throw new Refusal('STALE_VERSION', undefined, before);
  await tx.db
    .updateTable('productConnections')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(edit.factor !== undefined && { factor: canonicalFactor(edit.factor) }),
      ...(edit.priority !== undefined && { priority: edit.priority }),
      ...(edit.note !== undefined && { note: edit.note }),
    }))
    .where('id', '=', id)
    .execute();
  return { before, after: await getProductConnection(tx.db, id) };
}

export async function deleteProductConnection(tx: Tx, id: string): Promise<ProductConnection> {
  const before = await getProductConnection(tx.db, id);
  await tx.db.deleteFrom('productConnections').where('id', '=', id).execute();
  return before;
}

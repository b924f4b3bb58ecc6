import type { productConnection } from '@khop/contract/connections.ts';
import { suggestFactor } from '@khop/engine/connections/text/factor.ts';
import { formatFactor, parseFactor } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { found, Refusal } from '../../../refusal.ts';
import { holdBravo } from '../tables.ts';
import { type Actor, connectionStore, type JoinedConnections } from './connection-store.ts';

type Create = Call<'createProductConnection'>['body'];
type Edit = Call<'updateProductConnection'>['body'];
export type ProductConnection = z.infer<typeof productConnection>;

const store = connectionStore(
  'productConnections',
  // The cast: by the names of the query, `b` is a join that may lack its row, where the store only searches.
  (db) =>
    db
      .selectFrom('productConnections as c')
      .innerJoin('amisProducts as a', 'a.id', 'c.amisProductId')
      .leftJoin('bravoItems as b', 'b.code', 'c.bravoCode')
      .selectAll('c')
      .select([
        'a.code as amisCode',
        'a.name as amisName',
        'a.unit as amisUnit',
        sql<string>`coalesce(b.name, '')`.as('bravoName'),
        sql<string>`coalesce(b.unit, '')`.as('bravoUnit'),
      ]) as JoinedConnections<ProductConnection>,
  { amisUnit: 'a.unit', bravoUnit: 'b.unit', factor: 'c.factor', priority: 'c.priority' },
);
export const { get: getProductConnection, remove: deleteProductConnection } = store;

export const listProductConnections = (db: Database, query: Call<'listProductConnections'>['query']) =>
  store.list(db, query, (rows) =>
    query.factorMissing === undefined
      ? rows
      : rows.where(query.factorMissing ? sql<boolean>`c.factor is null` : sql<boolean>`c.factor is not null`),
  );

/**
 * Creates one connection. Without a factor the units decide, if they can; else it stays open (FACTOR_MISSING later).
 * Both records are held until the transaction ends: taking back the file that brought one waits, and then finds it in use.
 */
export async function createProductConnection(tx: Tx, item: Create, { actor }: Actor): Promise<ProductConnection> {
  const product = found(
    await tx.db
      .selectFrom('amisProducts')
      .select(['id', 'unit'])
      .where('profileId', '=', item.profileId)
      .where((eb) => (item.amisProductId ? eb('id', '=', item.amisProductId) : eb('code', '=', item.amisCode ?? '')))
      .forKeyShare()
      .executeTakeFirst(),
    `Hồ sơ không có mã hàng AMIS «${item.amisCode ?? item.amisProductId ?? ''}».`,
  );
  await holdBravo(tx, 'product', sql`${item.bravoCode}`);
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
      createdBy: actor,
    })
    .onConflict((conflict) => conflict.columns(['profileId', 'amisProductId', 'bravoCode']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Refusal('CONNECTION_EXISTS', `Vật tư «${bravo.code}» đã được nối với mã hàng này.`);
  return getProductConnection(tx.db, id);
}

/** The factor that the two units and Bravo's own unit table give for certain; names and prices only ever suggest. */
export const factorByUnits = (amisUnit: string, bravo: { unit: string; units: unknown }): string | null =>
  suggestFactor(
    { unit: amisUnit, name: '' },
    { unit: bravo.unit, units: bravo.units as { unit: string; rate: string }[], name: '' },
  )?.factor ?? null;

export const canonicalFactor = (factor: string | null): string | null =>
  factor === null ? null : formatFactor(parseFactor(factor));

export async function updateProductConnection(tx: Tx, id: string, edit: Edit) {
  const before = await store.lock(tx, id, edit.version);
  await tx.db
    .updateTable('productConnections')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(edit.factor !== undefined && { factor: canonicalFactor(edit.factor) }),
      priority: edit.priority,
      note: edit.note,
    }))
    .where('id', '=', id)
    .execute();
  return { before, after: await getProductConnection(tx.db, id) };
}

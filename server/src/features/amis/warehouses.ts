import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/call.ts';
import { found, Refusal } from '../../refusal.ts';

const NO_PROFILE = 'Không tìm thấy hồ sơ này.';

/** The profile's warehouses: decided names, what its books propose for others, and the codes that its books know. */
async function warehousesOf(db: Database, profileId: string) {
  const profile = found(
    await db.selectFrom('profiles').select('warehousesVersion').where('id', '=', profileId).executeTakeFirst(),
    NO_PROFILE,
  );
  const rows = await db
    .selectFrom('profileWarehouses')
    .select(['name', 'nameKey', 'code', 'origin'])
    .where('profileId', '=', profileId)
    .orderBy('name')
    .orderBy('code')
    .execute();
  const decided = rows.filter(({ origin }) => origin === 'person');
  const keys = new Set(decided.map(({ nameKey }) => nameKey));
  const offered = rows.filter(({ nameKey, origin }) => origin === 'books' && !keys.has(nameKey));
  // Books that call two codes by one name propose neither.
  const proposals = offered.filter((one) => offered.every((o) => o.nameKey !== one.nameKey || o.code === one.code));
  const plain = ({ name, code }: { name: string; code: string }) => ({ name, code });
  const codes = [...new Set([...rows.map(({ code }) => code), ...(await codesInBooks(db, profileId))])].sort();
  return {
    version: profile.warehousesVersion,
    items: decided.map(plain),
    proposals: [...new Map(proposals.map((one) => [one.nameKey, plain(one)])).values()],
    codes,
  };
}

async function codesInBooks(db: Database, profileId: string): Promise<string[]> {
  const of = (table: 'amisPurchaseLines' | 'periodInventoryRows' | 'periodAmisSales') =>
    db
      .selectFrom(table)
      .select('warehouseCode as code')
      .where('profileId', '=', profileId)
      .where('warehouseCode', '<>', '');
  const rows = await of('amisPurchaseLines')
    .union(of('periodInventoryRows'))
    .union(of('periodAmisSales'))
    .union(
      db
        .selectFrom('amisProducts')
        .select('defaultWarehouseCode as code')
        .where('profileId', '=', profileId)
        .where('defaultWarehouseCode', '<>', ''),
    )
    .execute();
  return rows.map(({ code }) => code);
}

export const warehouseHandlers = {
  getProfileWarehouses: async ({ context, params }) => warehousesOf(context.db, params.id),

  updateProfileWarehouses: async ({ params, body, commit, user, requestId }) =>
    commit(async (tx) => {
      await tx.db.selectFrom('profiles').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await warehousesOf(tx.db, params.id);
      if (before.version !== body.version) throw new Refusal('STALE_VERSION', undefined, before);
      refuseTwice(body.items);
      await tx.db
        .deleteFrom('profileWarehouses')
        .where('profileId', '=', params.id)
        .where('origin', '=', 'person')
        .execute();
      if (body.items.length > 0)
        await tx.db
          .insertInto('profileWarehouses')
          .values(
            body.items.map(({ name, code }) => ({
              profileId: params.id,
              nameKey: warehouseKey(name),
              name,
              code,
              origin: 'person',
            })),
          )
          .execute();
      await tx.db
        .updateTable('profiles')
        .set((eb) => ({ warehousesVersion: eb('warehousesVersion', '+', 1) }))
        .where('id', '=', params.id)
        .execute();
      const after = await warehousesOf(tx.db, params.id);
      await audit(tx, {
        actor: user.email,
        action: 'profile.set-warehouses',
        entity: 'profile',
        entityId: params.id,
        summary: `Đặt mã kho cho ${body.items.length} tên kho`,
        before: { items: before.items },
        after: { items: after.items },
        requestId,
      });
      return after;
    }),
} satisfies Handlers;

/** A name means one warehouse, and two names of one warehouse would make one stock of two. */
function refuseTwice(items: readonly { name: string; code: string }[]): void {
  const names = new Map<string, string>();
  const codes = new Map<string, string>();
  for (const { name, code } of items) {
    const key = warehouseKey(name);
    if (names.has(key)) throw new Refusal('VALIDATION', `Tên kho «${name}» được khai hai lần.`);
    const other = codes.get(code);
    if (other !== undefined)
      throw new Refusal('VALIDATION', `Mã kho «${code}» được khai cho cả «${other}» và «${name}». Mỗi mã là một kho.`);
    names.set(key, code);
    codes.set(code, name);
  }
}

import { formatVnd } from '@khop/engine/money.ts';
import { formatFactor, parseFactor } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { found, Refusal, refuseStale } from '../../../refusal.ts';
import { holdProfile } from '../../amis/hold-profiles.ts';
import { type ItemKey, type ItemRow, itemsOf, sameItem } from './item-words.ts';

type Body = Call<'connectSupplierItems'>['body'];
type Decision = Extract<Body['choice'], { items: unknown }>['items'][number];
type Acting = { readonly by: string; readonly requestId: string };

/** A decision whose item, product and factor have been looked at. */
type Ready = { readonly item: ItemRow; readonly productId: string | null; readonly factor: string | null };

const GONE = 'Không tìm thấy liên kết này. Có thể nó đã bị bỏ.';
const nameOf = ({ code, name }: Pick<ItemRow, 'code' | 'name'>): string => [code, name].filter(Boolean).join(' ');

/**
 * Connects items of suppliers, all of them or, when one is not as it was seen, none. New ones are a batch that is undone together; one
 * that has a connection is changed under the version that was seen. @throws Refusal NOT_FOUND, CONNECTION_EXISTS, STALE_VERSION
 */
export async function connectItems(tx: Tx, { profileId, choice }: Body, acting: Acting) {
  await holdProfile(tx, profileId, 'Không tìm thấy hồ sơ này.');
  if ('minScore' in choice) return connectNew(tx, profileId, await sureOnes(tx, profileId, choice.minScore), acting);
  const ready = await lookedAt(tx, profileId, choice.items);
  const fresh: Ready[] = [];
  let changed = 0;
  for (const [at, one] of ready.entries()) {
    const { version } = choice.items[at]!;
    if (version === undefined) fresh.push(one);
    else {
      await change(tx, profileId, one, version, acting);
      changed += 1;
    }
  }
  const made = await connectNew(tx, profileId, fresh, acting);
  if (made.connected < fresh.length) throw await existsAlready(tx, profileId, fresh);
  return { ...made, connected: made.connected + changed };
}

/** The items and products of decisions. @throws Refusal NOT_FOUND, VALIDATION */
async function lookedAt(tx: Tx, profileId: string, decisions: readonly Decision[]): Promise<Ready[]> {
  const { rows: items } = await sql<ItemRow>`
    select i.* from (${itemsOf(profileId)}) i join jsonb_to_recordset(${toJson(decisions)}::jsonb)
      as d ("supplierTaxCode" text, "itemKey" text, "unitKey" text)
      on d."supplierTaxCode" = i.supplier_tax_code and d."itemKey" = i.item_key and d."unitKey" = i.unit_key`.execute(
    tx.db,
  );
  const keyOf = (one: ItemKey): string => JSON.stringify([one.supplierTaxCode, one.itemKey, one.unitKey]);
  const itemByKey = new Map(items.map((item) => [keyOf(item), item]));
  const wanted = decisions.flatMap(({ productId }) => productId ?? []);
  const { rows: products } = await sql<{ id: string }>`
    select id from amis_products where profile_id = ${profileId} and id = any (${wanted}::uuid[]) for key share`.execute(
    tx.db,
  );
  const known = new Set(products.map(({ id }) => id));
  return decisions.map((decision) => {
    const item = found(itemByKey.get(keyOf(decision)), 'Hồ sơ không có hóa đơn mua vào nào còn mặt hàng này.');
    const { productId, factor } = decision;
    if (productId === null) return { item, productId, factor: null };
    if (!known.has(productId)) throw new Refusal('NOT_FOUND', `Hồ sơ không còn mã hàng đã chọn cho «${nameOf(item)}».`);
    if (factor === undefined)
      throw new Refusal('VALIDATION', `«${nameOf(item)}» cần hệ số: số đơn vị AMIS trên một «${item.unit}».`);
    return { item, productId, factor: formatFactor(parseFactor(factor)) };
  });
}

/** Unconnected items whose best suggestion has this score: with a factor that no price speaks against, and one name under their code. */
async function sureOnes(tx: Tx, profileId: string, minScore: number): Promise<Ready[]> {
  const { rows } = await sql<ItemRow & { productId: string; factor: string }>`
    select i.*, g.amis_product_id as product_id, g.factor
    from (${itemsOf(profileId)}) i
    join supplier_item_suggestions g on g.profile_id = ${profileId} and ${sameItem('g')} and g.place = 1
    where g.score >= ${minScore} and g.factor is not null and not g.factor_contradicted and i.names = 1
      and not exists (select from supplier_item_connections c where c.profile_id = ${profileId} and ${sameItem('c')})
    order by 1, 2, 3`.execute(tx.db);
  return rows.map(({ productId, factor, ...item }) => ({ item, productId, factor }));
}

async function connectNew(tx: Tx, profileId: string, ready: readonly Ready[], { by, requestId }: Acting) {
  if (ready.length === 0) return { batchId: null, connected: 0 };
  const batchId = newId();
  const rows = ready.map(({ item, productId, factor }) => ({
    id: newId(),
    supplier_tax_code: item.supplierTaxCode,
    item_key: item.itemKey,
    unit_key: item.unitKey,
    supplier_name: item.supplierName,
    item_code: item.code,
    item_name: item.name,
    unit: item.unit,
    amis_product_id: productId,
    factor,
  }));
  const { rows: made } = await sql<{ id: string }>`
    insert into supplier_item_connections (id, profile_id, supplier_tax_code, item_key, unit_key, supplier_name, item_code, item_name,
      unit, amis_product_id, factor, origin, batch_id, created_by)
    select i.id, ${profileId}::uuid, i.supplier_tax_code, i.item_key, i.unit_key, i.supplier_name, i.item_code, i.item_name, i.unit,
      i.amis_product_id, i.factor,
      case when exists (select from supplier_item_suggestions g where g.profile_id = ${profileId} and ${sameItem('g')}
        and g.amis_product_id = i.amis_product_id) then 'suggestion' else 'manual' end,
      ${batchId}::uuid, ${by}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as i (id uuid, supplier_tax_code text, item_key text, unit_key text,
      supplier_name text, item_code text, item_name text, unit text, amis_product_id uuid, factor text)
    on conflict (profile_id, supplier_tax_code, item_key, unit_key) do nothing returning id`.execute(tx.db);
  if (made.length === 0) return { batchId: null, connected: 0 };
  await audit(tx, {
    actor: by,
    action: 'supplier-item-batch.connect',
    entity: 'supplier-item-batch',
    entityId: batchId,
    summary: `Nối ${formatVnd(made.length)} mặt hàng nhà cung cấp thành một đợt`,
    after: { connected: made.length },
    requestId,
  });
  const ids = new Set(made.map(({ id }) => id));
  // Each connection keeps a history of its own.
  await tx.copy(
    'audit_events',
    ['id', 'actor', 'action', 'entity', 'entity_id', 'summary', 'after', 'request_id'],
    ready.flatMap(({ item, productId, factor }, at) =>
      ids.has(rows[at]!.id)
        ? [
            [
              ...[
                newId(),
                by,
                'supplier-item.connect',
                'supplier-item',
                rows[at]!.id,
                `Nối mặt hàng ${nameOf(item)} của ${item.supplierName}`,
              ],
              ...[toJson({ productId, factor, batchId }), requestId],
            ],
          ]
        : [],
    ),
  );
  return { batchId, connected: made.length };
}

async function existsAlready(tx: Tx, profileId: string, fresh: readonly Ready[]): Promise<Refusal> {
  const keys = fresh.map(({ item }) => item);
  const { rows } = await sql<{ itemCode: string; itemName: string }>`
    select c.item_code, c.item_name from supplier_item_connections c join jsonb_to_recordset(${toJson(keys)}::jsonb)
      as d ("supplierTaxCode" text, "itemKey" text, "unitKey" text)
      on d."supplierTaxCode" = c.supplier_tax_code and d."itemKey" = c.item_key and d."unitKey" = c.unit_key
    where c.profile_id = ${profileId} order by c.item_name limit 1`.execute(tx.db);
  const name = rows[0] ? nameOf({ code: rows[0].itemCode, name: rows[0].itemName }) : '';
  return new Refusal('CONNECTION_EXISTS', `Mặt hàng «${name}» đã được nối. Tải lại danh sách để xem.`);
}

async function change(
  tx: Tx,
  profileId: string,
  { item, productId, factor }: Ready,
  version: number,
  { by, requestId }: Acting,
): Promise<void> {
  const before = found(
    await tx.db
      .selectFrom('supplierItemConnections')
      .select(['id', 'version', 'amisProductId', 'factor'])
      .where('profileId', '=', profileId)
      .where('supplierTaxCode', '=', item.supplierTaxCode)
      .where('itemKey', '=', item.itemKey)
      .where('unitKey', '=', item.unitKey)
      .forUpdate()
      .executeTakeFirst(),
    GONE,
  );
  refuseStale(before, version);
  await tx.db
    .updateTable('supplierItemConnections')
    .set((eb) => ({ amisProductId: productId, factor, origin: 'manual', version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute();
  await audit(tx, {
    actor: by,
    action: 'supplier-item.update',
    entity: 'supplier-item',
    entityId: before.id,
    summary: `Sửa liên kết mặt hàng ${nameOf(item)} của ${item.supplierName}`,
    before: { productId: before.amisProductId, factor: before.factor },
    after: { productId, factor },
    requestId,
  });
}

/** Takes one connection back. @throws Refusal NOT_FOUND, STALE_VERSION */
export async function disconnectItem(tx: Tx, id: string, version: number | undefined, { by, requestId }: Acting) {
  const before = found(
    await tx.db.selectFrom('supplierItemConnections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    GONE,
  );
  refuseStale(before, version);
  await tx.db.deleteFrom('supplierItemConnections').where('id', '=', id).execute();
  await audit(tx, {
    actor: by,
    action: 'supplier-item.disconnect',
    entity: 'supplier-item',
    entityId: id,
    summary: `Bỏ liên kết mặt hàng ${nameOf({ code: before.itemCode, name: before.itemName })} của ${before.supplierName}`,
    before: { productId: before.amisProductId, factor: before.factor },
    requestId,
  });
}

/** Takes a batch back but for what has been changed since. @throws Refusal NOT_FOUND when nothing of it is left */
export async function undoItemBatch(tx: Tx, batchId: string, { by, requestId }: Acting) {
  const rows = await tx.db
    .selectFrom('supplierItemConnections')
    .select(['id', 'version', 'itemCode as code', 'itemName as name'])
    .where('batchId', '=', batchId)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === 0) throw new Refusal('NOT_FOUND', 'Không còn liên kết nào của đợt này.');
  const gone = rows.filter(({ version }) => version === 1);
  const ids = gone.map(({ id }) => id);
  await sql`delete from supplier_item_connections where id = any (${ids}::uuid[])`.execute(tx.db);
  const answer = { undone: gone.length, kept: rows.length - gone.length };
  await audit(tx, {
    actor: by,
    action: 'supplier-item-batch.undo',
    entity: 'supplier-item-batch',
    entityId: batchId,
    summary: `Hoàn tác đợt nối mặt hàng nhà cung cấp: bỏ ${formatVnd(answer.undone)} liên kết, giữ ${formatVnd(answer.kept)}`,
    after: answer,
    requestId,
  });
  await tx.copy(
    'audit_events',
    ['id', 'actor', 'action', 'entity', 'entity_id', 'summary', 'request_id'],
    gone.map((one) => [
      ...[newId(), by, 'supplier-item.disconnect', 'supplier-item', one.id],
      ...[`Bỏ liên kết mặt hàng ${nameOf(one)}: hoàn tác cả đợt`, requestId],
    ]),
  );
  return answer;
}

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { found, Refusal } from '../../refusal.ts';
import { lastIssuedOf } from './last-issued.ts';

/** The records that may depend on a profile: name for people → its count. */
const uses = (id: string): Readonly<Record<string, { label: string; count: RawBuilder<number> }>> => {
  const of = (table: string) => sql<number>`(select count(*) from ${sql.table(table)} where profile_id = ${id})`;
  return {
    products: { label: 'mã hàng', count: of('amis_products') },
    partners: { label: 'khách hàng, nhà cung cấp', count: of('amis_partners') },
    purchaseLines: { label: 'dòng sổ mua', count: of('amis_purchase_lines') },
    productConnections: { label: 'kết nối hàng hóa', count: of('product_connections') },
    partnerConnections: { label: 'kết nối đối tượng', count: of('partner_connections') },
    suggestions: { label: 'gợi ý', count: of('suggestions') },
    sharedInventoryPeriods: { label: 'kỳ tồn kho chung', count: of('shared_inventory_periods') },
    invoicePeriods: {
      label: 'kỳ phát hành',
      count: sql<number>`(select count(*) from invoice_periods where profile_ids @> array[${id}::uuid])`,
    },
    // The other side of a contract need not be a profile of the period.
    contracts: {
      label: 'căn cứ lập hóa đơn của hồ sơ khác',
      count: sql<number>`(select count(*) from invoice_periods p, jsonb_array_elements(p.bases) b
        where b #>> '{counterparty,profileId}' = ${id})`,
    },
    imports: { label: 'lần tải tệp', count: of('import_batches') },
    supplierItems: { label: 'liên kết mặt hàng nhà cung cấp', count: of('supplier_item_connections') },
    taxInvoices: { label: 'hóa đơn ở kho', count: of('tax_invoice_sides') },
    taxLists: { label: 'danh sách hóa đơn', count: of('tax_lists') },
  };
};

/** Refuses with PROFILE_IN_USE, with counts, while anything hangs on the profile. */
export async function refuseProfileInUse(db: Database, id: string): Promise<void> {
  const known = uses(id);
  const row = (await db
    .selectNoFrom(Object.entries(known).map(([name, { count }]) => count.as(name)))
    .executeTakeFirstOrThrow()) as Record<string, number>;
  const counts = Object.fromEntries(Object.entries(row).filter(([, count]) => count > 0));
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${known[name]?.label}`);
  if (parts.length === 0) return;
  throw new Refusal(
    'PROFILE_IN_USE',
    `Hồ sơ đang có ${parts.join(', ')} nên không xóa được. Hãy chuyển sang ngừng dùng.`,
    counts,
  );
}

/**
 * A suggestion `s` that a person is asked about: the review shows the best pairs, and weaker ones only on request. Every count
 * of waiting suggestions is of these.
 */
export const waitsForReview = sql<boolean>`s.status = 'pending' and s.is_best`;

/** Figures of one profile. Throws NOT_FOUND. */
export async function profileStats(db: Database, id: string) {
  const { rows } = await sql<{
    products: number;
    customers: number;
    suppliers: number;
    connectedProducts: number;
    connectedCustomers: number;
    pendingProductSuggestions: number;
    pendingPartnerSuggestions: number;
    negativeStockProducts: number;
    stockValue: number;
  }>`
    select
      (select count(*) from amis_products where profile_id = p.id) as products,
      (select count(*) from amis_partners where profile_id = p.id and type = 'customer') as customers,
      (select count(*) from amis_partners where profile_id = p.id and type = 'supplier') as suppliers,
      (select count(distinct amis_product_id) from product_connections where profile_id = p.id) as connected_products,
      (select count(distinct c.amis_partner_id) from partner_connections c
         join amis_partners a on a.id = c.amis_partner_id and a.type = 'customer'
        where c.profile_id = p.id) as connected_customers,
      (select count(*) from suggestions s where s.profile_id = p.id and s.kind = 'product' and ${waitsForReview})
        as pending_product_suggestions,
      (select count(*) from suggestions s where s.profile_id = p.id and s.kind = 'partner' and ${waitsForReview})
        as pending_partner_suggestions,
      (select count(*) from amis_products where profile_id = p.id and quantity_on_hand < 0) as negative_stock_products,
      (select coalesce(sum(stock_value), 0)::bigint from amis_products where profile_id = p.id) as stock_value
    from profiles p where p.id = ${id}`.execute(db);
  const figures = found(rows[0], 'Không tìm thấy hồ sơ này.');
  const latestImports = await db
    .selectFrom('importBatches')
    .distinctOn('layout')
    .select(['layout', 'fileName', 'createdAt as at', 'id as importId'])
    .where('profileId', '=', id)
    .where('undoneAt', 'is', null)
    .orderBy('layout')
    .orderBy('createdAt', 'desc')
    .execute();
  return { ...figures, learntLastIssuedDate: await lastIssuedOf(db, id), latestImports };
}

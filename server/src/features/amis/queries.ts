import type { PartnerType } from '@khop/contract/amis/resources.ts';
import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import { amisProduct } from '@khop/engine/records/amis-product.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { pageOfSelected } from '../../db/list.ts';
import { conditionColumns, filteredRows, heldChoices, sortsOf } from '../../db/records/rows.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Call } from '../../http/call.ts';
import { found } from '../../refusal.ts';
import { presentListedPartner, presentPartner, presentProduct } from './present.ts';

const productConnectionCount = sql<number>`(
  select count(*) from product_connections c where c.amis_product_id = amis_products.id
)`;
const isProductConnected = sql<boolean>`exists (
  select from product_connections c where c.amis_product_id = amis_products.id
)`;
const partnerConnectionCount = sql<number>`(
  select count(*) from partner_connections c where c.amis_partner_id = amis_partners.id
)`;
const isPartnerConnected = sql<boolean>`exists (
  select from partner_connections c where c.amis_partner_id = amis_partners.id
)`;

/** A product as the contract shows it. Throws NOT_FOUND. */
export async function productById(db: Database, id: string) {
  const row = await db
    .selectFrom('amisProducts')
    .selectAll()
    .select(productConnectionCount.as('connectionCount'))
    .where('id', '=', id)
    .executeTakeFirst();
  return presentProduct(found(row, 'Không tìm thấy mã hàng này.'));
}

const PRODUCT_LIST = {
  sorts: { ...sortsOf(amisProduct), updatedAt: 'updatedAt' },
  columns: { ...conditionColumns(amisProduct), connectionCount: productConnectionCount },
  fallback: 'code',
  tie: 'id',
};

/** The sign that a stock filter asks of the quantity; an unknown quantity counts as none. */
const SIGNS = { positive: 1, zero: 0, negative: -1 } as const;

export function listProducts(db: Database, query: Call<'listAmisProducts'>['query']) {
  let rows = filteredRows(amisProduct, db.selectFrom('amisProducts'), query);
  if (query.profileId) rows = rows.where('profileId', '=', query.profileId);
  if (query.connected !== undefined) rows = rows.where(isProductConnected, '=', query.connected);
  if (query.stock?.length) {
    const signs = query.stock.map((sign) => SIGNS[sign]);
    rows = rows.where(sql<number>`sign(coalesce(quantity_on_hand, 0))::int`, 'in', signs);
  }
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  return pageOfSelected(rows, query, PRODUCT_LIST, {
    select: (page) => page.selectAll().select(productConnectionCount.as('connectionCount')),
    present: presentProduct,
    totals: {
      quantityOnHand: sql<string | null>`sum(quantity_on_hand)`,
      stockValue: sql<number | null>`sum(stock_value)::bigint`,
    },
  });
}

export const productFilters = (db: Database, profileId: string) =>
  heldChoices(amisProduct, db.selectFrom('amisProducts').where('profileId', '=', profileId));

/** A partner as the contract shows it. Throws NOT_FOUND. */
export async function partnerById(db: Database, id: string) {
  const row = await db
    .selectFrom('amisPartners')
    .selectAll()
    .select(partnerConnectionCount.as('connectionCount'))
    .where('id', '=', id)
    .executeTakeFirst();
  return presentPartner(found(row, 'Không tìm thấy đối tượng này.'));
}

const PARTNER_LIST = {
  sorts: { ...sortsOf(amisPartner), updatedAt: 'updatedAt' },
  columns: { ...conditionColumns(amisPartner), connectionCount: partnerConnectionCount },
  fallback: 'code',
  tie: 'id',
};

export function listPartners(db: Database, query: Call<'listAmisPartners'>['query']) {
  let rows = filteredRows(amisPartner, db.selectFrom('amisPartners'), query);
  if (query.profileId) rows = rows.where('profileId', '=', query.profileId);
  if (query.type) rows = rows.where('type', '=', query.type);
  if (query.connected !== undefined) rows = rows.where(isPartnerConnected, '=', query.connected);
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  return pageOfSelected(rows, query, PARTNER_LIST, {
    select: (page) => page.selectAll().select(partnerConnectionCount.as('connectionCount')),
    present: presentListedPartner,
  });
}

export const partnerFilters = (db: Database, { profileId, type }: { profileId: string; type: PartnerType }) =>
  heldChoices(amisPartner, db.selectFrom('amisPartners').where('profileId', '=', profileId).where('type', '=', type));

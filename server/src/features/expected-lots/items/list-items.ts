import type { SupplierItem, SupplierItemProduct } from '@khop/contract/expected-lots/supplier-items.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { listed } from '../../../db/listed.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { type ItemRow, itemsOf, sameItem } from './item-words.ts';

type Row = ItemRow & {
  readonly state: SupplierItem['state'];
  readonly connection: SupplierItem['connection'];
  readonly suggestions: SupplierItem['suggestions'];
};

const PRODUCT = (alias: string) => sql<SupplierItemProduct>`
  jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'code', ${sql.ref(`${alias}.code`)}, 'name', ${sql.ref(`${alias}.name`)},
    'unit', ${sql.ref(`${alias}.unit`)})`;

/** Items of a profile's suppliers with their connection, or what the matcher suggests; the most money first. */
export async function listSupplierItems(db: Database, query: Call<'listSupplierItems'>['query']) {
  const { profileId } = query;
  const items = sql`
    select i.*, case when c.id is null then 'unconnected' when c.amis_product_id is null then 'not_stock' else 'connected' end as state,
      case when c.id is not null then jsonb_build_object('id', c.id, 'factor', c.factor, 'origin', c.origin, 'version', c.version,
        'createdBy', c.created_by, 'product', case when p.id is not null then ${PRODUCT('p')} end) end as connection
    from (${itemsOf(profileId)}) i
    left join supplier_item_connections c on c.profile_id = ${profileId} and ${sameItem('c')}
    left join amis_products p on p.id = c.amis_product_id`;
  const conditions = [sql`true`];
  if (query.state?.length) conditions.push(sql`i.state in ${listed(query.state)}`);
  if (query.supplierTaxCode !== undefined) conditions.push(sql`i.supplier_tax_code = ${query.supplierTaxCode}`);
  for (const word of searchPatterns(query.q))
    conditions.push(
      sql`${folded(sql`concat_ws(' ', i.code, i.name, i.supplier_name, i.supplier_tax_code)`)} like ${word}`,
    );
  const filtered = sql`from (${items}) i where ${sql.join(conditions, sql` and `)}`;
  return pageOfStatement<Row>(db, query, {
    filtered,
    totals: { value: sql`i.value` },
    sorts: {
      value: 'i.value',
      name: sql`i.name collate "vi-x-icu"`,
      supplierName: sql`i.supplier_name collate "vi-x-icu"`,
      invoices: 'i.invoices',
      lastDay: 'i.last_day',
    },
    fallback: '-value',
    tie: sql`i.supplier_tax_code, i.item_key, i.unit_key`,
    // Suggestions are read for the rows of the page alone.
    rows: (orderBy, limit) => sql<Row>`
      select i.*, coalesce((
        select jsonb_agg(jsonb_build_object('product', ${PRODUCT('a')}, 'score', g.score, 'evidence', g.evidence, 'factor', g.factor,
          'factorEvidence', g.factor_evidence, 'factorContradicted', g.factor_contradicted) order by g.place)
        from supplier_item_suggestions g join amis_products a on a.id = g.amis_product_id
        where g.profile_id = ${profileId} and ${sameItem('g')} and i.connection is null), '[]') as suggestions
      ${filtered} ${orderBy} ${limit}`,
  });
}

import { type RawBuilder, sql } from 'kysely';
import { purchasesOf } from '../read-lots.ts';

/** The columns that name a supplier's item in the tables. */
export type ItemKey = {
  readonly supplierTaxCode: string;
  readonly itemKey: string;
  readonly unitKey: string;
};

/** An item in the words of its newest invoice, with what was bought of it. */
export type ItemRow = ItemKey & {
  readonly supplierName: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly names: number;
  readonly invoices: number;
  readonly quantity: string | null;
  readonly value: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
};

const newest = (column: string): RawBuilder<string> =>
  sql<string>`(array_agg(${sql.ref(column)} order by t.date desc nulls last, t.id desc, g.at))[1]`;

/**
 * The items of a profile's purchase invoices, each once, as a query. Of a replaced invoice nothing is counted: the one in its place says
 * it again. An item that never comes with a quantity is no goods.
 */
export const itemsOf = (profileId: string): RawBuilder<ItemRow> => sql<ItemRow>`
  select t.seller_tax_code as supplier_tax_code, g.item_key, g.unit_key, ${newest('t.seller_name')} as supplier_name,
    ${newest('g.code')} as code, ${newest('g.name')} as name, ${newest('g.unit')} as unit,
    count(distinct supplier_text(g.name))::int as names, count(distinct t.id)::int as invoices, sum(g.quantity) as quantity,
    coalesce(sum(g.value), 0)::bigint as value, min(t.date) as first_day, max(t.date) as last_day
  from ${purchasesOf(profileId)} join tax_invoice_goods g on g.tax_invoice_id = t.id
  where not exists (
    select from tax_invoice_relations r join tax_invoices later on later.id = r.tax_invoice_id
    where r.other_key = t.invoice_key and r.relation = 'replaces' and later.is_current and later.invoice_key is not null
      and later.id <> t.id and later.seller_tax_code = t.seller_tax_code)
  group by 1, 2, 3 having bool_or(g.quantity > 0)`;

/** Joins something that has an item's columns to items `i`. */
export const sameItem = (other: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${other}.supplierTaxCode`)} = i.supplier_tax_code and ${sql.ref(`${other}.itemKey`)} = i.item_key
    and ${sql.ref(`${other}.unitKey`)} = i.unit_key`;

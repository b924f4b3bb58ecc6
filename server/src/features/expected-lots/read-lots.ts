import { type ExpectedLot, expectedLots, type ItemConnection } from '@khop/engine/expected-lots/expected-lots.ts';
import {
  type PurchaseInvoice,
  type PurchaseInvoiceLine,
  supplierItemKey,
} from '@khop/engine/expected-lots/purchase-invoice.ts';
import type { PurchaseReceipt } from '@khop/engine/expected-lots/receipts.ts';
import { spreadDiscounts } from '@khop/engine/expected-lots/spread-discounts.ts';
import { parseFactor, parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import { todayOf } from '../../db/clock/today.ts';
import type { Database } from '../../db/database.ts';

/** The expected lots of a profile, as its invoices, connections and purchase ledger are now. */
export async function lotsOfProfile(db: Database, profileId: string): Promise<ExpectedLot[]> {
  return expectedLots({
    invoices: await purchaseInvoices(db, profileId),
    connections: await itemConnections(db, profileId),
    receipts: await receiptsOf(db, profileId),
    today: await todayOf(db),
  });
}

/** The invoices that are purchases of a profile, as `t`: numbered, each once; a note of goods sent (form 6) sells nothing. */
export const purchasesOf = (profileId: string) => sql`
  tax_invoices t join tax_invoice_sides s
    on s.tax_invoice_id = t.id and s.profile_id = ${profileId} and s.side = 'purchase'
    and t.is_current and t.invoice_key is not null and t.form <> '6'`;

async function purchaseInvoices(db: Database, profileId: string): Promise<PurchaseInvoice[]> {
  const { rows: invoices } = await sql<Omit<PurchaseInvoice, 'lines' | 'related'>>`
    select t.id, t.invoice_key as key, t.seller_tax_code as supplier, t.seller_name as supplier_name, t.symbol, t.number, t.date,
      exists (select from tax_list_rows l where l.invoice_key = t.invoice_key and l.speaks
        and l.state in ('replaced', 'cancelled')) as is_void
    from ${purchasesOf(profileId)} order by t.date, t.id`.execute(db);
  const { rows: related } = await sql<PurchaseInvoice['related'][number] & { id: string }>`
    select t.id, r.relation, r.other_key as key
    from ${purchasesOf(profileId)} join tax_invoice_relations r on r.tax_invoice_id = t.id order by r.position`.execute(
    db,
  );
  type Line = Omit<PurchaseInvoiceLine, 'quantity'> & { id: string; quantity: string | null };
  const { rows: lines } = await sql<Line>`
    select t.id, g.at, g.item_key as item, g.unit_key as unit, g.code, g.name, g.unit as unit_name, g.quantity, g.value
    from ${purchasesOf(profileId)} join tax_invoice_goods g on g.tax_invoice_id = t.id order by g.at`.execute(db);
  const discounted = await valuesAfterDiscounts(db, profileId);
  const relatedOf = Map.groupBy(related, ({ id }) => id);
  const linesOf = Map.groupBy(lines, ({ id }) => id);
  return invoices.map((invoice) => ({
    ...invoice,
    related: relatedOf.get(invoice.id) ?? [],
    lines: (linesOf.get(invoice.id) ?? []).map((line) => ({
      ...line,
      value: discounted.get(invoice.id)?.get(line.at) ?? line.value,
      quantity: line.quantity === null ? null : parseQuantity(line.quantity),
    })),
  }));
}

type Valued = {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly rate: string | null;
  readonly value: number | null;
  readonly beforeVat: number;
};

/** Invoices with discounts on lines of their own → the values of their other lines after these, by place. */
async function valuesAfterDiscounts(
  db: Database,
  profileId: string,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const { rows } = await sql<Valued>`
    select t.id, l.at, l.kind, l.rate, t.before_vat,
      round(l.amount * case when t.currency = 'VND' then 1 else (t.invoice ->> 'exchangeRate')::numeric end)::bigint as value
    from ${purchasesOf(profileId)}
    cross join lateral jsonb_to_recordset(t.invoice -> 'lines') as l (at integer, kind text, rate text, amount numeric)
    where t.before_vat is not null and abs(l.amount) < 1e15 and l.kind <> 'note'
      and jsonb_path_exists(t.invoice, '$.lines[*] ? (@.kind == "discount")')`.execute(db);
  const invoices = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...invoices].map(([id, lines]) => {
      const written = lines.map(({ value, rate, ...line }) => ({ ...line, value: value ?? 0, rate: rate ?? '' }));
      const [off, others] = [
        written.filter(({ kind }) => kind === 'discount'),
        written.filter(({ kind }) => kind !== 'discount'),
      ];
      const valued = others.map((line) => ({ ...line, isPromotion: line.kind === 'promotion' }));
      return [id, spreadDiscounts(valued, off, lines[0]!.beforeVat)];
    }),
  );
}

async function itemConnections(db: Database, profileId: string): Promise<Map<string, ItemConnection>> {
  const rows = await db
    .selectFrom('supplierItemConnections as c')
    .leftJoin('amisProducts as p', 'p.id', 'c.amisProductId')
    .select([
      'c.supplierTaxCode as supplier',
      'c.itemKey as item',
      'c.unitKey as unit',
      'c.factor',
      'p.code as product',
    ])
    .where('c.profileId', '=', profileId)
    .execute();
  return new Map(
    rows.map(({ factor, product, ...item }) => [
      supplierItemKey(item),
      product === null || factor === null ? 'not_stock' : { product, factor: parseFactor(factor) },
    ]),
  );
}

/** The purchase ledger as receipts; its suppliers by the tax codes that AMIS has for them. */
async function receiptsOf(db: Database, profileId: string): Promise<PurchaseReceipt[]> {
  const { rows } = await sql<Omit<PurchaseReceipt, 'quantity'> & { quantity: string }>`
    select l.line_key as id, l.voucher_number as voucher, l.accounting_date as day, l.invoice_number, l.product_code as product,
      l.warehouse_code as warehouse, l.quantity, l.supplier_name, coalesce(p.tax_code, '') as supplier_tax_code
    from amis_purchase_lines l
    left join amis_partners p on p.profile_id = l.profile_id and p.type = 'supplier' and l.supplier_code <> ''
      and lower(p.code) = lower(l.supplier_code)
    where l.profile_id = ${profileId} and l.quantity > 0 order by l.accounting_date, l.line_key`.execute(db);
  return rows.map((row) => ({ ...row, quantity: parseQuantity(row.quantity) }));
}

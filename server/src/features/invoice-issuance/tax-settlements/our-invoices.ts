import type { InvoiceStatus } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type { OurContent } from '@khop/engine/invoice-issuance/tax-settlements/differences.ts';
import type { OurInvoice, OurLine } from '@khop/engine/invoice-issuance/tax-settlements/parties.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** An invoice of ours with the period and profile that it is of. */
export type StoredInvoice = OurInvoice & { readonly periodId: string; readonly profileId: string };

/** The invoices of these profiles, of any period, that no tax invoice has settled; one of them where its id is given. */
export async function openInvoices(db: Database, profileIds: readonly string[], id?: string): Promise<StoredInvoice[]> {
  const { rows } = await sql<Omit<StoredInvoice, 'status'> & { status: string }>`
    select i.id, i.period_id, i.profile_id, i.status, i.voucher_number, i.invoice_key as key, coalesce(i.invoice_number, '') as number,
      coalesce(i.invoice_symbol, '') as symbol, p.invoice_form as form, coalesce(i.invoice_date, i.invoice_date_planned) as date,
      i.buyer_tax_code, i.total
    from invoices i join profiles p on p.id = i.profile_id
    where i.profile_id = any(${profileIds}::uuid[]) and ${id === undefined ? sql`true` : sql`i.id = ${id}`} and not exists (select from tax_settlements x where x.invoice_id = i.id)
    order by i.id`.execute(db);
  // The table allows these values alone.
  return rows.map((row) => ({ ...row, status: row.status as InvoiceStatus }));
}

type ItemRow = Omit<OurLine, 'quantity' | 'kind'> & {
  readonly id: string;
  readonly kind: string;
  readonly quantity: string;
};

/** Ids → what these invoices of ours hold, as their files carried it. */
export async function ourContents(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, OurContent>> {
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'buyerTaxCode', 'invoiceDatePlanned as date', 'amount as beforeVat', 'vatAmount as vat', 'total'])
    .where('id', 'in', sql<string>`(select unnest(${ids}::uuid[]))`)
    .execute();
  const { rows } = await sql<ItemRow>`
    select t.invoice_id as id, t.product_code as code, t.name, t.kind, t.quantity, t.unit_price, t.amount, t.vat_rate as rate
    from invoice_items t where t.invoice_id = any(${ids}::uuid[]) order by t.invoice_id, t.line_number`.execute(db);
  const lines = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    invoices.map(({ id, ...head }) => [
      id,
      {
        head,
        lines: (lines.get(id) ?? []).map(({ id: _, kind, quantity, ...line }) => ({
          ...line,
          kind: kind as OurLine['kind'],
          quantity: parseQuantity(quantity),
        })),
      },
    ]),
  );
}

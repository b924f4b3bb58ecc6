import type { TaxOfInvoice, TaxSettlement } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { TaxSettlements } from '../../../db/schema.generated.ts';
import { namesIn } from './tax-sales.ts';

/** The columns of a settlement's tax invoice, from the file that speaks for it. */
export type TaxColumns = {
  readonly taxInvoiceId: string | null;
  readonly date: string | null;
  readonly buyerName: string | null;
  readonly buyerTaxCode: string | null;
  readonly total: number | null;
  readonly verdict: string | null;
  readonly authorityCode: string | null;
  readonly signedAt: string | null;
};

/** Columns of the current tax invoice `t`, which may be missing. */
export const taxColumns = [
  sql<string | null>`t.id`.as('taxInvoiceId'),
  sql<string | null>`t.date`.as('date'),
  sql<string | null>`t.buyer_name`.as('buyerName'),
  sql<string | null>`t.buyer_tax_code`.as('buyerTaxCode'),
  sql<number | null>`t.total`.as('total'),
  sql<string | null>`t.verdict`.as('verdict'),
  sql<string | null>`t.invoice ->> 'authorityCode'`.as('authorityCode'),
  sql<string | null>`t.signature #>> '{signatures,0,signedAt}'`.as('signedAt'),
];

type Row = Selectable<TaxSettlements> & TaxColumns;

/** The fields of a settlement that both of its sides tell. */
function presentFields(row: Row): Omit<TaxOfInvoice, 'id' | 'settlementId'> {
  // The jsonb columns are written by this feature alone, from values of these types.
  const tax = row.tax as { fate: TaxOfInvoice['fate']; by: string } | null;
  return {
    status: row.status as TaxOfInvoice['status'],
    step: row.step,
    key: row.invoiceKey,
    ...namesIn(row.invoiceKey),
    date: row.date,
    buyerName: row.buyerName ?? '',
    buyerTaxCode: row.buyerTaxCode ?? '',
    total: row.total,
    verdict: row.verdict as TaxOfInvoice['verdict'],
    authorityCode: row.authorityCode ?? '',
    signedAt: row.signedAt,
    fate: tax?.fate ?? 'issued',
    fateBy: tax?.by ?? '',
    differences: row.differences as TaxOfInvoice['differences'],
    disagreements: row.disagreements as TaxOfInvoice['disagreements'],
    side: row.side as TaxOfInvoice['side'],
    reason: row.reason,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
    version: row.version,
  };
}

/** The tax invoice that settles an invoice of ours; null when none does. */
export async function taxOfInvoice(db: Database, invoiceId: string): Promise<TaxOfInvoice | null> {
  const row = await settlementRows(db).where('x.invoiceId', '=', invoiceId).executeTakeFirst();
  return row ? { id: row.taxInvoiceId, settlementId: row.id, ...presentFields(row) } : null;
}

const settlementRows = (db: Database) =>
  db
    .selectFrom('taxSettlements as x')
    .leftJoin('taxInvoices as t', (join) =>
      join.onRef('t.invoiceKey', '=', 'x.invoiceKey').on('t.isCurrent', '=', true),
    )
    .selectAll('x')
    .select(taxColumns);

type Ours = NonNullable<TaxSettlement['invoice']>;
type Candidate = { readonly id: string; readonly signs: TaxSettlement['candidates'][number]['signs'] };

/** Rows of a list, each with its invoice of ours or those that it may be. Candidates that a regeneration has removed are left out. */
export async function presentSettlements(
  db: Database,
  rows: readonly (Row & { readonly profileCode: string })[],
): Promise<TaxSettlement[]> {
  const candidatesOf = (row: Row) => row.candidates as readonly Candidate[];
  const ids = rows.flatMap((row) => [row.invoiceId ?? [], candidatesOf(row).map(({ id }) => id)].flat());
  const ours = new Map((await oursOf(db, ids)).map((one) => [one.id, one]));
  return rows.map((row) => ({
    id: row.id,
    profileId: row.profileId,
    profileCode: row.profileCode,
    taxInvoiceId: row.taxInvoiceId,
    why: row.why as TaxSettlement['why'],
    ...presentFields(row),
    invoice: row.invoiceId === null ? null : (ours.get(row.invoiceId) ?? null),
    candidates: candidatesOf(row).flatMap(({ id, signs }) => {
      const own = ours.get(id);
      return own ? [{ ...own, signs: [...signs] }] : [];
    }),
  }));
}

async function oursOf(db: Database, ids: readonly string[]): Promise<Ours[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'periodId', 'voucherNumber', 'status', 'buyerName', 'buyerTaxCode', 'total', 'invoiceNumber'])
    .select(sql<string>`coalesce(invoice_date, invoice_date_planned)`.as('date'))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as Ours['status'] }));
}

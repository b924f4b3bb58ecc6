import { symbolYear } from '@khop/engine/invoice-issuance/rules/dates.ts';
import type {
  AmisWord,
  Disagreement,
  Facts,
  SideDecision,
  TaxWord,
} from '@khop/engine/invoice-issuance/tax-settlements/beside-amis.ts';
import type { Difference } from '@khop/engine/invoice-issuance/tax-settlements/differences.ts';
import type { SettledInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The tax side as a settlement keeps it: its word, and the file that its differences were told of. */
export type StoredTaxWord = TaxWord & { readonly fileId: string | null };

/** A settlement with its invoice, as it is stored. */
export type StoredSettlement = {
  readonly id: string;
  readonly invoiceId: string;
  readonly profileId: string;
  readonly ourKey: string;
  readonly amount: number;
  readonly invoiceKey: string;
  readonly status: string;
  readonly tax: StoredTaxWord;
  readonly amis: AmisWord | null;
  readonly differences: readonly Difference[];
  readonly disagreements: readonly Disagreement[];
  readonly decision: SideDecision | null;
  /** A person has chosen the tax invoice, or a side. */
  readonly isDecided: boolean;
  readonly facts: Facts;
};

type Row = Omit<StoredSettlement, 'decision' | 'facts'> & {
  readonly side: SideDecision['side'] | null;
  readonly decidedOn: readonly Disagreement[] | null;
  readonly ourStatus: Facts['status'];
  readonly number: string | null;
  readonly symbol: string | null;
  readonly date: string | null;
};

/** The settlements of a period's invoices, of some profiles where they are given. */
export async function settlementsOf(
  db: Database,
  periodId: string,
  profileIds?: readonly string[],
): Promise<StoredSettlement[]> {
  const { rows } = await sql<Row>`
    select x.id, x.invoice_id, i.profile_id, i.invoice_key as our_key, i.amount, x.invoice_key, x.status, x.tax, x.amis, x.differences,
      x.disagreements, x.side, x.decided_on, x.decided_by is not null as is_decided, i.status as our_status, i.invoice_number as number, i.invoice_symbol as symbol,
      i.invoice_date as date
    from tax_settlements x join invoices i on i.id = x.invoice_id
    where i.period_id = ${periodId} and ${profileIds === undefined ? sql`true` : sql`i.profile_id = any(${profileIds}::uuid[])`}
    order by x.id`.execute(db);
  return rows.map(({ side, decidedOn, ourStatus, number, symbol, date, ...row }) => ({
    ...row,
    decision: side === null ? null : { side, on: decidedOn ?? [] },
    facts: { status: ourStatus, number, symbol, date },
  }));
}

/**
 * The word of the ledger on an invoice, as far as it is compared. A ledger without symbols is of the profile's, which is of one year:
 * that of today says nothing of another.
 */
export const amisWordOf = (settled: SettledInvoice, amount: number, profileSymbol: string, tax: TaxWord): AmisWord => ({
  number: settled.invoiceNumber,
  symbol: settled.invoiceSymbol || (symbolYear(profileSymbol) === symbolYear(tax.symbol) ? profileSymbol : ''),
  date: settled.invoiceDate ?? null,
  beforeVat: amount + settled.difference,
  fate: settled.status,
});

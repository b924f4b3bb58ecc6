import type { VatStatement } from '@khop/engine/invoice-issuance/vat/vat-statement.ts';
import type { Tx } from '../../../db/transaction.ts';

/**
 * Writes what the invoices of a plan bear of VAT beside the ledger. @returns the figures that are kept with the plan
 * itself.
 */
export async function saveVat(
  tx: Tx,
  periodId: string,
  { differences, ...figures }: VatStatement,
  idOf: (code: string) => string,
): Promise<Omit<VatStatement, 'differences'>> {
  await tx.db.deleteFrom('periodVatDifferences').where('periodId', '=', periodId).execute();
  await tx.copy(
    'period_vat_differences',
    [
      ...['period_id', 'position', 'profile_id', 'invoice_key', 'rate', 'ledger_rate', 'reason'],
      ...['amount', 'invoice_vat', 'ledger_vat', 'difference'],
    ],
    differences.map((one, index) => [
      ...[periodId, index + 1, one.profile === '' ? null : idOf(one.profile), one.invoice ?? null],
      ...[one.rate, one.ledgerRate ?? null, one.reason, one.amount, one.invoiceVat, one.ledgerVat, one.difference],
    ]),
  );
  return figures;
}

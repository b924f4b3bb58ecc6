import { cancelsAllowedOn } from '@khop/engine/invoice-issuance/amis-ledger/cancels.ts';
import { readBack } from '@khop/engine/invoice-issuance/amis-ledger/read-back.ts';
import type { PlannedInvoice, SettledInvoice } from '@khop/engine/invoice-issuance/types.ts';
import type { Database } from '../../../db/database.ts';
import { rulesInForce } from '../rules/rules-in-force.ts';
import { storedInvoices } from './kept-invoices.ts';
import { salesLedgerOf } from './sales-ledger-rows.ts';

/** A profile's invoices of a period that have left, each by the id of its profile, and what its AMIS sales ledger says of them. */
export type LedgerReadBack = {
  readonly left: readonly PlannedInvoice[];
  readonly settled: readonly SettledInvoice[];
  readonly invoiceSymbol: string;
};

export async function readLedgerBack(db: Database, periodId: string, profileId: string): Promise<LedgerReadBack> {
  const { invoiceSymbol, invoiceForm } = await db
    .selectFrom('profiles')
    .select(['invoiceSymbol', 'invoiceForm'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow();
  const left = (await storedInvoices(db, periodId, (id) => id, 'left')).filter((one) => one.profile === profileId);
  if (left.length === 0) return { left, settled: [], invoiceSymbol };
  const salesLedger = await salesLedgerOf(db, periodId, profileId);
  const books = { terms: { code: profileId, invoiceSymbol, invoiceForm }, salesLedger };
  const { settled } = readBack([books], left, cancelsAllowedOn(await rulesInForce(db)));
  return { left, settled, invoiceSymbol };
}

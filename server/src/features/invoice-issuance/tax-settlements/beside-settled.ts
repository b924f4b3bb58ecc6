import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { factsOf } from '@khop/engine/invoice-issuance/tax-settlements/beside-amis.ts';
import type { SettledInvoice } from '@khop/engine/invoice-issuance/types.ts';
import type { Tx } from '../../../db/transaction.ts';
import { amisWordOf, settlementsOf } from './stored-settlement.ts';

/**
 * The word of the AMIS ledger on invoices, without that which a signed tax invoice says otherwise: it waits for a person and is not
 * overwritten. Replaced and cancelled stay as the plan has them, which hands sales and stock on.
 */
export async function besideTaxInvoices(
  { db }: Pick<Tx, 'db'>,
  periodId: string,
  settled: readonly SettledInvoice[],
  idOf: (code: string) => string,
): Promise<readonly SettledInvoice[]> {
  const stored = await settlementsOf(db, periodId);
  if (stored.length === 0) return settled;
  const known = new Map(stored.map((one) => [`${one.profileId} ${one.ourKey}`, one]));
  const profiles = await db.selectFrom('profiles').select(['id', 'invoiceSymbol']).execute();
  const symbols = new Map(profiles.map(({ id, invoiceSymbol }) => [id, invoiceSymbol]));
  return settled.map((one) => {
    const beside = known.get(`${idOf(one.profile)} ${one.key}`);
    if (!beside) return one;
    const amis = amisWordOf(one, beside.amount, symbols.get(beside.profileId) ?? '', beside.tax);
    const facts = factsOf(beside.facts, beside.tax, amis, beside.decision);
    // A settled invoice has left, so it is no draft.
    const status = HOLDING.has(one.status) ? (facts.status as SettledInvoice['status']) : one.status;
    return {
      ...{ ...one, status, invoiceNumber: facts.number ?? '', invoiceDate: facts.date ?? undefined },
      invoiceSymbol: facts.symbol ?? '',
    };
  });
}

import { withLiveLedger } from '../amis-ledger/invoice-references.ts';
import { liveInvoices } from '../amis-ledger/read-back.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { buildLots, type StockOfPeriod } from './lots.ts';

/**
 * The lots of every profile with all live invoices taken from them, drafts last: the part of a plan that today's
 * reports prove, worked out anew rather than read from it.
 */
export const provenStock = (
  { profiles, period }: Pick<IssuanceInput, 'profiles' | 'period'>,
  { invoices }: Pick<IssuancePlan, 'invoices'>,
): StockOfPeriod[] => {
  const kept = liveInvoices(invoices);
  return profiles.map((books) => buildLots(withLiveLedger(books), period, kept));
};

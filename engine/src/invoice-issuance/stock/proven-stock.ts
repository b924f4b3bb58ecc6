import { liveProfiles } from '../amis-ledger/live-profiles.ts';
import { liveInvoices } from '../amis-ledger/read-back.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { buildLots, type StockOfPeriod } from './lots.ts';

/**
 * The lots of every profile with all live invoices taken from them, drafts last: the part of a plan that today's
 * reports prove, worked out anew rather than read from it.
 */
export const provenStock = (
  input: Pick<IssuanceInput, 'profiles' | 'period' | 'kept' | 'invoiceRules'>,
  { invoices }: Pick<IssuancePlan, 'invoices'>,
): StockOfPeriod[] => {
  const kept = liveInvoices(invoices);
  return liveProfiles(input).map((books) => buildLots(books, input.period, kept));
};

import { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { IssuanceInput, IssuancePlan, Warning } from '../../types.ts';
import { suspectSales } from './suspect-sales.ts';
import { OF_OTHER_LEDGERS } from './telling.ts';

/**
 * Sales with a draft that AMIS may have issued by hand in another month: a sale of the 30th on a voucher of the 2nd is in the next
 * month's ledger alone, and belongs to no sale there. A plan does not read other ledgers, so that their changes do not make it an old one.
 */
export function suspectsElsewhere(input: IssuanceInput, plan: IssuancePlan): Warning[] {
  const { looseElsewhere = [], profiles } = input;
  if (looseElsewhere.length === 0) return [];
  const loose = profiles.flatMap((books) => {
    const own = looseElsewhere.filter(({ profile }) => profile === books.terms.code);
    return [...Map.groupBy(own, ({ period }) => period)].map(([period, entries]) => ({
      ...{ books, period },
      entries: entries.map(({ entry }) => entry),
    }));
  });
  const drafts = plan.invoices.filter(({ status }) => status === 'draft');
  const { shortages } = plan;
  const sold = { ledger: new LedgerIndex(input.lines), gone: NOTHING_GONE };
  return suspectSales(input, drafts, { loose, alreadyInvoiced: [], shortages }, sold, OF_OTHER_LEDGERS);
}

/** All lines of the ledger are at hand. */
const NOTHING_GONE = { linesOfDocument: () => [], hasPartner: () => false };

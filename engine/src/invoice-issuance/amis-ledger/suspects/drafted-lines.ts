import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { PlannedInvoice } from '../../types.ts';

/** The lines of the ledger that some drafts hold, each once. */
export type DraftedLines = (drafts: readonly PlannedInvoice[]) => SalesLine[];

export const draftedLinesFinder =
  (ledger: LedgerIndex): DraftedLines =>
  (drafts) => {
    const ids = new Set<string>();
    for (const { items } of drafts)
      for (const { allocations } of items) for (const { line } of allocations) ids.add(line);
    return Array.from(ids, (id) => ledger.lineOf(id) ?? []).flat();
  };

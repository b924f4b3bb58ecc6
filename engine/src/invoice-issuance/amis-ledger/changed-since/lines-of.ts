import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { PlannedInvoice } from '../../types.ts';

/** The lines of the ledger that an invoice holds, each once. */
export function linesOf({ items }: PlannedInvoice, ledger: Pick<LedgerIndex, 'lineOf'>): readonly SalesLine[] {
  const lines = new Set<SalesLine>();
  for (const { allocations } of items)
    for (const { line } of allocations) {
      const found = ledger.lineOf(line);
      if (found) lines.add(found);
    }
  return [...lines];
}

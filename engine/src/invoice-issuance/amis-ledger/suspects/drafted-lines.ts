import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { PlannedInvoice } from '../../types.ts';

/** The lines of the ledger that some drafts hold. */
export type DraftedLines = (drafts: readonly PlannedInvoice[]) => SalesLine[];

/** Finds the lines of any of these drafts. A ledger has many lines that wait, so a map of all of them would mostly be of others. */
export function draftedLinesFinder(drafts: readonly PlannedInvoice[], lines: readonly SalesLine[]): DraftedLines {
  const wanted = idsOf(drafts);
  const found = new Map<string, SalesLine>();
  for (const line of lines) if (wanted.has(line.id)) found.set(line.id, line);
  return (some) => Array.from(idsOf(some), (id) => found.get(id) ?? []).flat();
}

function idsOf(drafts: readonly PlannedInvoice[]): Set<string> {
  const ids = new Set<string>();
  for (const { items } of drafts)
    for (const { allocations } of items) for (const { line } of allocations) ids.add(line);
  return ids;
}

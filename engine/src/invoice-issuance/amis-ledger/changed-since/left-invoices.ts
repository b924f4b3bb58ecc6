import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';

type LineOf = (id: string) => SalesLine | undefined;

/** Tells what is wrong with an invoice that has left by now, if anything, from its lines in the ledger; `lineOf` finds these by their ids. */
export type TellOfLeft = (invoice: PlannedInvoice, lines: readonly SalesLine[], lineOf: LineOf) => Warning | undefined;

type Seen = {
  readonly ledger: Pick<LedgerIndex, 'lineOf'>;
  readonly kept: readonly PlannedInvoice[];
  readonly excluded: IssuancePlan['excluded'];
};

/** All that is told of the kept invoices that have left, one teller after the other. Lines that are left out are told as such, and not seen here. */
export function tellOfLeft({ ledger, kept, excluded }: Seen, tellers: readonly TellOfLeft[]): Warning[] {
  const isOut = new Set(excluded.map(({ line }) => line));
  const lineOf: LineOf = (id) => (isOut.has(id) ? undefined : ledger.lineOf(id));
  const told = tellers.map((): Warning[] => []);
  for (const invoice of kept) {
    if (invoice.status === 'draft') continue;
    const lines = linesOf(invoice, { lineOf });
    for (const [place, tell] of tellers.entries()) {
      const warning = tell(invoice, lines, lineOf);
      if (warning) told[place]!.push(warning);
    }
  }
  return told.flat();
}

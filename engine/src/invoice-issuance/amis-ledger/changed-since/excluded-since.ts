import type { IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import type { HeldOf } from '../kept-invoices.ts';
import type { Remedies } from './remedies.ts';

/**
 * Invoices that have left and carry a line that is not to be invoiced any more: its document was cancelled in Bravo afterwards, or a
 * person has left it out. The books balance, so that nothing else tells of them. Where AMIS has taken these goods off the invoice, all is done.
 */
export function excludedSince(
  kept: readonly PlannedInvoice[],
  excluded: IssuancePlan['excluded'],
  heldOf: HeldOf,
  { isTakenOff }: Pick<Remedies, 'isTakenOff'>,
): Warning[] {
  const noteOf = new Map(excluded.flatMap(({ line, note }) => (heldOf(line) ? [[line, note] as const] : [])));
  if (noteOf.size === 0) return [];
  return kept.flatMap((invoice): Warning[] => {
    const { status, profile, voucherNumber, key, items } = invoice;
    const lines = status === 'draft' ? [] : items.flatMap((item) => item.allocations.map(({ line }) => line));
    const gone = [...new Set(lines)].filter((line) => noteOf.has(line));
    if (gone.length === 0 || isTakenOff(invoice, new Set(gone))) return [];
    const notes = [...new Set(gone.map((line) => noteOf.get(line)))].filter(Boolean);
    const why = notes.length > 0 ? ` (${notes.join('; ')})` : '';
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao, mà ${gone.length} dòng bán của nó nay đã được loại ra${why}.`;
    return [{ code: 'KEPT_INVOICE_EXCLUDED', message, profile, invoice: key }];
  });
}

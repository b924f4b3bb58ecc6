import type { SalesLine } from '../../../bravo/sales-line.ts';
import { formatDay } from '../../../day.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import { isConsolidated } from '../../rules/consolidation.ts';
import type { IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import { linesOf } from './lines-of.ts';

/**
 * True when the ledger dates a line on another day than the sale of the invoice that holds it. Gifts, and lines with a lawful day of
 * their own, share an invoice with later ones. A discount is where its goods are.
 */
export function hasOtherDay(invoice: PlannedInvoice, { kind, docDate, dayFacts }: SalesLine): boolean {
  const { documentDate } = invoice;
  if (docDate === documentDate || kind === 'discount') return false;
  return docDate > documentDate || (dayFacts === undefined && !isConsolidated(invoice));
}

/**
 * Invoices that have left, and whose sale the ledger dates on another day by now: date and voucher are of a day on which nothing was
 * sold. The books balance, so that nothing else tells of them. Lines that are left out are told as such.
 */
export function changedDays(
  ledger: Pick<LedgerIndex, 'lineOf'>,
  kept: readonly PlannedInvoice[],
  excluded: IssuancePlan['excluded'],
): Warning[] {
  const isOut = new Set(excluded.map(({ line }) => line));
  return kept.flatMap((invoice): readonly Warning[] => {
    if (invoice.status === 'draft') return [];
    const moved = linesOf(invoice, ledger).filter((line) => hasOtherDay(invoice, line) && !isOut.has(line.id));
    if (moved.length === 0) return [];
    const { profile, voucherNumber, key, documentDate } = invoice;
    const days = [...new Set(moved.map(({ docDate }) => docDate))].sort().map(formatDay).join(', ');
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao cho lần bán ngày ${formatDay(documentDate)}, mà Bravo nay ghi ${moved.length} dòng bán của nó ngày ${days}.`;
    return [{ code: 'KEPT_INVOICE_DAY', message, profile, invoice: key }];
  });
}

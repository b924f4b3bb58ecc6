import type { SalesLine } from '../../../bravo/sales-line.ts';
import { formatDay } from '../../../day.ts';
import { isConsolidated } from '../../rules/consolidation.ts';
import type { PlannedInvoice } from '../../types.ts';
import type { TellOfLeft } from './left-invoices.ts';

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
 * An invoice that has left, and whose sale the ledger dates on another day by now: date and voucher are of a day on which nothing was
 * sold. The books balance, so that nothing else tells of it.
 */
export const changedDay: TellOfLeft = (invoice, lines) => {
  const moved = lines.filter((line) => hasOtherDay(invoice, line));
  if (moved.length === 0) return undefined;
  const { profile, voucherNumber, key, documentDate } = invoice;
  const days = [...new Set(moved.map(({ docDate }) => docDate))].sort().map(formatDay).join(', ');
  const message = `Hóa đơn «${voucherNumber}» đã bàn giao cho lần bán ngày ${formatDay(documentDate)}, mà Bravo nay ghi ${moved.length} dòng bán của nó ngày ${days}.`;
  return { code: 'KEPT_INVOICE_DAY', message, profile, invoice: key };
};

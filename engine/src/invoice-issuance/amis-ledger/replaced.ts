import { type OpenLedger, type OpenLine, type Part, shareOf, take, takeRest, vatShare } from '../ledger/open-lines.ts';
import type { AlreadyInvoiced, PlannedAllocation } from '../types.ts';
import type { Replaced } from './read-back.ts';

/**
 * Gives the sales of replaced invoices to the invoices that AMIS issued instead: they are invoiced there, however the
 * new invoice words them. Where the new invoice is not known, the sales wait. One that is an invoice of ours (`ours`:
 * voucher numbers per profile) holds its own sales already.
 */
export function takeReplaced(
  replaced: readonly Replaced[],
  open: OpenLedger,
  ours: ReadonlyMap<string, ReadonlySet<string>>,
): { readonly alreadyInvoiced: AlreadyInvoiced[]; readonly held: Map<string, string> } {
  const alreadyInvoiced: AlreadyInvoiced[] = [];
  const held = new Map<string, string>();
  for (const { invoice, by } of replaced) {
    if (by.some((entry) => ours.get(invoice.profile)?.has(entry.voucherNumber))) continue;
    for (const item of invoice.items) {
      const entry = by.find((one) => one.product === item.product) ?? by[0];
      for (const allocation of item.allocations) {
        const line = open.get(allocation.line);
        if (!line) continue;
        if (!entry) {
          held.set(
            allocation.line,
            `hóa đơn «${invoice.voucherNumber}» đã bị thay thế, chưa rõ hóa đơn thay thế trên sổ AMIS`,
          );
          continue;
        }
        const part = partOf(line, allocation);
        if (!part) continue;
        alreadyInvoiced.push({
          line: allocation.line,
          profile: invoice.profile,
          entry: entry.id,
          voucherNumber: entry.voucherNumber,
          invoiceNumber: entry.invoiceNumber,
          ...part,
          signals: ['replacement'],
        });
      }
    }
  }
  return { alreadyInvoiced, held };
}

/** The part of a line that the replaced invoice held, as far as the line still has it. */
function partOf(line: OpenLine, { baseQuantity, amount }: PlannedAllocation): Part | undefined {
  if (baseQuantity === 0n) {
    const isWithin = Math.sign(amount) === Math.sign(line.amount) && Math.abs(amount) <= Math.abs(line.amount);
    if (line.amount === 0 || line.baseQuantity !== 0n) return undefined;
    if (!isWithin || amount === line.amount) return takeRest(line);
    const vatAmount = vatShare(line, amount);
    return take(line, { baseQuantity, amount, vatAmount });
  }
  if (line.baseQuantity <= 0n) return undefined;
  return baseQuantity >= line.baseQuantity ? takeRest(line) : take(line, shareOf(line, baseQuantity));
}

import { sumVnd, type Vnd } from '../money.ts';
import type { Quantity } from '../quantity.ts';
import { ghostShortage, refusedShortage } from './explain.ts';
import { type OpenLine, take, vatShare } from './open-lines.ts';
import type { PlannedInvoice, Shortage } from './types.ts';

export type KeptSales = {
  /** What kept invoices hold of each line, and by which voucher. */
  readonly invoiced: Map<string, { baseQuantity: Quantity; voucher: string }>;
  /** The ledger's VAT of those parts. */
  readonly vatAmount: Vnd;
  readonly shortages: readonly Shortage[];
  /** Lines of the ledger of which kept invoices carry more than it has. */
  readonly overdrawn: ReadonlySet<string>;
};

/**
 * Takes what kept invoices already carry out of the ledger. Where an invoice carries more than the ledger now has (the ledger
 * was changed after it), the excess shows up as a negative unallocated amount for a person to decide: the invoice stands.
 */
export function takeKept(kept: readonly PlannedInvoice[], open: ReadonlyMap<string, OpenLine>): KeptSales {
  const invoiced: KeptSales['invoiced'] = new Map();
  const vat: Vnd[] = [];
  const shortages: Shortage[] = [];
  for (const invoice of kept) {
    for (const item of invoice.items) {
      for (const { line: id, baseQuantity, amount } of item.allocations) {
        const line = open.get(id);
        if (!line) {
          shortages.push(ghostShortage(id, baseQuantity, amount, invoice.voucherNumber));
          continue;
        }
        const part = take(line, { baseQuantity, amount, vatAmount: vatShare(line, amount) });
        vat.push(part.vatAmount);
        const known = invoiced.get(id);
        if (known) known.baseQuantity += baseQuantity;
        else invoiced.set(id, { baseQuantity, voucher: invoice.voucherNumber });
      }
    }
  }
  const overdrawn = new Set<string>();
  for (const [id, { voucher }] of invoiced) {
    const line = open.get(id)!;
    const isOver =
      line.baseQuantity < 0n || (line.baseQuantity === 0n && line.amount < 0 && line.line.kind !== 'discount');
    if (!isOver) continue;
    overdrawn.add(id);
    shortages.push(refusedShortage(line, 'NEEDS_REVIEW', `hóa đơn «${voucher}» đã xuất nhiều hơn sổ hiện nay`));
  }
  return { invoiced, vatAmount: sumVnd(vat), shortages, overdrawn };
}

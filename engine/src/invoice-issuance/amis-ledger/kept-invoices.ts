import { netAmountOf } from '../../bravo/sales-line.ts';
import { formatVnd, scaleVnd, sumVnd, type Vnd } from '../../money.ts';
import { ONE, type Quantity } from '../../quantity.ts';
import { type OpenLine, take, vatShare } from '../ledger/open-lines.ts';
import { ghostShortage, refusedShortage } from '../shortages/refused.ts';
import type { PlannedInvoice, Shortage } from '../types.ts';

/** The part of one line that kept invoices hold. */
export type Held = {
  baseQuantity: Quantity;
  amount: Vnd;
  /** The number of allocations: each of them may be rounded. */
  parts: number;
  /** The first invoice that holds it. */
  readonly invoice: PlannedInvoice;
};

export type KeptSales = {
  readonly invoiced: ReadonlyMap<string, Held>;
  /** The ledger's VAT of those parts. */
  readonly vatAmount: Vnd;
  readonly shortages: readonly Shortage[];
  /** Lines of the ledger of which kept invoices carry more than it has. */
  readonly overdrawn: ReadonlySet<string>;
  /** Lines whose price differs from what kept invoices carry: line → both amounts in words. */
  readonly repriced: ReadonlyMap<string, string>;
};

/**
 * Takes the part that kept invoices already carry out of the ledger. Where an invoice carries more than the ledger now
 * has (the ledger was changed after it), the excess shows up as a negative unallocated amount for an accountant to
 * decide: the invoice stays. Where it carries all the goods for less money, the missing amount shows up in the same
 * way.
 */
export function takeKept(kept: readonly PlannedInvoice[], open: ReadonlyMap<string, OpenLine>): KeptSales {
  const invoiced = new Map<string, Held>();
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
        if (!known) invoiced.set(id, { baseQuantity, amount, parts: 1, invoice });
        else {
          known.baseQuantity += baseQuantity;
          known.amount += amount;
          known.parts += 1;
        }
      }
    }
  }
  const overdrawn = new Set<string>();
  const repriced = new Map<string, string>();
  for (const [id, held] of invoiced) {
    const line = open.get(id)!;
    const voucher = held.invoice.voucherNumber;
    const isOver =
      line.baseQuantity < 0n || (line.baseQuantity === 0n && line.amount < 0 && line.line.kind !== 'discount');
    if (isOver) {
      overdrawn.add(id);
      shortages.push(refusedShortage(line, 'NEEDS_REVIEW', `hóa đơn «${voucher}» đã xuất nhiều hơn sổ hiện nay`));
      continue;
    }
    const why = repricing(line, held);
    if (why === undefined) continue;
    repriced.set(id, why);
    if (line.baseQuantity === 0n) shortages.push(refusedShortage(line, 'NEEDS_REVIEW', `hóa đơn «${voucher}»: ${why}`));
  }
  return { invoiced, vatAmount: sumVnd(vat), shortages, overdrawn, repriced };
}

/**
 * A sentence when the held part of a line has another worth on today's ledger. A whole line is compared to the đồng; of
 * a part, one đồng per allocation and per unit may be rounding (0005: returns).
 */
function repricing({ line }: OpenLine, { baseQuantity, amount, parts }: Held): string | undefined {
  if (line.kind === 'discount') return undefined;
  const whole = baseQuantity === line.baseQuantity;
  const worth = whole ? netAmountOf(line) : scaleVnd(netAmountOf(line), baseQuantity, line.baseQuantity);
  const rounding = whole ? 0 : parts + Number(line.baseQuantity / ONE) + 1;
  if (Math.abs(worth - amount) <= rounding) return undefined;
  const less = worth > amount ? `ghi thiếu ${formatVnd(worth - amount)}` : `ghi thừa ${formatVnd(amount - worth)}`;
  return `${less} đồng so với sổ hiện nay (sổ ${formatVnd(worth)}, hóa đơn ${formatVnd(amount)})`;
}

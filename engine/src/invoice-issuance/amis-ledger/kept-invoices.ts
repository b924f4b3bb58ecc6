import { netAmountOf } from '../../bravo/sales-line.ts';
import { formatVnd, scaleVnd, type Vnd, vnd } from '../../money.ts';
import { ONE, type Quantity } from '../../quantity.ts';
import { type OpenLine, take, vatShare } from '../ledger/open-lines.ts';
import { ghostShortage, refusedShortage } from '../shortages/refused.ts';
import type { PlannedAllocation, PlannedInvoice, Shortage } from '../types.ts';

/** The part of one line that kept invoices hold. */
export type Held = {
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  /** The number of allocations: each of them may be rounded. */
  readonly parts: number;
  /** The first invoice that holds it. */
  readonly invoice: PlannedInvoice;
};

/** Source key → the part of that line that kept invoices hold. */
export type HeldOf = (line: string) => Held | undefined;

export type KeptSales = {
  readonly heldOf: HeldOf;
  /** The ledger's VAT of those parts. */
  readonly vatAmount: Vnd;
  readonly shortages: readonly Shortage[];
  /** Lines of the ledger of which kept invoices carry more than it has. */
  readonly overdrawn: ReadonlySet<string>;
  /** Lines whose price differs from what kept invoices carry: line → both amounts in words. */
  readonly repriced: ReadonlyMap<string, string>;
};

/** The held parts as columns by the lines' places: nearly all lines of a month have one, and few are asked about it. */
class HeldParts {
  readonly #invoices: (PlannedInvoice | undefined)[];
  readonly #quantities: Quantity[];
  readonly #amounts: Float64Array;
  readonly #parts: Uint32Array;

  constructor(lines: number) {
    this.#invoices = new Array(lines).fill(undefined);
    this.#quantities = new Array(lines).fill(0n);
    this.#amounts = new Float64Array(lines);
    this.#parts = new Uint32Array(lines);
  }

  add(place: number, invoice: PlannedInvoice, { baseQuantity, amount }: PlannedAllocation): void {
    this.#invoices[place] ??= invoice;
    this.#quantities[place] = this.#parts[place] === 0 ? baseQuantity : this.#quantities[place]! + baseQuantity;
    this.#amounts[place]! += amount;
    this.#parts[place]! += 1;
  }

  at(place: number): Held | undefined {
    const invoice = this.#invoices[place];
    const [baseQuantity, amount, parts] = [this.#quantities[place]!, this.#amounts[place]!, this.#parts[place]!];
    return invoice && { baseQuantity, amount, parts, invoice };
  }
}

/**
 * Takes the part that kept invoices already carry out of the ledger. Where an invoice carries more than the ledger now
 * has (the ledger was changed after it), the excess shows up as a negative unallocated amount for an accountant to
 * decide: the invoice stays. Where it carries all the goods for less money, the missing amount shows up in the same
 * way.
 */
export function takeKept(kept: readonly PlannedInvoice[], open: ReadonlyMap<string, OpenLine>): KeptSales {
  const parts = new HeldParts(open.size);
  const shortages: Shortage[] = [];
  let vat: Vnd = 0;
  for (const invoice of kept)
    for (const { allocations } of invoice.items)
      for (const allocation of allocations) {
        const { line: id, baseQuantity, amount } = allocation;
        const line = open.get(id);
        if (!line) {
          shortages.push(ghostShortage(id, baseQuantity, amount, invoice.voucherNumber));
          continue;
        }
        vat += take(line, { baseQuantity, amount, vatAmount: vatShare(line, amount) }).vatAmount;
        parts.add(line.place, invoice, allocation);
      }
  const heldOf: HeldOf = (id) => {
    const line = open.get(id);
    return line && parts.at(line.place);
  };
  return { heldOf, vatAmount: vnd(vat), ...judged(parts, open, shortages) };
}

/** Compares what kept invoices carry with what the ledger says now; tells of it in `shortages`. */
function judged(parts: HeldParts, open: ReadonlyMap<string, OpenLine>, shortages: Shortage[]) {
  const overdrawn = new Set<string>();
  const repriced = new Map<string, string>();
  for (const [id, line] of open) {
    // Held to the đồng and the piece: nothing can differ.
    if (line.baseQuantity === 0n && line.amount === 0) continue;
    const held = parts.at(line.place);
    if (!held) continue;
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
  return { shortages, overdrawn, repriced };
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

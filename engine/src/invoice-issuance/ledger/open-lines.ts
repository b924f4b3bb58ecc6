import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { scaleVnd, type Vnd, vnd } from '../../money.ts';
import { Problem } from '../../problem.ts';
import type { Quantity } from '../../quantity.ts';

/**
 * The part of a ledger line that has not found its place yet. Every stage takes from it; nothing is ever added, so the
 * rest at the end is exactly the unallocated part. Signed like the ledger.
 */
export type OpenLine = {
  readonly line: SalesLine;
  /** Its place in the ledger, from 0. */
  readonly place: number;
  baseQuantity: Quantity;
  amount: Vnd;
  vatAmount: Vnd;
};

export type Part = { readonly baseQuantity: Quantity; readonly amount: Vnd; readonly vatAmount: Vnd };

/** Opens every ledger line at its full figures. Throws DUPLICATE_LINE when two lines carry one source key. */
export function openLedger(lines: readonly SalesLine[]): Map<string, OpenLine> {
  const open = new Map<string, OpenLine>();
  for (const [place, line] of lines.entries()) {
    open.set(line.id, {
      line,
      place,
      // A discount's quantity is a mark, not goods: only its amount has to find a place.
      baseQuantity: line.kind === 'discount' ? 0n : line.baseQuantity,
      amount: vnd(netAmountOf(line)),
      vatAmount: vnd(line.vatAmount),
    });
    if (open.size === place) refuseTwice(line);
  }
  return open;
}

function refuseTwice({ id }: SalesLine): never {
  throw new Problem('DUPLICATE_LINE', `Dòng sổ bán hàng «${id}» bị lặp: mỗi dòng cần một khóa riêng.`, { line: id });
}

/** True when nothing of the line is left to place. */
export const isSettled = (open: OpenLine): boolean =>
  open.baseQuantity === 0n && open.amount === 0 && open.vatAmount === 0;

/**
 * The lines that a plan still has to place, in the ledger's order: without those that are settled for good, as nearly all of
 * a month are whose days have left. A line of blanks has nothing to place, but no person has settled it.
 */
export function unsettled(open: ReadonlyMap<string, OpenLine>): OpenLine[] {
  const rest: OpenLine[] = [];
  for (const line of open.values()) if (!isSettled(line) || line.line.unstated) rest.push(line);
  return rest;
}

/** Takes exactly these figures. */
export function take(open: OpenLine, part: Part): Part {
  open.baseQuantity -= part.baseQuantity;
  open.amount = vnd(open.amount - part.amount);
  open.vatAmount = vnd(open.vatAmount - part.vatAmount);
  return part;
}

/** Takes all that is left. */
export function takeRest(open: OpenLine): Part {
  return take(open, { baseQuantity: open.baseQuantity, amount: open.amount, vatAmount: open.vatAmount });
}

/** The worth of a quantity of the line: its share of the rest, all of it when the quantity is all that is left. */
export function shareOf(open: OpenLine, baseQuantity: Quantity): Part {
  if (baseQuantity === open.baseQuantity) {
    return { baseQuantity, amount: open.amount, vatAmount: open.vatAmount };
  }
  return {
    baseQuantity,
    amount: scaleVnd(open.amount, baseQuantity, open.baseQuantity),
    vatAmount: scaleVnd(open.vatAmount, baseQuantity, open.baseQuantity),
  };
}

/** The ledger's VAT that goes with an amount of the line. All of it when the amount is all that is left. */
export function vatShare(open: OpenLine, amount: Vnd): Vnd {
  if (amount === open.amount) return open.vatAmount;
  return open.amount === 0 ? 0 : scaleVnd(open.vatAmount, BigInt(amount), BigInt(open.amount));
}

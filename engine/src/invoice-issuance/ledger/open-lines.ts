import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { scaleVnd, type Vnd, vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { LedgerIndex } from './ledger-index.ts';
import type { LineNumbers } from './line-numbers.ts';

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

/** The figures at which a line opens. A discount's quantity is a mark, not goods: only its amount has to find a place. */
export const openingQuantity = ({ kind, baseQuantity }: SalesLine): Quantity =>
  kind === 'discount' ? 0n : baseQuantity;

/**
 * The lines of a ledger with what is left of each. A line is opened when something is first asked or taken of it: of a month
 * whose days have left nearly all lines are on one invoice each, and need no more than a mark.
 */
export class OpenLedger extends LedgerIndex {
  readonly #open: (OpenLine | undefined)[];
  /** 1: all of the line was taken at once, and it is not opened. */
  readonly #isGone: Uint8Array;

  constructor(lines: readonly SalesLine[], numbers?: LineNumbers) {
    super(lines, numbers);
    this.#open = new Array(lines.length).fill(undefined);
    this.#isGone = new Uint8Array(lines.length);
  }

  /** The line with a source key, as far as the ledger has it. */
  get(id: string): OpenLine | undefined {
    const place = this.placeOf(id);
    return place === undefined ? undefined : this.at(place);
  }

  at(place: number): OpenLine {
    const known = this.#open[place];
    if (known) return known;
    const line = this.lines[place]!;
    const open =
      this.#isGone[place] === 1
        ? { line, place, baseQuantity: 0n, amount: 0, vatAmount: 0 }
        : {
            line,
            place,
            baseQuantity: openingQuantity(line),
            amount: vnd(netAmountOf(line)),
            vatAmount: vnd(line.vatAmount),
          };
    this.#open[place] = open;
    return open;
  }

  /** Takes a line's quantity and amount with all of its VAT, if nothing was taken of it and they are all that it has. */
  takeWhole(place: number, baseQuantity: Quantity, amount: Vnd): boolean {
    if (this.#isGone[place] === 1 || this.#open[place]) return false;
    const line = this.lines[place]!;
    if (netAmountOf(line) !== amount || openingQuantity(line) !== baseQuantity) return false;
    this.#isGone[place] = 1;
    return true;
  }

  /**
   * The lines that a plan still has to place, in the ledger's order: without those that are settled for good, as nearly all of
   * a month are whose days have left. A line of blanks has nothing to place, but no person has settled it.
   */
  unsettled(): OpenLine[] {
    const rest: OpenLine[] = [];
    for (let place = 0; place < this.lines.length; place++) {
      const { unstated } = this.lines[place]!;
      if (!unstated && this.#isGone[place] === 1 && !this.#open[place]) continue;
      const line = this.at(place);
      if (!isSettled(line) || unstated) rest.push(line);
    }
    return rest;
  }
}

/** True when nothing of the line is left to place. */
export const isSettled = (open: OpenLine): boolean =>
  open.baseQuantity === 0n && open.amount === 0 && open.vatAmount === 0;

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

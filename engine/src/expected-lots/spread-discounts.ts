import { splitVnd, type Vnd } from '../money.ts';
import { by } from '../order.ts';

/** A line with a value of an invoice that has discounts on lines of their own. `rate`: its VAT rate as written, '' for none. */
export type ValueLine = {
  /** Place in the invoice, from 1. */
  readonly at: number;
  readonly isPromotion: boolean;
  readonly rate: string;
  readonly value: Vnd;
};

/** A line of trade discount, signed as the invoice has it: suppliers write it either way. */
export type DiscountLine = { readonly rate: string; readonly value: Vnd };

/**
 * Place → value after the discounts, each spread over the lines of its rate by their values, to the đồng. The invoice's own total before
 * VAT says whether its discounts are taken off, and whether promotions count: where it says neither, and where a discount is more than
 * its lines, nothing is spread. The values then sum to that total.
 */
export function spreadDiscounts(
  lines: readonly ValueLine[],
  discounts: readonly DiscountLine[],
  beforeVat: Vnd,
): ReadonlyMap<number, Vnd> {
  const off = sumOf(discounts);
  for (const counted of [lines, lines.filter(({ isPromotion }) => !isPromotion)])
    for (const sign of [1, -1])
      if (off * sign > 0 && sumOf(counted) - off * sign === beforeVat) {
        const spread = takenOff(
          counted,
          discounts.map(({ rate, value }) => ({ rate, value: value * sign })),
        );
        if (spread) return spread;
      }
  return new Map();
}

const sumOf = (lines: readonly { readonly value: Vnd }[]): Vnd => lines.reduce((sum, { value }) => sum + value, 0);

function takenOff(
  lines: readonly ValueLine[],
  discounts: readonly DiscountLine[],
): ReadonlyMap<number, Vnd> | undefined {
  const left = new Map(lines.map(({ at, value }) => [at, value]));
  const ofRate = Map.groupBy(discounts, ({ rate }) =>
    lines.some((line) => line.rate === rate && line.value > 0) ? rate : undefined,
  );
  // Those of a rate first: what is of no line's rate is of all of them, as they are then.
  for (const [rate, own] of [...ofRate].toSorted(by(([one]) => (one === undefined ? 1 : 0)))) {
    const among = lines.filter((line) => (rate === undefined || line.rate === rate) && left.get(line.at)! > 0);
    const [off, whole] = [sumOf(own), among.reduce((sum, { at }) => sum + left.get(at)!, 0)];
    if (off < 0 || off > whole) return undefined;
    const shares = splitVnd(
      off,
      among.map(({ at }) => BigInt(left.get(at)!)),
    );
    for (const [index, { at }] of among.entries()) left.set(at, left.get(at)! - shares[index]!);
  }
  return left;
}

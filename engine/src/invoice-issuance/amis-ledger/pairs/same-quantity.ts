import { convertBack, type Factor, ONE, type Quantity } from '../../../quantity.ts';
import type { AmisSalesEntry } from '../../books.ts';
import type { OpenLine } from '../../ledger/open-lines.ts';

/**
 * True for the same goods to the millionth, and for the same amount of money also up to the rounding of what AMIS states: 380 boxes
 * of which 24 make a carton are 15.833333 cartons there, or 15.83.
 */
export function sameQuantity(
  entry: AmisSalesEntry,
  line: Pick<OpenLine, 'baseQuantity' | 'amount'>,
  factor: Factor,
): boolean {
  if (line.baseQuantity === convertBack(entry.quantity, factor)) return true;
  if (line.amount !== entry.amount) return false;
  const off = line.baseQuantity * factor.numerator - entry.quantity * factor.denominator;
  return 2n * (off < 0n ? -off : off) <= lastPlaceOf(entry.quantity) * factor.denominator;
}

/** The worth of the last decimal that a quantity states, of two at least: the second may be a 0 that is not written. */
export function lastPlaceOf(quantity: Quantity): Quantity {
  if (quantity % ONE === 0n) return 1n;
  let place = ONE / 100n;
  while (quantity % place !== 0n) place /= 10n;
  return place;
}

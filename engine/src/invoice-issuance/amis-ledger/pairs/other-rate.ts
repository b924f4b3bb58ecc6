import type { SalesLine } from '../../../bravo/sales-line.ts';
import { type VatRate, vatBasisPoints } from '../../../vat-rate.ts';
import type { AmisSalesEntry } from '../../books.ts';

/** The signal against a pair whose two sides state different rates. */
const OTHER_RATE = 'other_rate';

/** The signals of a pair, with the one against it where its two sides state different rates. */
export const withRate = (signals: readonly string[], entry: AmisSalesEntry, line: SalesLine): readonly string[] =>
  isAtOtherRate(entry, line) ? [...signals, OTHER_RATE] : signals;

type Signalled = { readonly signals: readonly string[] };

export const hasOtherRate = ({ signals }: Signalled): boolean => signals.includes(OTHER_RATE);

/** An entry is none of the sales of another rate if one that it may surely be has its own. */
export function preferItsRate<Pair extends Signalled & { readonly rank: 0 | 1 | 2 }>(pairs: Pair[]): Pair[] {
  const isOther = (pair: Pair): boolean => pair.rank < 2 && hasOtherRate(pair);
  if (!pairs.some(isOther) || !pairs.some((pair) => pair.rank < 2 && !hasOtherRate(pair))) return pairs;
  return pairs.map((pair) => (isOther(pair) ? { ...pair, rank: 2 } : pair));
}

/** Ledgers without a column of rates have the VAT all the same. */
function isAtOtherRate({ vatRate, vatAmount, amount }: AmisSalesEntry, line: SalesLine): boolean {
  if (line.vatRate === undefined) return false;
  // Ledgers write 0 for what is not taxed at all.
  if (vatRate !== undefined) return vatBasisPoints(vatRate) !== vatBasisPoints(line.vatRate);
  return vatAmount !== 0 && !isVatAt(line.vatRate, vatAmount, amount);
}

/** Rates differ by more than half a percent, and roundings by less. */
function isVatAt(rate: VatRate, vatAmount: number, amount: number): boolean {
  const off = BigInt(vatAmount) * 10_000n - BigInt(amount) * vatBasisPoints(rate);
  const room = (amount < 0 ? -BigInt(amount) : BigInt(amount)) * 50n;
  // One đồng is a rounding of any amount, however small.
  return (off < 0n ? -off : off) <= room + 10_000n;
}

import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { scaleVnd } from '../../money.ts';
import { type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import type { VatRules } from '../rules/invoice-rules.ts';

/** The words of a line on its VAT. */
export type TaxedLine = Pick<SalesLine, 'vatRate' | 'vatAmount' | 'amount' | 'discount'>;

/** The rate that a line states; where that is blank, the reduced one if its VAT is just that. */
export function statedRate(line: TaxedLine, { vatReductions }: VatRules): VatRate | undefined {
  if (line.vatRate !== undefined || line.vatAmount === 0) return line.vatRate;
  const worth = netAmountOf(line);
  return vatReductions.find(
    // Two đồng are the roundings of a line and of its price.
    ({ reducedRate }) => Math.abs(scaleVnd(worth, vatBasisPoints(reducedRate), 10_000n) - line.vatAmount) <= 2,
  )?.reducedRate;
}

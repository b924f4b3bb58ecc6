import { addDecimals, type Decimal, decimalText, toDecimal, ZERO } from '../../../ui/format/decimal.ts';
import { formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import type { Review } from './use-decide.ts';

export type Candidate = Review['candidates'][number];
export type Signal = { readonly agrees: boolean; readonly text: string };

const DAY_MS = 24 * 3600 * 1000;

/** The signals for and against an entry being a line, in words. */
export function agreement(review: Review, candidate: Candidate): Signal[] {
  const days = Math.round((Date.parse(review.documentDate) - Date.parse(candidate.docDate)) / DAY_MS);
  const { amisQuantity } = candidate;
  return [
    days === 0
      ? { agrees: true, text: 'Cùng ngày' }
      : { agrees: false, text: `AMIS ${days > 0 ? 'sau' : 'trước'} ${Math.abs(days)} ngày` },
    amisQuantity === null ? { agrees: false, text: 'Mã hàng chưa nối' } : quantitySignal(review, amisQuantity),
    amountSignal(review, candidate.amount),
  ];
}

/** The signals for and against an entry being these lines together. */
export function gatheredAgreement(review: Review, lines: readonly Candidate[]): Signal[] {
  const quantity = lines.reduce<Decimal | undefined>((sum, one) => {
    const own = toDecimal(one.amisQuantity);
    return sum && own && addDecimals(sum, own);
  }, ZERO);
  return [
    quantity ? quantitySignal(review, decimalText(quantity)) : { agrees: false, text: 'Có mã hàng chưa nối' },
    amountSignal(
      review,
      lines.reduce((sum, one) => sum + one.amount, 0),
    ),
  ];
}

const plain = (quantity: string): string => decimalText(toDecimal(quantity) ?? ZERO);

const quantitySignal = ({ quantity, unit }: Review, ours: string): Signal =>
  plain(ours) === plain(quantity)
    ? { agrees: true, text: 'Cùng số lượng' }
    : { agrees: false, text: `Bravo là ${formatQuantity(ours)} ${unit}` };

function amountSignal(review: Review, ours: number): Signal {
  const amount = review.amount - ours;
  return amount === 0
    ? { agrees: true, text: 'Cùng số tiền' }
    : { agrees: false, text: `AMIS ${amount > 0 ? 'hơn' : 'kém'} ${formatVnd(Math.abs(amount))} đồng` };
}

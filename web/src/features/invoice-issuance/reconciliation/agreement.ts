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
  const quantities = lines.map((one) => one.amisQuantity);
  const amount = lines.reduce((sum, one) => sum + one.amount, 0);
  // In millionths, the finest that a quantity is stated in: whole numbers add up exactly.
  const millionths = quantities.reduce((sum, one) => sum + Math.round(Number(one) * 1e6), 0);
  return [
    quantities.includes(null)
      ? { agrees: false, text: 'Có mã hàng chưa nối' }
      : quantitySignal(review, String(millionths / 1e6)),
    amountSignal(review, amount),
  ];
}

const quantitySignal = ({ quantity, unit }: Review, ours: string): Signal =>
  Number(ours) === Number(quantity)
    ? { agrees: true, text: 'Cùng số lượng' }
    : { agrees: false, text: `Bravo là ${formatQuantity(ours)} ${unit}` };

function amountSignal(review: Review, ours: number): Signal {
  const amount = review.amount - ours;
  return amount === 0
    ? { agrees: true, text: 'Cùng số tiền' }
    : { agrees: false, text: `AMIS ${amount > 0 ? 'hơn' : 'kém'} ${formatVnd(Math.abs(amount))} đồng` };
}

import { formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import type { Review } from './use-decide.ts';

export type Candidate = Review['candidates'][number];
export type Signal = { readonly agrees: boolean; readonly text: string };

const DAY_MS = 24 * 3600 * 1000;

/** The signals for and against an entry being a line, in words. */
export function agreement(review: Review, candidate: Candidate): Signal[] {
  const days = Math.round((Date.parse(review.documentDate) - Date.parse(candidate.docDate)) / DAY_MS);
  const { amisQuantity } = candidate;
  const amount = review.amount - candidate.amount;
  return [
    days === 0
      ? { agrees: true, text: 'Cùng ngày' }
      : { agrees: false, text: `AMIS ${days > 0 ? 'sau' : 'trước'} ${Math.abs(days)} ngày` },
    amisQuantity === null
      ? { agrees: false, text: 'Mã hàng chưa nối' }
      : Number(amisQuantity) === Number(review.quantity)
        ? { agrees: true, text: 'Cùng số lượng' }
        : { agrees: false, text: `Bravo là ${formatQuantity(amisQuantity)} ${review.unit}` },
    amount === 0
      ? { agrees: true, text: 'Cùng số tiền' }
      : { agrees: false, text: `AMIS ${amount > 0 ? 'hơn' : 'kém'} ${formatVnd(Math.abs(amount))} đồng` },
  ];
}

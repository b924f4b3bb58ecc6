import { expect, it } from 'vitest';
import { agreement, type Candidate } from './agreement.ts';
import type { Review } from './use-decide.ts';

const review = { documentDate: '2026-09-03', quantity: '3', unit: 'hộp', amount: 500_000 } as Review;
const candidate = (own: Partial<Candidate>) =>
  ({ docDate: '2026-09-03', amisQuantity: '3', amount: 500_000, ...own }) as Candidate;

it('says what agrees and what differs between an AMIS entry and a Bravo line', () => {
  expect(agreement(review, candidate({})).map(({ text }) => text)).toEqual([
    'Cùng ngày',
    'Cùng số lượng',
    'Cùng số tiền',
  ]);
  const different = agreement(review, candidate({ docDate: '2026-09-05', amisQuantity: '2.5', amount: 499_000 }));
  expect(different).toEqual([
    { agrees: false, text: 'AMIS trước 2 ngày' },
    { agrees: false, text: 'Bravo là 2,5 hộp' },
    { agrees: false, text: 'AMIS hơn 1.000 đồng' },
  ]);
  expect(agreement(review, candidate({ amisQuantity: null }))[1]).toEqual({ agrees: false, text: 'Mã hàng chưa nối' });
});

import { useListSearch } from '../../../search.ts';

export const ORDERS = [
  { value: '-unlockValue', label: 'Giá trị mở ra', hint: 'Doanh thu chưa xuất được của kỳ, lớn trước' },
  { value: '-score', label: 'Điểm cao trước' },
  { value: 'score', label: 'Điểm thấp trước' },
  { value: 'amisCode', label: 'Mã AMIS' },
] as const;
export type Order = (typeof ORDERS)[number]['value'];

/** Bands of the score, by the address's word. */
export const BANDS = [
  { value: 'sure', label: 'Từ 99%', min: 0.99, max: undefined },
  { value: 'likely', label: '90 – 99%', min: 0.9, max: 0.99 },
  { value: 'maybe', label: '50 – 90%', min: 0.5, max: 0.9 },
  { value: 'unlikely', label: 'Dưới 50%', min: undefined, max: 0.5 },
] as const;

/** What is reviewed and in which order, as the URL says it. */
export function useReviewFilters(profileId: string) {
  const search = useListSearch(['band', 'all'], { sort: '-unlockValue' });
  const band = BANDS.find(({ value }) => value === search.filters.band);
  const query = {
    profileId,
    status: 'pending' as const,
    sort: (ORDERS.find(({ value }) => value === search.sort)?.value ?? '-unlockValue') as Order,
    ...(search.q && { q: search.q }),
    ...(band?.min !== undefined && { minScore: band.min }),
    ...(band?.max !== undefined && { maxScore: band.max }),
    ...(search.filters.all !== 'true' && { bestOnly: true }),
  };
  return { search, query };
}

export type ReviewQuery = ReturnType<typeof useReviewFilters>['query'];

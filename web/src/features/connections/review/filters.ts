import { useListSearch } from '../../../search.ts';
import type { Kind } from '../kinds.ts';

export const ORDERS = [
  { value: '-unlockValue', label: 'Giá trị lớn trước', hint: 'Doanh thu của kỳ chưa xuất hóa đơn được' },
  { value: '-score', label: 'Điểm cao trước' },
  { value: 'score', label: 'Điểm thấp trước' },
  { value: '-uncertainty', label: 'Khó đoán trước', hint: 'Câu trả lời của bạn dạy máy nhiều nhất' },
  { value: 'amisCode', label: 'Theo mã AMIS' },
] as const;
export type Order = (typeof ORDERS)[number]['value'];

/** Bands of the score, by the address's word. */
export const BANDS = [
  { value: 'sure', label: 'Từ 99%', min: 0.99, max: undefined },
  { value: 'likely', label: '90 – 99%', min: 0.9, max: 0.99 },
  { value: 'maybe', label: '50 – 90%', min: 0.5, max: 0.9 },
  { value: 'unlikely', label: 'Dưới 50%', min: undefined, max: 0.5 },
] as const;

export const STATES = [
  { value: 'rejected', label: 'Đã từ chối' },
  { value: 'accepted', label: 'Đã nối' },
] as const;

const FACTORS = [
  { value: 'suggested', label: 'Đã gợi ý' },
  { value: 'missing', label: 'Chưa có' },
  { value: 'contradicted', label: 'Giá mâu thuẫn' },
] as const;
const TAX_CODES = [
  { value: 'same', label: 'Trùng' },
  { value: 'conflict', label: 'Khác nhau' },
  { value: 'missing', label: 'Thiếu một bên' },
] as const;

/** The filter that only one of the kinds has. */
export const ownFilter = (kind: Kind) =>
  kind.name === 'product'
    ? ({ name: 'factor', label: 'Hệ số', options: FACTORS } as const)
    : ({ name: 'taxCode', label: 'MST', options: TAX_CODES } as const);

const chosenOf = <const T extends readonly { readonly value: string }[]>(options: T, value: string) =>
  (options as readonly { readonly value: T[number]['value'] }[]).find((option) => option.value === value)?.value;

/** The filters and the order of the review, as the URL says them. */
export function useReviewFilters(kind: Kind, profileId: string) {
  const search = useListSearch(['band', 'all', 'state', 'factor', 'taxCode'], { sort: '-unlockValue' });
  const { filters } = search;
  const band = BANDS.find(({ value }) => value === filters.band);
  const factor = kind.name === 'product' ? chosenOf(FACTORS, filters.factor) : undefined;
  const taxCode = kind.name === 'partner' ? chosenOf(TAX_CODES, filters.taxCode) : undefined;
  const status: 'pending' | 'accepted' | 'rejected' = chosenOf(STATES, filters.state) ?? 'pending';
  const query = {
    profileId,
    status,
    sort: chosenOf(ORDERS, search.sort ?? '') ?? '-unlockValue',
    ...(search.q && { q: search.q }),
    ...(band?.min !== undefined && { minScore: band.min }),
    ...(band?.max !== undefined && { maxScore: band.max }),
    ...(factor && { factor }),
    ...(taxCode && { taxCode }),
    ...(status === 'pending' && filters.all !== 'true' && { bestOnly: true }),
  };
  return { search, query };
}

export type ReviewQuery = ReturnType<typeof useReviewFilters>['query'];

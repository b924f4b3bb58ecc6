import type { TaxSettlement } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import type { Tone } from '../../ui/chip.tsx';

type Word = { readonly label: string; readonly tone: Tone };
type Settled = Pick<TaxSettlement, 'differences' | 'disagreements'>;

export const SETTLEMENT_STATUS: Readonly<Record<TaxSettlement['status'], Word>> = {
  review: { label: 'Chờ chọn hóa đơn', tone: 'amber' },
  disagrees: { label: 'Lệch sổ AMIS', tone: 'amber' },
  decided: { label: 'Đã quyết định', tone: 'green' },
  settled: { label: 'Đã khớp', tone: 'green' },
  refused: { label: 'Không là hóa đơn của Khớp', tone: 'grey' },
};

/** The word of a settlement: one that is proven may still say something else than ours. */
export const settlementWord = ({ status, differences }: Pick<TaxSettlement, 'status' | 'differences'>): Word =>
  status === 'settled' && differences.length > 0
    ? { label: 'Khớp, có chỗ khác', tone: 'amber' }
    : SETTLEMENT_STATUS[status];

/** The proof that the tax invoice is ours, by its step. */
const STEPS: readonly string[] = [
  'trùng ký hiệu và số',
  'ghi số chứng từ của Khớp',
  'trùng người mua, ngày, tổng tiền và từng dòng',
  'người dùng chọn',
];
export const stepWords = (step: number | null): string => STEPS[(step ?? 0) - 1] ?? '';

export const WHY: Readonly<Record<NonNullable<TaxSettlement['why']>, string>> = {
  ambiguous: 'Có nhiều khả năng như nhau nên Khớp không tự chọn.',
  not_proven: 'Tệp không có chữ ký toàn vẹn của bên bán nên Khớp không tự nhận.',
  not_exported: 'Hóa đơn của Khớp còn là bản nháp, chưa xuất tệp.',
  likely: 'Chỉ giống một phần, chưa đủ để Khớp tự nhận.',
};

export const SIGN: Readonly<Record<TaxSettlement['candidates'][number]['signs'][number], string>> = {
  number: 'Trùng ký hiệu và số',
  voucher: 'Ghi số chứng từ này',
  content: 'Trùng từng dòng',
  total_and_day: 'Trùng tổng tiền và ngày',
  total_and_buyer: 'Trùng tổng tiền và người mua',
  number_alone: 'Trùng số, chưa rõ ký hiệu',
};

export const DIFFERENCE: Readonly<Record<TaxSettlement['differences'][number]['kind'], string>> = {
  BUYER_TAX_CODE: 'Mã số thuế người mua',
  DATE: 'Ngày hóa đơn',
  ITEM: 'Mặt hàng',
  QUANTITY: 'Số lượng',
  PRICE: 'Đơn giá',
  LINE_AMOUNT: 'Thành tiền',
  RATE: 'Thuế suất',
  BEFORE_VAT: 'Tiền hàng',
  VAT: 'Tiền thuế',
  TOTAL: 'Tổng thanh toán',
};

export const FIELD: Readonly<Record<TaxSettlement['disagreements'][number]['field'], string>> = {
  number: 'Số hóa đơn',
  symbol: 'Ký hiệu',
  date: 'Ngày hóa đơn',
  amount: 'Tiền hàng',
  fate: 'Trạng thái',
};

export const SIDE_WORDS: Readonly<Record<'tax' | 'amis', string>> = {
  tax: 'Theo hóa đơn điện tử',
  amis: 'Theo sổ AMIS',
};

/** The things that differ, in a few words for a list. */
export const differsIn = ({ differences, disagreements }: Settled): string =>
  [
    ...disagreements.map(({ field }) => `${FIELD[field]} (AMIS)`),
    ...new Set(differences.map(({ kind }) => DIFFERENCE[kind])),
  ].join(', ');

export const fateWords = ({ fate, fateBy }: Pick<TaxSettlement, 'fate' | 'fateBy'>): string =>
  fate === 'issued' ? '' : `${fate === 'replaced' ? 'Bị thay thế' : 'Bị điều chỉnh'} bởi hóa đơn số ${fateBy}`;

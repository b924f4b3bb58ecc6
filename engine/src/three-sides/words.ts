import { KINDS } from './kinds.ts';
import type { Difference, Pair, RowState, Trade, Truth } from './types.ts';

export const STATE_NAMES: Readonly<Record<RowState, string>> = {
  equal: 'Khớp',
  different: 'Khác nhau',
  uncovered: 'Chưa đủ dữ liệu',
};

export const TRADE_NAMES: Readonly<Record<Trade, string>> = { sale: 'Bán ra', purchase: 'Mua vào' };

/** The two sides of a difference, the left one first. */
const PAIR_NAMES: Readonly<Record<Pair, readonly [left: string, right: string]>> = {
  BA: ['Bravo', 'AMIS'],
  BT: ['Bravo', 'Thuế'],
  AT: ['AMIS', 'Thuế'],
  T: ['Thuế', ''],
  A: ['AMIS', ''],
  B: ['Bravo', ''],
};

export const TRUTH_NAMES: Readonly<Record<Truth, string>> = {
  tax: 'Theo hóa đơn điện tử',
  books: 'Theo sổ AMIS',
  delivery: 'Theo lần giao ở Bravo',
  each: 'Mỗi bên đúng ở kỳ của mình',
  none: 'Chưa bên nào chứng minh được',
};

export const EXPLANATION_NAMES = {
  timing: 'Chênh thời điểm, tháng sau tự khớp',
  outside_bravo: 'Bán ngoài Bravo',
  mended: 'Đã sửa ở nguồn, chờ nạp lại',
  asked: 'Đã hỏi bên kia, chờ trả lời',
  rounding: 'Làm tròn',
  other: 'Lý do khác',
} as const;

/** «Khác ngày: AMIS 10/10/2026, Thuế 11/10/2026». */
export function differenceInWords({ kind, pair, says }: Pick<Difference, 'kind' | 'pair' | 'says'>): string {
  const [left, right] = PAIR_NAMES[pair];
  const parts = [`${left} ${says.left}`, ...(right === '' || says.right === '' ? [] : [`${right} ${says.right}`])];
  return `${KINDS[kind][0]}: ${parts.join(', ')}`;
}

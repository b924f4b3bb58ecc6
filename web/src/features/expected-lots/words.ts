import { EXPECTED_STATE_NAMES as NAMES } from '@khop/engine/invoice-issuance/export/stock/expected-sheets.ts';
import type { ItemOf } from '../../api/operations.ts';
import type { Tone } from '../../ui/chip.tsx';

type State = ItemOf<'listExpectedLots'>['state'];

/** The states of an expected lot: what they are called, and what to do. */
export const EXPECTED_STATE: Readonly<Record<State, { label: string; tone: Tone; hint: string }>> = {
  unconnected: {
    label: NAMES.unconnected,
    tone: 'amber',
    hint: 'Chưa ai nói đây là mã hàng AMIS nào. Mở «Nối hàng nhà cung cấp».',
  },
  expected: { label: NAMES.expected, tone: 'grey', hint: 'Đã có hóa đơn, sổ mua hàng AMIS chưa có chứng từ nhập.' },
  overdue: {
    label: NAMES.overdue,
    tone: 'red',
    hint: 'Hóa đơn đã quá 30 ngày. Tìm phiếu nhập còn thiếu, hoặc hỏi nhà cung cấp.',
  },
  partly: { label: NAMES.partly, tone: 'amber', hint: 'Sổ mua hàng mới có một phần số lượng của hóa đơn.' },
  received: { label: NAMES.received, tone: 'green', hint: 'Sổ mua hàng AMIS đã có đủ.' },
  cancelled: { label: NAMES.cancelled, tone: 'grey', hint: 'Hóa đơn bị thay thế, hoặc đã điều chỉnh giảm hết.' },
};

import type { SharedInventoryStatus } from '@khop/engine/shared-inventory/period-can.ts';
import type { ItemOf, OutputOf } from '../../api/operations.ts';
import type { Tone } from '../../ui/chip.tsx';

export type Row = ItemOf<'listSharedInventory'>;
export type Period = NonNullable<OutputOf<'getSharedInventoryPeriod'>>;
export type State = Row['state'];

export const STATES: Readonly<Record<State, { name: string; tone: Tone; hint: string }>> = {
  matched: { name: 'Khớp', tone: 'green', hint: 'Hai bên cùng số lượng.' },
  differs: { name: 'Lệch', tone: 'red', hint: 'Hai bên đều có nhưng khác số lượng.' },
  only_amis: { name: 'Chỉ có ở AMIS', tone: 'amber', hint: 'Bravo không còn tồn, hoặc mã chưa được nối.' },
  only_bravo: { name: 'Chỉ có ở Bravo', tone: 'amber', hint: 'AMIS không còn tồn, hoặc mã chưa được nối.' },
  factor_missing: {
    name: 'Thiếu hệ số',
    tone: 'grey',
    hint: 'Liên kết chưa có hệ số quy đổi, hoặc các hệ số mâu thuẫn nhau.',
  },
};

export const STATUSES: Readonly<Record<SharedInventoryStatus, { name: string; tone: Tone }>> = {
  draft: { name: 'Chưa nạp đủ', tone: 'grey' },
  loaded: { name: 'Đã nạp', tone: 'amber' },
  generated: { name: 'Đã sinh', tone: 'green' },
  locked: { name: 'Đã khóa', tone: 'grey' },
};

/** Names of what the history of a period tells. */
export const PERIOD_LABELS: Readonly<Record<string, string>> = {
  status: 'Trạng thái',
  month: 'Tháng',
  amisAsOf: 'Tồn AMIS đến',
  bravoAsOf: 'Tồn Bravo đến',
};

/** "2026-09" → "09/2026". */
export const monthText = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

/** The month before or after: `monthsFrom('2026-01', -1)` is "2025-12". */
export function monthsFrom(month: string, step: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + step;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

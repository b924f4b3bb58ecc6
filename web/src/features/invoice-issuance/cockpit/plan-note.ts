import type { OutputOf } from '../../../api/operations.ts';
import type { Period } from '../../../shared/period.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatDay, formatRelative } from '../../../ui/format/time.ts';

/** The last day of sales of a plan that has only a part of the period, as «Cửa ngày» asks for; null where it has all. */
export const endOfPlan = ({ throughDate, toDate }: Pick<Period, 'throughDate' | 'toDate'>): string | null =>
  throughDate !== null && throughDate < toDate ? throughDate : null;

/** The outcome of the last plan. One that ends early says so: generating again makes no invoice of a later day. */
export function planNote(
  period: Pick<Period, 'generatedAt' | 'throughDate' | 'toDate'>,
  stats: Pick<OutputOf<'getPeriodStats'>, 'invoices' | 'lastChange'> | undefined,
): string {
  if (period.generatedAt === null) return 'Chưa sinh lần nào';
  const end = endOfPlan(period);
  const change = stats?.lastChange;
  return [
    ...(stats ? [`${formatCount(stats.invoices)} hóa đơn`] : []),
    ...(end ? [`chỉ đến ngày bán ${formatDay(end)}`] : []),
    formatRelative(period.generatedAt),
    ...(change
      ? [`thêm ${formatCount(change.added)}, đổi ${formatCount(change.changed)}, bỏ ${formatCount(change.removed)}`]
      : []),
  ].join(' · ');
}

/** The reason why a preview finds another sum issued at AMIS, where no invoice was made there meanwhile; undefined where it is the same. */
export function alreadyInvoicedNote(before: number, after: number): string | undefined {
  if (before === after) return undefined;
  const moved = `${after < before ? 'giảm' : 'tăng'} ${formatVnd(Math.abs(after - before))} đ`;
  return `«Đã xuất ở AMIS» ${moved}: sổ AMIS được so lại với dữ liệu mới. Hóa đơn AMIS cho khách lẻ không được tự coi là của khách nay lấy hóa đơn: dòng bán ấy chờ quyết định ở «Đối chiếu».`;
}

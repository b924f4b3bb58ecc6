import type { OutputOf } from '../../../api/operations.ts';
import type { Period } from '../../../shared/period.tsx';
import { formatCount } from '../../../ui/format/number.ts';
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

import { type Day, formatDay, yearOf } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import { signingFinder } from '../rules/dates.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import type { OpenElsewhere } from './held-goods.ts';

/**
 * Drafts of another period that can still keep the day of their sale: once a later date of this period has left they cannot (law.md,
 * N2), and the first date of a year closes the year before.
 */
export function inTimeElsewhere(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const { openElsewhere = [], period, profiles } = input;
  const signingOf = signingFinder(input);
  return profiles.flatMap(({ terms }) => {
    const drafts = plan.invoices.filter((one) => one.profile === terms.code && one.status === 'draft');
    const last = lastDateOf(drafts);
    const open = openElsewhere.filter(({ status, profile, date }) => {
      if (status !== 'draft' || profile !== terms.code || date >= last) return false;
      const signing = signingOf(terms, date);
      return signing === null || signing.judge >= period.issueDay;
    });
    const [first] = open;
    if (!first) return [];
    const isOtherYear = open.some(({ date }) => yearOf(date) < yearOf(last));
    const count = countOf(open);
    return [
      {
        code: 'EARLIER_PERIOD_IN_TIME',
        severity: isOtherYear ? 'block' : 'warn',
        message: `«${terms.code}»: ${namesOf(open)} có ${formatVnd(count)} hóa đơn nháp còn giữ được ngày bán (ví dụ ${formatDay(first.date)}); giao hóa đơn ngày ${formatDay(last)} trước thì chúng thành sai thời điểm.`,
        remedy: 'Mở kỳ ấy ở Cửa ngày, bàn giao những ngày còn kịp và nạp lại số, rồi mới giao kỳ này.',
        count,
        profile: terms.code,
        about: recordsOf(open),
      },
    ];
  });
}

/** The last date of invoices; '' without any. */
export const lastDateOf = (invoices: readonly { readonly date: Day }[]): Day =>
  invoices.reduce<Day>((last, { date }) => (date > last ? date : last), '');

export const countOf = (open: readonly OpenElsewhere[]): number => open.reduce((sum, { count }) => sum + count, 0);

/** The periods of invoices that are open elsewhere, as a sentence names them. */
export const namesOf = (open: readonly OpenElsewhere[]): string =>
  [...new Set(open.map(({ period }) => `kỳ «${period}»`))].join(', ');

/** One record for each such period. */
export const recordsOf = (open: readonly OpenElsewhere[]): NonNullable<Finding['about']> =>
  [...Map.groupBy(open, ({ period }) => period)].map(([period, own]) => ({
    ...{ kind: 'period', id: period },
    detail: `${own.map(({ date, count }) => `${formatVnd(count)} hóa đơn ngày ${formatDay(date)}`).join(', ')}.`,
  }));

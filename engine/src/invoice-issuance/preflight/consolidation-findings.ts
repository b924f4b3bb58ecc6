import { addDays, formatDay } from '../../day.ts';
import type { Finding } from '../findings/finding.ts';
import { consolidates, isWholeIn, type VatPeriod, vatPeriodOf } from '../rules/consolidation.ts';
import type { IssuanceInput } from '../types.ts';

/** Months and quarters whose gifts a person wants on one invoice, which this period cannot make. */
export function consolidationFindings(input: IssuanceInput): Finding[] {
  const { rules, fromDate, toDate } = input.period;
  return input.profiles.flatMap(({ terms: { code } }): Finding[] => {
    const every = consolidates(rules, code);
    if (!every) return [];
    const broken: VatPeriod[] = [];
    for (let day = fromDate; day <= toDate; ) {
      const own = vatPeriodOf(day, every);
      if (!isWholeIn(own, input)) broken.push(own);
      day = addDays(own.to, 1);
    }
    if (broken.length === 0) return [];
    const days = broken.map(({ from, to }) => `${formatDay(from)} – ${formatDay(to)}`).join(', ');
    return [
      {
        code: 'GIFTS_NOT_CONSOLIDATED',
        severity: 'warn',
        message: `«${code}»: hàng khuyến mại, cho, biếu, tặng của ${days} không gộp một hóa đơn được, vì kỳ không gồm đủ những ngày ấy hoặc quy tắc của ngày ấy không cho: lập theo từng lần bán.`,
        remedy: 'Mở kỳ gồm đủ tháng hoặc quý khai thuế, hoặc bỏ chọn hồ sơ ở thiết lập kỳ. Trước 01/07/2026 không gộp.',
        count: broken.length,
        profile: code,
      },
    ];
  });
}

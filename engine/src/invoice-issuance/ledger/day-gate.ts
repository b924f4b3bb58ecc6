import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import type { ProfileBooks } from '../books.ts';
import { consolidationFinder } from '../rules/consolidation.ts';
import { isAhead } from '../rules/dates.ts';
import type { BravoBuyer, IssuanceInput } from '../types.ts';

/** The profiles that may invoice a sale by now, or why it has to wait for its day. */
export type DayAnswer = { readonly able: readonly ProfileBooks[] } | { readonly why: string };

/**
 * The day of a sale's invoice has come or not: that of the sale, or the last one of the month or quarter whose gifts are
 * on one invoice. Neither the day of issuing nor the last day of a hand-over is passed.
 */
export function dayGate(
  input: IssuanceInput,
): (line: SalesLine, partner: BravoBuyer, declared: readonly ProfileBooks[]) => DayAnswer {
  const { issueDay, through = issueDay } = input.period;
  const lastDay = through < issueDay ? through : issueDay;
  const limit = `${lastDay === issueDay ? 'ngày lập hóa đơn' : 'ngày cuối của lần bàn giao'} ${formatDay(lastDay)}`;
  const together = consolidationFinder(input);
  return (line, partner, declared) => {
    if (isAhead(lastDay, line.docDate)) return { why: `ngày bán ${formatDay(line.docDate)} ở sau ${limit}` };
    const untils = declared.map(({ terms }) => together(terms.code, line, partner)?.to);
    const able = declared.filter((_, index) => !isAhead(lastDay, untils[index] ?? line.docDate));
    if (able.length > 0) return { able };
    return {
      why: `chờ hóa đơn tổng hợp hàng khuyến mại, cho, biếu, tặng ngày ${formatDay(untils[0]!)}, ở sau ${limit}`,
    };
  };
}

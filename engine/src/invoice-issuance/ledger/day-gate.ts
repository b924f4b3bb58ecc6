import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { passing } from '../../order.ts';
import type { ProfileBooks } from '../books.ts';
import { isAhead } from '../rules/dates.ts';
import { DAY_GROUNDS, dayFinder } from '../rules/lawful-day.ts';
import type { BravoBuyer, IssuanceInput } from '../types.ts';

/** The profiles that may invoice a sale by now, or why it has to wait for its day. */
export type DayAnswer = { readonly able: readonly ProfileBooks[] } | { readonly why: string };

/**
 * The day of a sale's invoice has come or not: that of its document, and the line's lawful day if that is another. Neither the
 * day of issuing nor the last day of a hand-over is passed.
 */
export function dayGate(
  input: IssuanceInput,
): (line: SalesLine, partner: BravoBuyer, declared: readonly ProfileBooks[]) => DayAnswer {
  const { issueDay, through = issueDay } = input.period;
  const lastDay = through < issueDay ? through : issueDay;
  const limit = `${lastDay === issueDay ? 'ngày lập hóa đơn' : 'ngày cuối của lần bàn giao'} ${formatDay(lastDay)}`;
  const dayOf = dayFinder(input);
  return (line, partner, declared) => {
    if (isAhead(lastDay, line.docDate)) return { why: `ngày bán ${formatDay(line.docDate)} ở sau ${limit}` };
    const dayIn = ({ terms }: ProfileBooks) => dayOf(terms.code, line, partner);
    const able = passing(declared, (books) => !isAhead(lastDay, dayIn(books).day));
    if (able.length > 0) return { able };
    const { day, because } = dayIn(declared[0]!);
    return because === 'gifts'
      ? { why: `chờ hóa đơn tổng hợp hàng khuyến mại, cho, biếu, tặng ngày ${formatDay(day)}, ở sau ${limit}` }
      : { why: `ngày theo luật ${formatDay(day)} (${DAY_GROUNDS[because]}) ở sau ${limit}` };
  };
}

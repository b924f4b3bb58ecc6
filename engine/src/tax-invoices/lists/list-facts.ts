import type { Day } from '../../day.ts';
import { Problem } from '../../problem.ts';
import { momentOf } from '../../text/moment.ts';
import { TAX_CHANNELS, type TaxChannel, type TaxListRow } from '../tax-list.ts';

type Period = { readonly fromDate: Day | null; readonly toDate: Day | null };
export type ListDays = { readonly fromDate: Day; readonly toDate: Day };

/** Channel of an invoice by its symbol: C has a code, K none, and M in the fourth place is a cash register. */
export const channelOf = (symbol: string): TaxChannel =>
  symbol[3] === 'M' ? 'register' : symbol.startsWith('K') ? 'uncoded' : 'coded';

/** The channels of a list: those that a person said, else those of its rows. Throws TAX_LIST_UNPLACED. */
export function channelsOf(rows: readonly TaxListRow[], said: readonly TaxChannel[] = []): TaxChannel[] {
  const found = new Set(said.length > 0 ? said : rows.map(({ identity }) => channelOf(identity.symbol)));
  if (found.size === 0)
    throw new Problem(
      'TAX_LIST_UNPLACED',
      'Danh sách không có hóa đơn nào nên không biết là loại nào. Hãy nạp lại và chọn: có mã, không mã hay máy tính tiền.',
    );
  return TAX_CHANNELS.filter((channel) => found.has(channel));
}

/** The days of a list: its period line, else the first and the last day of its rows. Throws TAX_LIST_UNPLACED. */
export function daysOf(rows: readonly TaxListRow[], stated: Period): ListDays {
  const days = rows.map(({ date }) => date).toSorted();
  const [fromDate, toDate] = [stated.fromDate ?? days[0], stated.toDate ?? days.at(-1)];
  if (fromDate === undefined || toDate === undefined || fromDate > toDate)
    throw new Problem(
      'TAX_LIST_UNPLACED',
      'Danh sách không ghi «Từ ngày … đến ngày …» và không có hóa đơn nào, nên không biết của những ngày nào. Hãy tải lại danh sách từ cổng thuế.',
    );
  return { fromDate, toDate };
}

/**
 * The workbook's own moment of making, as far as it can be: not before the last of its invoices (a template's moment) and not after
 * `now`, an ISO instant in UTC. The moment of its last saving is not asked: an old list that is saved again stays old.
 */
export function madeAtOf(
  rows: readonly TaxListRow[],
  { fromDate }: ListDays,
  made: string | undefined,
  now: string,
): string | null {
  const at = made === undefined ? undefined : momentOf(made);
  if (at === undefined || at.iso > now || at.vietnamDay < fromDate) return null;
  return rows.every(({ date }) => date <= at.vietnamDay) ? at.iso : null;
}

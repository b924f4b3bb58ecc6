import { addDays, type Day } from '../../day.ts';
import { TAX_CHANNELS, type TaxChannel } from '../tax-list.ts';

/** The days that a list is about, for the channels that it holds. */
export type ListCover = {
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly channels: readonly TaxChannel[];
  /** Day in Vietnam on which the list was made, or came: it knows whole days before that one alone. */
  readonly madeOn: Day;
  /** Rows of it were rejected: they may hide an invoice of any of its days. */
  readonly isIncomplete: boolean;
};

export type DayRange = { readonly from: Day; readonly to: Day };

/** The days of a range, of one channel, for which «not in any list» proves nothing. */
export type ChannelGaps = {
  readonly channel: TaxChannel;
  /** No list has them. */
  readonly missing: readonly DayRange[];
  /** Only lists with rejected rows have them. */
  readonly incomplete: readonly DayRange[];
};

/** The gaps that lists of one profile and side leave in a range, per channel. */
export const coverGaps = (lists: readonly ListCover[], range: DayRange): ChannelGaps[] =>
  TAX_CHANNELS.map((channel) => {
    const of = lists.filter(({ channels }) => channels.includes(channel));
    const whole = without(range, of.filter(({ isIncomplete }) => !isIncomplete).map(knownDays));
    const missing = without(range, of.map(knownDays));
    return { channel, missing, incomplete: whole.flatMap((gap) => without(gap, missing)) };
  });

const knownDays = ({ fromDate, toDate, madeOn }: ListCover): DayRange => {
  const before = addDays(madeOn, -1);
  return { from: fromDate, to: toDate < before ? toDate : before };
};

/** The parts of a range that none of the others have. */
function without(range: DayRange, others: readonly DayRange[]): DayRange[] {
  const gaps: DayRange[] = [];
  let next = range.from;
  for (const { from, to } of others.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (to < next || from > range.to || to < from) continue;
    if (from > next) gaps.push({ from: next, to: addDays(from, -1) });
    next = addDays(to, 1);
  }
  return next > range.to ? gaps : [...gaps, { from: next, to: range.to }];
}

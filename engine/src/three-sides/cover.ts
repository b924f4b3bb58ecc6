import { type Day, formatDay } from '../day.ts';
import { channelOf } from '../tax-invoices/lists/list-facts.ts';
import { TAX_CHANNELS, type TaxChannel } from '../tax-invoices/tax-list.ts';
import type { DaySpan, TaxCover } from './types.ts';

const CHANNEL_NAMES: Readonly<Record<TaxChannel, string>> = {
  coded: 'hóa đơn có mã',
  uncoded: 'hóa đơn không mã',
  register: 'hóa đơn máy tính tiền',
};

/** The channels whose lists do not vouch for a day: all of them are asked where the symbol is not known. */
export function channelsMissing(cover: readonly TaxCover[], day: Day, symbol: string): TaxChannel[] {
  const asked = symbol === '' ? TAX_CHANNELS : [channelOf(symbol)];
  return asked.filter((channel) => !cover.some((one) => one.channel === channel && isWithin(one, day)));
}

export const isWithin = ({ from, to }: DaySpan, day: Day): boolean => from <= day && day <= to;

/** «thiếu danh sách hóa đơn máy tính tiền của ngày 12/11/2026». */
export const missingLists = (channels: readonly TaxChannel[], day: Day): string =>
  `thiếu danh sách ${channels.map((channel) => CHANNEL_NAMES[channel]).join(', ')} của ngày ${formatDay(day)}`;

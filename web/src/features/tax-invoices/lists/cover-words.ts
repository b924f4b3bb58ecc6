import type { TaxCover } from '@khop/contract/tax-invoices/resources.ts';
import type { Tone } from '../../../ui/chip.tsx';
import { formatDay } from '../../../ui/format/time.ts';

type Channel = TaxCover['channels'][number];
type Days = Channel['missing'];

/** "01/10/2026 – 04/10/2026, 31/10/2026" */
const rangesOf = (days: Days): string =>
  days.map(({ from, to }) => (from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`)).join(', ');

const isWhole = (month: string, days: Days): boolean =>
  days.length === 1 && days[0]!.from === `${month}-01` && nextDay(days[0]!.to).endsWith('-01');

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

export type CoverWord = { readonly label: string; readonly tone: Tone; readonly detail: string };

/** The part of a month that the lists of one channel have: all of it, which days not, or nothing. */
export function coverWord(month: string, { missing, incomplete }: Channel): CoverWord {
  const rejected = incomplete.length > 0 ? `Danh sách có dòng bị từ chối: ${rangesOf(incomplete)}.` : '';
  if (isWhole(month, missing)) return { label: 'Chưa có', tone: 'grey', detail: '' };
  if (missing.length > 0)
    return { label: 'Thiếu ngày', tone: 'amber', detail: `Thiếu ${rangesOf(missing)}. ${rejected}`.trim() };
  return incomplete.length > 0
    ? { label: 'Chưa đủ', tone: 'amber', detail: rejected }
    : { label: 'Đủ', tone: 'green', detail: '' };
}

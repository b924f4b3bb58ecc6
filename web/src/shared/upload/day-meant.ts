import { type DateOrder, readDayText } from '@khop/engine/text/day-text.ts';
import { formatDecimal } from '../../ui/format/number.ts';

/** The day that a text like "05/09/2026" names, in words: "5 tháng 9 năm 2026" with the day first. The text itself when it is none. */
export function dayMeant(text: string, order: DateOrder): string {
  const day = readDayText(text, order);
  if (day === undefined) return text;
  const [year, month, of] = day.split('-').map(Number);
  return `${of} tháng ${month} năm ${year}`;
}

/** The number that a text like "1.234" names when its sign groups thousands, or goes before a fraction. */
export const numberMeant = (text: string, means: 'thousands' | 'fraction'): string =>
  formatDecimal(means === 'thousands' ? text.replace(/[.,]/, '') : text.replace(',', '.'));

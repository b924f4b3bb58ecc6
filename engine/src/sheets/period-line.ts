import { addDays, type Day, isDay } from '../day.ts';
import type { Cell } from './cell.ts';
import { foldHeader } from './fold-header.ts';

/** The period that a report states above its header; a side that is not stated is null. */
export type StatedPeriod = { readonly fromDate: Day | null; readonly toDate: Day | null };

const DATE = String.raw`(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})`;
const RANGE = new RegExp(`tu ngay:? ?${DATE} (?:den|toi)(?: ngay)?:? ?${DATE}`);
const UNTIL = new RegExp(`(?:den ngay|tai ngay|^ngay):? ?${DATE}`);
const MONTH = /thang:? ?(\d{1,2}) ?(?:\/|-|nam|nam:) ?(\d{4})/;
const QUARTER = /quy:? ?(iv|iii|ii|i|[1-4]) ?(?:\/|-|nam|nam:) ?(\d{4})/;
const YEAR = /^nam:? ?(\d{4})$/;
const ROMAN: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4 };

const dayOf = (day: string, month: string, year: string): Day | null => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};

const months = (year: number, first: number, last: number): StatedPeriod | undefined => {
  if (first < 1 || last > 12) return undefined;
  const start = (month: number): Day =>
    month > 12 ? `${year + 1}-01-01` : `${year}-${String(month).padStart(2, '0')}-01`;
  return { fromDate: start(first), toDate: addDays(start(last + 1), -1) };
};

/** Reads "Từ ngày 01/09/2026 đến ngày 30/09/2026", "Tháng 9 năm 2026", "Quý III năm 2026", "Năm 2026", "Đến ngày …". */
export function readPeriodLine(text: string): StatedPeriod | undefined {
  const line = foldHeader(text);
  const range = RANGE.exec(line);
  if (range) {
    return { fromDate: dayOf(range[1]!, range[2]!, range[3]!), toDate: dayOf(range[4]!, range[5]!, range[6]!) };
  }
  const until = UNTIL.exec(line);
  if (until) return { fromDate: null, toDate: dayOf(until[1]!, until[2]!, until[3]!) };
  const month = MONTH.exec(line);
  if (month) return months(Number(month[2]), Number(month[1]), Number(month[1]));
  const quarter = QUARTER.exec(line);
  if (quarter) {
    const number = ROMAN[quarter[1]!] ?? Number(quarter[1]);
    return months(Number(quarter[2]), number * 3 - 2, number * 3);
  }
  const year = YEAR.exec(line);
  return year ? months(Number(year[1]), 1, 12) : undefined;
}

/** The period that the first of these rows states that states one. */
export function statedPeriod(above: readonly (readonly Cell[])[]): StatedPeriod {
  for (const row of above) {
    for (const cell of row) {
      const period = typeof cell === 'string' ? readPeriodLine(cell) : undefined;
      if (period) return period;
    }
  }
  return { fromDate: null, toDate: null };
}

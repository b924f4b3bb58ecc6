import { addDays, type Day, isDay } from '../day.ts';
import type { Cell } from './cell.ts';
import { foldHeader } from './fold-header.ts';

/** The period that a report states above its header; a side that is not stated is null. */
export type StatedPeriod = { readonly fromDate: Day | null; readonly toDate: Day | null };

// Days are also spelled «ngày 5 tháng 9 năm 2026», which must not pass for the whole of September.
const DATE = String.raw`(\d{1,2})(?: ?[/.-] ?| ?thang ?)(\d{1,2})(?: ?[/.-] ?| ?nam ?)(\d{4})`;
const RANGE = new RegExp(`tu(?: ngay)?:? ?${DATE} ?-? ?(?:den|toi)(?: het)?(?: ngay)?:? ?${DATE}`);
const UNTIL = new RegExp(`(?:den(?: het)? ngay|tai ngay|^ngay):? ?${DATE}`);
const OF_YEAR = String.raw` ?(?:\/|-|nam|nam:) ?(\d{4})`;
const MONTH = new RegExp(String.raw`thang:? ?(\d{1,2})${OF_YEAR}`);
const QUARTER = new RegExp(`quy:? ?(iv|iii|ii|i|[1-4])${OF_YEAR}`);
const MONTHS = new RegExp(
  String.raw`tu thang:? ?(\d{1,2})(?:${OF_YEAR})? (?:den|toi)(?: het)? (?:thang:? ?)?(\d{1,2})${OF_YEAR}`,
);
const QUARTERS = new RegExp(
  `tu quy:? ?(iv|iii|ii|i|[1-4])(?:${OF_YEAR})? (?:den|toi)(?: het)? (?:quy:? ?)?(iv|iii|ii|i|[1-4])${OF_YEAR}`,
);
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

const quarterOf = (text: string): number => ROMAN[text] ?? Number(text);

/** From the first month of one span to the last of another; the first year is the second's where it is not said. */
function between(first: StatedPeriod | undefined, last: StatedPeriod | undefined): StatedPeriod | undefined {
  return first && last && { fromDate: first.fromDate, toDate: last.toDate };
}

/** "Tháng 9 năm 2026", "Từ tháng 7 đến tháng 9 năm 2026", "Quý III năm 2026", "Từ quý I đến quý III năm 2026". */
function ofMonths(line: string): StatedPeriod | undefined {
  const month = (number: string, year: string) => months(Number(year), Number(number), Number(number));
  const quarter = (text: string, year: string) => months(Number(year), quarterOf(text) * 3 - 2, quarterOf(text) * 3);
  for (const [span, one, several] of [
    [month, MONTH, MONTHS],
    [quarter, QUARTER, QUARTERS],
  ] as const) {
    const range = several.exec(line);
    if (range) return between(span(range[1]!, range[2] ?? range[4]!), span(range[3]!, range[4]!));
    const single = one.exec(line);
    if (single) return span(single[1]!, single[2]!);
  }
  return undefined;
}

/** Reads "Từ ngày 01/09/2026 đến ngày 30/09/2026", "Tháng 9 năm 2026", "Quý III năm 2026", "Năm 2026", "Đến ngày …". */
export function readPeriodLine(text: string): StatedPeriod | undefined {
  const line = foldHeader(text);
  const range = RANGE.exec(line);
  if (range) {
    return { fromDate: dayOf(range[1]!, range[2]!, range[3]!), toDate: dayOf(range[4]!, range[5]!, range[6]!) };
  }
  const until = UNTIL.exec(line);
  if (until) return { fromDate: null, toDate: dayOf(until[1]!, until[2]!, until[3]!) };
  const year = YEAR.exec(line);
  return ofMonths(line) ?? (year ? months(Number(year[1]), 1, 12) : undefined);
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

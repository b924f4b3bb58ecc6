import { addDays, type Day, isDay } from '../day.ts';
import { type Cell, cellText, isBlank } from './cell.ts';
import { foldHeader } from './fold-header.ts';

/** The period that a report states above its header; a side that is not stated is null. */
export type StatedPeriod = { readonly fromDate: Day | null; readonly toDate: Day | null };

// Days are also spelled «ngày 5 tháng 9 năm 2026», which must not pass for the whole of September.
const DAY = String.raw`(\d{1,2})(?: ?[/.-] ?| ?thang ?)(\d{1,2})`;
// An unread «15/09/26» would let half a month pass for a whole one.
const OF_DAY = String.raw`(?: ?[/.-] ?| ?nam ?)(\d{4}|\d{2}(?!\d))`;
const UP_TO = '(?:den|toi)(?: het)?';
const RANGE = new RegExp(
  String.raw`(?:^\(?|\b(?:tu(?: ngay)?|ngay|ky(?: bao cao| ke toan)?|thoi gian):? ?)${DAY}(?:${OF_DAY})?[,;]? ?(?:[-–]? ?${UP_TO}|[-–])(?: ngay)?:? ?${DAY}${OF_DAY}`,
);
// «Từ ngày 01/09/2026 đến nay»: its end is the moment of the export, which the heading does not tell.
const SINCE = new RegExp(
  String.raw`\btu(?: ngay)?:? ?${DAY}${OF_DAY} ?[-–,]? ?(?:${UP_TO} (?:nay|hien tai|hom nay|thoi diem hien tai)|tro di)\b`,
);
const UNTIL = new RegExp(String.raw`\b(?:${UP_TO}(?: ngay)?|tai ngay):? ?${DAY}${OF_DAY}`);
// «Từ ngày 01/09/2026» alone: its end is in the next row.
const BEGUN = new RegExp(String.raw`\btu(?: ngay)?:? ?${DAY}${OF_DAY}$`);
/** Both words alone: their days are in the next row. */
const CAPTIONS = /^tu(?: ngay)?:? (?:den|toi)(?: ngay)?:?$/;
const DATED = new RegExp(`^ngay:? ?${DAY}${OF_DAY}`);
const OF_YEAR = String.raw` ?(?:[/.,-]|,? ?nam:?) ?(\d{4})(?!\d)`;
// «Hà Nội, ngày 5 tháng 10 năm 2026» and «Thông tư … ngày 26 tháng 8 năm 2016» are days too, and not of the report.
const MONTH = spanOf(String.raw`(?<!\b(?:ngay|tu)\D{0,12}\d{1,2} ?)thang`, String.raw`\d{1,2}`);
const QUARTER = spanOf('quy', 'iv|iii|ii|i|0?[1-4]');
// The heading of a company whose name has such words: «Công ty Quý 4 - 2026».
const OWN_NAME =
  /(?:^|[;:(–|] ?|- )(?:tong cong ty|cong ty|cty|tap doan|doanh nghiep|dntn|ho kinh doanh|hkd|hop tac xa|htx|cua hang)\b[^;:(–|-]*$/;
const YEAR = /^nam:? ?(\d{4})$/;
const ROMAN: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4 };

const dayOf = (day: string, month: string, year: string): Day | null => {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};

const months = (year: number, first: number, last: number): StatedPeriod | undefined => {
  if (first < 1 || last > 12) return undefined;
  const start = (month: number): Day =>
    month > 12 ? `${year + 1}-01-01` : `${year}-${String(month).padStart(2, '0')}-01`;
  return { fromDate: start(first), toDate: addDays(start(last + 1), -1) };
};

const quarterOf = (text: string): number => ROMAN[text] ?? Number(text);

/** A month or a quarter of a year: alone, as the end of what is not said, with another one as a span, or several named one by one. */
function spanOf(word: string, number: string) {
  const first = `${word}:? ?(${number})`;
  return {
    one: new RegExp(`(${UP_TO} )?${first}${OF_YEAR}`),
    several: new RegExp(`${first}(?:${OF_YEAR})? ?(?:[-–]? ?${UP_TO}|[-–]|va) ?(?:${word}:? ?)?(${number})${OF_YEAR}`),
    listed: new RegExp(`${first}((?: ?(?:[,;+&]|,? ?va) ?(?:${word}:? ?)?(?:${number})(?!\\d))+)${OF_YEAR}`),
  };
}

/** A span that ends before it begins states only its end. */
function between(fromDate: Day | null, toDate: Day | null): StatedPeriod {
  return { fromDate: fromDate !== null && toDate !== null && fromDate > toDate ? null : fromDate, toDate };
}

type SpanOf = (number: string, year: string) => StatedPeriod | undefined;

/** Months or quarters that are named one by one: one span where each follows the one before, else none. */
function together(spans: readonly (StatedPeriod | undefined)[]): StatedPeriod | undefined {
  const [first, last] = [spans[0], spans.at(-1)];
  const isWhole = spans.every((span, index) => {
    const before = spans[index - 1];
    return index === 0 || (span?.fromDate && before?.toDate && addDays(before.toDate, 1) === span.fromDate);
  });
  return isWhole && first && last ? { fromDate: first.fromDate, toDate: last.toDate } : undefined;
}

/** "Tháng 9 năm 2026", "Từ tháng 7 đến tháng 9 năm 2026", "Tháng 7, 8, 9 năm 2026", "Quý III năm 2026", "Từ quý I đến quý III năm 2026". */
function ofMonths(line: string): StatedPeriod | undefined {
  const month: SpanOf = (number, year) => months(Number(year), Number(number), Number(number));
  const quarter: SpanOf = (text, year) => months(Number(year), quarterOf(text) * 3 - 2, quarterOf(text) * 3);
  for (const [span, { one, several, listed }, number] of [
    [month, MONTH, /\d+/g],
    [quarter, QUARTER, /[iv]+(?![a-z])|\d+/g],
  ] as const) {
    const list = listed.exec(line);
    if (list) {
      const others = list[2]!.replace(/thang|quy|va/g, ' ').match(number) ?? [];
      return together([list[1]!, ...others].map((text) => span(text, list[3]!)));
    }
    const range = several.exec(line);
    if (range) {
      // The first year is the second's where it is not said.
      const [first, last] = [span(range[1]!, range[2] ?? range[4]!), span(range[3]!, range[4]!)];
      if (/ va /.test(range[0])) return together([first, last]);
      return first && last && between(first.fromDate, last.toDate);
    }
    const single = one.exec(line);
    const stated = single && !isName(line, single) && span(single[2]!, single[3]!);
    if (stated) return single[1] ? { fromDate: null, toDate: stated.toDate } : stated;
  }
  return undefined;
}

const isName = (line: string, { 0: words, index }: RegExpExecArray): boolean =>
  !words.includes('nam') && OWN_NAME.test(line.slice(0, index));

/** Reads "Từ ngày 01/09/2026 đến ngày 30/09/2026", "Tháng 9 năm 2026", "Quý III năm 2026", "Năm 2026", "Đến ngày …". */
export function readPeriodLine(text: string): StatedPeriod | undefined {
  const [first, ...more] = [text, ...(/\n/.test(text) ? text.split('\n') : [])];
  return more.reduce((read, line) => read ?? readLine(line), readLine(first!));
}

/** A day as machines write it, «2026-09-01», which must not be passed over: a report of another month would be taken. */
const OF_MACHINES = /(?<![\d/.-])(\d{4})-(\d{2})-(\d{2})(?![\d/.-])/g;

function readLine(text: string): StatedPeriod | undefined {
  const line = foldHeader(text).replace(OF_MACHINES, '$3/$2/$1');
  const range = RANGE.exec(line);
  if (range) {
    const [, day, month, year, lastDay, lastMonth, lastYear] = range;
    return between(dayOf(day!, month!, year ?? lastYear!), dayOf(lastDay!, lastMonth!, lastYear!));
  }
  const since = SINCE.exec(line);
  if (since) return { fromDate: dayOf(since[1]!, since[2]!, since[3]!), toDate: null };
  const until = UNTIL.exec(line) ?? DATED.exec(line);
  if (until) return { fromDate: null, toDate: dayOf(until[1]!, until[2]!, until[3]!) };
  const year = YEAR.exec(line);
  return ofMonths(line) ?? (year ? months(Number(year[1]), 1, 12) : undefined);
}

/**
 * The period that the first of these rows states that states one: in one cell, over several (`Từ ngày | 01/09/2026 | đến ngày | 30/09/2026`), or with
 * its first day, or both captions, in the row before. A bare «Ngày …» may be the day of printing: it counts where no row says more.
 */
export function statedPeriod(above: readonly (readonly Cell[])[]): StatedPeriod {
  let dated: StatedPeriod | undefined;
  let begun = '';
  for (const row of above) {
    const { stated, bare } = inCells(row);
    const texts = row.flatMap((cell) => (isBlank(cell) ? [] : cellText(cell)));
    const line = foldHeader(texts.join(' '));
    const spread = overCells(line);
    const both = begun === '' ? undefined : overCells(withBegun(begun, texts));
    const period = [stated, spread, both].find((one) => one && one.fromDate !== null) ?? stated ?? spread;
    if (period) return period;
    dated ??= bare;
    if (line !== '') begun = BEGUN.test(line) || CAPTIONS.test(line) ? line : '';
  }
  return dated ?? { fromDate: null, toDate: null };
}

/** A row after the one that began a period: days under their captions, or the last day. */
function withBegun(begun: string, texts: readonly string[]): string {
  if (!CAPTIONS.test(begun)) return foldHeader([begun, ...texts].join(' '));
  return texts.length === 2 ? foldHeader(`từ ngày ${texts.join(' đến ngày ')}`) : '';
}

/** The first period that one cell of a row states, and the first bare day. */
function inCells(row: readonly Cell[]): { readonly stated?: StatedPeriod; readonly bare?: StatedPeriod } {
  let bare: StatedPeriod | undefined;
  for (const cell of row) {
    const period = typeof cell === 'string' ? readPeriodLine(cell) : undefined;
    if (!period) continue;
    if (period.fromDate !== null || !DATED.test(foldHeader(String(cell)))) return { stated: period };
    bare ??= period;
  }
  return { bare };
}

/** Cells that have nothing to do with one another may read as an end: it counts at the beginning alone. */
function overCells(line: string): StatedPeriod | undefined {
  const period = readLine(line);
  return period && (period.fromDate !== null || UNTIL.exec(line)?.index === 0) ? period : undefined;
}

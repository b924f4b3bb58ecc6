import { type Cell, isBlank } from '../cell.ts';
import type { KnownReport } from './known-report.ts';
import { importTemplate, knownReports } from './known-reports.ts';

/** Rows at the top that may hold a title. */
const TITLE_ROWS = 15;
/** Most cells beside a title: the company's name, or the number of a form. */
const MOST_CELLS_BESIDE = 4;

export type Titled = {
  readonly report: KnownReport;
  /** The title is a word that may head other things: the headers come first. */
  readonly isWeak: boolean;
};

/** The report that a title above the header names; titles end at the first row for which `isHeader` is true. */
export function titledReport(
  rows: readonly (readonly Cell[])[],
  folded: readonly (readonly string[])[],
  isHeader: (folded: readonly string[]) => boolean,
): Titled | undefined {
  let weak: Titled | undefined;
  for (let row = 0; row < Math.min(rows.length, TITLE_ROWS); row++) {
    if (isHeader(folded[row]!)) break;
    if (rows[row]!.filter((cell) => !isBlank(cell)).length > MOST_CELLS_BESIDE) continue;
    for (const text of folded[row]!) {
      if (text === '') continue;
      const report = beginsWith(text.replace(/^bao cao:? (?=tong hop|so |bang ke|danh|nhap|chi tiet)/, ''));
      if (report) return { report, isWeak: false };
      const short = knownReports.find((one) => one.exactTitles?.includes(text));
      if (short) weak ??= { report: short, isWeak: true };
    }
  }
  return weak;
}

/** The report with the longest title that the text begins with, as whole words. */
function beginsWith(text: string): KnownReport | undefined {
  let [best, length]: [KnownReport | undefined, number] = [undefined, 0];
  for (const report of knownReports) {
    for (const title of report.titles) {
      if (title.length > length && text.startsWith(title) && !/\p{L}/u.test(text.charAt(title.length)))
        [best, length] = [report, title.length];
    }
  }
  return best;
}

/** Marks of columns that have to be filled ("Số chứng từ (*)"): only templates for entry have so many. */
const LEAST_MARKS = 3;
const MARK = /\(\s*\*\s*\)/;

/**
 * The report that the headers tell, whose columns of one row (or of two, with groups above) include a set of its signs.
 */
export function signedReport(
  rows: readonly (readonly Cell[])[],
  folded: readonly (readonly string[])[],
): KnownReport | undefined {
  const headers = folded.map((row, at) => new Set([...row, ...(folded[at + 1] ?? [])]));
  const has = (row: ReadonlySet<string>, sign: readonly string[]): boolean =>
    sign.every((one) =>
      one.startsWith('!') ? !row.has(one.slice(1)) : one.split('|').some((header) => row.has(header)),
    );
  const known = knownReports.find(({ signs = [] }) => headers.some((row) => signs.some((sign) => has(row, sign))));
  if (known?.report.endsWith('-template')) return known;
  const isTemplate = rows.some(
    (row) => row.filter((cell) => typeof cell === 'string' && MARK.test(cell)).length >= LEAST_MARKS,
  );
  return isTemplate ? importTemplate : known;
}

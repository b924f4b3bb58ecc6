import { Problem } from '../../problem.ts';
import type { Row } from '../layouts/layout.ts';
import { overlapWatch } from './overlap.ts';
import type { Plan } from './plan.ts';

/** Fewer rows may repeat by chance: lots of equal figures, lines of one voucher. */
const LEAST_TWICE = 3;

/** The rows below each other of a report that may be there again. */
export type RepeatWatch = {
  take(row: Row, rowNumber: number): void;
  /** `sums`: of all rows that were taken. Throws REPORT_TWICE. */
  finish(sums: readonly bigint[]): void;
};

/**
 * Watches a ledger for a report that was pasted below itself, by which every sale would count double: its first row comes again, word for word, and
 * in the end there are a whole number of times as many rows, and of every sum, as up to there. Remembers two rows, however long the
 * ledger is. A part of it that comes again is `overlapWatch`'s. `sumsSoFar` are those of the rows taken before.
 */
export function repeatWatch(plan: Plan, sumsSoFar: () => readonly bigint[]): RepeatWatch {
  const { dataWhen = [] } = plan.layout;
  const overlap = overlapWatch(plan);
  let first: { readonly row: Row; readonly written: string; readonly rowNumber: number } | undefined;
  let part: { readonly rows: number; readonly sums: readonly bigint[]; readonly last: string } | undefined;
  let [rows, before]: [number, Row | undefined] = [0, undefined];
  return {
    take(row, rowNumber) {
      if (!first) first = { row, written: JSON.stringify(row), rowNumber };
      else if (!part && rows >= LEAST_TWICE && dataWhen.every((field) => row[field] === first!.row[field])) {
        if (JSON.stringify(row) === first.written) part = { rows, sums: sumsSoFar(), last: JSON.stringify(before) };
      }
      rows++;
      before = row;
      overlap?.take(row, rowNumber);
    },
    finish(sums) {
      const isWhole = part && rows % part.rows === 0 && JSON.stringify(before) === part.last;
      const times = isWhole ? rows / part!.rows : 0;
      if (isWhole && part!.sums.every((sum, at) => sum * BigInt(times) === sums[at]))
        throw reportTwice(times, first!.rowNumber);
      overlap?.finish();
    },
  };
}

/** A row of stock as it was written, and the rows below it that say the very same. */
type Copied = { readonly rowNumber: number; readonly copies: number };

/**
 * Refuses a stock report that a sheet has several times. Lots differ in their figures, and not every product has as many: `added` rows were added
 * to these. Throws REPORT_TWICE.
 */
export function refuseTwice(held: readonly Copied[], added: number): void {
  const [first] = held;
  if (!first || held.length < LEAST_TWICE || first.copies === 0 || added !== held.length * first.copies) return;
  if (held.every(({ copies }) => copies === first.copies)) throw reportTwice(first.copies + 1, first.rowNumber);
}

const reportTwice = (times: number, row: number): Problem =>
  new Problem(
    'REPORT_TWICE',
    `Mỗi dòng của tệp có ${times} lần, y như nhau (ví dụ dòng ${row}): báo cáo có thể được dán lặp lại, và mọi số sẽ thành gấp ${times}. Hãy xóa phần lặp, hoặc xuất lại tệp rồi tải lên.`,
    { times, row },
  );

import { formatVnd } from '../money.ts';
import { ONE, parseQuantity } from '../quantity.ts';
import type { Notation } from './body/notation.ts';
import { type Cell, columnLetters, isBlank } from './cell.ts';
import { foldHeader } from './fold-header.ts';
import type { LayoutField, Value } from './layouts/layout.ts';
import type { Issue, Totals } from './read-result.ts';

/** A recognised column, as messages name it, and how its texts are known to write days and numbers. */
export type TotalColumn = {
  readonly index: number;
  readonly header: string;
  readonly field: LayoutField;
  readonly notation?: Notation | undefined;
};

/** Spares folding the first cell of every row. */
const MAY_BE_TOTAL = /^[\s\uFEFF]*[tcs]/i;
const TOTAL = /^(tong|tong cong|cong|so dong)(?=$|[\s:=(])/;
const BARE_TOTAL = /^(tong|tong cong|cong)$/;
const ROW_COUNT = /^(?:tong )?so dong\D*(\d[\d.,]*)?/;

/** The folded label of a row that begins "Tổng", "Tổng cộng", "Cộng" or "Số dòng"; undefined for other rows. */
export function totalLabelOf(cells: readonly Cell[]): string | undefined {
  const first = cells.find((cell) => !isBlank(cell));
  if (typeof first !== 'string') return labelBehindNumbers(cells);
  if (!MAY_BE_TOTAL.test(first)) return undefined;
  const label = foldHeader(first);
  return TOTAL.test(label) ? label : undefined;
}

/** If sums precede the label, only a row that says nothing else is one of totals: others may be bad rows. */
function labelBehindNumbers(cells: readonly Cell[]): string | undefined {
  const text = cells.find((cell) => typeof cell === 'string' && !isBlank(cell));
  if (typeof text !== 'string' || !MAY_BE_TOTAL.test(text)) return undefined;
  const label = foldHeader(text);
  const isAlone = cells.filter((cell) => typeof cell === 'string' && !isBlank(cell)).length === 1;
  return isAlone && BARE_TOTAL.test(label) ? label : undefined;
}

/** True when the label is all the text of its row, and can be nothing but one of totals ("Số dòng = 12", "Tổng cộng"). */
export function isSoleTotal(label: string, cells: readonly Cell[]): boolean {
  if (!/^so dong\s*[=:]/.test(label) && !BARE_TOTAL.test(label)) return false;
  return cells.filter((cell) => typeof cell === 'string' && !isBlank(cell)).length === 1;
}

/** The number of rows that a total row states, in its label ("Số dòng = 212") or in the number behind it. */
export function rowCountOf(label: string, cells: readonly Cell[]): number | undefined {
  const match = ROW_COUNT.exec(label);
  if (!match) return undefined;
  const stated = match[1]
    ? Number(match[1].replace(/[.,]/g, ''))
    : cells[cells.findIndex((cell) => !isBlank(cell)) + 1];
  return typeof stated === 'number' && Number.isSafeInteger(stated) ? stated : undefined;
}

/** An exact sum of a field's values: đồng, or millionths of a quantity. */
export type ExactSum = { add(value: Value): void; total(): bigint };

const SAFE_PART = 2 ** 50;

/** Places of a quantity. */
const PLACES = 6;

const placesOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);

/** Starts at 0. Whole numbers and millionths are gathered in doubles while that is exact: this runs for every amount of a file. */
export function exactSum(isQuantity: boolean): ExactSum {
  let [whole, millionths, total] = [0, 0, 0n];
  const unit = isQuantity ? ONE : 1n;
  const flush = () => {
    total += BigInt(whole) * unit + BigInt(millionths);
    [whole, millionths] = [0, 0];
  };
  return {
    add(value) {
      if (value === null || typeof value === 'boolean') return;
      const number = Number(value);
      // A long fraction can round to a whole double, so texts are taken for whole by their look.
      const places = typeof value === 'string' ? placesOf(value) : 0;
      if (places === 0 && Number.isSafeInteger(number) && Math.abs(number) < SAFE_PART) {
        whole += number;
        if (Math.abs(whole) >= SAFE_PART) flush();
      } else if (isQuantity && places > 0 && places <= PLACES && Math.abs(number) * 1e6 < SAFE_PART) {
        // Of so few millionths the double is off by less than half of one.
        millionths += Math.round(number * 1e6);
        if (Math.abs(millionths) >= SAFE_PART) flush();
      } else total += typeof value === 'string' ? parseQuantity(value) : BigInt(value);
    },
    total() {
      flush();
      return total;
    },
  };
}

const shown = (total: number | string): string =>
  Number.isSafeInteger(total) ? formatVnd(Number(total)) : String(total).replace('.', ',');

/**
 * A warning for every total of the file that differs from the sum of the rows read; `rowOf` gives the row in which the
 * file states a field's.
 */
export function compareTotals(
  file: Totals | undefined,
  read: Totals,
  rejectedRows: number,
  columns: readonly TotalColumn[],
  rowOf: ReadonlyMap<string, number>,
): Issue[] {
  const issues: Issue[] = [];
  for (const [field, stated] of Object.entries(file ?? {})) {
    const found = read[field];
    if (found === undefined || String(found) === String(stated)) continue;
    const column = columns.find((one) => one.field.field === field);
    const name = column ? `cột ${columnLetters(column.index)} «${column.header}»` : 'số dòng';
    const why = rejectedRows > 0 ? ` (${formatVnd(rejectedRows)} dòng bị từ chối không được cộng)` : '';
    issues.push({
      row: rowOf.get(field) ?? 0,
      column: column ? columnLetters(column.index) : null,
      value: stated,
      code: 'TOTAL_MISMATCH',
      message: `Dòng tổng của tệp ghi ${name} là ${shown(stated)}, đọc được ${shown(found)}${why}. Hãy kiểm tra tệp có đủ dòng không.`,
    });
  }
  return issues;
}

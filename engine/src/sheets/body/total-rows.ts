import { formatQuantity } from '../../quantity.ts';
import { type Cell, isBlank } from '../cell.ts';
import { compareTotals, exactSum, isSoleTotal, rowCountOf, totalLabelOf } from '../control-totals.ts';
import { convertCell } from '../conversions/convert.ts';
import { isFault } from '../conversions/fault.ts';
import type { Issue, Totals } from '../read-result.ts';
import type { Notations } from './notations.ts';
import type { Plan } from './plan.ts';

/** The total rows of a file: the last one of each field counts. */
export type TotalRows = {
  /** True when the row was one of totals. */
  take(cells: readonly Cell[], rowNumber: number): boolean;
  /** Those of the sheet that is being read. */
  stated(): Totals | null;
  /** Another sheet follows, with totals of its own or those of all. */
  turn(): void;
  /** Those of all sheets, beside the sums of what was read of them. */
  ofAll(read: Totals): Totals | null;
  /** A warning for each total that differs from the rows read. */
  compare(read: Totals, rejectedRows: number): Issue[];
};

/** Columns that say something of the goods beside their code. */
const OF_GOODS: ReadonlySet<string> = new Set(['productName', 'unit', 'mainUnit']);

/** None met yet. A sum is read as the numbers above it are. */
export function totalRows(plan: Plan, { decimalOf }: Pick<Notations, 'decimalOf'>): TotalRows {
  const { columns, required, plain } = plan;
  const summed = columns.filter((column) => column.field.total);
  const rowOf = new Map<string, number>();
  const earlier: Totals[] = [];
  let totals: Record<string, number | string> | undefined;
  const ofAll = (read: Totals): Totals | null =>
    earlier.length === 0 ? (totals ?? null) : added(earlier, totals ?? {}, read);
  return {
    take(cells, rowNumber) {
      const label = totalLabelOf(cells);
      if (label === undefined) return false;
      // A company may be called "Tổng công ty …": a row with all that a row of data needs is one, unless it says nothing else.
      const isWhole = required.every((column) => !isBlank(cells[column.index]));
      if (isWhole && !isSoleTotal(label, cells)) return isSumOfPart(plan, cells);
      totals ??= {};
      const count = rowCountOf(label, cells);
      if (count !== undefined) {
        totals.rowCount = count;
        rowOf.set('rowCount', rowNumber);
      }
      for (const { field, index } of summed) {
        const cell = cells[index];
        if (cell === undefined || cell === null || isBlank(cell)) continue;
        const value = convertCell(field, cell, plain, undefined, decimalOf(index));
        const kept = isFault(value) ? value.value : value;
        if (typeof kept !== 'number' && typeof kept !== 'string') continue;
        totals[field.field] = kept;
        rowOf.set(field.field, rowNumber);
      }
      return true;
    },
    stated: () => totals ?? null,
    turn() {
      if (totals) earlier.push(totals);
      totals = undefined;
    },
    ofAll,
    compare: (read, rejectedRows) => compareTotals(ofAll(read) ?? undefined, read, rejectedRows, columns, rowOf),
  };
}

/** «Cộng nhóm Sơn», «Cộng kho K1», «Tổng số» in place of the code: no goods of a stock report have neither a name nor a unit. */
const isSumOfPart = ({ layout, columns }: Plan, cells: readonly Cell[]): boolean => {
  const about = columns.filter(({ field }) => OF_GOODS.has(field.field));
  return layout.addsUp === true && about.length > 0 && about.every(({ index }) => isBlank(cells[index]));
};

/** The totals of several sheets together: the last one's where they are those of all, else what the sheets state added up. */
function added(earlier: readonly Totals[], last: Totals, read: Totals): Totals {
  const all = [...earlier, last];
  const fields = new Set(all.flatMap((totals) => Object.keys(totals)));
  return Object.fromEntries(
    [...fields].map((field): [string, number | string] => {
      if (last[field] !== undefined && String(last[field]) === String(read[field])) return [field, last[field]];
      const values = all.flatMap((totals) => totals[field] ?? []);
      const isQuantity = values.some((value) => typeof value === 'string');
      const sum = exactSum(isQuantity);
      for (const value of values) sum.add(value);
      return [field, isQuantity ? formatQuantity(sum.total()) : Number(sum.total())];
    }),
  );
}

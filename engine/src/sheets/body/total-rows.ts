import { type Cell, isBlank } from '../cell.ts';
import { compareTotals, isSoleTotal, rowCountOf, totalLabelOf } from '../control-totals.ts';
import { convertCell, isFault } from '../convert.ts';
import type { Issue, Totals } from '../read-result.ts';
import type { Plan } from './plan.ts';

/** The total rows of a file: the last one of each field counts. */
export type TotalRows = {
  /** True when the row was one of totals. */
  take(cells: readonly Cell[], rowNumber: number): boolean;
  stated(): Totals | null;
  /** A warning for each total that differs from the rows read. */
  compare(read: Totals, rejectedRows: number): Issue[];
};

/** None met yet. */
export function totalRows({ columns, required, plain }: Plan): TotalRows {
  const summed = columns.filter((column) => column.field.total);
  const rowOf = new Map<string, number>();
  let totals: Record<string, number | string> | undefined;
  return {
    take(cells, rowNumber) {
      const label = totalLabelOf(cells);
      if (label === undefined) return false;
      // A company may be called "Tổng công ty …": a row with all that a row of data needs is one, unless it says nothing else.
      const isWhole = required.every((column) => !isBlank(cells[column.index]));
      if (isWhole && !isSoleTotal(label, cells)) return false;
      totals ??= {};
      const count = rowCountOf(label, cells);
      if (count !== undefined) {
        totals.rowCount = count;
        rowOf.set('rowCount', rowNumber);
      }
      for (const { field, index, notation } of summed) {
        const cell = cells[index];
        if (cell === undefined || cell === null || isBlank(cell)) continue;
        const value = convertCell(field, cell, plain, undefined, notation?.decimal);
        const kept = isFault(value) ? value.value : value;
        if (typeof kept !== 'number' && typeof kept !== 'string') continue;
        totals[field.field] = kept;
        rowOf.set(field.field, rowNumber);
      }
      return true;
    },
    stated: () => totals ?? null,
    compare: (read, rejectedRows) => compareTotals(totals, read, rejectedRows, columns, rowOf),
  };
}

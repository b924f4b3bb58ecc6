import { type Cell, isBlank } from '../../cell.ts';
import type { Plan } from '../plan.ts';
import type { Remarks } from '../remarks.ts';

/** Rows that are named; of the others only their number is. */
const MOST_NAMED = 5;

export type ShortRows = { take(cells: readonly Cell[], rowNumber: number): void; finish(told: Remarks): void };

/**
 * Watches a file of separated values for rows that end before a column of figures: a line that was cut off, or lost a separator,
 * has no amount there, which is read as none. Some programs leave out the empty cells at the end of a line, so such a row is told
 * and not refused.
 */
export function shortRows(plan: Plan, header: readonly (readonly Cell[])[]): ShortRows {
  const figures = plan.columns.filter(({ field }) => field.total);
  const headerWidth = Math.max(...header.map((row) => row.findLastIndex((cell) => !isBlank(cell)) + 1));
  const widthNeeded = Math.max(0, ...figures.map(({ index }) => index + 1));
  const missing = new Set<string>();
  const named: string[] = [];
  let count = 0;
  return {
    take(cells, rowNumber) {
      if (cells.length >= widthNeeded) return;
      count++;
      for (const { index, header } of figures) if (index >= cells.length) missing.add(header);
      if (named.length < MOST_NAMED) named.push(`dòng ${rowNumber}: ${cells.length} ô`);
    },
    finish(told) {
      if (count === 0) return;
      const more = count > named.length ? '; …' : '';
      const columns = [...missing].map((one) => `«${one}»`).join(', ');
      told.tell(
        'ROW_SHORT',
        `${count} dòng có ít ô hơn dòng tiêu đề có ${headerWidth} ô (${named.join('; ')}${more}): ${columns} của các dòng ấy được đọc là trống. ` +
          'Hãy so với phần mềm gốc; dòng bị cắt ngang hay mất dấu ngăn cột thì xuất lại tệp, hoặc xuất dạng .xlsx.',
        count,
      );
    },
  };
}

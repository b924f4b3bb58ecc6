import type { Day } from '../../../day.ts';
import { cellText } from '../../cell.ts';
import type { Row } from '../../layouts/layout.ts';
import type { StatedPeriod } from '../../period-line.ts';
import type { Plan } from '../plan.ts';
import type { Remarks } from '../remarks.ts';
import { swappedDays } from '../swapped-days.ts';

/** Rows that are named; of the others only their number is. */
const MOST_NAMED = 3;

export type DaysOutside = { take(row: Row, rowNumber: number): void; finish(told: Remarks): void };

/**
 * Watches a ledger for days outside the period that it states and was filtered by: a year that was typed wrong takes a sale out of its
 * month, where it is missing without a word. Undefined for reports of no days, and those that state no whole period.
 */
export function daysOutside(plan: Plan, period: StatedPeriod): DaysOutside | undefined {
  const { fromDate, toDate } = period;
  const { dataWhen, isForTaxRoom } = plan.layout;
  const column = dataWhen && !isForTaxRoom ? swappedDays(plan, period)?.column : undefined;
  if (!column || fromDate === null || toDate === null) return undefined;
  const shown = (day: Day): string => cellText({ day });
  const named: string[] = [];
  let count = 0;
  return {
    take(row, rowNumber) {
      const day = row[column.field.field];
      if (typeof day !== 'string' || (day >= fromDate && day <= toDate)) return;
      count++;
      if (named.length < MOST_NAMED) named.push(`dòng ${rowNumber}: ${shown(day)}`);
    },
    finish(told) {
      if (count === 0) return;
      const more = count > named.length ? ', …' : '';
      told.tell(
        'DAY_OUTSIDE_PERIOD',
        `${count} dòng có «${column.header}» ngoài kỳ ghi ở đầu tệp ${shown(fromDate)} – ${shown(toDate)} (${named.join('; ')}${more}). ` +
          'Các dòng ấy được đọc với ngày của chúng, nên không thuộc kỳ này. Ngày sai thì sửa rồi tải lại.',
        count,
      );
    },
  };
}

import { type Day, isDay } from '../../day.ts';
import { cellText } from '../cell.ts';
import type { Value } from '../layouts/layout.ts';
import type { StatedPeriod } from '../period-line.ts';
import { PERIOD_FIELDS } from './date-order.ts';
import type { Column, Plan } from './plan.ts';

/** A column whose days the report is filtered by, and what is wrong with a day of it. */
export type SwappedDays = {
  readonly column: Column;
  /** The reason against taking this day; undefined for one that may be right. */
  faultOf(value: Value): string | undefined;
};

/**
 * A spreadsheet that takes 05/09/2026 for the 9th of May keeps a true date cell of it, and leaves 13/09/2026 a text. Such a day lies outside the
 * period that the report itself states, and inside once day and month change places. Undefined where the report states no whole period,
 * or is filtered by a day that it does not show.
 */
export function swappedDays({ columns }: Plan, { fromDate, toDate }: StatedPeriod): SwappedDays | undefined {
  if (fromDate === null || toDate === null) return undefined;
  const isFilter = ({ index, field }: Column): boolean =>
    PERIOD_FIELDS.includes(field.field) && columns.every((one) => one.index !== index || one.field === field);
  const column = columns.find(isFilter);
  if (!column) return undefined;
  const isIn = (day: Day): boolean => isDay(day) && day >= fromDate && day <= toDate;
  return {
    column,
    faultOf(value) {
      if (typeof value !== 'string' || isIn(value)) return undefined;
      const [year, month, day] = value.split('-');
      const swapped = `${year}-${day}-${month}`;
      if (!isIn(swapped)) return undefined;
      const period = `${cellText({ day: fromDate })} – ${cellText({ day: toDate })}`;
      return `là ngày ngoài kỳ ghi ở đầu tệp (${period}), đổi chỗ ngày và tháng thì thành ${cellText({ day: swapped })}: có thể Excel đã hiểu nhầm khi mở tệp. Hãy xuất lại tệp từ phần mềm (đừng mở rồi lưu bằng Excel), hoặc sửa ngày ấy hay kỳ ở đầu tệp.`;
    },
  };
}

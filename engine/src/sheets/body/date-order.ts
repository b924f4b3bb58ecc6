import { type Day, isDay } from '../../day.ts';
import { Problem } from '../../problem.ts';
import { type DateOrder, type DayParts, dayOfParts, dayParts, ordersOf } from '../../text/day-text.ts';
import { type Cell, columnLetters } from '../cell.ts';
import type { StatedPeriod } from '../period-line.ts';
import type { Column, Plan } from './plan.ts';

/** The order in which the texts of each column name days: decided by the file itself, by the caller, or not at all. */
export type DateOrders = {
  /** Looks at a row. False while a text so far may still mean two days: its row has to wait. */
  settle(cells: readonly Cell[]): boolean;
  /** Decides the columns left by all texts so far. Throws DATE_ORDER_UNKNOWN. */
  decide(): void;
  of(column: number): DateOrder | undefined;
};

type Evidence = {
  readonly column: Column;
  order: DateOrder | undefined;
  waiting: string | undefined;
  met: number;
  /** The orders in which a text is a day of the stated period, and in no other. */
  readonly within: Set<DateOrder>;
  /** The orders in which all texts with years of two digits are days. */
  orders: readonly DateOrder[];
};

const ALL: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];
/** So many doubtful texts are enough to decide by the period without looking further. */
const ENOUGH = 50;
/** Days by which reports are filtered: only they lie in the stated period. */
export const PERIOD_FIELDS: readonly string[] = ['accountingDate', 'docDate', 'date'];

/** A part above 12 is a day and decides its column; else the stated period does; else what the file's other columns do. */
export function dateOrders({ columns }: Plan, period: StatedPeriod, given: DateOrder | undefined): DateOrders {
  const byIndex = new Map<number, Evidence>();
  const periodColumn = columns.find((column) => PERIOD_FIELDS.includes(column.field.field))?.index;
  for (const column of columns) {
    if (column.field.type !== 'day' || byIndex.has(column.index)) continue;
    const order = column.notation?.days ?? given;
    byIndex.set(column.index, { column, order, waiting: undefined, met: 0, within: new Set(), orders: ALL });
  }
  const all = [...byIndex.values()];
  const isIn = (day: Day): boolean =>
    period.fromDate !== null && period.toDate !== null && day >= period.fromDate && day <= period.toDate;

  const note = (one: Evidence, parts: DayParts): void => {
    if (one.column.index !== periodColumn) return;
    const [order, ...others] = ordersOf(parts).filter((one) => isIn(dayOfParts(parts, one)));
    if (order !== undefined && others.length === 0) one.within.add(order);
  };
  const look = (one: Evidence, text: string): void => {
    const parts = dayParts(text);
    if (!parts) return;
    const { first, second, isDotted, isShort } = parts;
    if (isShort) {
      const orders = one.orders.filter((order) => ordersOf(parts).includes(order) && isDay(dayOfParts(parts, order)));
      if (orders.length > 0) one.orders = orders;
      if (orders.length === 1) [one.order] = orders;
    } else if (isDotted || first === second) return;
    else if (first > 12 || second > 12) {
      if (first <= 31 && second <= 12) one.order = 'dmy';
      else if (second <= 31 && first <= 12) one.order = 'mdy';
      return;
    }
    one.waiting ??= text;
    one.met++;
    note(one, parts);
  };
  const byPeriod = (one: Evidence): void => {
    if (one.within.size === 1) [one.order] = one.within;
  };
  const byOthers = (one: Evidence): void => {
    const [order, ...others] = new Set(all.flatMap((other) => other.order ?? []));
    const parts = one.waiting === undefined ? undefined : dayParts(one.waiting);
    if (order !== undefined && others.length === 0 && parts && ordersOf(parts).includes(order)) one.order = order;
  };

  return {
    settle(cells) {
      let isSettled = true;
      for (const one of all) {
        if (one.order !== undefined) continue;
        const cell = cells[one.column.index];
        if (typeof cell === 'string') look(one, cell);
        if (one.order === undefined && one.met >= ENOUGH) byPeriod(one);
        if (one.order === undefined && one.met >= ENOUGH) byOthers(one);
        if (one.waiting !== undefined && one.order === undefined) isSettled = false;
      }
      return isSettled;
    },
    decide() {
      const open = all.filter((one) => one.waiting !== undefined && one.order === undefined);
      for (const one of open) byPeriod(one);
      for (const one of open) if (one.order === undefined) byOthers(one);
      const doubtful = open.find((one) => one.order === undefined);
      if (doubtful) throw unknownOrder(doubtful.column, doubtful.waiting!);
    },
    of: (column) => byIndex.get(column)?.order,
  };
}

const unknownOrder = ({ index, header }: Column, value: string): Problem =>
  new Problem(
    'DATE_ORDER_UNKNOWN',
    `Cột ${columnLetters(index)} «${header}» ghi ngày bằng chữ (ví dụ «${value}») mà tệp không cho biết ngày hay tháng đứng trước. Hãy chọn thứ tự ngày/tháng, hoặc đổi cột sang dạng ngày trong Excel.`,
    { column: columnLetters(index), header, value },
  );

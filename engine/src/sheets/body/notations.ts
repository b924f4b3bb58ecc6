import type { DateOrder } from '../../text/day-text.ts';
import type { Cell } from '../cell.ts';
import type { DecimalSign } from '../number-text.ts';
import type { StatedPeriod } from '../period-line.ts';
import { type DateOrders, dateOrders } from './date-order.ts';
import { type DecimalSigns, decimalSigns } from './decimal-signs.ts';
import type { Plan } from './plan.ts';

/** The way in which the texts of each column write days and numbers: decided by the file itself, by the caller, or not at all. */
export type Notations = {
  /** Looks at a row. False while a text so far may still mean two things: its row has to wait. Throws DECIMAL_SIGNS_MIXED. */
  settle(cells: readonly Cell[]): boolean;
  /** Decides the columns left by all texts so far. Throws DATE_ORDER_UNKNOWN and DECIMAL_SIGN_UNKNOWN. */
  decide(): void;
  readonly daysOf: DateOrders['of'];
  readonly decimalOf: DecimalSigns['of'];
};

/** The answers that hold for every column that has none of its own. */
type WholeFile = { readonly dateOrder?: DateOrder | undefined; readonly decimal?: DecimalSign | undefined };

/** None decided yet, but for those that the columns or the caller say. */
export function notationsOf(plan: Plan, period: StatedPeriod, given: WholeFile): Notations {
  const [days, signs] = [dateOrders(plan, period, given.dateOrder), decimalSigns(plan, given.decimal)];
  return {
    settle(cells) {
      const areDays = days.settle(cells);
      return signs.settle(cells) && areDays;
    },
    decide() {
      days.decide();
      signs.decide();
    },
    daysOf: days.of,
    decimalOf: signs.of,
  };
}

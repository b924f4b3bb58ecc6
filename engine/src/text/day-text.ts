import { type Day, isDay } from '../day.ts';
import { momentOf } from './moment.ts';

/** The order of a text such as 09/10/2026: the day or the month first; of one such as 26/10/09 also the year. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** The numbers of a text such as 09/10/2026, in its order; `isShort`: the year has two digits, and may be any of the three. */
export type DayParts = {
  readonly first: number;
  readonly second: number;
  readonly third: string;
  readonly isDotted: boolean;
  readonly isShort: boolean;
};

/** The parts of a text such as 09/10/2026 (also with - or .), a time after it left away; undefined for other texts. */
export function dayParts(text: string): DayParts | undefined {
  const local = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d{2})$/.exec(withoutTime(text));
  if (!local) return undefined;
  const [, first, sign, second, third] = local;
  return {
    ...{ first: Number(first), second: Number(second), third: third! },
    ...{ isDotted: sign === '.', isShort: third!.length === 2 },
  };
}

const withoutTime = (text: string): string =>
  text.trim().replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M|Z)?$/i, '');

/** The orders that a text's parts may have: points are never American, and a year of four digits comes last. */
export const ordersOf = ({ isDotted, isShort }: DayParts): readonly DateOrder[] =>
  (['dmy', 'mdy', 'ymd'] as const).filter((order) => (order !== 'mdy' || !isDotted) && (order !== 'ymd' || isShort));

/**
 * `dd/MM/yyyy` (also with - or .), `dd/MM/yy` in the same orders and with the year first, or `yyyy-MM-dd`; a time after it
 * is dropped, unless it has a zone: then it is the day in Vietnam, as data of web pages have the midnight of 21/11 as
 * `2026-11-20T17:00:00Z`.
 */
export function readDayText(text: string, order: DateOrder): Day | undefined {
  const moment = momentOf(text.trim());
  if (moment) return moment.vietnamDay;
  const parts = dayParts(text);
  if (!parts) {
    const day = withoutTime(text).replace(/^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/, yearFirst);
    return isBookDay(day) ? day : undefined;
  }
  const day = dayOfParts(parts, ordersOf(parts).includes(order) ? order : 'dmy');
  return isBookDay(day) ? day : undefined;
}

/** A year such as 0226 or 1026 is a slip of the hand; a workbook's own days begin in 1900, too. */
const isBookDay = (day: string): boolean => day >= '1900' && isDay(day);

const yearFirst = (_: string, year: string, _sign: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Years of two digits from here on are of the last century: books have no later days, and identity papers earlier ones. */
const LAST_CENTURY = 70;

const fullYear = (text: string): string =>
  text.length === 4 ? text : `${Number(text) >= LAST_CENTURY ? 19 : 20}${text.padStart(2, '0')}`;

/** The parts as a day in the form `YYYY-MM-DD`, which may not exist. */
export function dayOfParts({ first, second, third }: Pick<DayParts, 'first' | 'second' | 'third'>, order: DateOrder) {
  const [day, month, year] =
    order === 'ymd'
      ? [Number(third), second, String(first)]
      : order === 'dmy'
        ? [first, second, third]
        : [second, first, third];
  return `${fullYear(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The day that eight digits without a sign between name ("20260905"): no other order of them is one of these centuries. */
export function dayOfDigits(digits: string): Day | undefined {
  if (!/^(19|20)\d{6}$/.test(digits)) return undefined;
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return isDay(day) ? day : undefined;
}

import { addDays, type Day, daysBetween } from '../../day.ts';
import type { ProfileTerms } from '../books.ts';
import type { Holiday } from './invoice-rules.ts';

/**
 * The date an invoice carries: the planned one, but never before the sale itself and never before the last invoice issued in
 * the symbol (numbers run in date order within a symbol).
 */
export function invoiceDate(planned: Day, documentDate: Day, terms: Pick<ProfileTerms, 'lastIssuedDate'>): Day {
  const notBeforeSale = planned < documentDate ? documentDate : planned;
  return terms.lastIssuedDate !== undefined && notBeforeSale < terms.lastIssuedDate
    ? terms.lastIssuedDate
    : notBeforeSale;
}

/**
 * True when a profile's lock forbids an invoice for a sale of that day: both the sale's posting date and the date of
 * the invoice must be after the lock.
 */
export function isLocked(
  planned: Day,
  documentDate: Day,
  terms: Pick<ProfileTerms, 'lastIssuedDate' | 'lockedThrough'>,
): boolean {
  if (terms.lockedThrough === undefined) return false;
  return documentDate <= terms.lockedThrough || invoiceDate(planned, documentDate, terms) <= terms.lockedThrough;
}

/** The day so many working days later: neither a Saturday, a Sunday nor a holiday. */
export function workingDaysAfter(day: Day, count: number, holidays: readonly Holiday[]): Day {
  let next = day;
  for (let n = 0; n < count; n++) {
    do next = addDays(next, 1);
    while (isWeekend(next) || isHoliday(next, holidays));
  }
  return next;
}

const isHoliday = (day: Day, holidays: readonly Holiday[]): boolean =>
  holidays.some((one) => one.fromDate <= day && day <= one.toDate);

/** 1970-01-01 was a Thursday. */
const isWeekend = (day: Day): boolean => {
  const weekday = (((daysBetween('1970-01-01', day) + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
};

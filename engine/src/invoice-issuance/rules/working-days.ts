import { addDays, type Day, daysBetween, LAST_DAY } from '../../day.ts';
import type { Incident } from './incidents.ts';
import type { DateRules } from './invoice-rules.ts';

/** The calendar of an entity as far as it is known; absent: Saturdays are off, and it is not known whether it swaps days. */
export type WorkTerms = {
  readonly saturdayIsWorking?: boolean;
  /** `yes`: it works as the public service swaps its days. */
  readonly followsSwaps?: 'yes' | 'no' | 'unknown';
  /** Incidents that kept its invoices back; absent: none. */
  readonly incidents?: readonly Incident[];
};

type Calendar = Pick<DateRules, 'holidays' | 'swaps'>;

/** True on a day that is neither of the weekend, a holiday nor swapped away (law.md, T3). */
function isWorkingDay(
  day: Day,
  { holidays, swaps }: Calendar,
  { saturdayIsWorking = false, followsSwaps }: { readonly saturdayIsWorking?: boolean; readonly followsSwaps: boolean },
): boolean {
  if (holidays.some((one) => one.fromDate <= day && day <= one.toDate)) return false;
  if (followsSwaps && swaps.some((one) => one.fromDate === day)) return false;
  if (followsSwaps && swaps.some((one) => one.worked === day)) return true;
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && (weekday !== SATURDAY || saturdayIsWorking);
}

/** The day so many working days later, as the entity is known to work. */
function workingDaysAfter(day: Day, count: number, calendar: Calendar, terms: Parameters<typeof isWorkingDay>[2]): Day {
  let next = day;
  for (let n = 0; n < count; n++) {
    do {
      if (next === LAST_DAY) return next;
      next = addDays(next, 1);
    } while (!isWorkingDay(next, calendar, terms));
  }
  return next;
}

/** The last day of signing and sending an invoice. */
export type SigningDay = {
  /** The day to plan with: the earlier one where the entity's calendar is not known. */
  readonly plan: Day;
  /** The day to judge with: the later one. */
  readonly judge: Day;
  /** True: days off of the year are not all announced; the real day may be later, never earlier. */
  readonly isProvisional: boolean;
};

/** The last lawful day of the signature of an invoice dated `date`; null when no limit is known (law.md, T2 and T3). */
export function signingDay(
  date: Day,
  workingDays: number | null,
  rules: DateRules,
  terms: WorkTerms,
): SigningDay | null {
  if (workingDays === null) return null;
  const { saturdayIsWorking = false, followsSwaps = 'unknown' } = terms;
  const ways = followsSwaps === 'unknown' ? [true, false] : [followsSwaps === 'yes'];
  const days = ways
    .map((follows) => workingDaysAfter(date, workingDays, rules, { saturdayIsWorking, followsSwaps: follows }))
    .toSorted();
  const judge = days.at(-1)!;
  const isAnnounced = (day: Day) => rules.announcedHolidays.some((one) => one.fromDate <= day && day <= one.toDate);
  return { plan: days[0]!, judge, isProvisional: workingDays > 0 && !isAnnounced(judge) };
}

const SUNDAY = 0;
const SATURDAY = 6;

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: Day): number => (((daysBetween('1970-01-01', day) + 4) % 7) + 7) % 7;

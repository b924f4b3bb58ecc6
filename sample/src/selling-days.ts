import { addDays, type Day, daysBetween } from '@khop/engine/day.ts';

/** The day of the n-th ledger line: Sundays are quiet, the last days of a month are not. */
export function sellingDays(fromDate: Day, toDate: Day, lines: number): (written: number) => Day {
  const length = daysBetween(fromDate, toDate) + 1;
  const days = Array.from({ length }, (_, offset) => addDays(fromDate, offset));
  const weights = days.map((day, offset) => {
    const weekday = (((daysBetween('2026-01-05', day) % 7) + 7) % 7) + 1;
    const usual = weekday === 7 ? 2 : weekday === 6 ? 7 : 10;
    return offset >= length - 4 ? usual + 5 : usual;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let seen = 0;
  const upTo = weights.map((weight) => {
    seen += weight;
    return Math.ceil((lines * seen) / total);
  });
  let at = 0;
  return (written) => {
    while (at < days.length - 1 && written >= upTo[at]!) at++;
    return days[at]!;
  };
}

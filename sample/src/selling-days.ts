import { addDays, type Day, daysBetween } from '@khop/engine/day.ts';

type Month = {
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly lines: number;
  /** As many lines on every day. */
  readonly evenDays: boolean;
};

/** The day of the n-th ledger line: Sundays are quiet, the last days of a month are not, unless all are alike. */
export function sellingDays({ fromDate, toDate, lines, evenDays }: Month): (written: number) => Day {
  const length = daysBetween(fromDate, toDate) + 1;
  const days = Array.from({ length }, (_, offset) => addDays(fromDate, offset));
  const weights = days.map((day, offset) => {
    if (evenDays) return 1;
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

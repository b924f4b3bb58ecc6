import type { Day } from '@khop/engine/day.ts';

const DAYS_1900_TO_1904 = 1462;
const UNIX_EPOCH_SERIAL = 25_569;
const LAST_SERIAL = 2_958_465;

/** The day of an Excel serial number; times are dropped. Excel believes in 29/02/1900, so serials below 60 are one day off. */
export function dayOfSerial(serial: number, from1904: boolean): Day | undefined {
  let whole = Math.floor(serial);
  if (from1904) whole += DAYS_1900_TO_1904;
  else if (whole < 60) whole += 1;
  if (!(whole >= 1 && whole <= LAST_SERIAL)) return undefined;
  return new Date((whole - UNIX_EPOCH_SERIAL) * 86_400_000).toISOString().slice(0, 10);
}

const BUILTIN_DATES: readonly (readonly [number, number])[] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [34, 36],
  [50, 58],
];

/** True for a number format that every Excel has and that shows a calendar date. */
export const isBuiltinDate = (id: number): boolean => BUILTIN_DATES.some(([from, to]) => id >= from && id <= to);

/** Excel takes 255 characters; endless brackets would be looked through once for each. */
const LONGEST_FORMAT = 1000;

/** True when a number format shows a calendar date: it has a year or a day part outside quotes, escapes and brackets. */
export function isDateFormat(code: string): boolean {
  if (code.length > LONGEST_FORMAT) return false;
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase();
  if (/general|[0#?]/.test(bare.replace(/\.0+/g, ''))) return false;
  return /[yd]|mmm/.test(bare);
}

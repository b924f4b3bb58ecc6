import { type Day, isDay } from '../day.ts';

/** The order of a text such as 09/10/2026: the day or the month first. */
export type DateOrder = 'dmy' | 'mdy';

/** The parts of a text such as 09/10/2026 (also with - or .), a time after it left away; undefined for other texts. */
export function dayParts(text: string): { first: number; second: number; year: string; isDotted: boolean } | undefined {
  const local = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})$/.exec(withoutTime(text));
  if (!local) return undefined;
  return { first: Number(local[1]), second: Number(local[3]), year: local[4]!, isDotted: local[2] === '.' };
}

const withoutTime = (text: string): string =>
  text.trim().replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M|Z)?$/i, '');

/** `dd/MM/yyyy` (also with - or .) or `yyyy-MM-dd`, a time after it is dropped; points are never American. */
export function readDayText(text: string, order: DateOrder): Day | undefined {
  const parts = dayParts(text);
  const day = parts ? dayOfParts(parts, parts.isDotted ? 'dmy' : order) : withoutTime(text);
  return isDay(day) ? day : undefined;
}

/** The parts as a day in the form `YYYY-MM-DD`, which may not exist. */
export function dayOfParts({ first, second, year }: { first: number; second: number; year: string }, order: DateOrder) {
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

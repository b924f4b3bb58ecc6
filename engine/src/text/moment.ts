import { type Day, isDay } from '../day.ts';

const VIETNAM_MS = 7 * 3_600_000;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

export type Moment = { readonly iso: string; readonly vietnamDay: Day };

/** A moment such as `2026-11-20T17:00:00Z`, which without a zone is one in Vietnam; undefined when it is none. */
export function momentOf(text: string): Moment | undefined {
  const match = MOMENT.exec(text);
  if (!match || !isDay(text.slice(0, 10))) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}${match[1] === undefined ? '+07:00' : ''}`);
  if (Number.isNaN(ms)) return undefined;
  const vietnamDay = new Date(ms + VIETNAM_MS).toISOString().slice(0, 10);
  return { iso: new Date(ms).toISOString(), vietnamDay };
}

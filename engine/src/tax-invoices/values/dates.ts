import { type Day, isDay } from '../../day.ts';
import { dayOfDigits, readDayText } from '../../text/day-text.ts';

const VIETNAM_MS = 7 * 3_600_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A day of XML Schema with its zone, as writers of XML in Java and .NET put it: the day itself is named. */
const DAY_WITH_ZONE = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A day as invoices write it. A moment with a zone is the day that it was in Vietnam: portals give the midnight of 21/11 as
 * `2026-11-20T17:00:00Z`. `isOdd`: written otherwise than `YYYY-MM-DD`; undefined when it is no day.
 */
export function readTaxDay(text: string): { readonly day: Day; readonly isOdd: boolean } | undefined {
  if (isDay(text)) return { day: text, isOdd: false };
  const zone = INSTANT.exec(text)?.[1];
  const plain = DAY_WITH_ZONE.exec(text)?.[1] ?? text;
  const day = zone === undefined ? (readDayText(plain, 'dmy') ?? dayOfDigits(plain)) : instantOf(text)?.vietnamDay;
  return day === undefined ? undefined : { day, isOdd: true };
}

/** A moment, which without a zone is one in Vietnam; undefined when it is none. */
export function instantOf(text: string): { readonly iso: string; readonly vietnamDay: Day } | undefined {
  const match = INSTANT.exec(text);
  if (!match || !isDay(text.slice(0, 10))) return undefined;
  const ms = Date.parse(match[1] === undefined ? `${text.replace(' ', 'T')}+07:00` : text.replace(' ', 'T'));
  if (Number.isNaN(ms)) return undefined;
  return { iso: new Date(ms).toISOString(), vietnamDay: new Date(ms + VIETNAM_MS).toISOString().slice(0, 10) };
}

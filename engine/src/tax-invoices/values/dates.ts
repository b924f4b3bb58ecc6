import { type Day, isDay } from '../../day.ts';
import { dayOfDigits, readDayText } from '../../text/day-text.ts';

/** A day of XML Schema with its zone, as writers of XML in Java and .NET put it: the day itself is named. */
const DAY_WITH_ZONE = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A day as invoices write it. `isOdd`: written otherwise than `YYYY-MM-DD`; undefined when it is no day. */
export function readTaxDay(text: string): { readonly day: Day; readonly isOdd: boolean } | undefined {
  if (isDay(text)) return { day: text, isOdd: false };
  const plain = DAY_WITH_ZONE.exec(text)?.[1] ?? text;
  const day = readDayText(plain, 'dmy') ?? dayOfDigits(plain);
  return day === undefined ? undefined : { day, isOdd: true };
}

import { Problem } from './problem.ts';

/** A calendar day as `YYYY-MM-DD`; days compare correctly as strings. No time zone is involved. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Days that were met before, and their texts: the same few hundred come again and again. */
const known = new Map<Day, number>();
const texts = new Map<number, Day>();
const MOST_KNOWN = 10_000;

function remember<K, V>(memory: Map<K, V>, key: K, value: V): V {
  if (memory.size >= MOST_KNOWN) memory.clear();
  memory.set(key, value);
  return value;
}

const toEpochDay = (day: Day): number => {
  const before = known.get(day);
  if (before !== undefined) return before;
  if (!isDay(day)) throw new Problem('BAD_DAY', `Ngày «${day}» không hợp lệ: cần dạng YYYY-MM-DD.`, { day });
  return remember(known, day, Date.parse(day) / 86_400_000);
};

const toDay = (epochDay: number): Day =>
  texts.get(epochDay) ?? remember(texts, epochDay, new Date(epochDay * 86_400_000).toISOString().slice(0, 10));

/** True for an existing calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** The day `days` later (earlier when negative). Throws BAD_DAY on a malformed day. */
export function addDays(day: Day, days: number): Day {
  return toDay(toEpochDay(day) + days);
}

/** The last day that can be written; systems have it for one that is not known yet. */
export const LAST_DAY: Day = '9999-12-31';

/** The day `days` later, or the last day that can be written. */
export const laterBy = (day: Day, days: number): Day =>
  daysBetween(day, LAST_DAY) < days ? LAST_DAY : addDays(day, days);

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** The four digits of its year. */
export const yearOf = (day: Day): string => day.slice(0, 4);

/** `dd/MM/yyyy`, the form of Vietnamese documents and AMIS import templates. */
export function formatDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

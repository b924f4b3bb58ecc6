import { Problem } from './problem.ts';

/** A calendar day as `YYYY-MM-DD`; days compare correctly as strings. No time zone is involved. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const toEpochDay = (day: Day): number => {
  const match = DAY.exec(day);
  const ms = match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : Number.NaN;
  if (!match || new Date(ms).toISOString().slice(0, 10) !== day) {
    throw new Problem('BAD_DAY', `Ngày «${day}» không hợp lệ: cần dạng YYYY-MM-DD.`, { day });
  }
  return ms / 86_400_000;
};

/** True for an existing calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** The day `days` later (earlier when negative). Throws BAD_DAY on a malformed day. */
export function addDays(day: Day, days: number): Day {
  return new Date((toEpochDay(day) + days) * 86_400_000).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** `dd/MM/yyyy`, the form of Vietnamese documents and AMIS import templates. */
export function formatDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

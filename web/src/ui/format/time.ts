import { TIME_ZONE } from '../../constants.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function parts(instant: string | number | Date): Record<string, string> | undefined {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return undefined;
  return Object.fromEntries(clock.formatToParts(date).map((part) => [part.type, part.value]));
}

/** A day `YYYY-MM-DD` as `dd/MM/yyyy`; empty for null. No time zone is involved. */
export function formatDay(day: string | null | undefined): string {
  if (!day) return '';
  return /^\d{4}-\d{2}-\d{2}/.test(day) ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}` : day;
}

/** An instant as `dd/MM/yyyy HH:mm` in Vietnam's time. */
export function formatInstant(instant: string | number | Date | null | undefined): string {
  const at = instant === null || instant === undefined ? undefined : parts(instant);
  return at ? `${at.day}/${at.month}/${at.year} ${at.hour}:${at.minute}` : '';
}

/** Today in Vietnam as `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  const at = parts(now)!;
  return `${at.year}-${at.month}-${at.day}`;
}

/**
 * The time between an instant and now, in words: "vừa xong", "5 phút trước", "3 ngày trước"; the date beyond 30 days.
 */
export function formatRelative(instant: string | number | Date | null | undefined, now: Date = new Date()): string {
  if (instant === null || instant === undefined) return '';
  const time = new Date(instant).getTime();
  if (Number.isNaN(time)) return '';
  const seconds = Math.round((now.getTime() - time) / 1000);
  const [word, distance] = [seconds >= 0 ? 'trước' : 'nữa', Math.abs(seconds)];
  if (distance < 45) return seconds >= 0 ? 'vừa xong' : 'ngay bây giờ';
  if (distance < 3600) return `${Math.max(1, Math.round(distance / 60))} phút ${word}`;
  if (distance < 86_400) return `${Math.round(distance / 3600)} giờ ${word}`;
  if (distance < 30 * 86_400) return `${Math.round(distance / 86_400)} ngày ${word}`;
  return formatInstant(instant).slice(0, 10);
}

/** A length of time: 75 → "1 phút 15 giây". */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '';
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} giây`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} phút` : `${minutes} phút ${whole % 60} giây`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} giờ` : `${Math.floor(minutes / 60)} giờ ${rest} phút`;
}

/**
 * Reads a typed day: "5/3/2026", "05-03-26", "05032026", "5/3" (this year). `YYYY-MM-DD`, or undefined when the
 * calendar has no such day.
 */
export function parseTypedDay(text: string, now: Date = new Date()): string | undefined {
  const compact = text.trim();
  const match =
    /^(\d{1,2})[/.\-\s](\d{1,2})(?:[/.\-\s](\d{4}|\d{2}))?$/.exec(compact) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(compact);
  if (!match) return undefined;
  const typedYear = match[3] ?? today(now).slice(0, 4);
  const year = typedYear.length === 2 ? `20${typedYear}` : typedYear;
  const day = `${year}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}

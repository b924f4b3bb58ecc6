import { expect, test } from 'vitest';
import { formatDay, formatDuration, formatInstant, formatRelative, parseTypedDay, today } from './time.ts';

test('days need no time zone', () => {
  expect(formatDay('2026-03-05')).toBe('05/03/2026');
  expect(formatDay(null)).toBe('');
});

test('instants are shown in Vietnam, also across midnight', () => {
  expect(formatInstant('2026-03-05T17:30:00Z')).toBe('06/03/2026 00:30');
  expect(formatInstant('2026-03-05T16:59:59Z')).toBe('05/03/2026 23:59');
  expect(formatInstant(null)).toBe('');
  expect(formatInstant('rubbish')).toBe('');
  expect(today(new Date('2026-12-31T17:00:00Z'))).toBe('2027-01-01');
});

test.each([
  ['5/3/2026', '2026-03-05'],
  ['05-03-26', '2026-03-05'],
  ['05032026', '2026-03-05'],
  ['5/3', '2026-03-05'],
  [' 29/02/2024 ', '2024-02-29'],
])('typed %s means %s', (typed, day) => {
  expect(parseTypedDay(typed, new Date('2026-11-21T05:00:00Z'))).toBe(day);
});

test.each(['31/02/2026', '29/02/2026', '0/1/2026', '13', '2026-03-05', 'mai'])('typed «%s» is refused', (typed) => {
  expect(parseTypedDay(typed)).toBeUndefined();
});

test('distance in time is told in words', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatRelative('2026-11-21T11:59:50Z', now)).toBe('vừa xong');
  expect(formatRelative('2026-11-21T11:55:00Z', now)).toBe('5 phút trước');
  expect(formatRelative('2026-11-21T09:00:00Z', now)).toBe('3 giờ trước');
  expect(formatRelative('2026-11-18T12:00:00Z', now)).toBe('3 ngày trước');
  expect(formatRelative('2026-11-21T12:05:00Z', now)).toBe('5 phút nữa');
  expect(formatRelative('2026-01-01T20:00:00Z', now)).toBe('02/01/2026');
});

test('lengths of time', () => {
  expect(formatDuration(42)).toBe('42 giây');
  expect(formatDuration(75)).toBe('1 phút 15 giây');
  expect(formatDuration(120)).toBe('2 phút');
  expect(formatDuration(3700)).toBe('1 giờ 1 phút');
  expect(formatDuration(null)).toBe('');
});

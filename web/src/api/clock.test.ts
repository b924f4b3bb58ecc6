import { afterEach, expect, test } from 'vitest';
import { clockMinutes, compareClocks } from './clock.ts';

const SENT = Date.parse('2026-09-01T08:00:00Z');
const answered = (date: string | null, tookMs = 300) => {
  compareClocks(date, SENT, SENT + tookMs);
  return clockMinutes();
};

afterEach(() => compareClocks(new Date(SENT).toUTCString(), SENT, SENT));

test.each([
  ['clocks that agree', 'Tue, 01 Sep 2026 08:00:00 GMT', 300, 0],
  ['a second that had begun before', 'Tue, 01 Sep 2026 07:59:59 GMT', 300, 0],
  ['an answer that took ten minutes', 'Tue, 01 Sep 2026 08:09:00 GMT', 600_000, 0],
  ['a clock seven minutes ahead', 'Tue, 01 Sep 2026 07:53:00 GMT', 300, 7],
  ['a clock an hour behind', 'Tue, 01 Sep 2026 09:00:00 GMT', 300, -60],
  ['a minute that nobody notices', 'Tue, 01 Sep 2026 07:59:00 GMT', 300, 0],
  ['an answer without a date', null, 300, 0],
  ['an answer with no date that can be read', 'hôm qua', 300, 0],
])('%s', (_what, date, tookMs, minutes) => {
  expect(answered(date, tookMs)).toBe(minutes);
});

test('what was said is taken back once the clock is right', () => {
  expect(answered('Tue, 01 Sep 2026 07:30:00 GMT')).toBe(30);
  expect(answered(null)).toBe(30);
  expect(answered('Tue, 01 Sep 2026 08:00:00 GMT')).toBe(0);
});

import { expect, it } from 'vitest';
import { momentOf } from './moment.ts';

it.each([
  ['2026-11-20T17:00:00Z', '2026-11-20T17:00:00.000Z', '2026-11-21'],
  ['2026-11-21T00:30:00+07:00', '2026-11-20T17:30:00.000Z', '2026-11-21'],
  ['2026-11-21 00:30', '2026-11-20T17:30:00.000Z', '2026-11-21'],
])('%s is a moment of Vietnam, wherever the machine is', (text, iso, vietnamDay) => {
  // Put back when the file ends (fresh-file.ts).
  process.env.TZ = 'America/New_York';
  expect(momentOf(text)).toEqual({ iso, vietnamDay });
});

it.each(['2026-11-31T17:00:00Z', '2026-11-20T25:00:00Z', '2026-11-20', '20/11/2026 17:00'])('%s is none', (text) => {
  expect(momentOf(text)).toBeUndefined();
});

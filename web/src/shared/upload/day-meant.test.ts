import { expect, test } from 'vitest';
import { dayMeant } from './day-meant.ts';

test.each([
  ['05/09/2026', 'dmy', '5 tháng 9 năm 2026'],
  ['05/09/2026', 'mdy', '9 tháng 5 năm 2026'],
  ['5-9-26 08:15', 'dmy', '5 tháng 9 năm 2026'],
  ['hôm nay', 'dmy', 'hôm nay'],
] as const)('%s as %s is %s', (text, order, words) => {
  expect(dayMeant(text, order)).toBe(words);
});

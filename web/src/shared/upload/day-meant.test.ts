import { expect, test } from 'vitest';
import { dayMeant, numberMeant } from './day-meant.ts';
import { alsoSaid } from './said.ts';

test.each([
  ['05/09/2026', 'dmy', '5 tháng 9 năm 2026'],
  ['05/09/2026', 'mdy', '9 tháng 5 năm 2026'],
  ['5-9-26 08:15', 'dmy', '5 tháng 9 năm 2026'],
  ['hôm nay', 'dmy', 'hôm nay'],
] as const)('%s as %s is %s', (text, order, words) => {
  expect(dayMeant(text, order)).toBe(words);
});

test('a year of two digits may come last or first', () => {
  expect(dayMeant('05/09/26', 'dmy')).toBe('5 tháng 9 năm 2026');
  expect(dayMeant('05/09/26', 'ymd')).toBe('26 tháng 9 năm 2005');
});

test('a number is said as its sign groups thousands or goes before a fraction', () => {
  expect([numberMeant('1.234', 'thousands'), numberMeant('1.234', 'fraction')]).toEqual(['1.234', '1,234']);
  expect([numberMeant('1,234', 'thousands'), numberMeant('1,234', 'fraction')]).toEqual(['1.234', '1,234']);
});

test('answers about a file add up, and the later one about all days holds', () => {
  const first = alsoSaid({ dateOrder: 'dmy' }, { notations: 'D:comma' });
  expect(alsoSaid(first, { notations: 'E:point' })).toEqual({ dateOrder: 'dmy', notations: 'D:comma,E:point' });
  expect(alsoSaid(first, { dateOrder: 'mdy' })).toEqual({ dateOrder: 'mdy', notations: 'D:comma' });
});

import { describe, expect, it } from 'vitest';
import { lastMonth, listOf, missingOf, textOf } from './period-terms.ts';

describe('lastMonth', () => {
  it('is the whole month before', () => {
    expect(lastMonth(new Date('2026-11-21T03:00:00Z'))).toEqual({
      name: 'Tháng 10/2026',
      fromDate: '2026-10-01',
      toDate: '2026-10-31',
      plannedInvoiceDate: '2026-10-31',
    });
  });
  it('goes back over the year and knows leap years', () => {
    expect(lastMonth(new Date('2027-01-05T00:00:00Z')).fromDate).toBe('2026-12-01');
    expect(lastMonth(new Date('2028-03-05T00:00:00Z')).toDate).toBe('2028-02-29');
  });
  it('counts days in Vietnam: the first of a month at 06:00 there is still the day before in UTC', () => {
    expect(lastMonth(new Date('2026-10-31T23:00:00Z')).fromDate).toBe('2026-10-01');
  });
});

it('lists of codes survive being typed', () => {
  expect(listOf(' 9, X ;9\n Y ')).toEqual(['9', 'X', 'Y']);
  expect(listOf(textOf(['a', 'b']))).toEqual(['a', 'b']);
  expect(textOf(undefined)).toBe('');
});

it('says what a period still lacks, field by field', () => {
  const whole = { name: 'Tháng 9', fromDate: '2026-09-01', toDate: '2026-09-30', planned: '2026-09-30', chosen: ['a'] };
  expect(missingOf(whole)).toEqual({});
  expect(missingOf({ ...whole, toDate: '2026-09-01' })).toEqual({});
  expect(missingOf({ ...whole, toDate: '2026-08-31' })).toEqual({ toDate: 'Ngày cuối không được trước ngày đầu.' });
  expect(Object.keys(missingOf({ name: ' ', fromDate: null, toDate: null, planned: null, chosen: [] })).sort()).toEqual(
    ['chosen', 'fromDate', 'name', 'planned', 'toDate'],
  );
});

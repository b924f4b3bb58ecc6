import { describe, expect, it } from 'vitest';
import { lastMonth, listOf, missingOf, newTerms, textOf } from './period-terms.ts';

describe('lastMonth', () => {
  it('is the whole month before', () => {
    expect(lastMonth(new Date('2026-11-21T03:00:00Z'))).toEqual({
      name: 'Tháng 10/2026',
      fromDate: '2026-10-01',
      toDate: '2026-10-31',
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

it('a new period follows the latest one, with its profiles, issuers and rules', () => {
  const now = new Date('2026-11-21T03:00:00Z');
  expect(newTerms(now)).toMatchObject({ fromDate: '2026-10-01', profileIds: [] });
  const rules = {
    aggregateConsumersPerDay: true,
    cancelledDocStatuses: ['9'],
    internalPartnerCodes: [],
    divisibleUnits: [],
  };
  const october = { fromDate: '2026-10-01', toDate: '2026-10-31', profileIds: ['a'], issuers: { HN: ['a'] }, rules };
  const bases = [{ branch: 'HN', profileId: 'a', kind: 'own' as const, fromDate: '2026-01-01' }];
  expect(newTerms(now, [{ ...october, bases }])).toMatchObject({ bases });
  const december = { ...october, fromDate: '2026-12-01', toDate: '2026-12-31', profileIds: ['b'] };
  expect(newTerms(now, [october])).toEqual({
    ...{ name: 'Tháng 11/2026', fromDate: '2026-11-01', toDate: '2026-11-30' },
    ...{ profileIds: ['a'], issuers: { HN: ['a'] }, bases: null, rules },
  });
  expect(newTerms(now, [december, october])).toMatchObject({ fromDate: '2027-01-01', profileIds: ['b'] });
});

it('lists of codes survive being typed', () => {
  expect(listOf(' 9, X ;9\n Y ')).toEqual(['9', 'X', 'Y']);
  expect(listOf(textOf(['a', 'b']))).toEqual(['a', 'b']);
  expect(textOf(undefined)).toBe('');
});

it('says what a period still lacks, field by field', () => {
  const whole = { name: 'Tháng 9', fromDate: '2026-09-01', toDate: '2026-09-30', chosen: ['a'] };
  expect(missingOf(whole)).toEqual({});
  expect(missingOf({ ...whole, toDate: '2026-09-01' })).toEqual({});
  expect(missingOf({ ...whole, toDate: '2026-08-31' })).toEqual({ toDate: 'Ngày cuối không được trước ngày đầu.' });
  expect(Object.keys(missingOf({ name: ' ', fromDate: null, toDate: null, chosen: [] })).sort()).toEqual([
    'chosen',
    'fromDate',
    'name',
    'toDate',
  ]);
});

import { expect, test } from 'vitest';
import type { TaxListRow } from '../tax-list.ts';
import { channelOf, channelsOf, daysOf, madeAtOf } from './list-facts.ts';

/** As far as these read it. */
const row = (symbol: string, date: string) => ({ date, identity: { symbol } }) as TaxListRow;
const STATED = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const NOTHING = { fromDate: null, toDate: null };

test.each([
  ['C26TAA', 'coded'],
  ['K26TAA', 'uncoded'],
  ['C26MAA', 'register'],
] as const)('an invoice of %s is %s', (symbol, channel) => expect(channelOf(symbol)).toBe(channel));

test('a list has the channels of its rows, unless a person says them; an empty one must be said', () => {
  const rows = [row('C26MAA', '2026-10-05'), row('C26TAA', '2026-10-05')];
  expect(channelsOf(rows)).toEqual(['coded', 'register']);
  expect(channelsOf(rows, ['coded'])).toEqual(['coded']);
  expect(channelsOf([], ['register'])).toEqual(['register']);
  expect(() => channelsOf([])).toThrow('có mã, không mã hay máy tính tiền');
});

test('a list is of the days that it states, else of those of its rows', () => {
  const rows = [row('C26TAA', '2026-10-09'), row('C26TAA', '2026-10-05')];
  expect(daysOf(rows, STATED)).toEqual(STATED);
  expect(daysOf(rows, NOTHING)).toEqual({ fromDate: '2026-10-05', toDate: '2026-10-09' });
  expect(daysOf(rows, { fromDate: null, toDate: '2026-10-31' })).toEqual({
    fromDate: '2026-10-05',
    toDate: '2026-10-31',
  });
  expect(() => daysOf([], NOTHING)).toThrow('không biết của những ngày nào');
});

test('the moment of a workbook is believed after its last invoice and before now alone', () => {
  const now = '2026-11-20T00:00:00.000Z';
  const rows = [row('C26TAA', '2026-10-09')];
  const at = (made: string | undefined, of = rows) => madeAtOf(of, STATED, made, now);
  expect(at('2026-11-02T03:00:00Z')).toBe('2026-11-02T03:00:00.000Z');
  // A day of Vietnam begins at 17:00 of the day before.
  expect(at('2026-10-08T17:00:00Z')).toBe('2026-10-08T17:00:00.000Z');
  expect([at('2026-10-08T16:59:59Z'), at('2026-11-21T00:00:00Z'), at(undefined)]).toEqual([null, null, null]);
  expect(at('2019-01-01T00:00:00Z', [])).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { changesBetween, shownValue } from './changes.ts';

describe('changesBetween', () => {
  it('tells the fields that differ, one level into objects, and leaves bookkeeping out', () => {
    const before = { id: '1', version: 1, name: 'A', note: null, accounts: { revenue: '5111', vat: '33311' } };
    const after = { id: '1', version: 2, name: 'B', note: null, accounts: { revenue: '5112', vat: '33311' } };
    expect(changesBetween(before, after)).toEqual([
      { name: 'name', before: 'A', after: 'B' },
      { name: 'accounts.revenue', before: '5111', after: '5112' },
    ]);
  });

  it('tells a field that came', () => {
    expect(changesBetween({ a: 1 }, { a: 1, b: 2 })).toEqual([{ name: 'b', before: undefined, after: 2 }]);
  });

  it('treats a missing and an empty field alike', () => {
    expect(changesBetween({ a: null }, {})).toEqual([]);
  });

  it('has nothing to tell about a record that came or went', () => {
    expect(changesBetween(null, { a: 1 })).toEqual([]);
    expect(changesBetween({ a: 1 }, null)).toEqual([]);
  });
});

it('shows days, instants and flags as people read them', () => {
  expect(
    [null, '', true, ['K1', 'K2'], '2026-09-30', '2026-09-30T17:05:00.000Z', 'Cái'].map((value) => shownValue(value)),
  ).toEqual(['(trống)', '(trống)', 'Có', 'K1, K2', '30/09/2026', '01/10/2026 00:05', 'Cái']);
});

it('shows what has parts of its own part by part', () => {
  const stopped = [{ fromDate: '2026-11-05', notice: 'TB 1' }, { notice: 'TB 2' }];
  expect(shownValue(stopped)).toBe('05/11/2026 · TB 1, TB 2');
});

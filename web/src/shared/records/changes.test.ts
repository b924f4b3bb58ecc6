import { describe, expect, it } from 'vitest';
import { changesBetween, rebase, shownValue } from './changes.ts';

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

describe('rebase', () => {
  const base = { name: 'A', unit: 'Cái', note: '' };

  it('keeps my change and takes the others as they are now', () => {
    const { values, clashes } = rebase(base, { ...base, note: 'của tôi' }, { ...base, unit: 'Hộp' });
    expect(values).toEqual({ name: 'A', unit: 'Hộp', note: 'của tôi' });
    expect(clashes).toEqual([]);
  });

  it('names a field that both changed differently, and keeps mine', () => {
    const { values, clashes } = rebase(base, { ...base, name: 'B' }, { ...base, name: 'C' });
    expect(values.name).toBe('B');
    expect(clashes).toEqual(['name']);
  });

  it('goes part by part where a field has parts by name, also those that are gone', () => {
    const of = (issuers: Readonly<Record<string, readonly string[]>>) => ({ issuers });
    const was = of({ HN: ['a'], SG: ['b'], DN: ['a'] });
    const mine = of({ HN: ['a', 'b'], SG: ['b'] });
    const theirs = of({ HN: ['a'], SG: ['b', 'c'], DN: ['a'], HP: ['a'] });
    const { values, clashes } = rebase(was, mine, theirs);
    expect(values).toEqual(of({ HN: ['a', 'b'], SG: ['b', 'c'], HP: ['a'] }));
    expect(clashes).toEqual([]);
    expect(rebase(was, mine, of({ HN: ['c'] })).clashes).toEqual(['issuers']);
  });

  it('does not call the same change twice a clash', () => {
    expect(rebase(base, { ...base, name: 'B' }, { ...base, name: 'B' })).toMatchObject({ clashes: [], isThere: true });
    expect(rebase(base, { ...base, name: 'B', note: 'của tôi' }, { ...base, name: 'B' }).isThere).toBe(false);
    expect(rebase(base, { ...base }, { ...base, name: 'B' }).isThere).toBe(false);
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

import { describe, expect, it } from 'vitest';
import { rebase } from './rebase.ts';

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

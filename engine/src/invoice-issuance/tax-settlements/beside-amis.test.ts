import { describe, expect, it } from 'vitest';
import { type AmisWord, disagreementsOf, type Facts, factsOf, type TaxWord } from './beside-amis.ts';

const tax: TaxWord = { number: '21', symbol: 'C26TAA', date: '2026-10-06', beforeVat: 1000, fate: 'issued', by: '' };
const amis: AmisWord = { number: '00000021', symbol: '1C26TAA', date: '2026-10-06', beforeVat: 1000, fate: 'issued' };
const exported: Facts = { status: 'exported', number: null, symbol: null, date: null };
const fields = (one: Partial<TaxWord>, other: Partial<AmisWord>) =>
  disagreementsOf({ ...tax, ...one }, { ...amis, ...other }).map(({ field }) => field);

describe('a tax invoice beside the AMIS ledger', () => {
  it('differs only in what both say', () => {
    expect(disagreementsOf(tax, null)).toEqual([]);
    expect(fields({}, {})).toEqual([]);
    expect(fields({}, { number: '', date: null, symbol: '', fate: 'exported' })).toEqual([]);
    expect(fields({ date: null, beforeVat: null }, { date: '2026-10-07', beforeVat: 1 })).toEqual([]);
    expect(fields({}, { number: '22', symbol: 'C26TBB', date: '2026-10-07', beforeVat: 1001 })).toEqual([
      ...['number', 'symbol', 'date', 'amount'],
    ]);
  });

  it('differs in fate where the tax side knows a newer invoice that AMIS does not have, or AMIS has cancelled', () => {
    expect(fields({ fate: 'replaced', by: '22' }, {})).toEqual(['fate']);
    expect(fields({ fate: 'adjusted', by: '22' }, {})).toEqual(['fate']);
    expect(fields({ fate: 'adjusted', by: '22' }, { fate: 'adjusted', beforeVat: 1 })).toEqual([]);
    expect(fields({}, { fate: 'cancelled' })).toEqual(['fate']);
    expect(fields({}, { fate: 'replaced' })).toEqual([]);
    expect(fields({ fate: 'replaced', by: '22' }, { fate: 'exported', number: '' })).toEqual([]);
  });

  it('gives number, symbol, day and status to an exported invoice, in AMIS’s spelling where it has one', () => {
    expect(factsOf(exported, tax, null, null)).toEqual({
      ...{ status: 'issued', number: '21', symbol: 'C26TAA', date: '2026-10-06' },
    });
    expect(factsOf(exported, tax, amis, null).number).toBe('00000021');
    expect(factsOf(exported, { ...tax, fate: 'adjusted', by: '22' }, null, null).status).toBe('adjusted');
    // Its sales go elsewhere by a plan alone.
    expect(factsOf(exported, { ...tax, fate: 'replaced', by: '22' }, null, null).status).toBe('issued');
    for (const status of ['draft', 'replaced', 'cancelled'] as const)
      expect(factsOf({ ...exported, status }, tax, amis, null).status).toBe(status);
  });

  it('overwrites nothing while they differ, and follows the side that a person chose until a value changes', () => {
    const other = { ...amis, number: '00000099', date: '2026-10-09' };
    const now: Facts = { status: 'issued', number: '00000099', symbol: 'C26TAA', date: '2026-10-09' };
    expect(factsOf(now, tax, other, null)).toEqual(now);
    const first: Facts = { ...now, number: '21', date: '2026-10-06' };
    expect(factsOf(first, tax, other, null)).toEqual(first);
    const on = disagreementsOf(tax, other);
    expect(factsOf(now, tax, other, { side: 'tax', on })).toEqual({ ...now, number: '21', date: '2026-10-06' });
    expect(factsOf(first, tax, other, { side: 'amis', on })).toEqual(now);
    // A store may keep the names in another order.
    const stored = on.map(({ amis: said, ...rest }) => ({ amis: said, ...rest }));
    expect(factsOf(first, tax, other, { side: 'amis', on: stored })).toEqual(now);
    expect(factsOf(first, tax, { ...other, number: '00000098' }, { side: 'amis', on })).toEqual(first);
  });

  it('keeps the status while fates differ; the AMIS ledger alone moves sales and stock', () => {
    const adjusted: TaxWord = { ...tax, fate: 'adjusted', by: '22' };
    const on = disagreementsOf(adjusted, amis);
    const status = (now: Facts['status'], side?: 'tax' | 'amis') =>
      factsOf({ ...exported, status: now }, adjusted, amis, side ? { side, on } : null).status;
    expect([status('exported'), status('issued'), status('adjusted')]).toEqual(['issued', 'issued', 'adjusted']);
    expect([status('issued', 'tax'), status('adjusted', 'amis')]).toEqual(['adjusted', 'issued']);
    const replaced: TaxWord = { ...tax, fate: 'replaced', by: '22' };
    const decided = { side: 'tax', on: disagreementsOf(replaced, amis) } as const;
    expect(factsOf({ ...exported, status: 'issued' }, replaced, amis, decided).status).toBe('issued');
  });
});

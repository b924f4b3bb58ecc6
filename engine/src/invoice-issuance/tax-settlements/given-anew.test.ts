import { expect, it } from 'vitest';
import type { AmisWord, TaxWord } from './beside-amis.ts';
import { givenAnew, type Replacer } from './given-anew.ts';

const tax: TaxWord = {
  number: '12',
  symbol: 'C26TAA',
  date: '2026-10-05',
  beforeVat: 1000,
  fate: 'replaced',
  by: '15',
};
const amis: AmisWord = { number: '00000015', symbol: '1C26TAA', date: '2026-10-06', beforeVat: 1000, fate: 'issued' };
const replacer: Replacer = {
  ...{ key: 'K15', number: '15', symbol: 'C26TAA', date: '2026-10-06', beforeVat: 1000 },
  ...{ hasOthers: false, isCorrected: false, isTaken: false },
};
const asked = (over: Partial<Replacer> = {}, ledger: Partial<AmisWord> = {}, more: readonly Replacer[] = []) =>
  givenAnew(tax, { ...amis, ...ledger }, [{ ...replacer, ...over }, ...more], false);

it('follows the number of the only replacement, written by AMIS into the same voucher with the same sum', () => {
  expect(asked()).toEqual({ key: 'K15' });
  expect(asked({}, { symbol: '', date: null })).toEqual({ key: 'K15' });
  expect(asked({ beforeVat: 900 }, { beforeVat: 900 })).toEqual({ key: 'K15' });
});

it('says nothing where the voucher has no such number', () => {
  expect(asked({}, { number: '12' })).toBeUndefined();
  expect(asked({}, { number: '16' })).toBeUndefined();
  expect(asked({}, { number: '' })).toBeUndefined();
  expect(givenAnew({ ...tax, fate: 'adjusted' }, amis, [replacer], false)).toBeUndefined();
  expect(givenAnew(tax, null, [replacer], false)).toBeUndefined();
});

it('tells why it is not certain', () => {
  const why = (found: ReturnType<typeof asked>) => (found && 'why' in found ? found.why : found);
  expect(why(givenAnew(tax, amis, [replacer], true))).toContain('đã có người quyết định');
  expect(why(asked({}, {}, [{ ...replacer, key: 'K16', number: '16' }]))).toContain('2 hóa đơn thay thế');
  expect(why(asked({ hasOthers: true }))).toContain('hóa đơn khác');
  expect(why(asked({ isCorrected: true }))).toContain('chính nó cũng bị thay thế');
  expect(why(asked({ isTaken: true }))).toContain('chứng từ khác');
  expect(why(asked({}, { fate: 'cancelled' }))).toContain('không còn là hóa đơn đang dùng');
  expect(why(asked({}, { symbol: '1C26TBB' }))).toContain('ký hiệu');
  expect(why(asked({}, { date: '2026-10-07' }))).toContain('ngày hóa đơn');
  expect(why(asked({ beforeVat: null }))).toContain('không phải đồng');
  expect(why(asked({ beforeVat: 1001 }))).toContain('tiền trước thuế của nó là 1.001, của chứng từ là 1.000');
});

import { describe, expect, it } from 'vitest';
import { parseQuantity } from '../../quantity.ts';
import { differencesOf, type Head, haveSameLines } from './differences.ts';
import type { OurLine, TaxLine } from './parties.ts';

const head: Head = {
  buyerTaxCode: '0314409058',
  date: '2026-10-06',
  beforeVat: 1_000_000,
  vat: 80_000,
  total: 1_080_000,
};
const own = (over: Partial<OurLine> = {}): OurLine => ({
  ...{ code: 'SP1', name: 'Nước giặt', kind: 'goods', quantity: parseQuantity('3'), unitPrice: '333333.333333' },
  ...{ amount: 1_000_000, rate: '8' },
  ...over,
});
const their = (over: Partial<TaxLine> = {}): TaxLine => ({
  ...{ at: 1, code: 'SP1', name: 'Nước giặt', isDiscount: false, quantity: parseQuantity('3'), unitPrice: '333333.33' },
  ...{ amount: 1_000_000, rate: '8' },
  ...over,
});
const told = (ours: readonly OurLine[], theirs: readonly TaxLine[], other: Partial<Head> = {}) =>
  differencesOf({ head, lines: ours }, { head: { ...head, ...other }, lines: theirs }).map(
    ({ kind, line, ours: one, theirs: two }) => [kind, line, one, two],
  );

describe('differences of a tax invoice from ours', () => {
  it('are none where both say the same, whatever places the price has', () => {
    expect(told([own()], [their()])).toEqual([]);
    expect(told([own()], [their({ code: '' })])).toEqual([]);
    expect(told([own()], [their()], { buyerTaxCode: '0314 409 058' })).toEqual([]);
    expect(told([own()], [their({ unitPrice: null, rate: null })])).toEqual([]);
  });

  it('tell the buyer, the day and each sum to the đồng', () => {
    const other = { buyerTaxCode: '0101243150', date: '2026-10-07', beforeVat: 1_000_001, vat: 79_999, total: null };
    expect(told([own()], [their()], other)).toEqual([
      ['BUYER_TAX_CODE', null, '0314409058', '0101243150'],
      ['DATE', null, '06/10/2026', '07/10/2026'],
      ['BEFORE_VAT', null, '1.000.000', '1.000.001'],
      ['VAT', null, '80.000', '79.999'],
    ]);
    expect(told([own()], [their()], { total: 1 })).toEqual([['TOTAL', null, '1.080.000', '1']]);
  });

  it('tell item, quantity, price, amount and rate of a line', () => {
    const changed = their({ quantity: parseQuantity('4'), unitPrice: '250000', amount: 1_000_003, rate: '10' });
    expect(told([own()], [changed])).toEqual([
      ['QUANTITY', 1, '3', '4'],
      ['PRICE', 1, '333333.333333', '250000'],
      ['LINE_AMOUNT', 1, '1.000.000', '1.000.003'],
      ['RATE', 1, '8', '10'],
    ]);
    expect(told([own()], [their({ code: 'SP9', name: 'Khác' })])).toEqual([
      ['ITEM', 1, 'SP1 · Nước giặt', 'SP9 · Khác'],
    ]);
  });

  it('tell no amount of a line in a foreign currency without a rate', () => {
    expect(told([own()], [their({ amount: null, unitPrice: null })])).toEqual([]);
    const other = their({ code: 'SP9', name: 'Khác', quantity: parseQuantity('4'), amount: null, at: 2 });
    expect(told([own()], [their(), other])).toEqual([['ITEM', 2, '', 'SP9 · Khác: 4']]);
    expect(haveSameLines([own({ amount: 0 })], [their({ amount: null })])).toBe(false);
  });

  it('tell lines that one side lacks, and pair the others wherever they are', () => {
    const second = own({ code: 'SP2', name: 'Muối', quantity: parseQuantity('1'), amount: 5, unitPrice: '5' });
    const theirSecond = their({ code: 'SP2', name: 'Muối', quantity: parseQuantity('1'), amount: 5, unitPrice: '5' });
    expect(told([own(), second], [theirSecond, their({ at: 2 })])).toEqual([]);
    expect(told([own(), second], [their()])).toEqual([['ITEM', 2, 'SP2 · Muối: 1 = 5 đ', '']]);
    expect(told([own()], [their(), { ...theirSecond, at: 2 }])).toEqual([['ITEM', 2, '', 'SP2 · Muối: 1 = 5 đ']]);
  });

  it('see the same lines only where every quantity and amount has its own', () => {
    const cheap = { quantity: parseQuantity('1'), amount: 5 };
    expect(haveSameLines([own(), own(cheap)], [their(cheap), their()])).toBe(true);
    expect(haveSameLines([own(), own()], [their()])).toBe(false);
    expect(haveSameLines([own(), own(cheap)], [their(), their()])).toBe(false);
    expect(haveSameLines([], [])).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { parseQuantity } from '../quantity.ts';
import { goodsDiffer } from './sides-differ.ts';
import type { GoodsLine } from './types.ts';

const between = { pair: 'AT', money: 'tax', goods: 'tax' } as const;
const line = (unit: string, quantity: string, more: Partial<GoodsLine> = {}): GoodsLine => ({
  ...{ product: 'SP1', unit, quantity: parseQuantity(quantity) },
  ...more,
});
const kinds = (books: readonly GoodsLine[], tax: readonly GoodsLine[]) =>
  goodsDiffer(books, tax, between).map(({ kind, says }) => [kind, says.left, says.right]);

it('tells the unit of goods that are not converted where the same number has another one', () => {
  const own = { isUnconverted: true };
  expect(kinds([line('Lon', '12')], [line('Bao', '12', own)])).toEqual([['UNIT', 'SP1: Lon', 'SP1: Bao']]);
  // Two cases may well be 48 cans: no connection says that they are not.
  expect(kinds([line('Lon', '48')], [line('Thùng', '2', own)])).toEqual([]);
  // In the same unit they are compared like any others.
  expect(kinds([line('Lon', '48')], [line('lon', '47', own)])).toEqual([['QUANTITY', 'SP1: 48', 'SP1: 47']]);
  // A sum of two units is no number of anything, not even where it is the same.
  expect(kinds([line('Bao', '13')], [line('Lon', '1'), line('Bao', '12', own)])).toEqual([]);
  expect(kinds([line('Lon', '48')], [line('Thùng', '2')])).toEqual([
    ['QUANTITY', 'SP1: 48', 'SP1: 2'],
    ['UNIT', 'SP1: Lon', 'SP1: Thùng'],
  ]);
});

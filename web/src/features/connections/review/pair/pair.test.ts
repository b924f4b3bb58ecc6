import { expect, it } from 'vitest';
import { linesOf, type ProductSuggestion } from './pair.ts';

/** Only what the lines are made of. */
const pair = (amis: Partial<ProductSuggestion['amis']>, bravoPrice: string | null): ProductSuggestion =>
  ({
    amis: { code: 'BQ1', name: 'Bánh quy', unit: 'Hộp', group: '', salePrice: null, lastPurchasePrice: null, ...amis },
    bravo: { code: 'VT1', name: 'BQ', unit: 'Thùng', units: [{ unit: 'Thùng', rate: '1' }], group: '' },
    bravoPrice,
    suggestedFactor: null,
  }) as unknown as ProductSuggestion;

const line = (suggestion: ProductSuggestion, label: string) => {
  const found = linesOf(suggestion).find((one) => one.label === label);
  return found && [found.left, found.right].map((parts) => parts.map(({ text }) => text).join(''));
};

it('puts the prices that were compared beside each other, each with its unit', () => {
  const suggestion = pair({ salePrice: '34000', lastPurchasePrice: '32680.5' }, '544000.25');
  expect(line(suggestion, 'Giá bán')).toEqual(['34.000 / Hộp', '544.000,25 / Thùng']);
  expect(line(suggestion, 'Giá mua')).toEqual(['32.680,5 / Hộp', '']);
});

it('says nothing of prices and stock that are not known', () => {
  const suggestion = pair({ salePrice: '0' }, null);
  expect(line(suggestion, 'Giá bán')).toBeUndefined();
  expect(line(suggestion, 'Tồn')).toBeUndefined();
});

it('marks stock below zero', () => {
  const negative = (quantityOnHand: string) =>
    linesOf(pair({ quantityOnHand }, null)).find(({ label }) => label === 'Tồn')?.isNegative;
  expect(negative('-13')).toBe(true);
  expect(negative('13')).toBe(false);
});

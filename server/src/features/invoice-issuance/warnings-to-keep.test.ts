import { expect, it } from 'vitest';
import { warningsToKeep } from './warnings-to-keep.ts';

it('keeps every warning that may stop an export, however many others stand before it', () => {
  const other = { code: 'BUYER_INCOMPLETE', message: '' };
  const block = { code: 'KEPT_INVOICE_WITHOUT_STOCK', message: '', invoice: 'x' };
  const kept = warningsToKeep([...Array.from({ length: 1500 }, () => other), block, block]);
  expect(kept).toHaveLength(1002);
  expect(kept.slice(-2)).toEqual([block, block]);
});

import { expect, it } from 'vitest';
import { warningsToKeep } from './warnings-to-keep.ts';

it('keeps every warning that may stop an export, however many others come before it', () => {
  const ofInvoice = { code: 'VAT_DIFFERS_FROM_LEDGER', message: '', invoice: 'y' };
  const block = { code: 'KEPT_INVOICE_WITHOUT_STOCK', message: '', invoice: 'x' };
  const kept = warningsToKeep([...Array.from({ length: 1500 }, () => ofInvoice), block, block]);
  expect(kept).toHaveLength(1002);
  expect(kept.slice(-2)).toEqual([block, block]);
});

it('keeps warnings that are about no invoice, for they are kept nowhere else', () => {
  const other = { code: 'BUYER_INCOMPLETE', message: '', profile: 'A' };
  expect(warningsToKeep(Array.from({ length: 16_000 }, () => other))).toHaveLength(16_000);
});

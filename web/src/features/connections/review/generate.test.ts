import { expect, it } from 'vitest';
import { PARTNER, PRODUCT } from '../kinds.ts';
import { comparison, type Generation, lastComparison } from './generate.tsx';

/** A run as far as its words read it. */
const ended = (result: unknown, status = 'succeeded') =>
  ({ run: { status, result, finishedAt: '2026-09-01T00:00:00.000Z' } }) as unknown as Generation;

it('says what was compared when nothing is left to look at, and which side is missing', () => {
  const of = (amisRecords: number, bravoRecords: number) =>
    lastComparison(PRODUCT, ended({ amisRecords, bravoRecords }));
  expect(of(215, 0)).toMatch(/so 215 mã hàng AMIS với 0 vật tư Bravo đang dùng: hãy nạp vật tư Bravo/);
  expect(of(0, 300)).toMatch(/so 0 mã hàng AMIS với 300 vật tư Bravo đang dùng: hãy nạp mã hàng AMIS trước/);
  expect(of(215, 300)).toMatch(/cặp đã nối hay đã từ chối không hiện lại/);
});

it('says nothing of a run that failed, or of none', () => {
  expect(lastComparison(PARTNER, ended(null, 'failed'))).toBeUndefined();
  expect(lastComparison(PARTNER, { run: undefined })).toBeUndefined();
});

it('says of partners what is compared of them, and not what goods have', () => {
  expect(comparison(PRODUCT)).toContain('đơn vị tính và giá của mã hàng AMIS');
  expect(comparison(PARTNER)).toContain('mã số thuế');
  expect(comparison(PARTNER)).not.toContain('giá');
});

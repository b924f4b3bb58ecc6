import { expect, test } from 'vitest';
import { itemRecord } from './records.ts';

test('a unit without a rate says nothing, and is not as large as the base unit', () => {
  const item = { code: 'VT1', unit: 'Cái', modifiedAt: '2026-09-01' };
  const units = [
    { unit: 'Thùng', rate: '' },
    { unit: 'Hộp', rate: '6' },
  ];
  expect(itemRecord(item, units).units).toEqual([
    { unit: 'Cái', rate: '1' },
    { unit: 'Hộp', rate: '6' },
  ]);
});

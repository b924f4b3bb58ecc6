import { describe, expect, test } from 'vitest';
import { packSizes, suggestFactor } from './factor.ts';

describe('suggestFactor', () => {
  test('cùng đơn vị tính: hệ số 1', () => {
    expect(suggestFactor({ name: 'Bút bi', unit: 'Cái' }, { name: 'But bi', unit: 'chiếc' })).toMatchObject({
      factor: '1',
      contradicted: false,
    });
  });

  test('bảng đơn vị của Bravo: AMIS giữ theo thùng, Bravo gốc là lon', () => {
    const found = suggestFactor(
      { name: 'Bia 333', unit: 'Thùng', price: 240_000 },
      { name: 'Bia 333 lon', unit: 'Lon', units: [{ unit: 'thùng', rate: '24' }], price: 10_200 },
    );
    expect(found).toMatchObject({ factor: '1/24', contradicted: false });
    expect(found?.evidence).toContain('Giá hai bên phù hợp với hệ số');
  });

  test('quy cách trong tên khi không có bảng đơn vị', () => {
    expect(
      suggestFactor({ name: 'Sữa 180ml (thùng 48 hộp)', unit: 'Thùng' }, { name: 'Sữa 180ml', unit: 'Hộp' })?.factor,
    ).toBe('1/48');
    expect(suggestFactor({ name: 'Sữa 180ml', unit: 'Hộp' }, { name: 'Sữa 180ml x48', unit: 'Thùng' })?.factor).toBe(
      '48',
    );
  });

  test('đơn vị đo khác nhau cùng loại', () => {
    expect(suggestFactor({ name: 'Đường', unit: 'kg' }, { name: 'Đường', unit: 'gram' })?.factor).toBe('0.001');
    expect(suggestFactor({ name: 'Đường', unit: 'tấn' }, { name: 'Đường', unit: 'tấn' })?.factor).toBe('1');
  });

  test('giá nói ngược lại với hệ số: phải xem lại', () => {
    const found = suggestFactor(
      { name: 'Bia 333', unit: 'Thùng', price: 240_000 },
      { name: 'Bia 333', unit: 'Thùng', price: 10_000 },
    );
    expect(found).toMatchObject({ factor: '1', contradicted: true });
  });

  test('không có gì để suy ra thì không đoán', () => {
    expect(suggestFactor({ name: 'Bia', unit: 'Thùng' }, { name: 'Bia', unit: 'Lon' })).toBeUndefined();
    expect(suggestFactor({ name: 'Bia' }, { name: 'Bia' })).toBeUndefined();
  });

  test('a slip in Bravo’s unit table is no factor', () => {
    const ofRate = (rate: string) =>
      suggestFactor({ name: 'Bia', unit: 'Thùng' }, { name: 'Bia', unit: 'Lon', units: [{ unit: 'thùng', rate }] })
        ?.factor;
    expect(ofRate('1000000')).toBe('0.000001');
    expect(ofRate('1000001')).toBeUndefined();
    expect(ofRate('0.0000000001')).toBeUndefined();
  });

  test('packSizes reads the usual spellings', () => {
    expect(packSizes('Sữa 24x180ml')).toEqual([24]);
    expect(packSizes('Bia lon (24 lon/thùng)')).toEqual([24]);
    expect(packSizes('Máy khoan GSB 550')).toEqual([]);
    expect(packSizes('Dầu gội 180 ML Delvina (thùng 24)')).toEqual([24]);
  });
});

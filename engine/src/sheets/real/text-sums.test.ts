import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'];
const row = (quantity: Cell, amount: Cell = 1000, voucher: Cell = 'BH1', product: Cell = 'A1'): Cell[] => [
  { day: '2026-09-05' },
  voucher,
  product,
  quantity,
  amount,
];
const total = (quantity: Cell, amount: Cell = null): Cell[] => ['Tổng cộng', null, null, quantity, amount];
const read = (...rows: Cell[][]) => {
  const { totals, warnings } = readSheet([['SỔ CHI TIẾT BÁN HÀNG'], [null], HEADER, ...rows]);
  return { file: totals.file, told: warnings.map(({ code, row: at, value }) => [code, at, value]) };
};

describe('a sum that is a text', () => {
  it('is read with the sign that the numbers above it show', () => {
    expect(read(row('1.200'), row('33,5'), row('0,5'), total('1.234'))).toEqual({
      file: { quantity: '1234' },
      told: [],
    });
    expect(read(row('1.1'), row('0.134'), total('1.234'))).toEqual({ file: { quantity: '1.234' }, told: [] });
  });

  it('tells rows that are missing above it', () => {
    expect(read(row('1.200'), row('33,5'), total('1.234')).told).toEqual([['TOTAL_MISMATCH', 6, '1234']]);
  });

  it('has the places that every amount of its column has', () => {
    const amounts = [row(1, '1200.500'), row(1, '300.000')];
    expect(read(...amounts.slice(1), total(null, '300.000')).told).toEqual([]);
    expect(read(row(1, '150000.000'), row(1, '-149500.000'), total(2, '500.000'))).toEqual({
      file: { quantity: '2', amount: 500 },
      told: [],
    });
  });
});

it('a line without voucher and goods is told where its only figure is a text such as 1.234', () => {
  expect(read(row('33,5'), row('1.234', null, null, null)).told).toEqual([['ROW_SKIPPED', 5, '1.234']]);
});

import { expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER: Cell[] = ['Mã kho', 'Mã hàng', 'Tên hàng', 'ĐVT', 'Số lượng cuối kỳ', 'Giá trị cuối kỳ'];
const goods = (code: string, closing: number, more: Cell[] = []): Cell[] => [
  ...['K1', code, `Hàng ${code}`, 'Cái'],
  ...[closing, closing * 100],
  ...more,
];
const report = (...rows: Cell[][]): Cell[][] => [['TỔNG HỢP TỒN KHO'], ['Tháng 9 năm 2026'], HEADER, ...rows];
const MONTH = [goods('H1', 5), goods('H2', 0), goods('H3', 1)];
const total: Cell[] = ['Tổng cộng', null, null, null, 6, 600];

it('a stock report that was pasted below itself is refused: all its stock would count double', () => {
  const twice = [...report(...MONTH, total), ...report(...MONTH, total)];
  expect(() => readSheet(twice)).toThrow('Mỗi dòng của tệp có 2 lần, y như nhau (ví dụ dòng 4)');
  expect(() => readSheet([...twice, ...report(...MONTH, total)])).toThrow('tồn sẽ thành gấp 3');
});

it('lots are added up: they differ, or not every product has as many', () => {
  expect(readSheet(report(...MONTH, goods('H1', 5), total)).rows[0]).toMatchObject({ closingQuantity: '10' });
  const lots = report(...MONTH, goods('H1', 2), goods('H2', 1), goods('H3', 1));
  expect(readSheet(lots).rows.map((row) => row.closingQuantity)).toEqual(['7', '1', '2']);
  const few = report(goods('H1', 5), goods('H2', 3), goods('H1', 5), goods('H2', 3));
  expect(readSheet(few).rows.map((row) => row.closingQuantity)).toEqual(['10', '6']);
});

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
  expect(() => readSheet([...twice, ...report(...MONTH, total)])).toThrow('mọi số sẽ thành gấp 3');
});

const LEDGERS: Record<string, Cell[]> = {
  'SỔ CHI TIẾT BÁN HÀNG': ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'],
  'SỔ CHI TIẾT MUA HÀNG': ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Số lượng mua', 'Giá trị mua'],
  'BẢNG KÊ BÁN HÀNG': ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng'],
};
const line = (voucher: string, code: string, quantity: number, amount: number): Cell[] => [
  ...[{ day: '2026-09-05' }, voucher, code, quantity, amount],
];
const LINES = [line('S1', 'A', 1, 100), line('S1', 'B', 2, 300), line('S2', 'A', 1, 100)];

it.each(Object.keys(LEDGERS))('a %s that was pasted below itself is refused: each line would count double', (title) => {
  const once = [[title], ['Tháng 9 năm 2026'], LEDGERS[title]!, ...LINES, ['Tổng cộng', null, null, 4, 500]];
  expect(readSheet(once).rows).toHaveLength(3);
  expect(() => readSheet([...once, ...once])).toThrow('Mỗi dòng của tệp có 2 lần, y như nhau (ví dụ dòng 4)');
  expect(() => readSheet([...once, ...LINES, ...LINES])).toThrow('gấp 3');
});

it('a ledger is read whose lines repeat as sales do', () => {
  const read = (...lines: Cell[][]) =>
    readSheet([['BẢNG KÊ BÁN HÀNG'], [], LEDGERS['BẢNG KÊ BÁN HÀNG']!, ...lines]).rows;
  const twice = line('S1', 'A', 1, 100);
  expect(read(twice, twice, twice, twice)).toHaveLength(4);
  expect(read(...LINES, ...LINES.slice(0, 2), line('S2', 'A', 1, 200))).toHaveLength(6);
  expect(read(...LINES, ...LINES, line('S3', 'A', 1, 100))).toHaveLength(7);
  // As many lines and the same last one, but other sums; the same sums, but another last line.
  expect(read(...LINES, LINES[0]!, line('S1', 'C', 5, 900), LINES[2]!)).toHaveLength(6);
  expect(read(...LINES, LINES[0]!, LINES[2]!, LINES[1]!)).toHaveLength(6);
});

it('lots are added up: they differ, or not every product has as many', () => {
  expect(readSheet(report(...MONTH, goods('H1', 5), total)).rows[0]).toMatchObject({ closingQuantity: '10' });
  const lots = report(...MONTH, goods('H1', 2), goods('H2', 1), goods('H3', 1));
  expect(readSheet(lots).rows.map((row) => row.closingQuantity)).toEqual(['7', '1', '2']);
  const uneven = report(goods('H1', 5), goods('H1', 5), goods('H2', 3), goods('H2', 3), goods('H2', 3), goods('H3', 1));
  expect(readSheet(uneven).rows.map((row) => row.closingQuantity)).toEqual(['10', '9', '1']);
  const few = report(goods('H1', 5), goods('H2', 3), goods('H1', 5), goods('H2', 3));
  expect(readSheet(few).rows.map((row) => row.closingQuantity)).toEqual(['10', '6']);
});

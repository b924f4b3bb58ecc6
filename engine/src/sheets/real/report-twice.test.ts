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

const WEEK = [line('S1', 'A', 1, 100), line('S2', 'A', 2, 200), line('S2', 'B', 2, 300), line('S3', 'A', 1, 100)];
const NEXT_WEEK = [...WEEK.slice(1), line('S4', 'B', 1, 150)];
const TITLES = Object.keys(LEDGERS);

it.each(TITLES)(
  'two %s of overlapping weeks, one pasted below the other, are refused with the rows that come again',
  (title) => {
    const head = [[title], ['Tháng 9 năm 2026'], LEDGERS[title]!];
    const read =
      (...rows: Cell[][]) =>
      () =>
        readSheet([...head, ...rows]);
    const again = 'Dòng 8–10 (3 dòng, 2 chứng từ) lặp lại y như dòng 5–7: hai báo cáo có ngày chồng nhau';
    expect(read(...WEEK, ...NEXT_WEEK)).toThrow(again);
    expect(read(...WEEK, LEDGERS[title]!, ...NEXT_WEEK)).toThrow(
      'Dòng 9–11 (3 dòng, 2 chứng từ) lặp lại y như dòng 5–7',
    );
    expect(read(...WEEK, ['Tổng cộng', null, null, 6, 700], ...head, ...NEXT_WEEK)).toThrow('Dòng 12–14 (3 dòng');
    expect(read(...LINES, ...LINES, line('S3', 'A', 1, 100))).toThrow(
      'Dòng 7–9 (3 dòng, 2 chứng từ) lặp lại y như dòng 4–6',
    );
  },
);

it('lines of an overlap are no overlap in another order, with another figure, or within one voucher', () => {
  const read = (...lines: Cell[][]) =>
    readSheet([['SỔ CHI TIẾT BÁN HÀNG'], [], LEDGERS['SỔ CHI TIẾT BÁN HÀNG']!, ...lines]).rows.length;
  const [one, two, three, four] = WEEK as [Cell[], Cell[], Cell[], Cell[]];
  expect(read(...WEEK, four, two, three)).toBe(7);
  expect(read(...WEEK, two, line('S2', 'B', 2, 301), four)).toBe(7);
  expect(read(...WEEK, two, three, one)).toBe(7);
  expect(read(two, three, two, three, two, three, one)).toBe(7);
  // By goods: each voucher comes again with other lines.
  expect(read(one, two, four, line('S1', 'B', 1, 100), three, line('S3', 'B', 1, 100))).toBe(6);
  expect(read(...WEEK, [{ day: '2026-09-06' }, ...two.slice(1)], three, four)).toBe(7);
});

it('lines with keys of their own are known by them', () => {
  const head = [['BẢNG KÊ BÁN HÀNG'], [...LEDGERS['BẢNG KÊ BÁN HÀNG']!, 'RowId']];
  const keyed = (lines: Cell[][]): Cell[][] => lines.map((one, at) => [...one, `R${at}`]);
  expect(readSheet([...head, ...keyed([...WEEK, ...NEXT_WEEK])]).rows).toHaveLength(8);
});

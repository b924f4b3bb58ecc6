import { expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER: Cell[] = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'];
const MOVED: Cell[] = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Doanh số bán', 'Tổng số lượng bán'];
const line = (voucher: string, ...figures: Cell[]): Cell[] => [{ day: '2026-09-05' }, voucher, 'H1', ...figures];
const ledger = (...below: Cell[][]): Cell[][] => [
  ['SỔ CHI TIẾT BÁN HÀNG'],
  ['Tháng 9 năm 2026'],
  HEADER,
  line('BH1', 2, 150_000),
  ...below,
];

it('a second export below the first one with its columns elsewhere is refused, not read by the places of the first', () => {
  expect(() => readSheet(ledger(MOVED, line('BH2', 90_000, 1)))).toThrow(
    'Dòng 5 là dòng tiêu đề thứ hai, thứ tự cột khác dòng 3: «Doanh số bán» ở cột D, trước đó ở cột E.',
  );
  expect(() => readSheet(ledger(['Ghi chú của Lan', ...HEADER], ['x', ...line('BH2', 1, 90_000)]))).toThrow('cột B');
});

it('a stock report whose groups are elsewhere is refused', () => {
  const names: Cell[] = ['Mã kho', 'Mã hàng', 'Tên hàng', 'ĐVT'];
  const lower: Cell[] = [null, null, null, null, 'Số lượng', null, 'Số lượng'];
  const goods: Cell[] = ['K1', 'H1', 'Hàng', 'Cái', 5, null, 3];
  const first = [['TỔNG HỢP TỒN KHO'], [...names, 'Xuất kho', null, 'Cuối kỳ'], lower, goods];
  const again = (...groups: Cell[]) => [
    ...first,
    [...names, ...groups],
    lower,
    ['K1', 'H2', 'Hàng', 'Cái', 7, null, 4],
  ];
  expect(readSheet(again('Xuất kho', null, 'Cuối kỳ')).rows).toHaveLength(2);
  expect(() => readSheet(again('Cuối kỳ', null, 'Xuất kho'))).toThrow('«Cuối kỳ» ở cột E, trước đó ở cột G');
});

it('a header that comes again on each page is passed over, and so is a new column behind it', () => {
  expect(readSheet(ledger(HEADER, line('BH2', 1, 90_000))).rows).toHaveLength(2);
  const more = ledger([...HEADER, 'Ghi chú'], line('BH2', 1, 90_000));
  expect(readSheet(more).rows.map((row) => row.amount)).toEqual([150_000, 90_000]);
});

it('a line with the name of another column in a cell is a line', () => {
  const named: Cell[] = [{ day: '2026-09-05' }, 'Doanh số bán', 'H1', 1, 90_000];
  expect(readSheet(ledger(named)).rows.map((row) => row.amount)).toEqual([150_000, 90_000]);
});

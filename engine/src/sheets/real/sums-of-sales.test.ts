import { expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER = ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng', 'Tiền CK', 'Tiền thuế', 'Tổng tiền'];
const sales = (...amounts: Cell[][]): Cell[][] => [
  ['BẢNG KÊ BÁN HÀNG'],
  ['Từ ngày 01/09/2026 đến ngày 30/09/2026'],
  HEADER,
  ...amounts.map((cells, at): Cell[] => [{ day: '2026-09-05' }, `HD${at}`, 'VT1', 2, ...cells]),
];
const told = (...amounts: Cell[][]) =>
  readSheet(sales(...amounts)).warnings.flatMap(({ row, code, message }) =>
    code === 'NET_MISMATCH' ? [[row, message]] : [],
  );

it('tells of sales of which the file itself says that the discount is off the amount already', () => {
  expect(told([9_000, 1_000, 900, 9_900])).toEqual([
    [4, expect.stringContaining('«Tổng tiền»: giá trị «9900» khác tiền hàng − chiết khấu + thuế là 8.900. Cột tiền')],
  ]);
  expect(told([9_000, -1_000, 900, 9_900])).toEqual([[4, expect.stringContaining('bị trừ hai lần')]]);
});

it('tells of an amount with its tax in it, and of figures that make no sum', () => {
  expect(told([11_000, null, 1_000, 11_000], [10_000, 0, 1_000, 99])).toEqual([
    [4, expect.stringContaining('đã gồm thuế, hay dòng bị lệch cột')],
    [5, expect.stringContaining('đã gồm thuế, hay dòng bị lệch cột')],
  ]);
});

it('says nothing of sums that are right to the đồng, or are not all there', () => {
  const right: Cell[][] = [
    [10_000, 1_000, 900, 9_900],
    [10_000, 1_000, 900, 9_901],
    [-10_000, -1_000, -900, -9_900],
    [0, null, 0, 0],
    [10_000, null, null, 11_000],
    [10_000, null, 1_000, null],
  ];
  expect(told(...right)).toEqual([]);
});

const LINES = ['Ngày ct', 'Số ct', 'Mã vật tư', 'Tên vật tư', 'Đvt', 'Số lượng', 'Giá bán', 'Tiền hàng'];
const line = (...cells: Cell[]): Cell[] => [{ day: '2026-09-05' }, 'HD1', ...cells];
const readLines = (...rows: Cell[][]) => {
  const {
    rows: read,
    warnings,
    rejected,
  } = readSheet([['BẢNG KÊ BÁN HÀNG'], ['Từ ngày 01/09/2026 đến ngày 30/09/2026'], LINES, ...rows]);
  return {
    sold: read.map(({ itemCode, amount }) => [itemCode, amount]),
    told: warnings.map(({ row, code }) => [row, code]),
    rejected,
  };
};

it.each([
  ...['Cộng', 'TỔNG CỘNG', 'Tong cong', 'Cộng chứng từ', 'Tổng HĐ', 'Cộng khách hàng: KH1', 'Tổng: HD1', 'Total'],
  'Cộng'.normalize('NFD'),
])('the sum of a voucher, «%s» in the place of the code beside its number, is told and no goods', (label) => {
  const { sold, told, rejected } = readLines(
    line('VT1', 'Bia', 'Lon', 10, 1_000, 10_000),
    line('VT2', 'Rượu', 'Chai', 1, 9_000, 9_000),
    line(label, null, null, 11, null, 19_000),
  );
  expect(sold).toEqual([
    ['VT1', 10_000],
    ['VT2', 9_000],
  ]);
  expect(told).toEqual([[6, 'ROW_SKIPPED']]);
  expect(rejected).toEqual([]);
});

it.each([
  ['CONG', 'Công lắp đặt', null],
  ['Công lắp đặt', null, null],
  ['Cộng tác viên', 'Hoa hồng', null],
  ['TONG01', 'Tông đơ', null],
  ['Cộng', 'Keo Cộng', 'Lọ'],
])('goods that are called «%s» stay goods', (code, name, unit) =>
  expect(readLines(line(code, name, unit, 1, null, 9_000)).sold).toEqual([[code, 9_000]]),
);

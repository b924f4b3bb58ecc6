import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

/** Reports of stock with sums of groups in the columns of the goods, as Fast, Bravo and people print them. */
const HEAD: Cell[][] = [
  ['BÁO CÁO NHẬP XUẤT TỒN'],
  ['Kho: K1'],
  ['Từ ngày 01/09/2026 đến ngày 30/09/2026'],
  ['Mã hàng', 'Tên hàng', 'ĐVT', 'Tồn đầu kỳ', null, 'Nhập trong kỳ', null, 'Xuất trong kỳ', null, 'Tồn cuối kỳ', null],
  [null, null, null, ...['Số lượng', 'Giá trị', 'Số lượng', 'Giá trị', 'Số lượng', 'Giá trị', 'Số lượng', 'Giá trị']],
];
const A: Cell[] = ['HH01', 'Sơn trắng', 'Thùng', 10, 1_000, 5, 500, 3, 300, 12, 1_200];
const B: Cell[] = ['HH02', 'Sơn xanh', 'Thùng', 20, 4_000, 0, 0, 1, 200, 19, 3_800];
const C: Cell[] = ['KEO1', 'Keo dán', 'Lọ', 7, 70, 0, 0, 0, 0, 7, 70];
const figures = (...rows: Cell[][]): Cell[] =>
  [3, 4, 5, 6, 7, 8, 9, 10].map((at) => rows.reduce((sum, row) => sum + Number(row[at]), 0));
const sum = (code: Cell, name: Cell, ...rows: Cell[][]): Cell[] => [code, name, null, ...figures(...rows)];

const read = (...rows: Cell[][]) => {
  const { rows: read, warnings, rejected, totals } = readSheet([...HEAD, ...rows]);
  const stock = read.map((row) => [row.productCode, row.closingQuantity, row.closingValue]);
  return { stock, told: warnings.map(({ code }) => code), rejected, sums: totals.read };
};

const GOODS = [
  ['HH01', '12', 1_200],
  ['HH02', '19', 3_800],
  ['KEO1', '7', 70],
];

describe('sums of groups in a stock report', () => {
  it('of one row each, where every group has its sum, are no goods', () => {
    const { stock, told } = read(sum('SON', 'Sơn', A), A, sum('KEO', 'Keo', C), C);
    expect(stock).toEqual([GOODS[0], GOODS[2]]);
    expect(told).toEqual(['GROUP_ROWS_SKIPPED']);
  });

  it('above their goods, in two levels and of a group of one, are no goods', () => {
    const rows = [sum('VT', 'Vật tư', A, B, C), sum('SON', 'Sơn các loại', A, B), A, B, sum('KEO', 'Keo', C), C];
    const { stock, told, sums } = read(...rows);
    expect(stock).toEqual(GOODS);
    expect(told).toEqual(['GROUP_ROWS_SKIPPED']);
    expect(sums.closingQuantity).toBe('38');
  });

  it.each(['Cộng nhóm', 'Cộng kho K1', 'Tổng số', 'Total', 'T Ổ N G  C Ộ N G', 'Sơn các loại', 'Mang sang'])(
    'below their goods, called «%s» in the column of codes, are no goods',
    (label) => expect(read(A, B, sum(label, null, A, B), C).stock).toEqual(GOODS),
  );

  it('called «Cộng nhóm …» are no goods even where a row of the group was rejected', () => {
    const bad: Cell[] = ['HH03', 'Sơn đỏ', 'Thùng', 1, 10, 0, 0, 0, 0, '#REF!', 10];
    const { stock, rejected } = read(
      A,
      bad,
      B,
      ['Cộng nhóm Sơn', null, null, ...figures(A, B).map((n) => Number(n) + 1)],
      C,
    );
    expect(stock).toEqual(GOODS);
    expect(rejected.map(({ row }) => row)).toEqual([7]);
  });

  it('that state values alone are no goods', () => {
    const values = figures(A, B).map((figure, at) => (at % 2 === 0 ? null : figure));
    expect(read(['SON', 'Sơn các loại', null, ...values], A, B, C).stock).toEqual(GOODS);
  });

  it('are told with their rows, and with the remedy for goods without a unit', () => {
    const { warnings } = readSheet([...HEAD, sum('SON', 'Sơn các loại', A, B), A, B]);
    expect(warnings[0]?.message).toContain('(dòng 6)');
    expect(warnings[0]?.message).toContain('điền đơn vị tính');
  });
});

describe('goods without a unit', () => {
  it('stay goods where their figures are not the sum of rows beside them', () => {
    const odd: Cell[] = ['HH09', 'Sơn lẻ', null, 1, 10, 0, 0, 0, 0, 1, 10];
    expect(read(A, odd, B).stock.map(([code]) => code)).toEqual(['HH01', 'HH09', 'HH02']);
  });

  it('stay goods where only one row beside them has the same figures', () => {
    expect(read(A, sum('HH10', 'Sơn trắng lẻ', A), B).stock).toHaveLength(3);
  });

  it('stay goods where no row of the report has a unit', () => {
    const bare = [A, B].map((row) => row.with(2, null));
    expect(read(sum('SON', 'Sơn', A, B), ...bare).stock).toHaveLength(3);
  });
});

it('A text alone in the column of codes is a heading or a note, not goods without stock', () => {
  expect(read(['Sơn các loại'], A, B, C, ['(*) Số liệu chưa gồm hàng gửi bán']).stock).toEqual(GOODS);
});

it.each(['5%', '5 %', '(5%)'])('A share such as «%s» is neither a quantity nor an amount', (share) => {
  const { stock, rejected } = read(A, C.with(9, share), B.with(10, share));
  expect(stock).toEqual([GOODS[0]]);
  expect(rejected.map(({ row, column, code }) => [row, column, code])).toEqual([
    [7, 'J', 'NOT_A_NUMBER'],
    [8, 'K', 'NOT_A_NUMBER'],
  ]);
});

describe('the warehouse of a stock report', () => {
  const report = (line: Cell, ...rows: Cell[][]) => [['TỔNG HỢP TỒN KHO'], [line], ...HEAD.slice(3), ...rows];
  const placeOf = (line: string) => readSheet(report(line, A)).rows.map((row) => row.warehouseName);

  it.each([
    ['Kho: Kho HN Tháng 9 năm 2026', 'Kho HN'],
    ['Kho: K1 Từ ngày 01/09/2026 đến ngày 30/09/2026', 'K1'],
    ['Kho: K1 - Từ ngày: 01/09/2026 đến ngày: 30/09/2026', 'K1'],
    ['Kho: Kho chính, Quý III năm 2026', 'Kho chính'],
    ['Kho: Kho HN, đến ngày 30/09/2026', 'Kho HN'],
    ['Kho: Kho Tháng Tám, Nhóm VTHH: Sơn', 'Kho Tháng Tám'],
    ['Kho: Kho ngoại quan', 'Kho ngoại quan'],
  ])('in the line «%s» is «%s»', (line, name) => expect(placeOf(line)).toEqual([name]));

  it.each(['Kho: ', 'Kho: ..........', 'Kho: K1 Nhóm: Sơn', 'Kho: <<Tất cả>>'])(
    'is not known from the line «%s», so the file is refused',
    (line) => expect(() => placeOf(line)).toThrow('không cho biết hàng ở kho nào'),
  );

  it('is the first of code and name that a section states in one cell', () => {
    const { rows } = readSheet(
      report(null, ['Mã kho: K1 Tên kho: Kho chính'], A, ['Tên kho: Kho phụ - Mã kho: K2'], B),
    );
    expect(rows.map((row) => [row.warehouseCode, row.warehouseName])).toEqual([
      ['K1', null],
      [null, 'Kho phụ'],
    ]);
  });
});

describe('sums over all warehouses', () => {
  const flat = (...places: Cell[]) => {
    const header: Cell[] = ['Tên kho', 'Mã hàng', 'Tên hàng', 'ĐVT', 'Số lượng cuối kỳ', 'Giá trị cuối kỳ'];
    const stock = places.map((place, at): Cell[] => [place, 'A1', 'Nồi', 'Cái', at + 1, 100]);
    const { rows, warnings } = readSheet([['TỔNG HỢP TỒN KHO'], ['Tháng 9 năm 2026'], header, ...stock]);
    return { places: rows.map((row) => row.warehouseName), told: warnings.map(({ row, code }) => [row, code]) };
  };

  it.each(['Tổng', 'TỔNG CỘNG', 'Cộng', 'Tất cả kho', 'Tổng các kho', 'Tất cả các kho', 'Toàn công ty'])(
    'of goods, «%s» in the place of the warehouse, are no stock',
    (label) =>
      expect(flat('Kho A', 'Kho B', label)).toEqual({ places: ['Kho A', 'Kho B'], told: [[6, 'ROW_SKIPPED']] }),
  );

  it('are no stock either where no row names a single warehouse: the file is refused, and what was loaded stays', () =>
    expect(() => flat('Tất cả kho', 'Tất cả kho')).toThrow(/không cho biết hàng ở kho nào/));

  it.each(['Tổng kho', 'Kho tổng', 'Tổng kho Hà Nội', 'Kho tất cả', 'Kho Cộng Hòa'])(
    'leave the warehouse «%s»',
    (name) => expect(flat('Kho A', name)).toEqual({ places: ['Kho A', name], told: [] }),
  );
});

import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import type { Row } from '../layouts/layout.ts';
import { readSheet } from '../read-sheet.ts';

/** "Tổng hợp tồn kho" in the forms that real installations export (names only; the values are made up). */
const headers = (line: string): Cell[] => line.split('|').map((header) => header.trim() || null);

const TITLE: Cell[] = ['TỔNG HỢP TỒN KHO'];
const PERIOD: Cell[] = ['Kho: <<Tất cả>>, Tháng 9 năm 2026'];
const TWO = headers('Số lượng | Giá trị | Số lượng | Giá trị | Số lượng | Giá trị | Số lượng | Giá trị');
const THREE = headers('SL | GT | ĐG | SL | GT | ĐG | SL | GT | ĐG | SL | GT | ĐG');
const GROUPS_OF_TWO = headers('Đầu kỳ | | Nhập kho | | Xuất kho | | Cuối kỳ |');
const GROUPS_OF_THREE = headers('Đầu kỳ | | | Nhập kho | | | Xuất kho | | | Cuối kỳ | |');
const blank = (count: number): Cell[] => Array<Cell>(count).fill(null);

/** Opening 10 at 1,000, in 5, out 3, closing 12. */
const A = [10, 10_000, 5, 5_000, 3, 3_000, 12, 12_000];
const B = [1, 500, 0, 0, 1, 500, 0, 0];
const SUMS = [11, 10_500, 5, 5_000, 4, 3_500, 12, 12_000];
const withPrice = (figures: readonly number[]): Cell[] =>
  [0, 2, 4, 6].flatMap((at) => [figures[at]!, figures[at + 1]!, 1_000]);

const stockOf = (row: Row) => [row.warehouseCode, row.warehouseName, row.productCode, row.unit, row.closingQuantity];

const forms: readonly (readonly [string, Cell[][], Cell[][]])[] = [
  [
    'flat, with codes and names of warehouses, header in rows 4 and 5',
    [
      TITLE,
      PERIOD,
      [],
      [...headers('Tên kho | Mã kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(5), ...TWO],
      ['Kho chính', 'HH', 'A1', 'Nồi cơm', 'Cái', ...A],
      ['Kho chính', 'HH', 'B1', 'Ấm', 'Cái', ...B],
      ['Tổng cộng', ...blank(4), ...SUMS],
    ],
    [
      ['HH', 'Kho chính', 'A1', 'Cái', '12'],
      ['HH', 'Kho chính', 'B1', 'Cái', '0'],
    ],
  ],
  [
    'flat, with names only, three columns a group, header in rows 8 and 9',
    [
      ['CÔNG TY TNHH HOA MAI'],
      ['12 Hàng Bài, Hà Nội'],
      [],
      TITLE,
      ['Từ ngày 01/09/2026 đến ngày 30/09/2026'],
      [],
      [],
      [...headers('Tên kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_THREE],
      [...blank(4), ...THREE],
      ['Kho chính', 'A1', 'Nồi cơm', 'Cái', ...withPrice(A)],
      ['Kho Hà Nội', 'B1', 'Ấm', 'Cái', ...withPrice(B)],
      ['Số dòng = 2', ...blank(3), ...withPrice(SUMS)],
    ],
    [
      [null, 'Kho chính', 'A1', 'Cái', '12'],
      [null, 'Kho Hà Nội', 'B1', 'Cái', '0'],
    ],
  ],
  [
    'grouped by warehouse, header in rows 3 and 4, the count of rows in the column of codes',
    [
      TITLE,
      PERIOD,
      [...headers(' | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(4), ...TWO],
      ['Tên kho : HH (1 )', ...blank(3), ...A],
      [null, 'A1', 'Nồi cơm', 'Cái', ...A],
      ['Tên kho : Kho (lỗi) (1 )', ...blank(3), ...B],
      [null, 'B1', 'Ấm', 'Cái', ...B],
      [null, 'Số dòng = 2', null, null, ...SUMS],
    ],
    [
      [null, 'HH', 'A1', 'Cái', '12'],
      [null, 'Kho (lỗi)', 'B1', 'Cái', '0'],
    ],
  ],
  [
    'flat with headings of warehouses between, header in rows 5 and 6',
    [
      TITLE,
      PERIOD,
      [],
      [],
      [...headers('Tên kho | Mã kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(5), ...TWO],
      ['Tên kho : Kho chính (2 )', ...blank(4), ...SUMS],
      ['Kho chính', 'HH', 'A1', 'Nồi cơm', 'Cái', ...A],
      ['Kho chính', 'HH', 'B1', 'Ấm', 'Cái', ...B],
      ['Tổng cộng', ...blank(4), ...SUMS],
    ],
    [
      ['HH', 'Kho chính', 'A1', 'Cái', '12'],
      ['HH', 'Kho chính', 'B1', 'Cái', '0'],
    ],
  ],
];

describe('Tổng hợp tồn kho', () => {
  it('is read grouped by a column of the company’s own within a warehouse', () => {
    const read = readSheet([
      TITLE,
      PERIOD,
      [...headers(' | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(4), ...TWO],
      ['Tên kho : HH (2 )', ...blank(3), ...SUMS],
      ['Thương hiệu : Sunhouse (1 )', ...blank(3), ...A],
      [null, 'A1', 'Nồi cơm', 'Cái', ...A],
      ['Thương hiệu : Kangaroo (1 )', ...blank(3), ...B],
      [null, 'B1', 'Ấm', 'Cái', ...B],
      [null, 'Số dòng = 2', null, null, ...SUMS],
    ]);
    expect(read.rows.map(stockOf)).toEqual([
      [null, 'HH', 'A1', 'Cái', '12'],
      [null, 'HH', 'B1', 'Cái', '0'],
    ]);
    expect(read).toMatchObject({ rejected: [], warnings: [] });
  });

  it.each([
    ['above the groups', [...headers('Tên kho | Mã kho | Mã hàng | Tên hàng | ĐVT'), 'Số liệu trong kỳ'], blank(5)],
    ['beside the groups', [...blank(5), 'Số liệu trong kỳ'], headers('Tên kho | Mã kho | Mã hàng | Tên hàng | ĐVT')],
  ])('is read with a header of three rows, its plain columns %s', (_, first, second) => {
    const read = readSheet([
      TITLE,
      PERIOD,
      first,
      [...second, ...GROUPS_OF_TWO],
      [...blank(5), ...TWO],
      ['Kho chính', 'HH', 'A1', 'Nồi cơm', 'Cái', ...A],
      ['Kho chính', 'HH', 'B1', 'Ấm', 'Cái', ...B],
      ['Tổng cộng', ...blank(4), ...SUMS],
    ]);
    expect(read.rows.map(stockOf)).toEqual([
      ['HH', 'Kho chính', 'A1', 'Cái', '12'],
      ['HH', 'Kho chính', 'B1', 'Cái', '0'],
    ]);
    expect(read).toMatchObject({ rejected: [], warnings: [] });
    expect(read.columns.slice(0, 3).map(({ header, field }) => [header, field])).toEqual([
      ['Tên kho', 'warehouseName'],
      ['Mã kho', 'warehouseCode'],
      ['Mã hàng', 'productCode'],
    ]);
  });

  it('keeps goods whose code looks like such a heading', () => {
    const read = readSheet([
      TITLE,
      ['Kho: HH, Tháng 9 năm 2026'],
      [...headers('Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(3), ...TWO],
      ['Bia: lon (24)', null, null, ...A],
    ]);
    expect(read.rows.map(stockOf)).toEqual([[null, 'HH', 'Bia: lon (24)', null, '12']]);
  });

  it.each(forms)('is read %s', (_, sheet, stock) => {
    const read = readSheet(sheet, 'amis-inventory');
    expect(read.rows.map(stockOf)).toEqual(stock);
    expect(read).toMatchObject({ rejected: [], fromDate: '2026-09-01', toDate: '2026-09-30' });
    expect(read.rows[0]).toMatchObject({ openingQuantity: '10', inValue: 5000, outQuantity: '3', closingValue: 12000 });
    expect(read.columns.map(({ header }) => header)).not.toContainEqual(expect.stringContaining('2026'));
    expect(read.totals.file).toMatchObject({ openingQuantity: '11', closingQuantity: '12', closingValue: 12000 });
    expect(read.totals.read).toMatchObject({ openingQuantity: '11', closingQuantity: '12', closingValue: 12000 });
    expect(read.warnings).toEqual([]);
    expect(readSheet(sheet)).toEqual(read);
    expect(() => readSheet(sheet, 'amis-products')).toThrow(
      /Đây là tệp «Tổng hợp tồn kho», không phải «Danh sách hàng hóa, dịch vụ»/,
    );
  });

  it('is not taken for a product list without its title', () => {
    for (const [, sheet] of forms) {
      const untitled = sheet.map((row) => (row === TITLE ? [] : row));
      expect(readSheet(untitled)).toMatchObject({ layout: 'amis-inventory', rejected: [] });
      expect(() => readSheet(untitled, 'amis-products')).toThrow(/Đây là tệp «Tổng hợp tồn kho»/);
    }
  });

  it('is read from a printed form: pages, signatures and repeated headers are no data', () => {
    const upper = [...headers('Mã kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO];
    const lower = [...blank(4), ...TWO];
    const read = readSheet([
      ['Công ty TNHH Hoa Mai', ...blank(8), 'Mẫu số S11-DN'],
      TITLE,
      PERIOD,
      upper,
      lower,
      ['A', 'B', 'C', 'D', '1', '2', '3', '4', '5', '6', '7', '8'],
      ['HH', 'A1', 'Nồi cơm', 'Cái', ...A],
      [null, 'Trang 1/2'],
      ['Công ty TNHH Hoa Mai', ...blank(8), 'Mẫu số S11-DN'],
      TITLE,
      PERIOD,
      upper,
      lower,
      ['HH', 'B1', 'Ấm', 'Cái', ...B],
      ['Tổng cộng', ...blank(3), ...SUMS],
      [null, null, null, null, null, 'Ngày 30 tháng 9 năm 2026'],
      ['Người lập', null, 'Kế toán trưởng', null, null, 'Giám đốc'],
      ['(Ký, họ tên)', null, '(Ký, họ tên)', null, null, '(Ký, họ tên, đóng dấu)'],
      [null, 'Trang 2/2'],
    ]);
    expect(read.rows.map((row) => row.productCode)).toEqual(['A1', 'B1']);
    expect(read).toMatchObject({ rejected: [], warnings: [], totals: { file: { closingQuantity: '12' } } });
  });

  it('keeps products whose names look like notes', () => {
    const read = readSheet([
      TITLE,
      [...headers('Mã kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(4), ...TWO],
      ['HH', 'TRANG 1', 'Trang 1', 'Cái', ...A],
      ['HH', 'TONG', 'Tổng cộng', 'Cái', ...B],
    ]);
    expect(read.rows.map((row) => row.productCode)).toEqual(['TRANG 1', 'TONG']);
  });

  it('keeps customers that are called like signatures', () => {
    const header = headers('Mã khách hàng | Tên khách hàng | Địa chỉ');
    const read = readSheet([
      header,
      ['Người mua hàng', 'Người mua hàng', null],
      ['Người mua hàng', 'Khách lẻ', null],
      ['Người mua hàng lẻ', 'Người mua lẻ', null],
      ['Người lập', 'Kế toán trưởng', 'Giám đốc'],
      ['(Ký, họ tên)', '(Ký, họ tên)', '(Ký, họ tên)'],
    ]);
    expect(read.rows.map((row) => row.name)).toEqual(['Người mua hàng', 'Khách lẻ', 'Người mua lẻ']);
  });

  describe('with rows whose opening + in − out is not the closing', () => {
    const lower = [...blank(4), ...TWO];
    const upper = [...headers('Mã kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO];
    const stock = (...rows: Cell[][]) =>
      readSheet([
        TITLE,
        upper,
        lower,
        ...rows.map((figures, at): Cell[] => ['HH', `A${at}`, 'Nồi', 'Cái', ...figures]),
      ]);
    const figures = (opening: Cell, came: Cell, went: Cell, closing: Cell): Cell[] =>
      [opening, came, went, closing].flatMap((quantity) => [quantity, 0]);

    it('tells which, how many, and the figures of the first', () => {
      const right = figures(0.1, 0.2, 0, 0.3);
      const wrong = figures(10, 5, 3, 12.5);
      const read = stock(right, wrong, right, ...Array<Cell[]>(6).fill(wrong));
      const message =
        '7 dòng có số lượng đầu kỳ + nhập − xuất khác cuối kỳ (dòng 5, 7, 8, 9, 10, …). Dòng 5: 10 + 5 − 3 là 12, tệp ghi 12,5. ' +
        'Số liệu được đọc đúng như trong tệp; hãy kiểm tra báo cáo và xuất lại nếu sai.';
      const told = { row: 0, column: null, value: 7, code: 'STOCK_MISMATCH', message };
      expect(read.warnings).toContainEqual(told);
      expect(read.rows[1]).toMatchObject({ openingQuantity: '10', inQuantity: '5', closingQuantity: '12.5' });
    });

    it('takes a blank for a zero', () => {
      const codes = (...rows: Cell[][]) => stock(...rows).warnings.map(({ code }) => code);
      expect(codes(figures(10, null, null, 10), figures(null, 2, null, 2), figures(2, null, 2, null))).toEqual([]);
      expect(codes(figures(10, null, null, null))).toEqual(['STOCK_MISMATCH']);
    });

    it('is silent where nothing but the closing is known', () => {
      expect(stock(figures(null, null, null, 5)).warnings).toEqual([]);
      const closing = headers('Mã kho | Mã hàng | Tên hàng | ĐVT | Đầu kỳ | Nhập kho | Cuối kỳ');
      const without = [...blank(4), ...headers('Số lượng | Số lượng | Số lượng')];
      const read = readSheet([TITLE, closing, without, ['HH', 'A1', 'Nồi', 'Cái', 1, 2, 99]]);
      expect(read.rows).toMatchObject([{ openingQuantity: '1', inQuantity: '2', closingQuantity: '99' }]);
      expect(read.warnings).toEqual([]);
    });

    it('does not compare quantities of two units', () => {
      const groups = headers('Đầu kỳ | Nhập kho | Xuất kho | Cuối kỳ');
      const units = headers('Số lượng theo ĐVC | Số lượng theo ĐVC | Số lượng | Số lượng theo ĐVC');
      const mixed = [TITLE, [...headers('Mã kho | Mã hàng | Tên hàng | ĐVT'), ...groups], [...blank(4), ...units]];
      const read = readSheet([...mixed, ['HH', 'A1', 'Nồi', 'Cái', 24, 0, 1, 12]]);
      expect(read.rows).toMatchObject([{ openingQuantity: '24', outQuantity: '1', closingQuantity: '12' }]);
      expect(read.warnings).toEqual([]);
    });

    it('judges each lot of a product', () => {
      const lots = [figures(10, 0, 0, 9), figures(1, 0, 0, 2)].map((row): Cell[] => ['HH', 'A1', 'Nồi', 'Cái', ...row]);
      expect(readSheet([TITLE, upper, lower, ...lots]).warnings).toContainEqual(
        expect.objectContaining({ code: 'STOCK_MISMATCH', value: 2, message: expect.stringContaining('(dòng 4, 5)') }),
      );
    });
  });

  it('adds lots of a product up, and refuses to add units', () => {
    const read = readSheet([
      TITLE,
      [...headers('Mã kho | Mã hàng | Tên hàng | ĐVT | Số lô | Hạn sử dụng'), ...GROUPS_OF_TWO],
      [...blank(6), ...TWO],
      ['HH', 'A1', 'Nồi cơm', 'Cái', 'L1', { day: '2027-01-31' }, ...A],
      ['HH', 'B1', 'Ấm', 'Cái', null, null, ...B],
      ['hh', 'a1', 'Nồi cơm', 'cái', 'L2', { day: '2027-06-30' }, 0.5, 100, null, null, null, null, 0.5, 100],
      ['HH', 'A1', 'Nồi cơm', 'Thùng', 'L3', null, ...A],
      ['Tổng cộng', ...blank(5), 21.5, 20_600, 10, 10_000, 7, 6_500, 24.5, 24_100],
    ]);
    expect(read.rows).toMatchObject([
      {
        productCode: 'A1',
        warehouseCode: 'HH',
        openingQuantity: '10.5',
        inQuantity: '5',
        closingQuantity: '12.5',
        closingValue: 12_100,
      },
      { productCode: 'B1', closingQuantity: '0' },
    ]);
    expect(read.rowNumbers).toEqual([4, 5]);
    expect(read.rejected).toMatchObject([{ row: 7, column: 'D', value: 'Thùng', code: 'UNIT_CONFLICT' }]);
    expect(read.warnings.map(({ code, value }) => [code, value])).toEqual([
      ['PARTS_ADDED_UP', 1],
      ...[
        'openingQuantity',
        'openingValue',
        'inQuantity',
        'inValue',
        'outQuantity',
        'outValue',
        'closingQuantity',
        'closingValue',
      ].map(() => ['TOTAL_MISMATCH', expect.anything()]),
    ]);
  });

  it('takes no part of a movement for all of it («Mẫu 2»), and keeps the main unit apart', () => {
    const second = readSheet([
      TITLE,
      headers('Mã kho | Mã hàng | Tên hàng | ĐVT | Đầu kỳ | Nhập kho | Xuất kho | Cuối kỳ'),
      [...blank(4), ...headers('Số lượng | SL mua hàng | SL bán hàng | Số lượng')],
      ['HH', 'A1', 'Nồi cơm', 'Cái', 10, 5, 3, 12],
    ]);
    expect(second.rows).toMatchObject([{ inQuantity: null, outQuantity: null, closingQuantity: '12' }]);
    const units = headers('SL | SL theo ĐVC | Giá trị');
    const both = readSheet([
      TITLE,
      [...headers('Mã kho | Mã hàng | Tên hàng | ĐVT | ĐVC'), ...GROUPS_OF_THREE],
      [...blank(5), ...units, ...units, ...units, ...units],
      ['HH', 'A1', 'Nồi cơm', 'Thùng', 'Cái', 1, 12, 9, 0, 0, 0, 0, 0, 0, 1, 12, 9],
    ]);
    expect(both.rows).toMatchObject([
      { unit: 'Thùng', mainUnit: 'Cái', closingQuantity: '1', closingMainQuantity: '12', closingValue: 9 },
    ]);
    const main = readSheet([
      TITLE,
      headers('Mã kho | Mã hàng | Tên hàng | ĐVC | Đầu kỳ | Cuối kỳ'),
      [...blank(4), ...headers('SL theo ĐVC | SL theo ĐVC')],
      ['HH', 'A1', 'Nồi cơm', 'Cái', 12, 24],
    ]);
    expect(main.rows).toMatchObject([{ unit: 'Cái', openingQuantity: '12', closingQuantity: '24' }]);
  });

  it('takes the warehouse of the line above when nothing else names one, and asks for it when none does', () => {
    const sheet = (line: string): Cell[][] => [
      TITLE,
      [line],
      [...headers('Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(3), ...TWO],
      ['A1', 'Nồi cơm', 'Cái', ...A],
    ];
    expect(readSheet(sheet('Kho: Kho chính, Tháng 9 năm 2026')).rows).toMatchObject([{ warehouseName: 'Kho chính' }]);
    for (const line of [
      'Kho: <<Tất cả>>, Tháng 9 năm 2026',
      'Kho: Kho chính, Kho lỗi, Tháng 9 năm 2026',
      'Tháng 9 năm 2026',
    ])
      expect(() => readSheet(sheet(line))).toThrow(/thiếu cột «Tên kho» hoặc «Mã kho»/);
  });

  it('rejects an item without a code or a warehouse, and only that', () => {
    const read = readSheet([
      TITLE,
      [...headers('Tên kho | Mã kho | Mã hàng | Tên hàng | ĐVT'), ...GROUPS_OF_TWO],
      [...blank(5), ...TWO],
      ['Kho chính', null, 'A1', 'Nồi cơm', 'Cái', ...A],
      [null, null, 'B1', 'Ấm', 'Cái', ...B],
      ['Kho chính', 'HH', null, 'Chảo', 'Cái', ...B],
    ]);
    expect(read.rows.map(stockOf)).toEqual([[null, 'Kho chính', 'A1', 'Cái', '12']]);
    expect(read.rejected).toMatchObject([
      { row: 5, column: 'A', code: 'REQUIRED' },
      { row: 6, column: 'C', code: 'REQUIRED' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

/** Ledgers in the forms that real installations export (names only; the values are made up). */
const headers = (line: string): Cell[] => line.split('|').map((header) => header.trim() || null);
const day = (text: string): Cell => ({ day: text });
const TITLE: Cell[][] = [['SỔ CHI TIẾT BÁN HÀNG'], ['Tháng 9 năm 2026'], []];

const sales = (header: string, ...rows: Cell[][]) => readSheet([...TITLE, headers(header), ...rows]);

describe('Sổ chi tiết bán hàng', () => {
  it('is read «theo ĐVC», with the unit that its figures are in', () => {
    const read = sales(
      'Ngày hạch toán | Số chứng từ | Mã hàng | Tên hàng | ĐVT | Đơn vị chính (ĐVC) | Tổng SL bán theo ĐVC | Đơn giá theo ĐVC | Doanh số bán | SL trả lại theo ĐVC',
      [day('2026-09-02'), 'BH1', 'A1', 'Nồi cơm', 'Thùng', 'Cái', 24, 1000, 24_000, 1],
    );
    expect(read.rows).toMatchObject([
      { unit: 'Cái', mainUnit: 'Cái', quantity: '24', mainQuantity: '24', unitPrice: '1000', returnQuantity: '1' },
    ]);
    expect(read.totals.read).toMatchObject({ quantity: '24', amount: 24_000 });
    expect(read.columns.map((column) => column.field)).toEqual(
      expect.arrayContaining(['unit', 'quantity', 'unitPrice', 'returnQuantity']),
    );
    expect(read.columns.find((column) => column.header === 'ĐVT')).toMatchObject({ field: null });
  });

  it('gives each of two units fields of its own where it has both', () => {
    const read = sales(
      'Ngày hạch toán | Số chứng từ | Mã hàng | ĐVT | ĐVC | Tổng số lượng bán | Tổng SL bán theo ĐVC | Doanh số bán | SL trả lại theo ĐVC',
      [day('2026-09-02'), 'BH1', 'A1', 'Thùng', 'Cái', 2, 24, 24_000, 12],
    );
    expect(read.rows).toMatchObject([
      {
        unit: 'Thùng',
        mainUnit: 'Cái',
        quantity: '2',
        mainQuantity: '24',
        returnQuantity: null,
        mainReturnQuantity: '12',
      },
    ]);
  });

  it.each([
    ['SL bán theo ĐVC', '24', '36'],
    ['Tổng SL bán theo ĐVC', '36', '36'],
    ['SL bán theo ĐVC', '25', null],
  ])('counts promotional goods in both units: «%s» %s', (header, main, all) => {
    const read = sales(
      `Ngày hạch toán | Số chứng từ | Mã hàng | ĐVT | ĐVC | SL bán | ${header} | SL bán khuyến mại | Doanh số bán`,
      [day('2026-09-02'), 'BH1', 'A1', 'Thùng', 'Cái', 2, Number(main), main === '25' ? '0,333333' : 1, 24_000],
    );
    expect(read.rows[0]).toMatchObject({ mainQuantity: all, quantity: main === '25' ? '2.333333' : '3' });
  });

  it('takes «Ngày chứng từ» or «Ngày» for the posting day, and says when it is not its own', () => {
    const read = sales('Ngày chứng từ | Số chứng từ | Mã hàng | SL bán | Doanh số bán', [
      day('2026-09-02'),
      'BH1',
      'A1',
      2,
      2000,
    ]);
    expect(read.rows).toMatchObject([{ accountingDate: '2026-09-02', documentDate: '2026-09-02' }]);
    expect(read.warnings).toMatchObject([{ row: 4, column: 'A', code: 'COLUMN_STANDS_IN' }]);
    const named = sales('Ngày | Số chứng từ | Mã hàng | SL bán | Doanh số bán', [
      day('2026-09-02'),
      'BH1',
      'A1',
      2,
      2000,
    ]);
    expect(named).toMatchObject({ rows: [{ accountingDate: '2026-09-02', documentDate: null }], warnings: [] });
  });

  it("is recognised by AMIS's own names below renamed captions", () => {
    const own = headers(
      'Ngày hạch toán | Số chứng từ | Diễn giải chung |  | Mã hàng |  | Tên khách hàng | Số lượng bán |  |  |  | Tên nhân viên bán hàng',
    );
    const renamed = headers(
      'Ngày | Số BH | Diễn giải | Tên hàng trên chứng từ | Mã | Mã khách hàng | Tên KH | SL | Đơn giá | Doanh số bán | Chiết khấu | NVBH',
    );
    const row: Cell[] = [
      day('2026-09-02'),
      'BH1',
      'Bán hàng',
      'Nồi cơm to',
      'A1',
      'KH1',
      'Hoa Mai',
      2,
      1000,
      2000,
      100,
      'Chị Lan',
    ];
    for (const title of [TITLE, [] as Cell[][]]) {
      const read = readSheet([...title, renamed, own, row]);
      expect(read).toMatchObject({ layout: 'amis-sales-ledger', headerRow: title.length + 1, rejected: [] });
      expect(read.rows).toHaveLength(1);
      expect(read.rows[0]).toMatchObject({
        ...{
          accountingDate: '2026-09-02',
          voucherNumber: 'BH1',
          productCode: 'A1',
          productName: 'Nồi cơm to',
          quantity: '2',
        },
        ...{
          customerCode: 'KH1',
          customerName: 'Hoa Mai',
          employeeName: 'Chị Lan',
          netAmount: 1900,
          description: 'Bán hàng',
        },
      });
      const withoutCode = (cells: Cell[]) => cells.filter((_, at) => at !== 4);
      expect(() => readSheet([...title, withoutCode(renamed), withoutCode(own), withoutCode(row)])).toThrow(
        /«Sổ chi tiết bán hàng» thiếu cột «Mã hàng»/,
      );
    }
  });

  it.each<[string, string, [Cell, Cell, string][]]>([
    [
      '«Số lượng bán» beside «SL bán khuyến mại»',
      'Số lượng bán',
      [
        [5, 2, '7'],
        [0, 3, '3'],
        [null, 3, '3'],
        [4, null, '4'],
      ],
    ],
    [
      '«Tổng số lượng bán», which has them',
      'Tổng số lượng bán',
      [
        [7, 2, '7'],
        [3, 3, '3'],
        [0, 3, '3'],
        [4, null, '4'],
      ],
    ],
  ])('counts promotional goods among what leaves stock: %s', (_, quantity, cases) => {
    const rows = cases.map(([sold, given], at): Cell[] => [
      ...[day('2026-09-02'), `BH${at}`, 'A1'],
      ...[sold, given, at === 0 ? 500 : 0],
    ]);
    const read = sales(
      `Ngày hạch toán | Số chứng từ | Mã hàng | ${quantity} | SL bán khuyến mại | Doanh số bán`,
      ...rows,
    );
    expect(read.rows.map((row) => row.quantity)).toEqual(cases.map(([, , all]) => all));
    expect(read.rows.map((row) => row.promotionQuantity)).toEqual(['2', '3', '3', null]);
  });

  it('keeps two lines of one voucher that sell and give the same goods', () => {
    const read = sales(
      'Ngày hạch toán | Số chứng từ | Tên hàng trên chứng từ | Mã hàng | Tên hàng | Hàng khuyến mại | Tổng số lượng bán | Đơn giá | Doanh số bán | Doanh số thực tế',
      [day('2026-09-02'), 'BH1', 'Nồi cơm to', 'A1', 'Nồi cơm', null, 2, 1000, 2000, 2000],
      [day('2026-09-02'), 'BH1', 'Nồi cơm (tặng)', 'A1', 'Nồi cơm', '✓', 1, 0, 0, 10],
      ['Tổng cộng', null, null, null, null, null, 3, null, 2000, 2010],
    );
    expect(read.rows).toMatchObject([
      {
        isPromotion: false,
        quantity: '2',
        promotionQuantity: '0',
        documentProductName: 'Nồi cơm to',
        productName: 'Nồi cơm',
      },
      { isPromotion: true, quantity: '1', promotionQuantity: '1' },
    ]);
    expect(read.totals).toMatchObject({ file: { quantity: '3', statedNetAmount: 2010 }, read: { quantity: '3' } });
    expect(read.warnings).toMatchObject([{ row: 6, column: 'J', value: 10, code: 'NET_MISMATCH' }]);
  });

  it('passes over headings of customers and accounts without a word', () => {
    const read = sales(
      'Ngày hạch toán | Số chứng từ | Mã hàng | Tổng số lượng bán | Doanh số bán',
      ['Tên khách hàng : Hoa Mai (1 )', null, null, 2, 2000],
      [day('2026-09-02'), 'BH1', 'A1', 2, 2000],
      [null, null, 'Số dòng = 1', 2, 2000],
    );
    expect(read).toMatchObject({ warnings: [], rejected: [], totals: { file: { rowCount: 1, amount: 2000 } } });
    expect(read.rows).toHaveLength(1);
  });
});

describe('Sổ chi tiết mua hàng', () => {
  it('is read «theo ĐVC», with what came into stock', () => {
    const read = readSheet([
      ['SỔ CHI TIẾT MUA HÀNG THEO MÃ QUY CÁCH'],
      [],
      headers(
        'Ngày hạch toán | Số chứng từ | Mã hàng | Tên hàng | ĐVC | SL mua theo ĐVC | Giá trị mua | Giá trị nhập kho/Tổng giá trị',
      ),
      [day('2026-09-02'), 'NK1', 'A1', 'Nồi cơm', 'Cái', 24, 24_000, 25_000],
    ]);
    expect(read.rows).toMatchObject([{ unit: 'Cái', quantity: '24', amount: 24_000, receiptAmount: 25_000 }]);
  });
});

describe('lists', () => {
  it('take products of the old template: stopped ones, tax relief, accounts and a code for the warehouse', () => {
    const read = readSheet([
      [],
      headers(
        'Mã | Tên | Tính chất | ĐVT chính | Kho ngầm định | Tài khoản kho | Ngừng theo dõi | Thuế suất GTGT | Giảm thuế theo NQ43/2022/QH15 | Mô tả | Số lượng | ĐVT',
      ),
      ['A1', 'Nồi cơm', 'Hàng hóa', 'Cái', 'KHO1', 1561, null, 10, 'Có giảm thuế', null, 3, 'Thùng'],
      ['B1', 'Ấm', 'Hàng hóa', 'Cái', 'Kho chính', 1561, '✓', 8, null, null, null, null],
    ]);
    expect(read).toMatchObject({ layout: 'amis-products', rejected: [] });
    expect(read.rows).toMatchObject([
      { isActive: true, defaultWarehouseCode: 'KHO1', inventoryAccount: '1561', vatReduction: 'reduced', unit: 'Cái' },
      { isActive: false, defaultWarehouseCode: null, defaultWarehouseName: 'Kho chính', vatReduction: null },
    ]);
  });

  it.each(['✓', '✔', '√', '☑', 'x', 'V', 'Có', 'yes', true, 1, 'Ngừng theo dõi'])(
    'take a product that «Ngừng theo dõi» marks with %j as stopped',
    (mark) => {
      const read = readSheet([headers('Mã | Tên | ĐVT chính | Ngừng theo dõi'), ['A1', 'Nồi cơm', 'Cái', mark]]);
      expect(read).toMatchObject({ rows: [{ isActive: false }], warnings: [] });
    },
  );

  it.each([null, '☐', 'Không', 'no', '-', false, 0, 'Đang theo dõi'])(
    'take a product that «Ngừng theo dõi» leaves with %j as in use',
    (mark) => {
      const read = readSheet([headers('Mã | Tên | ĐVT chính | Ngừng theo dõi'), ['A1', 'Nồi cơm', 'Cái', mark]]);
      expect(read).toMatchObject({ rows: [{ isActive: true }], warnings: [] });
    },
  );

  it.each<[Cell, boolean]>([
    ...(['✓', '✔', '√', '☑', 'x', 'V', 'Có', 1] as const).map((mark): [Cell, boolean] => [mark, true]),
    ...(['☐', 'Không', '-', 0] as const).map((mark): [Cell, boolean] => [mark, false]),
  ])('take an item of Bravo that «Đang dùng» marks with %j as in use: %j', (mark, isActive) => {
    const read = readSheet([headers('Mã vật tư | Tên vật tư | ĐVT | Đang dùng'), ['VT1', 'Nồi cơm', 'Cái', mark]]);
    expect(read).toMatchObject({ layout: 'bravo-items', rows: [{ isActive }], warnings: [] });
  });

  it('tell a column that is not there from a blank cell', () => {
    const [header, row] = [headers('Mã khách hàng | Tên khách hàng'), ['KH1', 'Hoa Mai'] as Cell[]];
    expect(readSheet([header, row]).rows).toMatchObject([{ isSupplier: null, isInternal: null, taxCode: null }]);
    const more = readSheet([
      [...header, 'Là nhà cung cấp', 'Số tiền nợ', 'SĐT'],
      [...row, null, 500, 900000001],
    ]);
    expect(more.rows).toMatchObject([{ isSupplier: false, isInternal: null, debt: 500, phone: '0900000001' }]);
    const products = readSheet([headers('Mã | Tên | ĐVT'), ['A1', 'Nồi cơm', 'Cái']]);
    expect(products.rows).toMatchObject([{ isActive: null, vatReduction: null }]);
  });

  it('cut a note that goes on too long, and name its row', () => {
    const read = readSheet([headers('Mã | Tên | ĐVT | Mô tả'), ['A1', 'Nồi cơm', 'Cái', 'x'.repeat(3000)]]);
    expect(read.rows).toMatchObject([{ code: 'A1', note: 'x'.repeat(800) }]);
    expect(read.rejected).toEqual([]);
    expect(read.warnings).toMatchObject([
      { row: 2, column: 'D', code: 'TEXT_CUT', message: expect.stringContaining('Dòng 2, cột D «Mô tả»') },
    ]);
  });

  it('compare codes without case, and keep the first spelling', () => {
    const read = readSheet([headers('Mã khách hàng | Tên khách hàng'), ['KH.Đ1', 'Một'], ['kh.đ1', 'Hai']]);
    expect(read.warnings).toMatchObject([{ row: 3, code: 'DUPLICATE_KEY', value: 'kh.đ1' }]);
    expect(read.warnings[0]?.message).toContain('trùng với dòng 2');
  });
});

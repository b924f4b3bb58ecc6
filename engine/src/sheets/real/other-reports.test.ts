import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { exportLayouts } from '../layouts/export-layouts.ts';
import { readSheet } from '../read-sheet.ts';

/** Reports that people drop in the wrong place, by the names of their columns in real exports; the values are made up. */
const headers = (line: string): Cell[] => line.split('|').map((header) => header.trim() || null);
const D: Cell = { day: '2026-09-02' };
const rowOf = (header: readonly Cell[], values: Readonly<Record<string, Cell>>): Cell[] =>
  header.map((name) => (typeof name === 'string' ? (values[name] ?? null) : null));

const VALUES: Readonly<Record<string, Cell>> = {
  'Ngày hạch toán': D,
  'Ngày chứng từ': D,
  'Ngày hóa đơn': D,
  'Ngày ct': D,
  'Ngày c.từ': D,
  'Số chứng từ': 'BH00001',
  'Số ct': 'PN0001',
  'Số c.từ': 'PN0001',
  'Mã hàng': 'A1',
  'Mã vật tư': 'A1',
  'Tên hàng': 'Nồi cơm',
  'Tên vật tư': 'Nồi cơm',
  ĐVT: 'Cái',
  Đvt: 'Cái',
  'Mã khách hàng': 'KH1',
  'Tên khách hàng': 'Công ty TNHH Hoa Mai',
  'Mã khách': 'KH1',
  'Số lượng': 2,
  'Thành tiền': 2000,
  'Doanh số bán': 2000,
};

type Report = readonly [what: string, report: string, title: string | null, header: string, lower?: string];

const reports: readonly Report[] = [
  [
    'Khớp, hàng cần nhập thêm',
    'goods-to-buy',
    null,
    'Hồ sơ | Tên hồ sơ | Mã hàng | Tên hàng | ĐVT | Số lượng thiếu | Cần từ ngày | Số chứng từ bán | Tiền bán chưa xuất | Hoặc mã khác đã nối',
  ],
  [
    'Khớp, vì sao thiếu',
    'goods-to-buy',
    null,
    'Hồ sơ | Mã hàng | Tên hàng | ĐVT | Thiếu hay âm | Kho âm | Số lượng | Từ ngày | Lý do | Bằng chứng',
  ],
  [
    'Khớp, hàng đang về',
    'expected-goods',
    null,
    'Ngày hóa đơn | Ký hiệu | Số hóa đơn | MST nhà cung cấp | Nhà cung cấp | Tên trên hóa đơn | ĐVT hóa đơn | SL hóa đơn | Mã hàng AMIS | Tên hàng AMIS | ĐVT AMIS | SL theo AMIS | Đã nhập | Còn chưa nhập | Tiền hàng | Tình trạng | Chứng từ nhập',
  ],
  [
    'Khớp, đối chiếu của kỳ',
    'reconciliation',
    'Đối chiếu sổ bán hàng và hóa đơn — Tháng 9/2026',
    'Hồ sơ | Tiền hàng | Thuế GTGT | Tổng tiền | Số hóa đơn | Khách hàng mới',
  ],
  [
    'Bravo, phiếu nhập có vật tư',
    'bravo-receipts',
    'BẢNG KÊ PHIẾU NHẬP',
    'Ngày ct | Số ct | Mã khách | Tên khách | Diễn giải | Mã vật tư | Tên vật tư | Đvt | Mã kho | Số lượng | Đơn giá | Thành tiền',
  ],
  [
    'Bravo, phiếu nhập không tiêu đề',
    'bravo-stock-vouchers',
    null,
    'Ngày c.từ | Số c.từ | Mã c.t | Mã khách | Tên khách hàng | Diễn giải | Mã vật tư | Tên vật tư | Đvt | Số lượng | Đơn giá | Thành tiền | TK nợ | TK có',
  ],
  [
    'Bravo, phiếu nhập một dòng một phiếu',
    'bravo-receipts',
    'Bảng kê phiếu nhập',
    'Ngày c.từ | Mã c.từ in | Số c.từ | Mã khách | Tên khách hàng | Diễn giải | Tổng tiền | Mã c.t',
  ],
  [
    'Bravo, phiếu xuất',
    'bravo-issues',
    'Bảng kê phiếu xuất',
    'Ngày ct | Số ct | Mã ct | Mã khách | Tên khách | Mã vật tư | Tên vật tư | Đvt | Mã kho | Số lượng | Đơn giá | Thành tiền',
  ],
  [
    'meInvoice chi tiết có Số chứng từ',
    'used-invoices',
    null,
    'STT | Số hóa đơn | Ngày hóa đơn | Ký hiệu | Số chứng từ | Ngày chứng từ | Mã khách hàng | Tên khách hàng | Mã hàng | Tên hàng | Đvt | Số lượng | Đơn giá | Thành tiền | Trạng thái hóa đơn',
  ],
  [
    'meInvoice chi tiết',
    'used-invoices',
    'BẢNG KÊ CHI TIẾT HÓA ĐƠN ĐÃ SỬ DỤNG',
    'STT | Số hóa đơn | Ngày hóa đơn | Ký hiệu | Mã hàng | Tên hàng | ĐVT | Số lượng | Đơn giá | Thành tiền',
  ],
  [
    'meInvoice chi tiết không tiêu đề',
    'used-invoices',
    null,
    'STT | Số hóa đơn | Ngày hóa đơn | Ký hiệu | Mã hàng | Tên hàng | ĐVT | Số lượng | Đơn giá | Thành tiền',
  ],
  [
    'meInvoice đã sử dụng',
    'used-invoices',
    'Bảng kê hóa đơn đã sử dụng',
    'STT | Ký hiệu | Số hóa đơn | Ngày hóa đơn | Mã đơn hàng | Đơn vị mua | Người mua | Mã số thuế | Tổng tiền hàng | Doanh số bán chưa thuế | Tiền thuế GTGT | Tổng tiền | Trạng thái',
  ],
  [
    'bảng chéo nhiều kho',
    'inventory-cross-table',
    'TỔNG HỢP TỒN TRÊN NHIỀU KHO',
    'Mã hàng | Tên hàng | ĐVT | Kho chính | Kho Hà Nội | Tổng',
  ],
  [
    'bảng chéo nhiều kho không tiêu đề',
    'inventory-cross-table',
    null,
    'Mã hàng | Tên hàng | ĐVT | Kho chính | Kho Hà Nội | Tổng cộng',
  ],
  [
    'tồn kho theo ngày',
    'inventory-by-day',
    'TỔNG HỢP TỒN KHO THEO NGÀY',
    'Ngày | Mã kho | Mã hàng | Tên hàng | ĐVT | Đầu kỳ | Nhập kho | Xuất kho | Cuối kỳ',
    ' | | | | | Số lượng | Số lượng | Số lượng | Số lượng',
  ],
  [
    'tồn kho theo ngày không tiêu đề',
    'inventory-by-day',
    null,
    'Ngày | Mã kho | Mã hàng | Tên hàng | ĐVT | Đầu kỳ | Nhập kho | Xuất kho | Cuối kỳ',
    ' | | | | | Số lượng | Số lượng | Số lượng | Số lượng',
  ],
  [
    'bảng chéo hai dòng tiêu đề',
    'inventory-cross-table',
    'Tổng hợp tồn kho trên nhiều kho',
    'Mã hàng | Tên hàng | ĐVT | Kho chính | | Kho Hà Nội | ',
    ' | | | Số lượng | Giá trị | Số lượng | Giá trị',
  ],
  [
    'sổ vật tư 67 cột',
    'item-ledger',
    'SỔ CHI TIẾT VẬT TƯ HÀNG HÓA',
    'Tên kho | Mã hàng | Tên hàng | Mô tả | Ngày hạch toán | Ngày chứng từ | Diễn giải | ĐVT | ĐVT chính (ĐVC) | Đơn giá | Nhập | | | Xuất | | | Tồn | | ',
    ' | | | | | | | | | | Số lượng | Số lượng theo ĐVC | Giá trị | Số lượng | Số lượng theo ĐVC | Giá trị | Số lượng | Số lượng theo ĐVC | Giá trị',
  ],
  [
    'sổ vật tư không tiêu đề',
    'item-ledger',
    null,
    'Tên kho | Mã hàng | Tên hàng | Ngày hạch toán | Diễn giải | ĐVT | Nhập | | Xuất | | Tồn | ',
    ' | | | | | | Số lượng | Giá trị | Số lượng | Giá trị | Số lượng | Giá trị',
  ],
  [
    'sổ vật tư có Mã kho, Nhập kho, Xuất kho',
    'item-ledger',
    null,
    'Mã kho | Mã hàng | Tên hàng | Ngày hạch toán | Diễn giải | ĐVT | Nhập kho | | Xuất kho | | Tồn | ',
    ' | | | | | | Số lượng | Giá trị | Số lượng | Giá trị | Số lượng | Giá trị',
  ],
  [
    'sổ vật tư có Số chứng từ',
    'item-ledger',
    null,
    'Ngày hạch toán | Số chứng từ | Diễn giải | Mã kho | Mã hàng | Tên hàng | ĐVT | Đơn giá | Nhập | | Xuất | | Tồn | ',
    ' | | | | | | | | Số lượng | Giá trị | Số lượng | Giá trị | Số lượng | Giá trị',
  ],
  [
    'bán hàng theo mặt hàng',
    'sales-summary',
    'Tổng hợp bán hàng theo mặt hàng',
    'Mã hàng | Tên hàng | ĐVT | Tổng số lượng bán | Doanh số bán | Chiết khấu | Doanh thu thuần',
  ],
  [
    'bán hàng theo mặt hàng không tiêu đề',
    'sales-summary',
    null,
    'Mã hàng | Tên hàng | ĐVT | Số lượng bán | Doanh số bán | Chiết khấu',
  ],
  [
    'tuổi nợ',
    'debt-report',
    'PHÂN TÍCH CÔNG NỢ PHẢI THU THEO TUỔI NỢ',
    'Mã khách hàng | Tên khách hàng | Địa chỉ | Tổng nợ | Không có hạn nợ | Trước hạn | Quá hạn',
  ],
  ['tuổi nợ không tiêu đề', 'debt-report', null, 'Mã khách hàng | Tên khách hàng | Tổng nợ | Nợ quá hạn'],
  [
    'công nợ phải thu',
    'debt-report',
    null,
    'Mã khách hàng | Tên khách hàng | TK công nợ | Số dư đầu kỳ | | Phát sinh | | Số dư cuối kỳ | ',
    ' | | | Nợ | Có | Nợ | Có | Nợ | Có',
  ],
  [
    'danh sách bán hàng',
    'sales-vouchers',
    'Bán hàng',
    'STT | Ngày hạch toán | Số chứng từ | Số hóa đơn | Khách hàng | Tổng tiền thanh toán | TT lập hóa đơn | TT thanh toán | TT xuất hàng | Chi nhánh',
  ],
  [
    'danh sách bán hàng không tiêu đề',
    'sales-vouchers',
    null,
    'STT | Ngày hạch toán | Số chứng từ | Số hóa đơn | Khách hàng | Tổng tiền thanh toán | TT lập hóa đơn | Chi nhánh',
  ],
  [
    'danh sách mua hàng',
    'purchase-vouchers',
    null,
    'Ngày hạch toán | Ngày chứng từ | Số chứng từ | Số hóa đơn | Nhà cung cấp | Diễn giải | Tiền hàng | Tiền thuế GTGT | Tổng cộng thanh toán | Phương thức thanh toán',
  ],
  [
    'bảng kê bán ra',
    'vat-out-list',
    'BẢNG KÊ HÓA ĐƠN, CHỨNG TỪ HÀNG HÓA, DỊCH VỤ BÁN RA',
    'Ký hiệu mẫu HĐ | Ký hiệu HĐ | Số hóa đơn | Ngày hóa đơn | Số chứng từ | Tên người mua | Mã số thuế người mua | Mặt hàng | ĐVT | Số lượng | Đơn giá | Doanh số bán chưa có thuế GTGT | Thuế suất | Thuế GTGT',
  ],
  [
    'bảng kê bán ra không tiêu đề',
    'vat-out-list',
    null,
    'Ký hiệu HĐ | Số hóa đơn | Ngày hóa đơn | Ngày hạch toán | Ngày chứng từ | Số chứng từ | Tên người mua | Diễn giải | Mặt hàng | ĐVT | Số lượng | Đơn giá | Doanh số bán chưa có thuế GTGT | Thuế suất | Thuế GTGT | Chi nhánh',
  ],
  [
    'sổ chi tiết tài khoản',
    'account-ledger',
    'Sổ chi tiết các tài khoản',
    'Ngày hạch toán | Ngày chứng từ | Số chứng từ | Diễn giải | Tài khoản | TK đối ứng | Phát sinh nợ | Phát sinh có',
  ],
  [
    'sổ chi tiết tài khoản không tiêu đề',
    'account-ledger',
    null,
    'Ngày hạch toán | Ngày chứng từ | Số chứng từ | Diễn giải | Tài khoản | TK đối ứng | Phát sinh nợ | Phát sinh có',
  ],
  [
    'đơn đặt hàng',
    'orders',
    null,
    'Ngày đơn hàng | Số đơn hàng | Mã khách hàng | Tên khách hàng | Mã hàng | Tên hàng | Đvt | Số lượng | Thành tiền',
  ],
  [
    'mẫu nhập kho',
    'stock-voucher-template',
    null,
    'Loại nhập kho | Ngày hạch toán (*) | Ngày chứng từ (*) | Số chứng từ (*) | Mã đối tượng | Diễn giải | Mã hàng (*) | Tên hàng | Kho (*) | TK Nợ (*) | TK Có (*) | ĐVT | Số lượng | Đơn giá | Thành tiền',
  ],
];

const sheetOf = ([, , title, header, lower]: Report): Cell[][] => {
  const [upper, below] = [headers(header), lower === undefined ? undefined : headers(lower)];
  const data = rowOf(upper, VALUES).map((cell, at) => cell ?? (below?.[at] ? 1 : cell));
  return [...(title ? [[title], ['Tháng 9 năm 2026'], []] : []), upper, ...(below ? [below] : []), data];
};

const refusalOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('a report that is not read', () => {
  it.each(reports.map((one) => [one[0], one[1], one] as const))(
    '%s is named %s, whatever it is asked to be',
    (_, report, one) => {
      const sheet = sheetOf(one);
      for (const layout of [
        undefined,
        'amis-products',
        'amis-customers',
        'amis-inventory',
        'amis-sales-ledger',
        'bravo-sales',
      ]) {
        expect(refusalOf(() => readSheet(sheet, layout))).toMatchObject({
          code: 'WRONG_REPORT',
          details: { report, belongsTo: null },
          message: expect.stringMatching(/^Đây là «.+»(, không phải «.+»)?\. .*(Hãy xuất|Sổ bán của Bravo)/),
        });
      }
    },
  );

  it.each(Object.values(exportLayouts))('is our own file for AMIS to take in: $name', ({ name, columns }) => {
    const header = columns.map((column) => column.header);
    const sheet: Cell[][] = [
      header,
      rowOf(header, { ...VALUES, 'Mã khách hàng (*)': 'KH1', 'Tên khách hàng (*)': 'Hoa' }),
    ];
    const report = name === 'amis-new-customers' ? 'new-customers-template' : 'sale-voucher-template';
    for (const layout of [undefined, 'amis-sales-ledger', 'amis-customers', 'bravo-sales']) {
      expect(refusalOf(() => readSheet(sheet, layout))).toMatchObject({ code: 'WRONG_REPORT', details: { report } });
    }
  });

  it('has a row a day, whatever its title says: its days are not added up', () => {
    for (const day of ['Ngày', 'Ngày hạch toán', 'Ngày chứng từ']) {
      const header = headers(`${day} | Mã kho | Mã hàng | Tên hàng | ĐVT | Đầu kỳ | Nhập kho | Xuất kho | Cuối kỳ`);
      const below = headers(' | | | | | Số lượng | Số lượng | Số lượng | Số lượng');
      const sheet: Cell[][] = [['TỔNG HỢP TỒN KHO'], header, below, [D, 'K1', 'A1', 'Nồi cơm', 'Cái', 5, 0, 1, 4]];
      for (const layout of [undefined, 'amis-inventory'])
        expect(refusalOf(() => readSheet(sheet, layout))).toMatchObject({
          code: 'WRONG_REPORT',
          details: { report: 'inventory-by-day' },
        });
      // The same without a day is the report that is read.
      expect(readSheet(sheet.map((row) => row.slice(row.length > 1 ? 1 : 0))).rows).toHaveLength(1);
    }
  });

  it('is distinguished from a ledger that lacks a column', () => {
    const header = headers(
      'Ngày hạch toán | Số chứng từ | Số hóa đơn | Ký hiệu HĐ | Ngày hóa đơn | Mã hàng | Tên hàng | Tổng số lượng bán',
    );
    for (const title of [[['Sổ chi tiết bán hàng']], []] as Cell[][][])
      expect(refusalOf(() => readSheet([...title, header, rowOf(header, VALUES)]))).toMatchObject({
        code: 'MISSING_COLUMN',
        details: { layout: 'amis-sales-ledger', missing: ['Doanh số bán'] },
      });
  });

  it('is distinguished from a ledger that lacks two columns, and from a list with groups', () => {
    const header = headers('Số chứng từ | Mã hàng | Số lượng bán');
    expect(refusalOf(() => readSheet([header, rowOf(header, VALUES)]))).toMatchObject({
      code: 'MISSING_COLUMN',
      details: { layout: 'amis-sales-ledger', missing: ['Ngày hạch toán', 'Doanh số bán'] },
    });
    const groups: Cell[][] = [
      headers('Mã hàng | Tên hàng | ĐVT | Kho chính | | Kho Hà Nội | '),
      headers(' | | | Số lượng | Giá trị | Số lượng | Giá trị'),
      ['A1', 'Nồi cơm', 'Cái', 1, 1000, 2, 2000],
    ];
    for (const layout of [undefined, 'amis-products'])
      expect(refusalOf(() => readSheet(groups, layout))).toBeInstanceOf(Error);
  });

  it('is a list of receipts where every line has the code of one, though its headers could be those of sales', () => {
    const header = headers(
      'Ngày ct | Số ct | Mã ct | Mã khách | Mã vật tư | Tên vật tư | Đvt | Số lượng | Đơn giá | Thành tiền',
    );
    const line = (code: string, quantity: number): Cell[] =>
      rowOf(header, { ...VALUES, 'Mã ct': code, 'Số lượng': quantity });
    for (const layout of [undefined, 'bravo-sales'])
      expect(refusalOf(() => readSheet([header, line('PN', 2), line('PN1', 1)], layout))).toMatchObject({
        code: 'WRONG_REPORT',
        details: { report: 'bravo-receipts', belongsTo: null },
      });
    // Goods that came back, and a receipt among sales, are the ledger's own.
    expect(readSheet([header, line('PN', -2)]).rows).toHaveLength(1);
    expect(readSheet([header, line('PN', 2), line('HD', 1)]).rows).toHaveLength(2);
  });

  it('is refused with its right place when it is read elsewhere', () => {
    const header = headers('Ngày hạch toán | Số chứng từ | Mã hàng | Tên hàng | Tổng số lượng bán | Doanh số bán');
    for (const title of [[['SỔ CHI TIẾT BÁN HÀNG THEO MẶT HÀNG']], []] as Cell[][][]) {
      const sheet = [...title, header, rowOf(header, VALUES)];
      expect(readSheet(sheet).layout).toBe('amis-sales-ledger');
      expect(refusalOf(() => readSheet(sheet, 'amis-products'))).toMatchObject({
        code: 'WRONG_LAYOUT',
        details: { expected: 'amis-products', report: 'amis-sales-ledger', belongsTo: 'amis-sales-ledger' },
      });
    }
  });
});

describe('a list that is read', () => {
  it('may have a title with a short word, and unknown columns', () => {
    const header = headers('STT | Mã khách hàng | Tên khách hàng | Hạn mức | Ghi chú riêng');
    const read = readSheet([['Khách hàng'], [], header, [1, 'KH1', 'Hoa Mai', 5_000_000, 'x']], 'amis-customers');
    expect(read.rows).toMatchObject([
      { code: 'KH1', name: 'Hoa Mai', taxCode: null, isSupplier: null, isInternal: null },
    ]);
    expect(read.columns.map((column) => column.field)).toEqual([null, 'code', 'name', null, null]);
  });

  it('is read by its title where a column would speak against it', () => {
    const header = headers('Mã | Tên | Đơn vị tính chính | Số lượng | Thành tiền');
    const rows: Cell[][] = [header, ['A1', 'Nồi cơm', 'Cái', 2, 2000]];
    expect(readSheet([['DANH SÁCH HÀNG HÓA, DỊCH VỤ'], ...rows]).layout).toBe('amis-products');
    expect(refusalOf(() => readSheet(rows))).toBeInstanceOf(Error);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { foldHeader } from './fold-header.ts';
import { recognise } from './header.ts';

const headers = (line: string): Cell[] => line.split(' | ').map((header) => (header === '' ? null : header));

/** Header rows as real exports have them. */
const CUSTOMERS = headers(
  'STT | Mã khách hàng | Tên khách hàng | Địa chỉ | Công nợ | Nhóm KH, NCC | Mã số thuế | Điện thoại | Website | TK công nợ phải thu | Nhân viên | Tên nhân viên | ĐT di động NLH | Là nhà cung cấp | Là Đối tượng nội bộ',
);
const SUPPLIERS = headers(
  'STT | Mã nhà cung cấp | Tên nhà cung cấp | Địa chỉ | Công nợ | Mã số thuế |  | Số CCCD/giấy tờ | Điện thoại | Là đối tượng nội bộ | Loại (tổ chức/cá nhân)',
);
const PRODUCTS = headers(
  'STT | Mã | Tên | Giảm thuế theo quy định | Tính chất | Nhóm VTHH | Đơn vị tính chính | Số lượng tồn | Giá trị tồn | Nguồn gốc | Mô tả | Diễn giải khi mua | Diễn giải khi bán | Mã kho ngầm định | Kho ngầm định | TK Kho | TK  Doanh thu | TK chiết khấu | TK giảm giá | TK Trả lại | TK chi phí | Đơn giá mua cố định | Đơn giá mua gần nhất | Đơn giá bán 1 | Thuế suất GTGT | Trạng thái',
);
const SALES = headers(
  'Ngày hạch toán | Ngày chứng từ | Số chứng từ | Ngày hóa đơn | Số hóa đơn | Diễn giải (chung) | Mã khách hàng | Tên khách hàng | Mã nhóm khách hàng | Tên nhóm khách hàng | Mã hàng | Tên hàng | Mã nhóm VTHH | Tên nhóm VTHH | ĐVT | Tổng số lượng bán | Đơn giá | Doanh số bán | TK Nợ | TK Có | Chiết khấu | TK chiết khấu | Tổng số lượng trả lại | Giá trị trả lại | Giá trị giảm giá | %Thuế | Thuế GTGT | Tổng thanh toán | Giá vốn | Đơn hàng | Mã kho | Tên kho | Chi nhánh | Mã nhân viên bán hàng | Tên nhân viên bán hàng | Mã thống kê | Tên thống kê',
);
const PURCHASES = headers(
  'Ngày hạch toán | Ngày chứng từ | Số chứng từ (NK00001) | Ngày hóa đơn | Số hóa đơn | Mã hàng | Tên hàng | ĐVT | Số lượng mua | Đơn giá | Giá trị mua | Chiết khấu | Số lượng trả lại | Giá trị trả lại | Giá trị giảm giá | Mã thống kê',
);
const BRAVO = headers(
  'Ngày ct | Số ct | Mã ct | Mã khách | Tên khách | Mã số thuế | Diễn giải | Mã vật tư | Tên vật tư | Đvt | Mã kho | Số lượng | Giá bán | Tiền hàng | Tỷ lệ CK | Tiền CK | Thuế suất | Tiền thuế | Tổng tiền',
);
const INVENTORY_UPPER: Cell[] = [
  ...headers('Tên kho | Mã kho | Mã hàng | Tên hàng | ĐVT | Đầu kỳ |  | Nhập kho |  | Xuất kho |  | Cuối kỳ | '),
  'Nhóm VTHH ("A/B/C")',
  'Nguồn gốc',
];
const INVENTORY_LOWER: Cell[] = [
  ...Array<Cell>(5).fill(null),
  ...headers('Số lượng | Giá trị | SL | GT | Số lượng | Giá trị | Số lượng | Giá trị'),
  null,
  null,
];

const problemOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('recognise', () => {
  it.each([
    ['amis-customers', CUSTOMERS, 14],
    ['amis-suppliers', SUPPLIERS, 9],
    ['amis-products', PRODUCTS, 25],
    ['amis-sales-ledger', SALES, 37],
    ['amis-purchase-ledger', PURCHASES, 16],
    ['bravo-sales', BRAVO, 19],
  ])('knows %s by its real header, below a title and a period', (layout, header, matched) => {
    const found = recognise([['TIÊU ĐỀ'], ['Từ ngày 01/09/2026 đến ngày 30/09/2026'], [], header as Cell[]]);
    expect(found).toMatchObject({ layout: { name: layout }, headerRow: 3, dataRow: 4, matched });
  });

  it.each(['BranchCode', 'Mã chi nhánh', 'Chi nhánh', 'Mã đơn vị', 'Mã ĐVCS'])(
    'knows the branch of a sale by «%s»',
    (header) => {
      const found = recognise([[header, ...BRAVO]]);
      expect(found.columns[0]).toMatchObject({ field: { field: 'branchCode' } });
    },
  );

  it('says which headers it knows where they are too few, instead of naming them as missing', () => {
    const few = problemOf(() => recognise([['Khách của tôi'], ['Mã khách hàng', 'Địa chỉ']]));
    expect(few).toMatchObject({
      code: 'UNKNOWN_LAYOUT',
      message: expect.stringContaining('dòng 2 chỉ có «Mã khách hàng», «Địa chỉ»'),
    });
    expect(problemOf(() => recognise([['Mã SP', 'Còn', 'Ghi chú']]))).toMatchObject({
      message: expect.stringContaining('không thấy dòng tiêu đề nào'),
    });
  });

  it('reads the two header rows of the inventory report', () => {
    const found = recognise([['Tổng hợp tồn kho'], [], [], INVENTORY_UPPER, INVENTORY_LOWER]);
    expect(found).toMatchObject({ layout: { name: 'amis-inventory' }, headerRow: 3, dataRow: 5, matched: 15 });
    expect(found.columns.map((column) => column.field?.field)).toEqual([
      'warehouseName',
      'warehouseCode',
      'productCode',
      'productName',
      'unit',
      'openingQuantity',
      'openingValue',
      'inQuantity',
      'inValue',
      'outQuantity',
      'outValue',
      'closingQuantity',
      'closingValue',
      'group',
      'origin',
    ]);
    expect(found.columns[11]?.header).toBe('Cuối kỳ – Số lượng');
  });

  it('reads plain headers in the lower of two header rows, and leaves a title above a single one alone', () => {
    const [upper, lower] = [[...INVENTORY_UPPER], [...INVENTORY_LOWER]];
    for (let at = 0; at < 5; at++) [upper[at], lower[at]] = [null, upper[at] ?? null];
    expect(recognise([['Kho'], upper, lower])).toMatchObject({ headerRow: 1, dataRow: 3, matched: 15 });
    expect(recognise([['Cuối kỳ'], CUSTOMERS])).toMatchObject({ headerRow: 1, dataRow: 2, matched: 14 });
  });

  it('does not take the import template of vouchers for a Bravo ledger', () => {
    const header = [
      'Ngày hạch toán (*)',
      'Ngày chứng từ (*)',
      'Số chứng từ (*)',
      'Mã hàng (*)',
      'Số lượng',
      'Thành tiền',
    ];
    expect(problemOf(() => recognise([header]))).toMatchObject({
      code: 'WRONG_REPORT',
      details: { belongsTo: null },
    });
  });

  it.each(['amis-sales-ledger', undefined])(
    'asks for the columns of a report over headers that are not known (%s)',
    (wanted) => {
      const rows = [['SỔ CHI TIẾT BÁN HÀNG'], ['Ngày hạch toán|Số chứng từ|Mã hàng'], ['05/09/2026|BH1|A']];
      expect(problemOf(() => recognise(rows, wanted))).toMatchObject({
        code: 'UNKNOWN_LAYOUT',
        message: expect.stringMatching(
          /^Không thấy dòng tiêu đề của «Sổ chi tiết bán hàng»: cần các cột «Ngày hạch toán», /,
        ),
        details: { layout: 'amis-sales-ledger' },
      });
    },
  );

  it('reads an inventory report with one header row', () => {
    const header = [
      'Mã kho',
      'Mã hàng',
      'Tên hàng',
      'Số lượng đầu kỳ',
      'Giá trị đầu kỳ',
      'SL tồn cuối kỳ',
      'GT tồn cuối kỳ',
    ];
    const found = recognise([header, ['K1', 'A', 'Hàng A', 1, 2, 3, 4]]);
    expect(found).toMatchObject({ layout: { name: 'amis-inventory' }, headerRow: 0, dataRow: 1, matched: 7 });
  });

  it('ignores order, case, diacritics, line breaks, required marks and a byte-order mark', () => {
    const header = ['\uFEFFTEN KHACH HANG', 'Mã số\nthuế', 'mã  khách hàng (*)'];
    expect(recognise([header]).columns.map((column) => column.field?.field)).toEqual(['name', 'taxCode', 'code']);
  });

  it('keeps unknown columns and the second of two equal ones as unread', () => {
    const found = recognise([['Mã khách hàng', 'Tên khách hàng', 'Ghi chú riêng', 'Mã khách hàng']]);
    expect(found.columns.map((column) => column.field?.field ?? null)).toEqual(['code', 'name', null, null]);
  });

  it.each([
    ['EMPTY_SHEET', [[], [null, ' ']], undefined],
    ['EMPTY_SHEET', [], 'amis-customers'],
    [
      'UNKNOWN_LAYOUT',
      [
        ['a', 'b'],
        [1, 2],
      ],
      undefined,
    ],
    [
      'UNKNOWN_LAYOUT',
      [
        ['a', 'b'],
        [1, 2],
      ],
      'amis-products',
    ],
    ['UNKNOWN_LAYOUT', [CUSTOMERS], 'amis-nothing'],
    ['WRONG_LAYOUT', [SALES], 'amis-customers'],
    ['WRONG_LAYOUT', [CUSTOMERS], 'amis-suppliers'],
    ['WRONG_LAYOUT', [PURCHASES], 'amis-sales-ledger'],
    ['WRONG_LAYOUT', [INVENTORY_UPPER, INVENTORY_LOWER], 'amis-products'],
    ['MISSING_COLUMN', [SALES.filter((header) => header !== 'Doanh số bán')], 'amis-sales-ledger'],
    ['MISSING_COLUMN', [PRODUCTS.filter((header) => header !== 'Tên')], undefined],
  ] as [string, Cell[][], string | undefined][])('refuses with %s', (code, rows, layout) => {
    expect(problemOf(() => recognise(rows, layout))).toMatchObject({ code });
  });

  it('tells goods of AMIS from items of Bravo by their columns under a title that both have', () => {
    const title: Cell[] = ['DANH MỤC VẬT TƯ HÀNG HÓA'];
    const items = [title, [], headers('Mã vật tư | Tên vật tư | Đvt')];
    expect(recognise(items).layout.name).toBe('bravo-items');
    expect(recognise(items, 'bravo-items').layout.name).toBe('bravo-items');
    expect(recognise([title, [], PRODUCTS]).layout.name).toBe('amis-products');
    expect(recognise([title, [], headers('Mã | Tên | ĐVT chính')]).layout.name).toBe('amis-products');
  });

  it('names what is missing and where the header is', () => {
    const rows: Cell[][] = [['Sổ chi tiết bán hàng'], [], SALES.filter((header) => header !== 'Doanh số bán')];
    expect(problemOf(() => recognise(rows, 'amis-sales-ledger'))).toMatchObject({
      details: { headerRow: 3, missing: ['Doanh số bán'] },
      message: expect.stringContaining('thiếu cột «Doanh số bán» (dòng tiêu đề là dòng 3)'),
    });
  });

  it.each([
    ['amis-customers', ['Mã khách hàng', 'Địa chỉ'], 'trong AMIS rồi xuất lại'],
    ['bravo-items', ['Mã vật tư', 'ĐVT'], 'trong Bravo rồi xuất lại'],
    [
      'tax-invoice-list',
      ['Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'Ngày lập', 'MST người bán', 'Tổng tiền thanh toán'],
      'của cơ quan thuế',
    ],
    ['product-connections', ['Mã AMIS', 'Hệ số', 'Ghi chú'], 'vào tệp rồi tải lại'],
  ])('says where the columns of %s come from', (layout, headers, remedy) => {
    expect(problemOf(() => recognise([headers], layout))).toMatchObject({
      code: 'MISSING_COLUMN',
      message: expect.stringContaining(remedy),
    });
  });

  it('tells connections with a factor from those without', () => {
    expect(recognise([['amisCode', 'bravoCode', 'factor']]).layout.name).toBe('product-connections');
    expect(recognise([['Mã AMIS', 'Mã Bravo']], 'product-connections').layout.name).toBe('product-connections');
    expect(recognise([['Mã đối tượng AMIS', 'Mã đối tượng Bravo']]).layout.name).toBe('partner-connections');
  });
});

describe('foldHeader', () => {
  it('compares both spellings of a tone mark and both forms of đ', () => {
    expect(foldHeader('Đơn giá Hoá đơn (*)')).toBe('don gia hoa don');
    expect(foldHeader(' TK  Doanh\r\nthu : ')).toBe('tk doanh thu');
  });
});

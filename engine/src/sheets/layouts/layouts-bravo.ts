import type { Layout } from './layout.ts';

/**
 * Headers of reports that list items or partners with their movements, debts or costs: never a list of the records
 * themselves.
 */
const FIGURES = [
  ...['Số lượng', 'Số lượng tồn', 'Tồn đầu', 'Tồn cuối', 'Tồn kho', 'Nhập', 'Xuất', 'Đầu kỳ', 'Cuối kỳ', 'Số dư'],
  ...['Nhập kho', 'Xuất kho', 'Tồn cuối kỳ', 'Tồn đầu kỳ', 'Nợ đầu kỳ', 'Có đầu kỳ', 'Nợ cuối kỳ', 'Có cuối kỳ'],
  ...['Phát sinh nợ', 'Phát sinh có', 'Phải thu', 'Phải trả', 'Công nợ', 'Số tiền', 'Nợ', 'Có', 'Dư nợ', 'Dư có'],
  ...['Thành tiền', 'Tiền hàng', 'Tiền thuế', 'Giá trị', 'Giá trị tồn', 'Doanh số', 'Doanh thu', 'Giá vốn'],
  ...[
    'Số ct',
    'Ngày ct',
    'Số chứng từ',
    'Ngày chứng từ',
    'Ngày hạch toán',
    'Số hóa đơn',
    'Mã ct',
    'Mã kho',
    'Tên kho',
    'Kho',
  ],
  ...['Yêu cầu hóa đơn', 'Lấy hóa đơn', 'Mã hàng AMIS', 'Mã đối tượng AMIS', 'Mã AMIS', 'Đơn vị tính chính'],
];

/** Field of a record's activity; a blank cell says nothing. */
const ACTIVE = {
  type: 'choice',
  choices: {
    true: ['Có', 'Đang dùng', 'true', 'x', 'v', '✓', '✔', '√', '☑', '1', 'yes'],
    false: ['Không', 'Ngừng dùng', 'false', '0', 'no', '☐', '-'],
  },
} as const;

/** Bravo: Danh mục vật tư. One alternative unit per row; the query of `khop issue` (`items.csv`) is read as well. */
export const bravoItems: Layout = {
  name: 'bravo-items',
  title: 'Danh mục vật tư Bravo',
  sheetName: 'Danh muc vat tu',
  headerRow: 3,
  key: ['code'],
  foreign: FIGURES,
  fields: [
    { field: 'code', header: 'Mã vật tư', aliases: ['code', 'ItemCode'], type: 'code', required: 'value' },
    { field: 'name', header: 'Tên vật tư', aliases: ['name', 'ItemName'], type: 'text', required: 'value' },
    { field: 'unit', header: 'Đvt', aliases: ['Đơn vị tính', 'unit'], type: 'text', required: 'column' },
    { field: 'otherUnit', header: 'Đvt quy đổi', aliases: ['Đơn vị quy đổi', 'Đvt 2', 'Đvt1'], type: 'text' },
    { field: 'otherRate', header: 'Hệ số quy đổi', aliases: ['Hệ số', 'Tỷ lệ quy đổi'], type: 'factor' },
    { field: 'group', header: 'Nhóm vật tư', aliases: ['Mã nhóm', 'Nhóm', 'group'], type: 'text' },
    { field: 'type', header: 'Loại vật tư', aliases: ['Loại', 'type'], type: 'text' },
    { field: 'isActive', header: 'Đang dùng', aliases: ['Còn sử dụng', 'isActive'], ...ACTIVE },
  ],
};

/** Bravo: Danh mục đối tượng. The query of `khop issue` (`partners.csv`) is read as well. */
export const bravoPartners: Layout = {
  name: 'bravo-partners',
  title: 'Danh mục đối tượng Bravo',
  sheetName: 'Danh muc doi tuong',
  headerRow: 3,
  key: ['code'],
  foreign: FIGURES,
  fields: [
    { field: 'code', header: 'Mã đối tượng', aliases: ['code', 'CustomerCode'], type: 'code', required: 'value' },
    { field: 'name', header: 'Tên đối tượng', aliases: ['name', 'CustomerName'], type: 'text', required: 'value' },
    { field: 'address', header: 'Địa chỉ', aliases: ['address'], type: 'text', required: 'column' },
    { field: 'taxCode', header: 'Mã số thuế', aliases: ['MST', 'taxCode'], type: 'taxCode' },
    { field: 'phone', header: 'Điện thoại', aliases: ['Số điện thoại', 'phone'], type: 'phone' },
    { field: 'email', header: 'Email', aliases: ['email'], type: 'text' },
    { field: 'type', header: 'Loại đối tượng', aliases: ['Loại', 'type'], type: 'text' },
    { field: 'isActive', header: 'Đang dùng', aliases: ['Còn sử dụng', 'isActive'], ...ACTIVE },
  ],
};

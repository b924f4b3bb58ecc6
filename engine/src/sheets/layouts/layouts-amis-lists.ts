import { amisPartner } from '../../records/amis-partner.ts';
import type { Layout } from './layout.ts';
import { sheetFields } from './record-fields.ts';

/** AMIS: Hàng hóa, dịch vụ. Header names as in a real export, double space of "TK  Doanh thu" included. */
export const amisProducts: Layout = {
  name: 'amis-products',
  title: 'Danh sách hàng hóa, dịch vụ',
  sheetName: 'Hang hoa',
  headerRow: 3,
  key: ['code'],
  foreign: [
    ...[
      'Số chứng từ',
      'Mã kho',
      'Mã khách hàng',
      'Tên kho',
      'Ngày hạch toán',
      'Ngày chứng từ',
      'Số hóa đơn',
      'Ngày hóa đơn',
    ],
    ...['Đầu kỳ', 'Cuối kỳ', 'Tồn đầu kỳ', 'Tồn cuối kỳ', 'Nhập kho', 'Xuất kho', 'Nhập trong kỳ', 'Xuất trong kỳ'],
    ...['Doanh số bán', 'Doanh số', 'Doanh thu', 'Số lượng bán', 'Tổng số lượng bán', 'SL bán', 'Doanh thu thuần'],
    ...['Giá trị mua', 'Số lượng mua', 'SL mua', 'Ký hiệu', 'Ký hiệu HĐ', 'Tổng', 'Tổng cộng'],
    ['Số lượng', 'Thành tiền'],
    ['Nhập', 'Xuất'],
  ],
  totalLabel: { field: 'name', label: 'Tổng' },
  checks: ['negative-stock', 'value-without-quantity', 'blank-unit'],
  fields: [
    {
      field: 'code',
      header: 'Mã',
      aliases: ['Mã hàng', 'Mã hàng hóa', 'Mã vật tư', 'Mã VTHH'],
      type: 'code',
      required: 'value',
    },
    {
      field: 'name',
      header: 'Tên',
      aliases: ['Tên hàng', 'Tên hàng hóa', 'Tên hàng hóa, dịch vụ', 'Tên vật tư', 'Tên VTHH'],
      type: 'text',
      required: 'value',
    },
    {
      field: 'vatReduction',
      header: 'Giảm thuế theo quy định',
      aliases: [
        ...[
          'Giảm thuế',
          'Giảm thuế GTGT',
          'Giảm thuế theo nghị quyết',
          'Giảm thuế theo NQ43',
          'Giảm thuế theo NQ43/2022/QH15',
        ],
        ...['101/2023', '110/2023', '142/2024', '174/2024', '204/2025'].map((act) => `Giảm thuế theo NQ${act}/QH15`),
      ],
      type: 'choice',
      choices: {
        unknown: ['Chưa xác định'],
        none: ['Không giảm thuế', 'Không'],
        reduced: ['Có giảm thuế (8%)', 'Có giảm thuế', 'Có', '✓'],
      },
    },
    { field: 'kind', header: 'Tính chất', type: 'text' },
    { field: 'group', header: 'Nhóm VTHH', aliases: ['Nhóm vật tư hàng hóa', 'Nhóm hàng hóa'], type: 'text' },
    {
      field: 'unit',
      header: 'Đơn vị tính chính',
      aliases: ['ĐVT chính', 'ĐVT', 'Đơn vị tính'],
      type: 'text',
      required: 'column',
    },
    { field: 'quantityOnHand', header: 'Số lượng tồn', aliases: ['SL tồn'], type: 'quantity', total: true },
    { field: 'stockValue', header: 'Giá trị tồn', aliases: ['GT tồn'], type: 'vnd', total: true },
    { field: 'origin', header: 'Nguồn gốc', type: 'text' },
    { field: 'note', header: 'Mô tả', aliases: ['Ghi chú'], type: 'text' },
    { field: 'purchaseDescription', header: 'Diễn giải khi mua', type: 'text' },
    { field: 'saleDescription', header: 'Diễn giải khi bán', type: 'text' },
    { field: 'defaultWarehouseCode', header: 'Mã kho ngầm định', type: 'code' },
    { field: 'defaultWarehouseName', header: 'Kho ngầm định', aliases: ['Tên kho ngầm định'], type: 'text' },
    { field: 'inventoryAccount', header: 'TK Kho', aliases: ['Tài khoản kho'], type: 'code' },
    { field: 'revenueAccount', header: 'TK  Doanh thu', aliases: ['Tài khoản doanh thu'], type: 'code' },
    { field: 'discountAccount', header: 'TK chiết khấu', aliases: ['Tài khoản chiết khấu'], type: 'code' },
    { field: 'allowanceAccount', header: 'TK giảm giá', aliases: ['Tài khoản giảm giá'], type: 'code' },
    { field: 'returnAccount', header: 'TK Trả lại', aliases: ['Tài khoản trả lại'], type: 'code' },
    { field: 'cogsAccount', header: 'TK chi phí', aliases: ['Tài khoản chi phí'], type: 'code' },
    { field: 'fixedPurchasePrice', header: 'Đơn giá mua cố định', type: 'price' },
    { field: 'lastPurchasePrice', header: 'Đơn giá mua gần nhất', type: 'price' },
    { field: 'salePrice', header: 'Đơn giá bán 1', aliases: ['Đơn giá bán'], type: 'price' },
    { field: 'vatRate', header: 'Thuế suất GTGT', aliases: ['Thuế suất GTGT (%)', '% thuế GTGT'], type: 'vatRate' },
    {
      field: 'isActive',
      header: 'Trạng thái',
      type: 'choice',
      choices: { true: ['Đang sử dụng', 'Đang theo dõi'], false: ['Ngừng sử dụng', 'Ngừng theo dõi'] },
    },
    {
      // A tick says that the product is stopped, and blank that it is not: how AMIS writes every yes and no.
      field: 'isActive',
      header: 'Ngừng theo dõi',
      aliases: ['Ngừng sử dụng'],
      type: 'choice',
      blank: true,
      choices: { true: ['Không', '0', 'false'], false: ['✓', '✔', 'x', 'Có', '1', 'true'] },
      readOnly: true,
    },
  ],
};

/** Columns of ledgers, of debt reports, and of the import template: none of a list of partners. */
const foreignToPartners: readonly string[] = [
  ...[
    'Số chứng từ',
    'Mã hàng',
    'Tên hàng',
    'Tên hàng trên chứng từ',
    'Doanh số bán',
    'Doanh số',
    'Doanh thu',
    'Đơn giá',
  ],
  ...['Số lượng', 'Thành tiền', 'Giá trị mua', 'Số hóa đơn', 'Ngày hạch toán', 'Ngày chứng từ', 'Ngày hóa đơn'],
  ...['Số dư đầu kỳ', 'Số dư cuối kỳ', 'Đầu kỳ', 'Cuối kỳ', 'Phát sinh', 'Phát sinh trong kỳ', 'Phát sinh nợ'],
  ...[
    'Tổng nợ',
    'Nợ quá hạn',
    'Quá hạn',
    'Trước hạn',
    'Nợ trước hạn',
    'Chưa đến hạn',
    'Không có hạn nợ',
    'Dư nợ',
    'Dư có',
  ],
  ...['Còn phải thu', 'Số còn phải thu', 'Còn phải trả', 'Số còn phải trả', 'Là tổ chức/cá nhân'],
];

const MOBILES = ['Điện thoại di động', 'ĐT di động', 'Số điện thoại di động', 'Di động', 'ĐT di động (Người liên hệ)'];
const DEBTS = ['Số tiền nợ', 'Số tiền còn nợ'];

/** AMIS: Khách hàng. */
export const amisCustomers: Layout = {
  name: 'amis-customers',
  title: 'Danh sách khách hàng',
  sheetName: 'Khach hang',
  headerRow: 3,
  key: ['code'],
  foreign: ['Mã nhà cung cấp', ...foreignToPartners],
  totalLabel: { field: 'code', label: 'Tổng' },
  fields: sheetFields(amisPartner, [
    'code',
    'name',
    'address',
    { field: 'debt', header: 'Công nợ', aliases: DEBTS, type: 'vnd', total: true },
    ['group', { aliases: ['Nhóm khách hàng', 'Nhóm KH'] }],
    'taxCode',
    'phone',
    { field: 'website', header: 'Website', type: 'text' },
    { field: 'receivableAccount', header: 'TK công nợ phải thu', type: 'code' },
    { field: 'employeeCode', header: 'Nhân viên', aliases: ['Mã nhân viên'], type: 'code' },
    { field: 'employeeName', header: 'Tên nhân viên', type: 'text' },
    { field: 'contactPhone', header: 'ĐT di động NLH', aliases: MOBILES, type: 'phone' },
    { field: 'isSupplier', header: 'Là nhà cung cấp', type: 'boolean', blank: false },
    ['isInternal', { header: 'Là Đối tượng nội bộ' }],
  ]),
};

/** AMIS: Nhà cung cấp. The unnamed risk-warning column of real files is ignored. */
export const amisSuppliers: Layout = {
  name: 'amis-suppliers',
  title: 'Danh sách nhà cung cấp',
  sheetName: 'Nha cung cap',
  headerRow: 3,
  key: ['code'],
  foreign: ['Mã khách hàng', ...foreignToPartners],
  totalLabel: { field: 'code', label: 'Tổng' },
  fields: sheetFields(amisPartner, [
    ['code', { header: 'Mã nhà cung cấp', aliases: ['Mã NCC'] }],
    ['name', { header: 'Tên nhà cung cấp', aliases: ['Tên NCC'] }],
    'address',
    { field: 'debt', header: 'Công nợ', aliases: DEBTS, type: 'vnd', total: true },
    'taxCode',
    'idNumber',
    'phone',
    'isInternal',
    'isOrganisation',
    ['email', { readOnly: true }],
    ['group', { aliases: ['Nhóm nhà cung cấp'], readOnly: true }],
  ]),
};

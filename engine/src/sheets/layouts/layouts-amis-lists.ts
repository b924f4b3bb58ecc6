import { amisPartner } from '../../records/amis-partner.ts';
import { amisProduct } from '../../records/amis-product.ts';
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
    // Lists that Khớp itself writes name the profile of every row.
    'Hồ sơ',
    ['Số lượng', 'Thành tiền'],
    ['Nhập', 'Xuất'],
  ],
  totalLabel: { field: 'name', label: 'Tổng' },
  checks: ['negative-stock', 'value-without-quantity', 'blank-unit'],
  fields: sheetFields(amisProduct, [
    'code',
    'name',
    'vatReduction',
    'kind',
    'group',
    'unit',
    'quantityOnHand',
    'stockValue',
    { field: 'origin', header: 'Nguồn gốc', type: 'text' },
    'note',
    { field: 'purchaseDescription', header: 'Diễn giải khi mua', type: 'text' },
    { field: 'saleDescription', header: 'Diễn giải khi bán', type: 'text' },
    'defaultWarehouseCode',
    { field: 'defaultWarehouseName', header: 'Kho ngầm định', aliases: ['Tên kho ngầm định'], type: 'text' },
    { field: 'inventoryAccount', header: 'TK Kho', aliases: ['Tài khoản kho'], type: 'code' },
    { field: 'revenueAccount', header: 'TK  Doanh thu', aliases: ['Tài khoản doanh thu'], type: 'code' },
    { field: 'discountAccount', header: 'TK chiết khấu', aliases: ['Tài khoản chiết khấu'], type: 'code' },
    { field: 'allowanceAccount', header: 'TK giảm giá', aliases: ['Tài khoản giảm giá'], type: 'code' },
    { field: 'returnAccount', header: 'TK Trả lại', aliases: ['Tài khoản trả lại'], type: 'code' },
    { field: 'cogsAccount', header: 'TK chi phí', aliases: ['Tài khoản chi phí'], type: 'code' },
    { field: 'fixedPurchasePrice', header: 'Đơn giá mua cố định', type: 'price' },
    'lastPurchasePrice',
    'salePrice',
    'vatRate',
    'isActive',
    {
      // A tick says that the product is stopped, and blank that it is not: how AMIS writes every yes and no.
      field: 'isActive',
      header: 'Ngừng theo dõi',
      aliases: ['Ngừng sử dụng'],
      type: 'choice',
      blank: true,
      choices: {
        true: ['Không', 'Đang theo dõi', 'Đang sử dụng', '0', 'false', 'no', '☐', '-'],
        false: ['✓', '✔', '√', '☑', 'x', 'v', 'Có', 'Ngừng theo dõi', 'Ngừng sử dụng', '1', 'true', 'yes'],
      },
      readOnly: true,
    },
  ]),
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

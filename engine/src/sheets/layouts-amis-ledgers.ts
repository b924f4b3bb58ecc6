import type { Layout, LayoutField } from './layout.ts';

const voucherFields: readonly LayoutField[] = [
  { field: 'accountingDate', header: 'Ngày hạch toán', type: 'day', required: 'value' },
  { field: 'documentDate', header: 'Ngày chứng từ', type: 'day' },
  {
    field: 'voucherNumber',
    header: 'Số chứng từ',
    aliases: ['Số chứng từ (NK00001)', 'Số CT'],
    type: 'code',
    required: 'value',
  },
  { field: 'invoiceDate', header: 'Ngày hóa đơn', type: 'day' },
  { field: 'invoiceNumber', header: 'Số hóa đơn', aliases: ['Số HĐ'], type: 'code' },
];

const productFields: readonly LayoutField[] = [
  { field: 'productCode', header: 'Mã hàng', aliases: ['Mã VTHH', 'Mã vật tư'], type: 'code', required: 'value' },
  { field: 'productName', header: 'Tên hàng', aliases: ['Tên VTHH', 'Tên vật tư'], type: 'text' },
];

const unit: LayoutField = { field: 'unit', header: 'ĐVT', aliases: ['Đơn vị tính', 'ĐVT chính'], type: 'text' };

/** The two columns of a movement in "Tổng hợp tồn kho": under a merged heading, or in one header row in some sites. */
const movement = (prefix: string, group: string, groupAliases: readonly string[]): readonly LayoutField[] => {
  const alone = (name: string): string[] =>
    [group, ...groupAliases].flatMap((of) => [`${name} ${of}`, `${of} ${name}`, `${of} - ${name}`, `${name} (${of})`]);
  return [
    {
      field: `${prefix}Quantity`,
      group,
      groupAliases,
      header: 'Số lượng',
      inGroup: ['SL'],
      aliases: [...alone('Số lượng'), ...alone('SL')],
      type: 'quantity',
      total: true,
      ...(prefix === 'closing' ? { required: 'column' as const } : {}),
    },
    {
      field: `${prefix}Value`,
      group,
      groupAliases,
      header: 'Giá trị',
      inGroup: ['GT', 'Thành tiền'],
      aliases: [...alone('Giá trị'), ...alone('GT')],
      type: 'vnd',
      total: true,
    },
  ];
};

/** AMIS: Tổng hợp tồn kho, one row per (warehouse, product). */
export const amisInventory: Layout = {
  name: 'amis-inventory',
  title: 'Tổng hợp tồn kho',
  sheetName: 'Tong hop ton kho',
  headerRow: 4,
  hasPeriod: true,
  key: ['warehouseCode', 'productCode'],
  foreign: ['Số chứng từ', 'Mã khách hàng'],
  totalLabel: { field: 'warehouseName', label: 'Tổng cộng' },
  checks: ['negative-stock', 'value-without-quantity'],
  fields: [
    { field: 'warehouseName', header: 'Tên kho', type: 'text' },
    { field: 'warehouseCode', header: 'Mã kho', type: 'code', required: 'value' },
    ...productFields,
    unit,
    ...movement('opening', 'Đầu kỳ', ['Tồn đầu kỳ', 'Tồn đầu']),
    ...movement('in', 'Nhập kho', ['Nhập', 'Nhập trong kỳ']),
    ...movement('out', 'Xuất kho', ['Xuất', 'Xuất trong kỳ']),
    ...movement('closing', 'Cuối kỳ', ['Tồn cuối kỳ', 'Tồn cuối', 'Tồn']),
    { field: 'group', header: 'Nhóm VTHH', aliases: ['Tên nhóm VTHH'], type: 'text' },
    { field: 'origin', header: 'Nguồn gốc', type: 'text' },
  ],
};

/** AMIS: Sổ chi tiết bán hàng. `netAmount` is derived: amount − discount − returnAmount − allowanceAmount. */
export const amisSalesLedger: Layout = {
  name: 'amis-sales-ledger',
  title: 'Sổ chi tiết bán hàng',
  sheetName: 'So chi tiet ban hang',
  headerRow: 4,
  hasPeriod: true,
  dataWhen: ['voucherNumber', 'productCode'],
  foreign: ['Số lượng mua', 'Giá trị mua'],
  totalLabel: { field: 'accountingDate', label: 'Tổng cộng' },
  fields: [
    ...voucherFields,
    { field: 'description', header: 'Diễn giải chung', aliases: ['Diễn giải', 'Diễn giải (chung)'], type: 'text' },
    {
      field: 'invoiceState',
      header: 'Trạng thái hóa đơn',
      aliases: ['Tình trạng hóa đơn', 'Trạng thái HĐ', 'TT hóa đơn', 'Tính chất hóa đơn'],
      type: 'text',
      readOnly: true,
    },
    { field: 'customerCode', header: 'Mã khách hàng', aliases: ['Mã KH', 'Mã đối tượng'], type: 'code' },
    { field: 'customerName', header: 'Tên khách hàng', aliases: ['Tên KH', 'Tên đối tượng'], type: 'text' },
    { field: 'customerGroupCode', header: 'Mã nhóm khách hàng', type: 'code' },
    { field: 'customerGroupName', header: 'Tên nhóm khách hàng', type: 'text' },
    ...productFields,
    { field: 'productGroupCode', header: 'Mã nhóm VTHH', type: 'code' },
    { field: 'productGroupName', header: 'Tên nhóm VTHH', type: 'text' },
    unit,
    {
      field: 'quantity',
      header: 'Tổng số lượng bán',
      aliases: ['Số lượng bán', 'SL bán'],
      type: 'quantity',
      required: 'column',
      total: true,
    },
    { field: 'unitPrice', header: 'Đơn giá', aliases: ['Đơn giá bán'], type: 'price' },
    { field: 'amount', header: 'Doanh số bán', aliases: ['Doanh số'], type: 'vnd', required: 'column', total: true },
    { field: 'debitAccount', header: 'TK Nợ', aliases: ['Tài khoản nợ'], type: 'code' },
    { field: 'creditAccount', header: 'TK Có', aliases: ['Tài khoản có'], type: 'code' },
    { field: 'discount', header: 'Chiết khấu', aliases: ['Tiền chiết khấu'], type: 'vnd', total: true },
    { field: 'discountAccount', header: 'TK chiết khấu', type: 'code' },
    {
      field: 'returnQuantity',
      header: 'Tổng số lượng trả lại',
      aliases: ['Số lượng trả lại'],
      type: 'quantity',
      total: true,
    },
    { field: 'returnAmount', header: 'Giá trị trả lại', type: 'vnd', total: true },
    { field: 'allowanceAmount', header: 'Giá trị giảm giá', type: 'vnd', total: true },
    { field: 'vatRate', header: '%Thuế', aliases: ['% thuế GTGT', 'Thuế suất GTGT', '% thuế'], type: 'vatRate' },
    { field: 'vatAmount', header: 'Thuế GTGT', aliases: ['Tiền thuế GTGT'], type: 'vnd', total: true },
    { field: 'totalAmount', header: 'Tổng thanh toán', aliases: ['Tổng tiền thanh toán'], type: 'vnd', total: true },
    { field: 'cogsAmount', header: 'Giá vốn', aliases: ['Tiền vốn'], type: 'vnd', total: true },
    { field: 'orderNumber', header: 'Đơn hàng', aliases: ['Đơn đặt hàng'], type: 'code' },
    { field: 'warehouseCode', header: 'Mã kho', type: 'code' },
    { field: 'warehouseName', header: 'Tên kho', type: 'text' },
    { field: 'branchName', header: 'Chi nhánh', aliases: ['Tên chi nhánh'], type: 'text' },
    { field: 'employeeCode', header: 'Mã nhân viên bán hàng', aliases: ['Mã nhân viên'], type: 'code' },
    { field: 'employeeName', header: 'Tên nhân viên bán hàng', aliases: ['Tên nhân viên'], type: 'text' },
    { field: 'statisticsCode', header: 'Mã thống kê', type: 'code' },
    { field: 'statisticsName', header: 'Tên thống kê', type: 'text' },
  ],
};

/** AMIS: Sổ chi tiết mua hàng, short and full variants. `netAmount` is derived as for sales. */
export const amisPurchaseLedger: Layout = {
  name: 'amis-purchase-ledger',
  title: 'Sổ chi tiết mua hàng',
  sheetName: 'So chi tiet mua hang',
  headerRow: 4,
  hasPeriod: true,
  dataWhen: ['voucherNumber', 'productCode'],
  foreign: ['Tổng số lượng bán', 'Doanh số bán'],
  totalLabel: { field: 'accountingDate', label: 'TỔNG CỘNG' },
  fields: [
    ...voucherFields,
    { field: 'description', header: 'Diễn giải', aliases: ['Diễn giải chung'], type: 'text' },
    { field: 'supplierCode', header: 'Mã nhà cung cấp', aliases: ['Mã NCC'], type: 'code' },
    { field: 'supplierName', header: 'Tên nhà cung cấp', aliases: ['Tên NCC'], type: 'text' },
    {
      field: 'supplierGroup',
      header: 'Nhóm NCC',
      aliases: ['Nhóm nhà cung cấp', 'Tên nhóm nhà cung cấp'],
      type: 'text',
    },
    ...productFields,
    { field: 'productGroup', header: 'Nhóm VTHH', aliases: ['Tên nhóm VTHH'], type: 'text' },
    { field: 'origin', header: 'Nguồn gốc', type: 'text' },
    { field: 'warehouseCode', header: 'Mã kho', type: 'code' },
    { field: 'warehouseName', header: 'Tên kho', type: 'text' },
    unit,
    {
      field: 'quantity',
      header: 'Số lượng mua',
      aliases: ['Tổng số lượng mua', 'SL mua'],
      type: 'quantity',
      required: 'column',
      total: true,
    },
    { field: 'unitPrice', header: 'Đơn giá', aliases: ['Đơn giá mua'], type: 'price' },
    { field: 'amount', header: 'Giá trị mua', type: 'vnd', required: 'column', total: true },
    { field: 'discount', header: 'Chiết khấu', aliases: ['Tiền chiết khấu'], type: 'vnd', total: true },
    {
      field: 'returnQuantity',
      header: 'Số lượng trả lại',
      aliases: ['Tổng số lượng trả lại'],
      type: 'quantity',
      total: true,
    },
    { field: 'returnAmount', header: 'Giá trị trả lại', type: 'vnd', total: true },
    { field: 'allowanceAmount', header: 'Giá trị giảm giá', type: 'vnd', total: true },
    { field: 'vatAmount', header: 'Thuế GTGT', aliases: ['Tiền thuế GTGT'], type: 'vnd', total: true },
    { field: 'receiptAmount', header: 'Giá trị nhập kho', type: 'vnd', total: true },
    { field: 'debitAccount', header: 'TK Nợ', aliases: ['Tài khoản nợ'], type: 'code' },
    { field: 'creditAccount', header: 'TK Có', aliases: ['Tài khoản có'], type: 'code' },
    { field: 'statisticsCode', header: 'Mã thống kê', type: 'code' },
  ],
};

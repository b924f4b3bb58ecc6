import { mainUnit, productFields, unit } from './fields-of-products.ts';
import type { Layout, LayoutField, StandIn } from './layout.ts';

const voucherFields: readonly LayoutField[] = [
  { field: 'accountingDate', header: 'Ngày hạch toán', aliases: ['Ngày'], type: 'day', required: 'value' },
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

/** The goods' name on the invoice only: a renamed or shortened ledger may have nothing else. */
const documentProductName: LayoutField = {
  field: 'documentProductName',
  header: 'Tên hàng trên chứng từ',
  type: 'text',
  readOnly: true,
};

/** A ledger "theo ĐVC" has its figures in the main unit; one that has both gives each a field of its own. */
const mainUnitFigures = (quantityAliases: readonly string[]): readonly LayoutField[] => [
  mainUnit,
  {
    field: 'mainQuantity',
    header: quantityAliases[0]!,
    aliases: quantityAliases.slice(1),
    type: 'quantity',
    readOnly: true,
  },
  { field: 'mainUnitPrice', header: 'Đơn giá theo ĐVC', type: 'price', readOnly: true },
  {
    field: 'mainReturnQuantity',
    header: 'SL trả lại theo ĐVC',
    aliases: ['Tổng SL trả lại theo ĐVC', 'Số lượng trả lại theo ĐVC'],
    type: 'quantity',
    readOnly: true,
  },
];

const ledgerStandIns: readonly StandIn[] = [
  { pairs: [['accountingDate', 'documentDate']], warns: true },
  {
    pairs: [
      ['quantity', 'mainQuantity'],
      ['returnQuantity', 'mainReturnQuantity'],
      ['unitPrice', 'mainUnitPrice'],
      ['unit', 'mainUnit'],
    ],
  },
  { pairs: [['unit', 'mainUnit']] },
  { pairs: [['productName', 'documentProductName']] },
];

/**
 * AMIS: Sổ chi tiết bán hàng. `netAmount` is derived: amount − discount − returnAmount − allowanceAmount, and compared with
 * the file's own. `quantity` is all that leaves stock, promotional goods included; `promotionQuantity` says how much of it is.
 */
export const amisSalesLedger: Layout = {
  name: 'amis-sales-ledger',
  title: 'Sổ chi tiết bán hàng',
  sheetName: 'So chi tiet ban hang',
  headerRow: 4,
  hasPeriod: true,
  dataWhen: ['voucherNumber', 'productCode'],
  foreign: ['Số lượng mua', 'Giá trị mua', 'Số lượng mua theo ĐVC', 'Hình thức bán hàng'],
  standIns: ledgerStandIns,
  totalLabel: { field: 'accountingDate', label: 'Tổng cộng' },
  fields: [
    ...voucherFields,
    { field: 'description', header: 'Diễn giải chung', aliases: ['Diễn giải', 'Diễn giải (chung)'], type: 'text' },
    {
      field: 'invoiceSymbol',
      header: 'Ký hiệu HĐ',
      aliases: ['Ký hiệu hóa đơn', 'Ký hiệu'],
      type: 'code',
      readOnly: true,
    },
    {
      field: 'invoiceState',
      header: 'Trạng thái hóa đơn',
      aliases: ['Tình trạng hóa đơn', 'Trạng thái HĐ', 'TT hóa đơn', 'Tính chất hóa đơn'],
      type: 'text',
      readOnly: true,
    },
    { field: 'customerCode', header: 'Mã khách hàng', aliases: ['Mã KH', 'Mã đối tượng'], type: 'code' },
    {
      field: 'customerName',
      header: 'Tên khách hàng',
      aliases: ['Tên KH', 'Tên khách hàng (thông tin chung)', 'Tên đối tượng'],
      type: 'text',
    },
    { field: 'customerGroupCode', header: 'Mã nhóm khách hàng', type: 'code' },
    { field: 'customerGroupName', header: 'Tên nhóm khách hàng', type: 'text' },
    ...productFields,
    documentProductName,
    {
      field: 'isPromotion',
      header: 'Hàng khuyến mại',
      aliases: ['Là hàng khuyến mại', 'Hàng KM'],
      type: 'boolean',
      blank: false,
      readOnly: true,
    },
    { field: 'productGroupCode', header: 'Mã nhóm VTHH', type: 'code' },
    { field: 'productGroupName', header: 'Tên nhóm VTHH', type: 'text' },
    unit,
    {
      field: 'quantity',
      header: 'Tổng số lượng bán',
      aliases: ['Tổng SL bán', 'Số lượng bán', 'SL bán', 'SL'],
      type: 'quantity',
      required: 'column',
      total: true,
    },
    ...mainUnitFigures([
      'Tổng SL bán theo ĐVC',
      'SL bán theo ĐVC',
      'Tổng số lượng bán theo ĐVC',
      'Số lượng bán theo ĐVC',
    ]),
    {
      field: 'promotionQuantity',
      header: 'SL bán khuyến mại',
      aliases: ['Số lượng bán khuyến mại', 'Số lượng khuyến mại', 'SL khuyến mại', 'SL bán KM'],
      type: 'quantity',
      total: true,
      readOnly: true,
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
      aliases: ['Số lượng trả lại', 'SL trả lại', 'Số lượng hàng bán trả lại', 'SL hàng bán trả lại'],
      type: 'quantity',
      total: true,
    },
    {
      field: 'returnAmount',
      header: 'Giá trị trả lại',
      aliases: ['Tiền trả lại', 'Tiền hàng trả lại', 'Giá trị hàng bán trả lại'],
      type: 'vnd',
      total: true,
    },
    {
      field: 'allowanceAmount',
      header: 'Giá trị giảm giá',
      aliases: ['Tiền giảm giá', 'Giảm giá', 'Giảm giá hàng bán'],
      type: 'vnd',
      total: true,
    },
    {
      field: 'statedNetAmount',
      header: 'Doanh số thực tế',
      aliases: ['Doanh thu thuần', 'Doanh thu thực tế'],
      type: 'vnd',
      total: true,
      readOnly: true,
    },
    { field: 'vatRate', header: '%Thuế', aliases: ['% thuế GTGT', 'Thuế suất GTGT', '% thuế'], type: 'vatRate' },
    { field: 'vatAmount', header: 'Thuế GTGT', aliases: ['Tiền thuế GTGT'], type: 'vnd', total: true },
    { field: 'totalAmount', header: 'Tổng thanh toán', aliases: ['Tổng tiền thanh toán'], type: 'vnd', total: true },
    { field: 'cogsAmount', header: 'Giá vốn', aliases: ['Tiền vốn'], type: 'vnd', total: true },
    { field: 'orderNumber', header: 'Đơn hàng', aliases: ['Đơn đặt hàng'], type: 'code' },
    { field: 'warehouseCode', header: 'Mã kho', type: 'code' },
    { field: 'warehouseName', header: 'Tên kho', type: 'text' },
    { field: 'branchName', header: 'Chi nhánh', aliases: ['Tên chi nhánh'], type: 'text' },
    { field: 'employeeCode', header: 'Mã nhân viên bán hàng', aliases: ['Mã nhân viên', 'Mã NVBH'], type: 'code' },
    { field: 'employeeName', header: 'Tên nhân viên bán hàng', aliases: ['Tên nhân viên', 'NVBH'], type: 'text' },
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
  standIns: ledgerStandIns,
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
    documentProductName,
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
    ...mainUnitFigures([
      'Số lượng mua theo ĐVC',
      'Tổng SL mua theo ĐVC',
      'SL mua theo ĐVC',
      'Tổng số lượng mua theo ĐVC',
    ]),
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
    {
      field: 'receiptAmount',
      header: 'Giá trị nhập kho',
      aliases: ['Giá trị nhập kho/Tổng giá trị', 'Tổng giá trị'],
      type: 'vnd',
      total: true,
    },
    { field: 'debitAccount', header: 'TK Nợ', aliases: ['Tài khoản nợ'], type: 'code' },
    { field: 'creditAccount', header: 'TK Có', aliases: ['Tài khoản có'], type: 'code' },
    { field: 'statisticsCode', header: 'Mã thống kê', type: 'code' },
  ],
};

import { Problem } from '../../problem.ts';
import type { Cell } from '../cell.ts';

/** Import templates of AMIS that Khớp writes. A profile's `exportLayout` is one of the first two. */
export type ExportLayoutName = 'amis-sales-voucher' | 'amis-sales-voucher-short' | 'amis-new-customers';

/**
 * The way in which a value is written: `text` (codes and accounts too) · `day` as text dd/MM/yyyy · `flag` 1 or 0 ·
 * `vnd`, `quantity`, `number` as numbers · `vatRate` 8, 10, KCT, KHAC · `vatOther` the percentage behind KHAC.
 */
export type ExportType = 'text' | 'day' | 'flag' | 'vnd' | 'quantity' | 'number' | 'vatRate' | 'vatOther';

/** A column of an import template: the source of its value, and the value written without one. */
export type ExportColumn = {
  readonly header: string;
  readonly type: ExportType;
  /** Field of the exported row; none: the column is `fallback` or blank in every row. */
  readonly field?: string;
  readonly fallback?: Cell;
};

export type ExportLayout = {
  /** The name of a shipped layout, or the code that the installation gave its own. */
  readonly name: string;
  /** Sheet name that AMIS looks for. */
  readonly sheetName: string;
  readonly columns: readonly ExportColumn[];
};

const text = (header: string, field?: string, fallback?: Cell): ExportColumn => column(header, 'text', field, fallback);
const day = (header: string, field: string): ExportColumn => column(header, 'day', field);
const flag = (header: string, field: string, fallback?: Cell): ExportColumn => column(header, 'flag', field, fallback);
const vnd = (header: string, field?: string): ExportColumn => column(header, 'vnd', field);
const quantity = (header: string, field: string): ExportColumn => column(header, 'quantity', field);
const number = (header: string, field?: string, fallback?: Cell): ExportColumn =>
  column(header, 'number', field, fallback);

function column(header: string, type: ExportType, field?: string, fallback?: Cell): ExportColumn {
  return { header, type, ...(field === undefined ? {} : { field }), ...(fallback === undefined ? {} : { fallback }) };
}

/** Chứng từ bán hàng: rows that share "Số chứng từ" form one voucher. Foreign-currency and export-tax columns stay blank. */
const amisSalesVoucher: ExportLayout = {
  name: 'amis-sales-voucher',
  sheetName: 'Ban hang',
  columns: [
    number('Hình thức bán hàng', 'saleForm', 0),
    number('Phương thức thanh toán', 'paymentMethod', 0),
    flag('Kiêm phiếu xuất kho', 'withDelivery', 1),
    flag('Lập kèm hóa đơn', 'withInvoice', 1),
    flag('Đã lập hóa đơn', 'invoiceIssued', 0),
    day('Ngày hạch toán (*)', 'accountingDate'),
    day('Ngày chứng từ (*)', 'documentDate'),
    text('Số chứng từ (*)', 'voucherNumber'),
    text('Số phiếu xuất', 'deliveryNumber'),
    text('Mẫu số HĐ', 'invoiceForm'),
    text('Ký hiệu HĐ', 'invoiceSymbol'),
    text('Số hóa đơn', 'invoiceNumber'),
    day('Ngày hóa đơn', 'invoiceDate'),
    text('Mã khách hàng', 'customerCode'),
    text('Tên khách hàng', 'customerName'),
    text('Địa chỉ', 'address'),
    text('Mã số thuế', 'taxCode'),
    text('Đơn vị giao đại lý'),
    text('Người nộp', 'payerName'),
    text('Nộp vào TK', 'bankAccount'),
    text('Tên ngân hàng', 'bankName'),
    text('Diễn giải/Lý do nộp', 'description'),
    text('Lý do xuất', 'deliveryReason'),
    text('Loại tiền', 'currency', 'VND'),
    number('Tỷ giá', 'exchangeRate', 1),
    text('Mã hàng (*)', 'productCode'),
    text('Tên hàng', 'productName'),
    flag('Là dòng ghi chú', 'isNote', 0),
    flag('Hàng khuyến mại', 'isPromotion', 0),
    flag('Chiết khấu thương mại', 'isTradeDiscount', 0),
    text('TK Tiền/Chi phí/Nợ (*)', 'receivableAccount', '131'),
    text('TK Doanh thu/Có (*)', 'revenueAccount', '511'),
    text('ĐVT', 'unit'),
    quantity('Số lượng', 'quantity'),
    quantity('Đơn giá', 'unitPrice'),
    vnd('Thành tiền', 'amount'),
    vnd('Thành tiền quy đổi', 'convertedAmount'),
    vnd('Thành tiền theo TGHQ'),
    number('Tỷ lệ CK (%)', 'discountRate'),
    vnd('Tiền chiết khấu', 'discountAmount'),
    vnd('Tiền chiết khấu quy đổi', 'convertedDiscountAmount'),
    vnd('Tiền chiết khấu theo TGHQ'),
    text('TK chiết khấu', 'discountAccount'),
    vnd('Giá tính thuế XK'),
    number('% thuế xuất khẩu'),
    vnd('Tiền thuế XK'),
    text('TK thuế XK'),
    column('% thuế GTGT', 'vatRate', 'vatRate'),
    column('% thuế suất KHAC', 'vatOther', 'vatRate'),
    vnd('Tiền thuế GTGT', 'vatAmount'),
    vnd('Tiền thuế GTGT quy đổi', 'convertedVatAmount'),
    text('TK thuế GTGT', 'vatAccount', '33311'),
    flag('HH không TH trên tờ khai thuế GTGT', 'excludedFromVatReturn'),
    text('Mã kho', 'warehouseCode'),
    text('TK giá vốn', 'cogsAccount'),
    text('TK Kho', 'inventoryAccount'),
    quantity('Đơn giá vốn', 'cogsPrice'),
    vnd('Tiền vốn', 'cogsAmount'),
    flag('Hàng hóa giữ hộ/bán hộ', 'isConsignment'),
  ],
};

/** The shorter variant, met at a real company (sheet REPORT_KH). */
const amisSalesVoucherShort: ExportLayout = {
  name: 'amis-sales-voucher-short',
  sheetName: 'REPORT_KH',
  columns: [
    day('Ngày hạch toán (*)', 'accountingDate'),
    day('Ngày chứng từ (*)', 'documentDate'),
    text('Số chứng từ (*)', 'voucherNumber'),
    text('Mẫu số HĐ', 'invoiceForm'),
    text('Ký hiệu HĐ', 'invoiceSymbol'),
    text('Số hóa đơn', 'invoiceNumber'),
    day('Ngày hóa đơn', 'invoiceDate'),
    text('Mã khách hàng', 'customerCode'),
    text('Tên khách hàng', 'customerName'),
    text('Địa chỉ', 'address'),
    text('Mã số thuế', 'taxCode'),
    text('Diễn giải', 'description'),
    text('Mã hàng (*)', 'productCode'),
    text('Tên hàng', 'productName'),
    text('TK Tiền/Chi phí/Nợ (*)', 'receivableAccount', '131'),
    text('Hình thức thanh toán', 'paymentForm', 'TM/CK'),
    text('ĐVT', 'unit'),
    quantity('Số lượng', 'quantity'),
    quantity('Đơn giá', 'unitPrice'),
    vnd('Thành tiền', 'amount'),
    column('% thuế GTGT', 'vatRate', 'vatRate'),
    vnd('Tiền thuế GTGT', 'vatAmount'),
    text('TK thuế GTGT', 'vatAccount', '33311'),
    text('Tiền tệ', 'currency', 'VND'),
    number('Tỷ giá', 'exchangeRate', 1),
  ],
};

/**
 * Columns of the identity of a buyer beside the tax code. AMIS's own templates have none, so the shipped ones do not; the
 * template of an installation that has one takes it from here.
 */
export const buyerColumns: readonly ExportColumn[] = [
  text('Số định danh cá nhân', 'personalId'),
  text('Số hộ chiếu', 'passport'),
  text('Quốc tịch', 'nationality'),
  text('Mã số ĐVQHNS', 'budgetCode'),
];

/** Khách hàng. In the first column AMIS wants 0 for an organisation, 1 for a person. */
const amisNewCustomers: ExportLayout = {
  name: 'amis-new-customers',
  sheetName: 'Khach hang',
  columns: [
    flag('Là tổ chức/cá nhân', 'isPerson', 0),
    flag('Là nhà cung cấp', 'isSupplier', 0),
    text('Mã khách hàng (*)', 'code'),
    text('Tên khách hàng (*)', 'name'),
    text('Địa chỉ', 'address'),
    text('Mã số thuế', 'taxCode'),
    text('Điện thoại', 'phone'),
    text('Điện thoại di động', 'mobilePhone'),
    text('Fax', 'fax'),
    text('Email', 'email'),
  ],
};

export const exportLayouts: Readonly<Record<ExportLayoutName, ExportLayout>> = {
  'amis-sales-voucher': amisSalesVoucher,
  'amis-sales-voucher-short': amisSalesVoucherShort,
  'amis-new-customers': amisNewCustomers,
};

/** The shipped templates of sales vouchers, which a profile may name; the one of new customers is none of them. */
export const voucherLayoutNames: readonly string[] = Object.keys(exportLayouts).filter(
  (name) => name !== 'amis-new-customers',
);

/** The import template of that name; throws UNKNOWN_LAYOUT. */
export function exportLayoutOf(name: string): ExportLayout {
  const layout = Object.hasOwn(exportLayouts, name) ? exportLayouts[name as ExportLayoutName] : undefined;
  if (layout) return layout;
  const known = Object.keys(exportLayouts).join(', ');
  throw new Problem('UNKNOWN_LAYOUT', `Không có mẫu xuất «${name}». Các mẫu: ${known}.`, { name });
}

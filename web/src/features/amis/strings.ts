/** Words of the AMIS screens that more than one page uses. */
export const PRODUCT_LABELS: Readonly<Record<string, string>> = {
  code: 'Mã hàng',
  name: 'Tên hàng',
  unit: 'ĐVT chính',
  kind: 'Tính chất',
  group: 'Nhóm',
  vatRate: 'Thuế suất GTGT',
  vatReduction: 'Giảm thuế',
  salePrice: 'Giá bán',
  lastPurchasePrice: 'Giá mua gần nhất',
  lastPurchaseDate: 'Ngày mua gần nhất',
  averagePurchasePrice: 'Giá mua bình quân',
  quantityOnHand: 'Số lượng tồn',
  stockValue: 'Giá trị tồn',
  defaultWarehouseCode: 'Kho ngầm định',
  isActive: 'Đang dùng',
  note: 'Ghi chú',
};

export const PROFILE_LABELS: Readonly<Record<string, string>> = {
  code: 'Mã hồ sơ',
  name: 'Tên công ty',
  taxCode: 'Mã số thuế',
  address: 'Địa chỉ',
  invoiceForm: 'Mẫu số',
  invoiceSymbol: 'Ký hiệu',
  voucherPrefix: 'Tiền tố số chứng từ',
  defaultWarehouseCode: 'Kho ngầm định',
  excludedWarehouseCodes: 'Kho không xuất hóa đơn',
  'accounts.receivable': 'TK phải thu',
  'accounts.revenue': 'TK doanh thu',
  'accounts.vat': 'TK thuế GTGT',
  'accounts.cogs': 'TK giá vốn',
  'accounts.inventory': 'TK kho',
  maxLinesPerInvoice: 'Số dòng tối đa',
  exportLayout: 'Mẫu tệp nhập AMIS',
  lockedThrough: 'Khóa sổ đến ngày',
  lastIssuedDate: 'Ngày hóa đơn cuối',
  logoUrl: 'Logo',
  isActive: 'Đang dùng',
};

export const REDUCTIONS = {
  unknown: 'Chưa xác định',
  none: 'Không được giảm',
  reduced: 'Được giảm còn 8%',
} as const;

/** "10%", "KCT", "KHAC:3" as people write them. */
export function vatText(rate: string | null): string {
  if (rate === null) return '';
  if (/^\d+$/.test(rate)) return `${rate}%`;
  return rate.startsWith('KHAC:') ? `Khác ${rate.slice(5)}%` : rate;
}

export const LAYOUT_NAMES: Readonly<Record<string, string>> = {
  'amis-products': 'Hàng hóa',
  'amis-customers': 'Khách hàng',
  'amis-suppliers': 'Nhà cung cấp',
  'amis-purchase-ledger': 'Sổ mua hàng',
  'amis-inventory': 'Tồn kho',
  'amis-sales-ledger': 'Sổ bán hàng',
  'product-connections': 'Liên kết hàng hóa',
  'partner-connections': 'Liên kết đối tác',
  'invoice-requirements': 'Yêu cầu hóa đơn',
};

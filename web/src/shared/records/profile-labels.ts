import { inUse } from '@khop/engine/records/in-use.ts';

/** The names of the fields of a profile: in its dialog, its history and the log. */
export const PROFILE_LABELS = {
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
  maxLinesPerInvoice: 'Số dòng tối đa mỗi hóa đơn',
  exportLayout: 'Mẫu tệp nhập AMIS',
  lockedThrough: 'Khóa sổ đến ngày',
  lastIssuedDate: 'Ngày hóa đơn cuối cùng',
  logoUrl: 'Logo',
  isActive: inUse.ticked,
} as const;

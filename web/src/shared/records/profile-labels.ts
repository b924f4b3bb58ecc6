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
  chart: 'Hệ thống tài khoản',
  maxLinesPerInvoice: 'Số dòng tối đa mỗi hóa đơn',
  exportLayout: 'Mẫu tệp nhập AMIS',
  lockedThrough: 'Khóa sổ đến ngày',
  lastIssuedDate: 'Ngày hóa đơn cuối cùng',
  saturdayIsWorking: 'Làm việc cả thứ bảy',
  followsSwaps: 'Ngày hoán đổi',
  suspensions: 'Ngừng sử dụng hóa đơn',
  logoUrl: 'Logo',
  isActive: inUse.ticked,
} as const;

/** Answers to the question of an entity swapping days as the public service does. */
export const FOLLOWS_SWAPS_WORDS = { unknown: 'Chưa rõ', yes: 'Có theo', no: 'Không theo' } as const;

/** The meanings of a profile's values that are codes. */
export const PROFILE_WORDS = { followsSwaps: FOLLOWS_SWAPS_WORDS } as const;

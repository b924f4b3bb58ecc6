import type { ShortageReason } from '../types.ts';

/** The reasons as accountants read them. */
export const REASON_NAMES: Readonly<Record<ShortageReason, string>> = {
  ITEM_NOT_CONNECTED: 'Mặt hàng chưa nối mã',
  FACTOR_MISSING: 'Thiếu hệ số quy đổi',
  NO_STOCK: 'Không có tồn',
  STOCK_AFTER_SALE: 'Hàng về sau ngày bán',
  TAKEN_BY_OTHERS: 'Tồn đã cấp cho đơn khác',
  ISSUER_NOT_DECLARED: 'Chi nhánh chưa khai báo hồ sơ xuất',
  NO_BASIS: 'Hồ sơ chưa có căn cứ lập hóa đơn',
  ISSUER_STOPPED: 'Hồ sơ ngừng sử dụng hóa đơn',
  INVOICE_REQUIREMENT_UNSET: 'Khách chưa xác định lấy hóa đơn',
  BUYER_INCOMPLETE: 'Khách thiếu thông tin trên hóa đơn',
  PROFILE_LOCKED: 'Hồ sơ đã khóa sổ',
  LATER_DAY: 'Chưa đến ngày lập hóa đơn',
  NEXT_YEAR: 'Chờ ký hiệu năm sau',
  RETURN_UNMATCHED: 'Trả hàng chưa có hóa đơn để bù',
  DISCOUNT_TO_ADJUST: 'Chiết khấu chờ hóa đơn điều chỉnh',
  NEEDS_REVIEW: 'Cần xem lại',
  VAT_RATE_UNKNOWN: 'Chưa rõ thuế suất',
};

import type { ShortageReason } from '@khop/engine/invoice-issuance/types.ts';

/** What helps against each reason, for the cockpit's summary; each part's own remedy is more precise. */
export const REMEDIES: Readonly<Record<ShortageReason, string>> = {
  ITEM_NOT_CONNECTED: 'Nối vật tư Bravo với mã hàng AMIS, hoặc duyệt gợi ý.',
  FACTOR_MISSING: 'Khai hệ số quy đổi cho các liên kết còn thiếu.',
  NO_STOCK: 'Nạp tồn kho mới nhất; nhập mua còn thiếu vào AMIS rồi nạp lại.',
  STOCK_AFTER_SALE: 'Hàng về sau ngày bán: kiểm tra ngày chứng từ nhập mua ở AMIS.',
  TAKEN_BY_OTHERS: 'Tồn kho đã cấp cho chứng từ khác: nhập thêm hàng hoặc nối thêm mã.',
  ISSUER_NOT_DECLARED: 'Khai báo hồ sơ được xuất hóa đơn cho chi nhánh này.',
  INVOICE_REQUIREMENT_UNSET: 'Đặt yêu cầu hóa đơn cho đối tượng Bravo.',
  PROFILE_LOCKED: 'Hồ sơ đã khóa sổ đến sau ngày bán: mở khóa ở AMIS nếu còn được phép.',
  RETURN_UNMATCHED: 'Hàng trả lại không có lần bán trong kỳ: điều chỉnh hóa đơn đã phát hành.',
  NEEDS_REVIEW: 'Cần người xem và quyết định từng dòng.',
  VAT_RATE_UNKNOWN: 'Khai thuế suất cho mã hàng AMIS hoặc dòng sổ.',
};

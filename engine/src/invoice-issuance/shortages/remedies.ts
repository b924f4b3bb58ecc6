import type { ShortageReason } from '../types.ts';

/**
 * The remedies that really help, by reason. None of them changes a date, a quantity, a factor or a buyer to make things
 * fit.
 */
export const REMEDIES: Readonly<Record<ShortageReason | 'EXCLUDED', string>> = {
  ITEM_NOT_CONNECTED: 'Nối mặt hàng Bravo với đúng mã hàng AMIS của hồ sơ được xuất, rồi sinh lại kỳ.',
  FACTOR_MISSING: 'Nhập hệ số quy đổi (số đơn vị AMIS trong một đơn vị gốc Bravo) cho liên kết này.',
  NO_STOCK: 'Nhập đủ chứng từ mua hàng còn thiếu vào AMIS rồi nạp lại tồn kho; hoặc chờ hồ sơ có hàng.',
  STOCK_AFTER_SALE:
    'Kiểm tra ngày nhập hàng ở AMIS: nếu hàng đã về trước ngày bán, ghi đúng ngày chứng từ nhập rồi nạp lại tồn kho và sổ mua hàng.',
  TAKEN_BY_OTHERS: 'Nhập thêm hàng vào AMIS, hoặc khai báo thêm hồ sơ được phép xuất còn tồn mã này, rồi sinh lại kỳ.',
  ISSUER_NOT_DECLARED: 'Khai báo hồ sơ được xuất hóa đơn cho chi nhánh này trong kỳ.',
  NO_BASIS:
    'Khai báo căn cứ lập hóa đơn của hồ sơ cho chi nhánh này trong kỳ, đúng hợp đồng đang có hiệu lực; không có căn cứ thì hồ sơ không được lập.',
  ISSUER_STOPPED:
    'Chờ cơ quan thuế cho dùng lại hóa đơn rồi ghi ngày cuối ở hồ sơ; khi ấy lập với ngày thật. Khai báo hồ sơ khác chỉ khi hàng và việc bán là của hồ sơ ấy.',
  INVOICE_REQUIREMENT_UNSET: 'Đánh dấu khách này lấy hay không lấy hóa đơn ở danh mục khách Bravo.',
  BUYER_INCOMPLETE:
    'Bổ sung tên, địa chỉ, mã số thuế (hoặc mã ĐVQHNS) của khách ở AMIS hoặc Bravo rồi sinh lại; nếu là cá nhân, ghi Loại «Cá nhân» cho khách AMIS.',
  PROFILE_LOCKED: 'Mở khóa sổ của hồ sơ (người có thẩm quyền), hoặc khai báo hồ sơ khác còn mở được phép xuất.',
  LATER_DAY:
    'Đến ngày ấy thì sinh lại kỳ: hóa đơn không lập trước ngày của nó, và các ngày được bàn giao theo thứ tự, ngày sớm trước.',
  NEXT_YEAR:
    'Bàn giao hết hóa đơn giữ ngày của năm cũ và nạp lại số, rồi ghi ký hiệu của năm mới vào hồ sơ AMIS và sinh lại.',
  RETURN_UNMATCHED:
    'Lập hóa đơn điều chỉnh cho hóa đơn bán đã xuất ở AMIS (hàng trả lại: theo DieuChinhTraLai.xlsx của bộ tệp); Khớp không tự bù trừ.',
  DISCOUNT_TO_ADJUST:
    'Lập hóa đơn điều chỉnh giảm ở AMIS theo DieuChinhChietKhau.xlsx (kèm bảng kê các hóa đơn); chưa có hóa đơn có số thì chờ, hoặc ghi chiết khấu vào chứng từ mua sau ở Bravo.',
  NEEDS_REVIEW:
    'Xem lại dòng này và quyết định: sửa dữ liệu gốc ở Bravo hoặc AMIS, hoặc xác nhận ở màn hình đối chiếu.',
  VAT_RATE_UNKNOWN: 'Ghi thuế suất cho mã hàng ở AMIS rồi nạp lại danh mục hàng hóa.',
  EXCLUDED: 'Dòng được loại có chủ ý; bỏ quyết định loại nếu cần xuất hóa đơn.',
};

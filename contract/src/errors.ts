import { TAX_REFUSALS } from '@khop/engine/tax-invoices/tax-refusals.ts';
import { z } from 'zod';

/**
 * Every refusal of the service: code → HTTP status and the Vietnamese sentence used when the place that refuses
 * has nothing more precise to say. Business refusals are 422, a stale edit 412. Generic clients retry 409, so it says one
 * thing alone: nothing was written, and the very same request may well pass after the seconds of its Retry-After.
 */
export const ERRORS = {
  VALIDATION: { status: 400, message: 'Dữ liệu gửi lên không hợp lệ. Xem chi tiết từng trường.' },
  TOKEN_EXPIRED: { status: 401, message: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.' },
  TOKEN_INVALID: { status: 401, message: 'Chưa đăng nhập hoặc mã đăng nhập không hợp lệ.' },
  TOKEN_REVOKED: { status: 403, message: 'Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.' },
  SIGNATURE_INVALID: { status: 403, message: 'Chữ ký tải ảnh không đúng, đã dùng hoặc đã hết hạn. Hãy chọn ảnh lại.' },
  ADMIN_ONLY: { status: 403, message: 'Chỉ quản trị viên được làm việc này.' },
  NOT_FOUND: { status: 404, message: 'Không tìm thấy dữ liệu này. Có thể nó đã bị xóa.' },
  STALE_VERSION: { status: 412, message: 'Dữ liệu đã được người khác sửa. Xem lại bản mới rồi sửa tiếp.' },
  FILE_REQUIRED: { status: 400, message: 'Chưa chọn tệp. Hãy chọn một tệp Excel (.xlsx, .xls) hoặc CSV.' },
  FILE_TOO_LARGE: { status: 413, message: 'Tệp vượt quá 150 MB. Hãy chia nhỏ theo tháng rồi tải lại.' },
  FILE_TYPE_NOT_SUPPORTED: { status: 422, message: 'Không đọc được loại tệp này. Hãy xuất lại dạng .xlsx từ AMIS.' },
  FILE_DAMAGED: { status: 422, message: 'Tệp bị hỏng, không mở được. Hãy xuất lại từ phần mềm gốc.' },
  FILE_ENCRYPTED: { status: 422, message: 'Tệp có mật khẩu. Hãy bỏ mật khẩu rồi tải lại.' },
  FILE_SUSPICIOUS: { status: 422, message: 'Tệp nén bất thường nên bị từ chối. Hãy xuất lại từ phần mềm gốc.' },
  UNKNOWN_LAYOUT: { status: 422, message: 'Không nhận ra mẫu của tệp. Hãy dùng tệp xuất nguyên bản từ AMIS.' },
  WRONG_LAYOUT: { status: 422, message: 'Tệp này thuộc mẫu khác với mẫu cần tải lên.' },
  WRONG_REPORT: { status: 422, message: 'Tệp này là một báo cáo khác, không đọc được ở đây.' },
  DATE_ORDER_UNKNOWN: { status: 422, message: 'Tệp ghi ngày bằng chữ mà không cho biết ngày hay tháng đứng trước.' },
  DECIMAL_SIGN_UNKNOWN: {
    status: 422,
    message: 'Tệp ghi số bằng chữ mà không cho biết dấu ấy là hàng nghìn hay phần lẻ.',
  },
  DECIMAL_SIGNS_MIXED: {
    status: 422,
    message: 'Một cột ghi số bằng chữ theo hai cách. Hãy xuất lại tệp, hoặc đổi cột sang dạng số.',
  },
  AMOUNTS_NOT_DONG: {
    status: 422,
    message: 'Tiền trong tệp không phải là đồng. Hãy xuất lại báo cáo với đơn vị tính là đồng.',
  },
  COLUMNS_MOVED: {
    status: 422,
    message: 'Tệp có dòng tiêu đề thứ hai với thứ tự cột khác. Hãy để mỗi báo cáo một tệp.',
  },
  REPORT_TWICE: { status: 422, message: 'Tệp có cùng một báo cáo nhiều lần. Hãy xóa phần lặp rồi tải lại.' },
  MAP_INVALID: { status: 422, message: 'Cách đọc tệp có chỗ chưa đúng. Xem chi tiết từng chỗ.' },
  MISSING_COLUMN: { status: 422, message: 'Tệp thiếu cột bắt buộc.' },
  TOO_MANY_ERRORS: { status: 422, message: 'Tệp có quá nhiều ô sai nên không được đọc. Hãy xuất lại tệp.' },
  SHEETS_UNCLEAR: {
    status: 422,
    message: 'Tệp có nhiều trang cùng mẫu mà không rõ có nối nhau không. Hãy để một trang.',
  },
  NOT_XML: { status: 422, message: TAX_REFUSALS.NOT_XML },
  ZIP_DAMAGED: { status: 422, message: TAX_REFUSALS.ZIP_DAMAGED },
  UPLOAD_TOO_LARGE: { status: 422, message: TAX_REFUSALS.UPLOAD_TOO_LARGE },
  UPLOAD_TOO_MANY_FILES: { status: 422, message: TAX_REFUSALS.UPLOAD_TOO_MANY_FILES },
  UPLOAD_INFLATES_TOO_MUCH: { status: 422, message: TAX_REFUSALS.UPLOAD_INFLATES_TOO_MUCH },
  TAX_LIST_UNPLACED: {
    status: 422,
    message: 'Danh sách hóa đơn không cho biết là của hồ sơ nào, mua hay bán, hay của những ngày nào.',
  },
  EMPTY_SHEET: { status: 422, message: 'Trang tính không có dòng dữ liệu nào.' },
  WAREHOUSE_UNKNOWN: { status: 422, message: 'Tệp ghi kho bằng tên chưa rõ mã. Hãy cho biết mã kho AMIS.' },
  WRONG_PROFILE: { status: 422, message: 'Tệp thuộc hồ sơ khác với hồ sơ đang chọn.' },
  WRONG_PERIOD: { status: 422, message: 'Kỳ ghi trong tệp khác với kỳ đang mở.' },
  REPORT_OLDER: { status: 422, message: 'Báo cáo này xuất trước báo cáo đang dùng và thiếu chứng từ của báo cáo ấy.' },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'Khóa chống gửi trùng đã dùng cho một yêu cầu khác.' },
  PROFILE_IN_USE: { status: 422, message: 'Hồ sơ đang có dữ liệu nên không xóa được. Hãy chuyển sang ngừng dùng.' },
  PROFILE_LOCKED: { status: 422, message: 'Ngày chứng từ nằm trong khoảng đã khóa sổ của hồ sơ.' },
  IMPORT_IN_USE: { status: 422, message: 'Có dữ liệu dựa vào lần tải tệp này nên không hoàn tác được.' },
  CODE_TAKEN: { status: 422, message: 'Mã này đã có. Hãy dùng mã khác.' },
  CONNECTION_EXISTS: { status: 422, message: 'Hai bản ghi này đã được nối.' },
  SUGGESTION_CLOSED: { status: 422, message: 'Gợi ý này đã được xử lý.' },
  CERTIFICATION_STATE: {
    status: 422,
    message: 'Trạng thái hiện tại của đợt bảo chứng không cho phép thao tác này.',
  },
  SALE_INVOICED: { status: 422, message: 'Dòng bán hàng đã có hóa đơn nên không bỏ được.' },
  SALE_AMBIGUOUS: { status: 422, message: 'Không biết dòng bán hàng đưa thêm là chứng từ Bravo nào.' },
  PERIOD_STATE: { status: 422, message: 'Trạng thái hiện tại của kỳ không cho phép thao tác này.' },
  STOCK_LACKS_ENTRIES: { status: 422, message: 'Báo cáo tồn kho không thể đã gồm những chứng từ này trên sổ.' },
  PERIOD_EXISTS: { status: 422, message: 'Một kỳ đang mở khác có chung ngày với kỳ này.' },
  PERIOD_IN_USE: { status: 422, message: 'Kỳ đã có hóa đơn được xuất nên không xóa được.' },
  PREFLIGHT_BLOCKED: { status: 422, message: '«Kiểm tra kỳ» còn điều chặn việc này. Xem từng điều và cách xử lý.' },
  LAYOUT_INVALID: { status: 422, message: 'Mẫu xuất có chỗ chưa đúng. Xem chi tiết từng chỗ.' },
  RULES_INVALID: { status: 422, message: 'Quy tắc hóa đơn có chỗ chưa đúng. Xem chi tiết từng chỗ.' },
  LAYOUT_IN_USE: { status: 422, message: 'Có hồ sơ đang dùng mẫu xuất này nên không xóa được.' },
  PROPOSAL_STALE: { status: 422, message: 'Dữ liệu của kỳ đã đổi sau khi xem trước. Hãy xem trước lại.' },
  UNDO_NOT_POSSIBLE: { status: 422, message: 'Không hoàn tác được lần sinh lại này.' },
  INVENTORY_STATE: { status: 422, message: 'Trạng thái hiện tại của kỳ tồn kho không cho phép thao tác này.' },
  INVOICE_STATE: { status: 422, message: 'Trạng thái hiện tại của hóa đơn không cho phép thao tác này.' },
  RUN_IN_PROGRESS: { status: 422, message: 'Một lượt cùng loại đang chạy. Hãy chờ xong hoặc hủy lượt đó.' },
  RUN_FINISHED: { status: 422, message: 'Lượt chạy đã kết thúc nên không hủy được.' },
  REASON_REQUIRED: { status: 422, message: 'Cần ghi lý do để lưu vào nhật ký.' },
  ACKNOWLEDGEMENT_REQUIRED: {
    status: 422,
    message: 'Kỳ còn doanh thu chưa xuất hóa đơn: quản trị viên phải ghi nhận rồi mới đóng được.',
  },
  NOTHING_TO_EXPORT: { status: 422, message: 'Kỳ chưa có hóa đơn nào để xuất. Hãy sinh hóa đơn trước.' },
  ISSUER_NOT_DECLARED: { status: 422, message: 'Chưa khai báo hồ sơ nào được xuất hóa đơn cho chi nhánh Bravo.' },
  ITEM_NOT_CONNECTED: { status: 422, message: 'Vật tư Bravo chưa được nối với mã hàng AMIS.' },
  NO_STOCK: { status: 422, message: 'Hồ sơ không còn tồn kho cho mặt hàng này.' },
  BRAVO_UNAVAILABLE: { status: 503, message: 'Không kết nối được Bravo. Dữ liệu giữ nguyên, hãy thử lại sau.' },
  BRAVO_QUERY_INVALID: {
    status: 422,
    message: 'Câu truy vấn Bravo của công ty không khớp với dữ liệu. Hãy báo quản trị viên.',
  },
  IDENTITY_UNAVAILABLE: { status: 503, message: 'Dịch vụ đăng nhập tạm thời không phản hồi. Hãy thử lại sau.' },
  DATABASE_UNAVAILABLE: { status: 503, message: 'Cơ sở dữ liệu tạm thời không phản hồi. Hãy thử lại sau.' },
  SERVER_BUSY: { status: 503, message: 'Máy chủ đang bận nên chưa làm yêu cầu này. Hãy thử lại sau vài giây.' },
  DISK_FULL: {
    status: 507,
    message:
      'Ổ đĩa của máy chủ hoặc cơ sở dữ liệu đã đầy. Chưa ghi gì thêm; hãy báo quản trị viên giải phóng chỗ rồi thử lại.',
  },
  UPLOADS_OF_PERSON_FULL: {
    status: 413,
    message:
      'Các tệp bạn đã tải lên và chưa xử lý xong chiếm quá nhiều chỗ. Hãy chờ các lượt đang chạy xong rồi tải lại.',
  },
  UPLOADS_FULL: {
    status: 507,
    message: 'Các tệp tải lên và chưa xử lý xong đã dùng hết phần ổ đĩa dành cho chúng. Hãy thử lại sau ít phút.',
  },
  DATABASE_BUSY: {
    status: 409,
    message: 'Dữ liệu này đang bận vì một việc khác đang ghi, nên chưa ghi gì. Hãy thử lại sau 3 giây.',
  },
  RATE_LIMITED: { status: 429, message: 'Gửi yêu cầu quá nhanh. Hãy chờ một chút rồi thử lại.' },
  INTERNAL: { status: 500, message: 'Có lỗi xảy ra ở máy chủ. Dữ liệu giữ nguyên, hãy thử lại.' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Refusals that any call may give, beside its own. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION',
  'RATE_LIMITED',
  'SERVER_BUSY',
  'DATABASE_BUSY',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'INTERNAL',
];
export const SIGNED_IN_ERRORS: readonly ErrorCode[] = [
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_REVOKED',
  'IDENTITY_UNAVAILABLE',
];

export const errorBody = z
  .object({
    error_code: z.string().describe('Mã lỗi cố định, viết hoa'),
    message: z.string().describe('Câu tiếng Việt: cái gì, ở đâu, làm gì tiếp'),
    details: z.unknown().optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

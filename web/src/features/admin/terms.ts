/** Kinds of records that the log speaks about. */
export const ENTITIES: Readonly<Record<string, string>> = {
  profile: 'Hồ sơ AMIS',
  'amis-product': 'Mã hàng AMIS',
  'amis-partner': 'Đối tượng AMIS',
  bravo: 'Đồng bộ Bravo',
  'bravo-partner': 'Đối tượng Bravo',
  'sales-ledger': 'Sổ bán hàng Bravo',
  'product-connection': 'Liên kết sản phẩm',
  'partner-connection': 'Liên kết đối tác',
  suggestion: 'Gợi ý liên kết',
  'suggestion-batch': 'Đợt chấp nhận gợi ý',
  'shared-inventory': 'Kho dùng chung',
  period: 'Kỳ phát hành',
  invoice: 'Hóa đơn',
  import: 'Tệp tải lên',
  user: 'Người dùng',
};

export const entityName = (entity: string): string => ENTITIES[entity] ?? entity;

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Tạo',
  update: 'Sửa',
  delete: 'Xóa',
  apply: 'Ghi vào',
  export: 'Xuất',
  generate: 'Sinh',
  close: 'Đóng',
  reopen: 'Mở lại',
  lock: 'Khóa',
  unlock: 'Mở khóa',
  pin: 'Ghim',
  accept: 'Chấp nhận',
  undo: 'Hoàn tác',
  reject: 'Từ chối',
  'decide-review': 'Quyết định đối chiếu',
  'undo-review': 'Bỏ quyết định đối chiếu',
  restore: 'Khôi phục',
  store: 'Lưu',
  'store-rows': 'Lưu dòng',
  full: 'Đồng bộ toàn bộ',
  partial: 'Đồng bộ thay đổi',
  'load-amis': 'Nạp tồn AMIS',
  'load-bravo': 'Nạp tồn Bravo',
  'change-customer': 'Đổi khách hàng',
  'set-invoice-requirement': 'Đặt yêu cầu hóa đơn',
  'set-admin': 'Đặt quyền quản trị',
  'revoke-sessions': 'Thu hồi phiên',
};

/** "period.close" → "Đóng"; the action itself when it is not known. */
export const actionName = (action: string): string => ACTIONS[action.slice(action.indexOf('.') + 1)] ?? action;

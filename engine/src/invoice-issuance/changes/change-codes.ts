/**
 * The reasons for which a regeneration changes or removes an invoice: a closed list, as accountants read it, the
 * plainest causes first.
 */
export const CHANGE_REASONS = {
  SALES_CHANGED: 'Dữ liệu bán hàng thay đổi',
  EXCLUDED: 'Dòng bán được loại khỏi kỳ',
  ALREADY_INVOICED: 'AMIS đã xuất hóa đơn cho hàng này',
  RETURNED: 'Hàng bị trả lại',
  CUSTOMER_CHANGED: 'Khách hàng thay đổi',
  CONNECTION_CHANGED: 'Kết nối mã hàng thay đổi',
  ISSUER_CHANGED: 'Hồ sơ được xuất cho chi nhánh thay đổi',
  PRODUCT_CHANGED: 'Hàng hóa AMIS thay đổi',
  RULE_CHANGED: 'Quy tắc, ngày hóa đơn hoặc khóa sổ thay đổi',
  STOCK_DECREASED: 'Tồn kho giảm',
  STOCK_INCREASED: 'Có thêm hàng',
  YIELDED_TO_REQUIRED: 'Nhường hàng cho khách yêu cầu hóa đơn',
  YIELDED_TO_VALUE: 'Nhường hàng cho dòng bán giá trị cao hơn',
  MADE_ROOM: 'Đổi lô hàng để dòng bán khác được cấp',
  FOLLOWED: 'Dịch vụ, chiết khấu đi theo hàng của chứng từ',
  DOCUMENT_CHANGED: 'Hóa đơn khác của cùng chứng từ thay đổi',
} as const;

export type ChangeCode = keyof typeof CHANGE_REASONS;
export const CHANGE_CODES = Object.keys(CHANGE_REASONS) as ChangeCode[];

/**
 * `record` is the cause, as the ledger or AMIS names it: a document, an item, a product, a customer; empty when
 * unknown.
 */
export type ChangeReason = { readonly code: ChangeCode; readonly message: string; readonly record: string };

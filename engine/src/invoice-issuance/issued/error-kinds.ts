/** The kinds of errors and later changes of an issued invoice that the law treats apart, with the rule of each (docs/law.md). */
export const ERROR_KINDS = {
  name: { rule: 'C1', text: 'Sai tên, địa chỉ người mua (mã số thuế đúng)' },
  words: { rule: 'C1', text: 'Sai số tiền bằng chữ, nội dung khác không phải mã số thuế, tiền, thuế, hàng' },
  tax_code: { rule: 'C2', text: 'Sai mã số thuế người mua' },
  goods: { rule: 'C2', text: 'Sai tên hàng, quy cách, chất lượng' },
  quantity: { rule: 'C2', text: 'Sai số lượng' },
  price: { rule: 'C2', text: 'Sai đơn giá, thành tiền' },
  rate: { rule: 'C2', text: 'Sai thuế suất' },
  vat: { rule: 'C2', text: 'Sai tiền thuế' },
  other: { rule: 'C2', text: 'Sai nội dung bắt buộc khác' },
  discount: { rule: 'C5', text: 'Chiết khấu theo số lượng, doanh số phát sinh sau' },
  return: { rule: 'C6', text: 'Trả lại hàng, đổi hàng làm đổi giá trị' },
  registered_return: { rule: 'C7', text: 'Trả lại tài sản đã đăng ký tên người mua' },
  settlement: { rule: 'C8', text: 'Quyết toán, kết luận của cơ quan làm đổi giá trị, khối lượng' },
  service: { rule: 'C9', text: 'Dịch vụ đã thu tiền trước, sau đó hủy' },
} as const;

export type ErrorKind = keyof typeof ERROR_KINDS;

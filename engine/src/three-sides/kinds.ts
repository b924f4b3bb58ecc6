/**
 * The closed list of differences, in the order in which one of them is the primary one of its invoice: presence, number and
 * partner, fate, day, goods, rate, amounts, evidence, month. Each with what it says and what mends it.
 */
export const KINDS = {
  NOT_RECEIVED: [
    'Có hóa đơn, chưa ghi sổ mua',
    'Ghi chứng từ mua hàng ở AMIS đúng ngày nhận hàng, hoặc hỏi nhà cung cấp.',
  ],
  RECEIVED_NO_INVOICE: [
    'Đã ghi mua, không thấy hóa đơn',
    'Đòi hóa đơn của nhà cung cấp rồi nạp vào kho hóa đơn; sai số thì sửa ở AMIS.',
  ],
  TAX_ONLY: ['Có hóa đơn, sổ AMIS không ghi', 'Ghi hóa đơn này vào AMIS; đừng lập lại.'],
  BOOKS_ONLY: [
    'Sổ AMIS có số, cơ quan thuế không có',
    'Xem ở AMIS hóa đơn đã gửi cơ quan thuế chưa; ghi nhầm số thì sửa sổ.',
  ],
  BOOKS_NO_INVOICE: ['Sổ AMIS đã ghi bán, chưa có hóa đơn', 'Phát hành hóa đơn của chứng từ này ở AMIS.'],
  DELIVERY_ONLY: ['Đã giao ở Bravo, chưa có hóa đơn', 'Lập hóa đơn; phần chưa xuất có lý do và cách xử lý ở trang kỳ.'],
  NO_DELIVERY: ['Có hóa đơn, Bravo không giao', 'Tìm lần giao ở Bravo; bán ngoài Bravo thì ghi lời giải thích.'],
  DUPLICATE: [
    'Ghi hai lần',
    'Bỏ bớt một chứng từ ở AMIS; một lần giao có hai hóa đơn thì điều chỉnh hoặc thay thế một tờ.',
  ],
  NUMBER: ['Khác số hoặc ký hiệu', 'Sửa số hóa đơn ở chứng từ AMIS theo hóa đơn điện tử.'],
  PARTNER: ['Khác mã số thuế', 'Sửa đối tượng ở AMIS; hóa đơn ghi sai thì lập điều chỉnh hoặc thay thế.'],
  FATE: ['Khác trạng thái', 'Ghi việc thay thế, điều chỉnh hay hủy vào AMIS theo cơ quan thuế.'],
  PERIOD: ['Khác tháng', 'Sửa ngày hóa đơn ở AMIS; kỳ đã khai thì khai bổ sung.'],
  DATE: ['Khác ngày', 'Sửa ngày hóa đơn ở AMIS theo hóa đơn điện tử.'],
  ITEM: [
    'Khác mặt hàng',
    'Đối chiếu lần giao; hóa đơn ghi sai hàng thì điều chỉnh hoặc thay thế, sổ ghi sai thì sửa sổ.',
  ],
  QUANTITY: ['Khác số lượng', 'Đối chiếu lần giao; hóa đơn ghi sai thì điều chỉnh, sổ ghi sai thì sửa sổ.'],
  UNIT: ['Khác đơn vị tính', 'Ghi lại đơn vị ở AMIS, hoặc xem hệ số quy đổi.'],
  VAT_RATE: ['Khác thuế suất', 'Sửa thuế suất ở AMIS; hóa đơn ghi sai thì điều chỉnh hoặc thay thế.'],
  CURRENCY: ['Khác tiền tệ', 'Ghi sổ theo đồng: tiền của hóa đơn nhân tỷ giá.'],
  GOODS: ['Khác tiền trước thuế', 'Sửa số tiền ở bên ghi sai; hóa đơn ghi sai thì điều chỉnh.'],
  VAT: ['Khác tiền thuế', 'Sửa tiền thuế ở AMIS theo hóa đơn điện tử.'],
  TOTAL: ['Khác tổng thanh toán', 'Xem phí, giảm trừ của hóa đơn; sửa ở bên ghi sai.'],
  ROUNDING: ['Lệch do làm tròn', 'Không phải sửa nếu trong mức 1 đồng mỗi dòng; vẫn được kể riêng.'],
  RELATED_MISSING: ['Thiếu hóa đơn gốc', 'Tải hóa đơn gốc ở cổng thuế rồi nạp vào kho hóa đơn.'],
  REFUSED_BY_TAX: ['Cơ quan thuế không chấp nhận', 'Xem thông báo của cơ quan thuế, lập lại cho đúng.'],
  LIST_ONLY: ['Danh sách có, thiếu tệp XML', 'Tải XML ở cổng thuế rồi nạp vào kho hóa đơn.'],
  XML_ONLY: ['Có XML, danh sách không có', 'Tải lại danh sách của cổng thuế; hỏi người bán hóa đơn đã gửi chưa.'],
  XML_TWO_VERSIONS: ['Hai bản XML khác nhau', 'Mở cả hai ở kho hóa đơn, giữ bản cổng thuế có.'],
  XML_TOTALS: ['Hóa đơn cộng không đúng', 'Hỏi người bán; con số đã ký giữ nguyên cho đến khi có hóa đơn điều chỉnh.'],
  SIGNATURE: ['Chữ ký chưa đủ tin', 'Tải tệp XML gốc có chữ ký của người bán.'],
  OTHER_MONTH: [
    'Bên kia ở kỳ khác',
    'Không phải sửa: sổ tính theo ngày ghi, tờ khai thuế theo ngày hóa đơn. Ngày nào ghi nhầm thì sửa ở AMIS.',
  ],
} as const satisfies Readonly<Record<string, readonly [name: string, remedy: string]>>;

export type KindOfDifference = keyof typeof KINDS;

// Keys of the literal above, in its order.
const ORDER: ReadonlyMap<KindOfDifference, number> = new Map(
  (Object.keys(KINDS) as KindOfDifference[]).map((kind, index) => [kind, index]),
);

/** The place of a kind in the order of precedence, from 0. */
export const rankOf = (kind: KindOfDifference): number => ORDER.get(kind)!;

/** A row with this alone needs no explanation: what it says is one, and no side is wrong. */
export const TELLS_ITSELF = 'OTHER_MONTH' satisfies KindOfDifference;

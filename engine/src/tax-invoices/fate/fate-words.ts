/** All that a person must look at in the fate of an invoice, with the sentence; `{other}` and `{said}` are filled in. */
const SENTENCES = {
  RELATED_MISSING:
    'Kho chưa có hóa đơn gốc {other}. Hóa đơn này vẫn được tính; hãy nạp tệp XML hay danh sách có hóa đơn gốc.',
  RELATED_UNCLEAR:
    'Hóa đơn nhắc đến hóa đơn khác ({other}) mà không ghi rõ là thay thế hay điều chỉnh hóa đơn nào. Hãy hỏi người bán.',
  LIST_ON_PAPER:
    'Hóa đơn này sửa nhiều hóa đơn theo bảng kê {said}; bảng kê ấy không có trong XML. Hãy xin người bán bảng kê và xem các hóa đơn trong đó.',
  OTHER_SELLER:
    'Hóa đơn này ghi là sửa hóa đơn {other} của người bán khác, nên Khớp không tính theo. Hãy hỏi người bán.',
  NAMED_BY_OTHER_SELLER:
    'Hóa đơn {other} của người bán khác ghi là sửa hóa đơn này; Khớp không tính theo. Hãy xem lại hóa đơn ấy.',
  CIRCLE:
    'Hóa đơn này và {other} sửa lẫn nhau theo vòng tròn, nên không biết bản nào còn hiệu lực; Khớp vẫn tính cả hai. Hãy hỏi người bán.',
  TWO_REPLACEMENTS:
    'Có nhiều hóa đơn cùng thay thế hóa đơn này, trong đó có {other}. Hãy hỏi người bán bản nào còn hiệu lực.',
  SHARES_ORIGINAL:
    'Hóa đơn gốc {other} còn bị một hóa đơn khác thay thế. Hãy hỏi người bán bản nào còn hiệu lực, kẻo tính hai lần.',
  ADJUSTS_VOID:
    'Hóa đơn này điều chỉnh {other} là hóa đơn đã bị thay thế hoặc hủy. Hãy xem có phải điều chỉnh cho bản thay thế không.',
  AS_LARGE_AS_ORIGINAL:
    'Số tiền điều chỉnh lớn bằng hoặc hơn hóa đơn gốc {other}: có thể người bán ghi giá trị mới thay vì phần chênh lệch. Hãy xem lại trước khi cộng.',
  LISTED_UNSEEN:
    'Danh sách của cổng thuế ghi hóa đơn này {said}, nhưng kho chưa có hóa đơn nào làm việc đó. Hãy nạp tệp XML của hóa đơn ấy.',
  SEEN_UNLISTED:
    'Theo XML, hóa đơn này {said} bởi {other}, nhưng danh sách mới nhất của cổng thuế chưa ghi vậy. Có thể danh sách cũ hơn: hãy tải danh sách mới.',
  CORRECTS_UNKNOWN:
    'Danh sách ghi đây là hóa đơn {said}, nhưng danh sách không nói sửa hóa đơn nào. Hãy nạp tệp XML của hóa đơn này.',
  XML_SAYS_OTHERWISE:
    'Danh sách ghi đây là hóa đơn {said}, nhưng XML của hóa đơn không ghi như vậy. Hãy tải lại tệp XML và danh sách.',
} as const;

export type FateReason = keyof typeof SENTENCES;

/** `LISTED_UNSEEN` of an invoice that is cancelled: no other invoice did that, so that there is none to take in. */
const CANCELLED_ALONE =
  'Danh sách của cổng thuế ghi hóa đơn này đã bị hủy, nên Khớp không tính. Hủy thì thường không có hóa đơn mới: hãy xin người bán thông báo hủy, và xem sổ còn ghi hóa đơn này không.';

const SAID: Readonly<Record<string, string>> = {
  replaced: 'đã bị thay thế',
  adjusted: 'đã bị điều chỉnh',
  cancelled: 'đã bị hủy',
  replacing: 'thay thế',
  adjusting: 'điều chỉnh',
};

/** A key as people know it: `ký hiệu 1C26TAA số 12`. */
const named = (key: string): string => {
  const [, form = '', symbol = '', number = ''] = key.split('|');
  return symbol === '' ? `«${key}»` : `ký hiệu ${form}${symbol} số ${number}`;
};

/** `said`: a state, or the number of a list on paper. */
export function fateSentence(reason: FateReason, other: string | null, said?: string): string {
  const word = said === undefined ? '' : (SAID[said] ?? `«${said}»`);
  return (reason === 'LISTED_UNSEEN' && said === 'cancelled' ? CANCELLED_ALONE : SENTENCES[reason])
    .replace('{other}', () => (other === null ? 'không rõ số' : named(other)))
    .replace('{said}', () => word);
}

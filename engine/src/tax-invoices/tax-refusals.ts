/**
 * Reasons why a file, or one invoice in it, is not read at all, with the sentence that follows the file's name. A refusal costs that
 * file alone; `UPLOAD_…` end the whole upload.
 */
export const TAX_REFUSALS = {
  NOT_XML: 'Tệp không phải XML, hoặc trống. Hãy tải lại tệp gốc từ nhà cung cấp.',
  XML_MALFORMED: 'Tệp XML bị hỏng: một thẻ không khép, thiếu dấu hoặc có hai gốc. Hãy tải lại tệp gốc từ nhà cung cấp.',
  XML_ENCODING: 'Tệp ghi một bảng mã khác UTF-8 và UTF-16, hoặc các byte không đúng bảng mã ấy. Hãy tải lại tệp gốc.',
  XML_DOCTYPE: 'Tệp có khai báo DOCTYPE; hóa đơn điện tử không bao giờ có. Hãy tải lại tệp gốc từ nhà cung cấp.',
  XML_ENTITY: 'Tệp dùng thực thể tự đặt (&…;); hóa đơn điện tử không bao giờ có. Hãy tải lại tệp gốc.',
  XML_INSTRUCTION: 'Tệp có chỉ thị xử lý (<?…?>) bên trong; nội dung có thể bị giấu. Hãy tải lại tệp gốc.',
  XML_COMMENT:
    'Tệp có ghi chú XML (<!-- … -->) bên trong dữ liệu hóa đơn; nội dung có thể bị giấu. Hãy tải lại tệp gốc.',
  XML_TOO_DEEP: 'Các thẻ của tệp lồng nhau quá sâu.',
  XML_TOO_MANY_ELEMENTS: 'Tệp có quá nhiều thẻ.',
  XML_TOO_MANY_ATTRIBUTES: 'Một thẻ của tệp có quá nhiều thuộc tính.',
  XML_TEXT_TOO_LONG: 'Một ô chữ của tệp quá dài.',
  XML_TOO_LARGE: 'Tệp lớn quá mức của một hóa đơn.',
  XML_NAMESPACE: 'Tệp dùng tiền tố chưa khai báo. Hãy tải lại tệp gốc từ nhà cung cấp.',
  XML_ID_TWICE: 'Hai thẻ của tệp mang cùng một Id: chữ ký không thể chỉ rõ nó ký thẻ nào.',
  NOT_AN_INVOICE: 'Tệp XML không có hóa đơn (thẻ HDon với DLHDon).',
  SEVERAL_DATA: 'Một hóa đơn của tệp có nhiều hơn một phần dữ liệu (DLHDon).',
  IDENTITY_INCOMPLETE: 'Hóa đơn thiếu mã số thuế người bán, mẫu số hoặc ký hiệu.',
  NUMBER_UNREADABLE: 'Một số của hóa đơn không đọc được.',
  VALUE_TWICE: 'Một mục chỉ được ghi một lần lại có hai lần trong hóa đơn.',
  VALUE_NESTED: 'Một mục của hóa đơn có thẻ khác nằm bên trong giá trị.',
  TOO_MANY_LINES: 'Hóa đơn có quá nhiều dòng hàng.',
  READING_TOO_LONG: 'Đọc tệp này quá lâu nên Khớp đã dừng.',
  ZIP_ENCRYPTED: 'Tệp trong gói nén có mật khẩu. Hãy giải nén rồi tải lên.',
  ZIP_NESTED_TOO_DEEP: 'Gói nén lồng trong gói nén quá hai lần. Hãy giải nén bớt rồi tải lên.',
  ZIP_RATIO: 'Tệp trong gói nén phình ra quá mức khi giải nén.',
  ZIP_DAMAGED: 'Gói nén bị hỏng. Hãy tải lại.',
  UPLOAD_TOO_LARGE: 'Tệp tải lên quá lớn. Hãy chia nhỏ theo tháng rồi tải từng tệp.',
  UPLOAD_TOO_MANY_FILES: 'Gói nén có quá nhiều tệp. Hãy chia nhỏ theo tháng rồi tải từng tệp.',
  UPLOAD_INFLATES_TOO_MUCH: 'Gói nén phình ra quá mức khi giải nén. Hãy chia nhỏ theo tháng rồi tải từng tệp.',
} as const;

export type TaxRefusalCode = keyof typeof TAX_REFUSALS;

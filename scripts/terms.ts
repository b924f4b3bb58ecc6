/**
 * The words of screens, messages and workbooks: one for each thing, and those that must not be used for it. Reports of AMIS
 * and Bravo keep their own headers; only what Khớp itself says is bound.
 */
export type Term = {
  readonly term: string;
  /** The meaning, in the words of the code. */
  readonly means: string;
  /** Texts that say the same thing otherwise, as patterns. */
  readonly never: readonly RegExp[];
};

/** «đơn vị» also counts goods and measures; only where it speaks of a legal entity it is another word for «hồ sơ». */
const ENTITY = /đơn vị (được xuất|xuất hóa đơn|được phép|đã ngừng|còn trong kỳ|khác còn mở|nào (?:được|cả))/i;

export const TERMS: readonly Term[] = [
  { term: 'Hồ sơ', means: 'AMIS profile, the books of one legal entity', never: [ENTITY, /Theo đơn vị/] },
  { term: 'Hàng hóa', means: 'AMIS product', never: [/sản phẩm/i] },
  { term: 'Mã hàng', means: 'code of an AMIS product', never: [/mã sản phẩm/i, /mã hàng hóa/i] },
  { term: 'Mặt hàng', means: 'Bravo item on a sales line', never: [/mã vật tư Bravo/i] },
  { term: 'Tiền tố số chứng từ', means: 'voucher prefix of a profile', never: [/tiền tố chứng từ/i] },
  {
    term: 'Chưa xác định',
    means: 'invoice requirement that nobody has set',
    never: [/'Chưa đặt'/, /chưa đánh dấu lấy/i],
  },
  {
    term: 'Đang dùng / Ngừng dùng',
    means: 'whether a record is in use',
    never: [/đang theo dõi(?! quá)/i, /ngừng theo dõi/i, /ngừng sử dụng(?! hóa đơn)/i],
  },
  { term: 'Phát hành', means: 'an invoice that AMIS has given a number', never: [/đã phát hành ra/i] },
  {
    term: 'Công ty',
    means: 'who works with Khớp; a legal person',
    never: [/(của|ở) đơn vị(?! (tính|gốc|AMIS|Bravo))/i, /label="Đơn vị"/],
  },
  { term: 'Tiền hàng', means: 'money before VAT', never: [/'Tiền trước thuế'/, /'Trước thuế'/] },
  { term: 'Sinh lại', means: 'to make the invoices of a period again', never: [/lập lại hóa đơn/] },
  { term: 'Khách hàng mới', means: 'a customer that AMIS does not have yet', never: [/'Khách mới'/] },
  { term: 'Bù trừ trả hàng', means: 'a return set against its sale', never: [/bù trừ trả lại/i] },
  {
    term: 'Mặt hàng chưa nối mã, Không có tồn, …',
    means: 'why something is not invoiced: the names of reason-names.ts, on screens as on sheets',
    never: [/Chưa nối mã hàng/, /Hết tồn kho/, /Tồn đã cấp nơi khác/, /Chưa xác định yêu cầu HĐ/, /Trả lại chưa khớp/],
  },
  { term: 'Kiểm tra kỳ', means: 'preflight of a period', never: [/tiền kiểm/i] },
];

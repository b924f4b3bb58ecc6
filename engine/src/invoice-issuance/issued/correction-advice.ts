import { type Day, formatDay } from '../../day.ts';
import { ERROR_KINDS, type ErrorKind } from './error-kinds.ts';

/** The text whose reading this is; before its first day the law of corrections was not read. */
export const CORRECTION_LAW = {
  fromDate: '2026-07-01',
  source: 'Thông tư 91/2026/TT-BTC',
  reference: 'Điều 10',
} as const;

/** Invoices of before this day are those of Nghị định 51/2010 and 04/2014. */
const OLD_UNTIL: Day = '2022-07-01';

/** The kind of a symbol that a cash register has made (máy tính tiền). */
const CASH_REGISTER = 'M';

/** An issued invoice, as far as the law of corrections asks of it. */
export type WrongInvoice = {
  readonly form: string;
  readonly symbol: string;
  readonly number: string;
  readonly date: Day;
  /** The buyer: a business, a person, or one who gave no name. */
  readonly buyer: 'business' | 'person' | 'unnamed';
  /** The way of its first correction; null: it has none. */
  readonly before: 'adjusted' | 'replaced' | null;
};

export type Way = 'notice' | 'adjust' | 'replace' | 'next_invoice' | 'difference' | 'buyer_invoice';

/** The offer of the law for one kind of error of an invoice. It is advice: a person carries it out, in AMIS and at the tax office. */
export type Advice = {
  /** Name of the rule in docs/law.md. */
  readonly rule: string;
  /** The lawful ways, of which one is taken. */
  readonly ways: readonly {
    readonly way: Way;
    readonly text: string;
    /** Words of the correcting invoice. */
    readonly words?: string;
  }[];
  /** Ways that may come to mind and are not lawful here, each with the reason. */
  readonly refused: readonly string[];
  /** The steps before it, what is kept, and the signs of figures. */
  readonly notes: readonly string[];
  /** The period that it is declared in. */
  readonly period: string;
  readonly reference: string;
};

/**
 * The lawful treatment of an error or a change of an issued invoice, on a day (TT 91/2026/TT-BTC Điều 10; docs/law.md, C1–C10).
 * Undefined on days of before the text. It never says to cancel: an issued invoice is not cancelled.
 */
export function adviceOn(invoice: WrongInvoice, error: ErrorKind, today: Day): Advice | undefined {
  if (today < CORRECTION_LAW.fromDate) return undefined;
  const { rule } = ERROR_KINDS[error];
  if (invoice.date < OLD_UNTIL) return ofOldInvoice(invoice, today);
  if (rule === 'C1') return NOTICE;
  if (rule === 'C2') return ofError(invoice, today);
  return ofChange(invoice, rule, today);
}

const REGISTERED = 'Điều chỉnh cho hàng phải đăng ký quyền sở hữu, sử dụng: chỉ thay thế.';
const NO_CANCELLING = 'Hủy: hóa đơn đã lập không hủy (từ 01/06/2025).';

const NOTICE: Advice = {
  rule: 'C1',
  ways: [
    {
      way: 'notice',
      text: 'Thông báo cho người mua và gửi mẫu 04/SS-HĐĐT đến cơ quan thuế, mục «Thông báo/Giải trình». Không lập hóa đơn mới.',
    },
  ],
  refused: ['Điều chỉnh, thay thế: mã số thuế, tiền, thuế, hàng đều đúng nên không lập hóa đơn mới.', NO_CANCELLING],
  notes: [],
  period: 'Không kê khai lại: tiền và thuế không đổi.',
  reference: 'khoản 1a',
};

/** Errors in what the invoice has to say: adjust or replace, as the first correction, the symbol and the number allow. */
function ofError(invoice: WrongInvoice, today: Day): Advice {
  const { symbol, before, buyer, date } = invoice;
  const [adjust, replace] = [adjusting(invoice), replacing(invoice)];
  const isNumbered = invoice.form !== '' && symbol !== '' && invoice.number !== '';
  const common = {
    notes: [agreementOf(buyer), SIGNS, ...(before === 'replaced' ? [LATEST] : []), ...tooOld(date, today)],
    period: supplementOf(date, today),
  };
  if (symbol[3] === CASH_REGISTER)
    return {
      rule: 'C4',
      ways: [replace],
      reference: 'khoản 1c',
      ...common,
      refused: ['Điều chỉnh: hóa đơn khởi tạo từ máy tính tiền chỉ được thay thế.', NO_CANCELLING],
    };
  if (!isNumbered)
    return {
      rule: 'C2',
      ways: [adjust],
      reference: 'khoản 6b',
      ...common,
      refused: ['Thay thế: hóa đơn sai không có mẫu số, ký hiệu hoặc số thì chỉ điều chỉnh.', NO_CANCELLING],
    };
  if (before !== null)
    return {
      rule: 'C2',
      ways: [before === 'adjusted' ? adjust : replace],
      reference: 'khoản 1b, 6a',
      ...common,
      refused: [
        before === 'adjusted'
          ? 'Thay thế: lần đầu đã điều chỉnh thì các lần sau chỉ điều chỉnh.'
          : 'Điều chỉnh: lần đầu đã thay thế thì các lần sau chỉ thay thế.',
        NO_CANCELLING,
      ],
    };
  return {
    rule: 'C2',
    ways: [adjust, replace],
    reference: 'khoản 1b',
    ...common,
    refused: [REGISTERED, NO_CANCELLING],
  };
}

/** A right invoice of which something has changed since: declared in the period of the new document. */
function ofChange(invoice: WrongInvoice, rule: keyof typeof CHANGES, today: Day): Advice {
  const { ways, reference, notes = [] } = CHANGES[rule];
  return {
    rule,
    ways: ways(invoice),
    refused: ['Thay thế: hóa đơn lập đúng, chỉ phát sinh về sau.', NO_CANCELLING],
    notes: [...notes, SIGNS],
    period: `Kê khai ở kỳ của hóa đơn mới (lập hôm nay: kỳ có tháng ${monthOf(today)}), không khai bổ sung tháng ${monthOf(invoice.date)}; người mua kê khai ở kỳ nhận được.`,
    reference,
  };
}

const lowering = (invoice: WrongInvoice) => adjusting(invoice, 'Hóa đơn điều chỉnh giảm của bên bán, số âm.', 'giảm ');

const CHANGES = {
  C5: {
    ways: (invoice: WrongInvoice) => [
      {
        way: 'next_invoice' as const,
        text: 'Ghi chiết khấu trên hóa đơn của lần mua cuối hoặc kỳ sau, không vượt giá trị của hóa đơn ấy.',
      },
      adjusting(
        invoice,
        'Hóa đơn điều chỉnh kèm bảng kê số hóa đơn, tiền, thuế được giảm (DieuChinhChietKhau.xlsx).',
        'giảm ',
      ),
    ],
    reference: 'khoản 5b',
    notes: [],
  },
  C6: {
    ways: (invoice: WrongInvoice) => [lowering(invoice)],
    reference: 'khoản 5 c.1',
    notes: ['Hai bên có thỏa thuận bên mua lập hóa đơn trả lại thì bên mua lập.'],
  },
  C7: {
    ways: () => [
      {
        way: 'buyer_invoice' as const,
        text: 'Bên mua lập hóa đơn trả lại (nếu bên mua dùng hóa đơn điện tử), vì tài sản đã đăng ký tên bên mua.',
      },
    ],
    reference: 'khoản 5 c.2',
    notes: [],
  },
  C8: {
    ways: () => [
      {
        way: 'difference' as const,
        text: 'Lập hóa đơn mới cho phần chênh lệch (âm hoặc dương) theo quyết toán hoặc kết luận của cơ quan có thẩm quyền.',
      },
    ],
    reference: 'khoản 5a',
    notes: [],
  },
  C9: { ways: (invoice: WrongInvoice) => [lowering(invoice)], reference: 'khoản 5 c.4', notes: [] },
};

const ofOldInvoice = (invoice: WrongInvoice, today: Day): Advice => ({
  rule: 'C10',
  ways: [replacing(invoice, 'Lập hóa đơn điện tử thay thế cho hóa đơn của Nghị định 51/2010, 04/2014.')],
  refused: ['Điều chỉnh: hóa đơn của các nghị định cũ chỉ được thay thế.', NO_CANCELLING],
  notes: [agreementOf(invoice.buyer), ...tooOld(invoice.date, today)],
  period: supplementOf(invoice.date, today),
  reference: 'Điều 24',
});

const named = ({ form, symbol, number, date }: WrongInvoice): string => {
  const [year, month, day] = date.split('-');
  return `hóa đơn Mẫu số ${form || '…'} ký hiệu ${symbol || '…'} số ${number || '…'} ngày ${day} tháng ${month} năm ${year}`;
};

const adjusting = (invoice: WrongInvoice, text = 'Hóa đơn điều chỉnh phần sai.', direction = '') => ({
  way: 'adjust' as const,
  text,
  words: `Điều chỉnh ${direction}cho ${named(invoice)}`,
});

const replacing = (invoice: WrongInvoice, text = 'Hóa đơn thay thế, ghi lại đủ nội dung đúng.') => ({
  way: 'replace' as const,
  text,
  words: `Thay thế cho ${named(invoice)}`,
});

const SIGNS = 'Điều chỉnh tăng ghi số dương, điều chỉnh giảm ghi số âm (khoản 6c).';
const LATEST = 'Hóa đơn này đã bị thay thế: hóa đơn mới nêu hóa đơn thay thế gần nhất.';

const agreementOf = (buyer: WrongInvoice['buyer']): string =>
  buyer === 'business'
    ? 'Trước khi lập: văn bản thỏa thuận với người mua, ghi rõ sai sót; giữ lại và xuất trình. Bán qua sàn thương mại điện tử, nền tảng số thì không cần.'
    : 'Trước khi lập: thông báo cho người mua, hoặc đăng trên trang web của bên bán. Bán qua sàn thương mại điện tử, nền tảng số thì không cần.';

const monthOf = (day: Day): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

const supplementOf = (date: Day, today: Day): string =>
  monthOf(date) === monthOf(today)
    ? `Kê khai ở kỳ có tháng ${monthOf(date)}, theo số đúng.`
    : `Khai bổ sung kỳ có tháng ${monthOf(date)} của hóa đơn sai (chưa nộp tờ khai kỳ ấy thì kê khai đúng ngay), không kê khai ở tháng ${monthOf(today)}.`;

/** A supplement is filed within five years, and before a decision to inspect (Luật 108/2025/QH15 Điều 12 khoản 5). */
const tooOld = (date: Day, today: Day): string[] =>
  today > `${Number(date.slice(0, 4)) + 5}${date.slice(4)}`
    ? [`Hóa đơn ngày ${formatDay(date)} đã quá 5 năm: không khai bổ sung được nữa, hỏi cơ quan thuế.`]
    : ['Khai bổ sung trong 5 năm và trước khi có quyết định thanh tra, kiểm tra.'];

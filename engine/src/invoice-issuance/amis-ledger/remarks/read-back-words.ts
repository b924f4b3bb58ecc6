import { formatVnd, sumVnd } from '../../../money.ts';
import type { AmisSalesEntry } from '../../books.ts';
import type { PlannedInvoice } from '../../types.ts';
import type { Referring } from '../invoice-references.ts';
import type { InvoiceFate } from '../reference-words.ts';

/** A remark about an invoice that is read back. */
export type Told = readonly [
  code: 'AMIS_DIFFERS_FROM_OURS' | 'AMIS_STATUS_UNCLEAR' | 'CANCEL_NOT_LAWFUL' | 'INVOICE_DIFFERS_FROM_AMIS',
  message: string,
];

/** An issued invoice that the ledger does not show. */
export const goneWords = ({ tax }: PlannedInvoice): string =>
  tax && !tax.isInAmis
    ? 'đã phát hành theo hóa đơn điện tử, nhưng sổ AMIS chưa có. Hãy nhập hóa đơn ấy vào AMIS rồi nạp lại sổ.'
    : 'đã phát hành, nhưng sổ AMIS mới không còn: có thể bị xóa, hủy hoặc thay thế, hoặc sổ xuất thiếu. Khớp vẫn coi là đã phát hành.';

type Seen = {
  readonly difference: number;
  readonly fate: InvoiceFate | undefined;
  readonly adjusting: readonly AmisSalesEntry[];
};

/** The ledger's word on an invoice that it calls adjusted or cancelled, or shows without goods and money. */
export function differsWords({ difference, fate, adjusting }: Seen): string {
  if (difference !== 0) return `lệch ${formatVnd(difference)} đồng trước thuế so với Khớp`;
  if (fate === 'cancelled') return 'ghi là đã hủy';
  const isAdjusted = fate === 'adjusted' || adjusting.length > 0;
  return isAdjusted ? 'đã được điều chỉnh, tiền trước thuế không đổi' : 'không còn hàng nào';
}

/** Another amount than ours, though nothing says that the invoice was adjusted. */
export const offBy = (invoice: PlannedInvoice, difference: number): Told => [
  'INVOICE_DIFFERS_FROM_AMIS',
  `Chứng từ «${invoice.voucherNumber}» lệch với AMIS ${formatVnd(difference)} đồng trước thuế: AMIS ghi ${formatVnd(invoice.amount + difference)}, Khớp ghi ${formatVnd(invoice.amount)}.`,
];

/** AMIS calls the numbered invoice cancelled, which the law does not know any more. */
export const notLawful = (invoice: PlannedInvoice, number: string): Told => [
  'CANCEL_NOT_LAWFUL',
  `Chứng từ «${invoice.voucherNumber}», hóa đơn số «${number}» ghi là đã hủy trên sổ AMIS: không còn hủy hóa đơn đã lập; kiểm tra thay thế/điều chỉnh. Khớp vẫn coi là đã phát hành.`,
];

export function replacedWords(
  invoice: PlannedInvoice,
  replacing: readonly AmisSalesEntry[],
  refers: Referring,
): string {
  const by = replacing[0]!;
  const amount = formatVnd(sumVnd(replacing.map((entry) => entry.amount)));
  const many = refers.namedBy(by).length;
  const whole = many > 1 ? `${amount} đồng trước thuế cho ${many} hóa đơn` : `${amount} đồng trước thuế`;
  return `Chứng từ «${invoice.voucherNumber}» bị thay thế bởi chứng từ «${by.voucherNumber}», số hóa đơn «${by.invoiceNumber}»: ${whole}, của Khớp ${formatVnd(invoice.amount)}.`;
}

import { REASON_NAMES } from '@khop/engine/invoice-issuance/shortages/reason-names.ts';
import type { ItemOf, OutputOf } from '../../api/operations.ts';
import type { Tone } from '../../ui/chip.tsx';

type Word = { readonly label: string; readonly tone: Tone };

export type InvoiceStatus = ItemOf<'listAmisInvoices'>['status'];
export type Coverage = ItemOf<'listPeriodSales'>['coverage'];
export type Reason = ItemOf<'listShortages'>['reason'];
export type BuyerSource = OutputOf<'getAmisInvoice'>['buyer']['source'];

export const PERIOD_STATUS: Readonly<Record<'open' | 'generated' | 'exported' | 'closed', Word>> = {
  open: { label: 'Đang mở', tone: 'grey' },
  generated: { label: 'Đã sinh hóa đơn', tone: 'green' },
  exported: { label: 'Đã xuất tệp', tone: 'green' },
  closed: { label: 'Đã đóng', tone: 'grey' },
};

/** Of a period that was generated and has no invoice: to generate again is no remedy, the reasons are. */
export const NOTHING_MADE = {
  title: 'Lần sinh gần nhất không lập được hóa đơn nào.',
  hint: 'Lý do và cách xử lý của từng dòng ở «Chưa xuất»; xử lý xong thì «Sinh lại».',
} as const;

/** An invoice that AMIS has at another amount, though nothing says that it was adjusted. */
export const OFF_AMIS = 'Lệch với AMIS';

export const INVOICE_STATUS: Readonly<Record<InvoiceStatus, Word>> = {
  draft: { label: 'Nháp', tone: 'grey' },
  exported: { label: 'Đã xuất tệp', tone: 'amber' },
  issued: { label: 'Đã phát hành', tone: 'green' },
  cancelled: { label: 'Đã hủy', tone: 'red' },
  replaced: { label: 'Bị thay thế', tone: 'red' },
  adjusted: { label: 'Bị điều chỉnh', tone: 'amber' },
};

export const COVERAGE: Readonly<Record<Coverage, Word>> = {
  covered: { label: 'Đủ hóa đơn', tone: 'green' },
  partly: { label: 'Còn thiếu', tone: 'amber' },
  uncovered: { label: 'Chưa xuất', tone: 'red' },
  excluded: { label: 'Loại khỏi kỳ', tone: 'grey' },
  returned: { label: 'Đã bù trừ', tone: 'grey' },
};

export const BUYER_SOURCE: Readonly<Record<BuyerSource, string>> = {
  connection: 'Theo liên kết',
  tax_code: 'Trùng mã số thuế',
  new_customer: 'Khách hàng mới',
  consumer: 'Người tiêu dùng',
  chosen: 'Người dùng chọn',
};

/** The reasons why something could not be invoiced, in the same words as the sheets and the checks. */
export const REASON: Readonly<Record<Reason, string>> = REASON_NAMES;

/** A VAT rate as accountants say it: '8' → 8%, 'KHAC:3.5' → 3,5%, KCT and KKKNT as they are. */
export const rateName = (rate: string | null): string => {
  if (rate === null) return 'chưa rõ';
  const number = rate.replace('KHAC:', '');
  return /^\d/.test(number) ? `${number.replace('.', ',')}%` : number;
};

export const EXCLUSION: Readonly<Record<'cancelled' | 'internal' | 'not_a_sale', string>> = {
  cancelled: 'Chứng từ đã hủy',
  internal: 'Bán nội bộ',
  not_a_sale: 'Không phải bán hàng',
};

/** The reads that a period's figures come from: repeated after anything that changes them. */
export const PERIOD_READS = [
  'listPeriods',
  'getPeriod',
  'getPeriodStats',
  'getPeriodPreflight',
  'listFindingRecords',
  'listAmisInvoices',
  'getAmisInvoice',
  'listPeriodSales',
  'getPeriodSale',
  'listShortages',
  'listShortageGroups',
  'getPurchaseNeeds',
  'getStockCauses',
  'getPeriodRuleChanges',
  'listReviews',
  'getEntryReview',
  'listReconciliation',
  'listReconciliationParts',
  'listAmisEntries',
  'getVatTieOut',
  'listVatDifferences',
  'getVatReturn',
  'listVatReturnInvoices',
  'getRegeneration',
  'listRegenerationChanges',
] as const;

export const options = <K extends string>(words: Readonly<Record<K, Word | string>>): { value: K; label: string }[] =>
  (Object.entries(words) as [K, Word | string][]).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.label,
  }));

import { type Day, formatDay } from '../../day.ts';
import type { IssuanceInput } from '../types.ts';
import { type Confirmation, type InvoiceRules, type RuleKind, ruleOn } from './invoice-rules.ts';

/** A dated rule that a period's invoices rest on. */
export type RuleInUse = {
  readonly kind: RuleKind;
  /** The rule in words, as the middle of a sentence. */
  readonly text: string;
  /** Law or decree, with the article where it is known. */
  readonly source: string;
  readonly confirmed: Confirmation | null;
};

/** The rules that hold on some day of the period: on days of sale, or on the dates that its invoices may carry. */
export function rulesInUse({ period, invoiceRules }: IssuanceInput): RuleInUse[] {
  const { fromDate, toDate, issueDay } = period;
  // Invoices carry the day of their sale, or that of issuing.
  const lastInvoiceDate = toDate > issueDay ? toDate : issueDay;
  const overlaps = (rule: { readonly fromDate: Day; readonly toDate: Day }) =>
    rule.fromDate <= toDate && rule.toDate >= fromDate;
  const use = <Kind extends RuleKind>(kind: Kind, rules: readonly InvoiceRules[Kind][number][]): RuleInUse[] =>
    rules.map((rule) => ({ kind, text: ruleText(kind, rule), source: sourceText(rule), confirmed: rule.confirmed }));
  return [
    ...use('vatRates', between(invoiceRules.vatRates, fromDate, toDate)),
    ...use('vatReductions', invoiceRules.vatReductions.filter(overlaps)),
    ...use('consumerTexts', between(invoiceRules.consumerTexts, fromDate, lastInvoiceDate)),
    ...use('holidays', invoiceRules.holidays.filter(overlaps)),
    ...use('symbols', between(invoiceRules.symbols, fromDate, lastInvoiceDate)),
    ...use('invoiceDates', between(invoiceRules.invoiceDates, fromDate, toDate)),
    ...use('signing', between(invoiceRules.signing, fromDate, toDate)),
    ...use('fineLadders', between(invoiceRules.fineLadders, issueDay, issueDay)),
  ];
}

/** Law or decree of a rule, with the article where it is known. */
export const sourceText = ({ source, reference }: { readonly source: string; readonly reference: string }): string =>
  reference === '' ? source : `${source}, ${reference}`;

const TEXTS: { readonly [Kind in RuleKind]: (rule: InvoiceRules[Kind][number]) => string } = {
  vatRates: ({ rates }) => `thuế suất ${rates.join(', ')}`,
  vatReductions: ({ standardRate, reducedRate, fromDate, toDate }) =>
    `giảm thuế GTGT ${standardRate} % → ${reducedRate} % từ ${formatDay(fromDate)} đến ${formatDay(toDate)}`,
  consumerTexts: ({ text }) => `người mua không cung cấp tên, địa chỉ, số định danh ghi «${text}»`,
  holidays: ({ name, fromDate, toDate }) => `ngày nghỉ «${name}» từ ${formatDay(fromDate)} đến ${formatDay(toDate)}`,
  announcedHolidays: ({ fromDate, toDate }) =>
    `lịch nghỉ đã công bố đủ từ ${formatDay(fromDate)} đến ${formatDay(toDate)}`,
  swaps: ({ fromDate, worked }) => `hoán đổi: nghỉ ${formatDay(fromDate)}, làm bù ${formatDay(worked)}`,
  symbols: (rule) => `ký hiệu hóa đơn dạng ${symbolExample(rule)}, số tối đa ${rule.numberDigits} chữ số`,
  invoiceDates: ({ days }) => invoiceDateText(days),
  signing: ({ workingDays }) => signingText(workingDays),
  fineLadders: () => 'khung phạt theo số hóa đơn',
  cancellations: ({ isAllowed }) =>
    isAllowed ? 'hóa đơn đã có số được hủy' : 'hóa đơn đã có số không hủy, chỉ điều chỉnh hoặc thay thế',
  consolidations: ({ isAllowed }) =>
    isAllowed
      ? 'hàng khuyến mại, cho, biếu, tặng được gộp một hóa đơn mỗi tháng hoặc quý kèm bảng kê'
      : 'mỗi lần khuyến mại, cho, biếu, tặng một hóa đơn, không gộp',
  incidents: ({ sellerDays, taxSystemDays }) =>
    `sau sự cố, hóa đơn của những ngày ấy lập ${daysText(sellerDays)} (sự cố của bên bán), ${daysText(taxSystemDays)} (sự cố hệ thống thuế)`,
  exportDates: ({ workingDays }) =>
    workingDays === null
      ? 'hàng xuất khẩu: theo ngày chứng từ như hàng bán trong nước'
      : `hàng xuất khẩu: người bán tự xác định ngày hóa đơn, chậm nhất ${workingDays} ngày làm việc sau thông quan`,
  serviceDates: ({ isPaymentCounted }) =>
    `dịch vụ: ngày hóa đơn là ngày hoàn thành${isPaymentCounted ? ', hoặc ngày thu tiền nếu thu trước' : ''}`,
  reconciliationTrades: ({ trades, dayOfNextMonth, daysAfterPeriod }) =>
    trades.length === 0
      ? 'không ngành nào được lập hóa đơn theo kỳ đối soát'
      : `${trades.length} ngành được lập theo kỳ đối soát, chậm nhất ngày ${dayOfNextMonth} tháng sau hoặc ${daysAfterPeriod} ngày sau kỳ quy ước`,
  branchCodes: ({ last }) => `số đơn vị phụ thuộc sau mã số thuế từ 001 đến ${last}`,
  accountCharts: ({ undivided }) =>
    undivided.length === 0
      ? 'hệ thống tài khoản chia tài khoản con như trước'
      : `tài khoản ${undivided.join(', ')} không chia tài khoản con, trừ khi đơn vị tự giữ`,
};

const daysText = (days: number | null): string => (days === null ? 'theo hạn thường' : `trong ${days} ngày làm việc`);

/** A rule in words, as the middle of a sentence. */
export const ruleText = <Kind extends RuleKind>(kind: Kind, rule: InvoiceRules[Kind][number]): string =>
  TEXTS[kind](rule);

/** The date of an invoice in words, as the middle of a sentence. */
export const invoiceDateText = (days: number): string =>
  days === 0 ? 'ngày hóa đơn là ngày bán' : `ngày hóa đơn là ${days} ngày sau ngày bán`;

/** The last day of signing in words, as the middle of a sentence. */
export function signingText(workingDays: number | null): string {
  if (workingDays === null) return 'chưa có hạn ký hóa đơn';
  if (workingDays === 0) return 'ký và gửi trong ngày hóa đơn';
  return workingDays === 1
    ? 'ký và gửi chậm nhất ngày làm việc kế tiếp'
    : `ký và gửi chậm nhất ${workingDays} ngày làm việc sau ngày hóa đơn`;
}

const symbolExample = ({ letters, kinds }: { readonly letters: string; readonly kinds: string }): string =>
  `[${letters}] + 2 số của năm + [${kinds}] + 2 chữ`;

/** Of rules that follow one another: the one in force on the first day, and those that begin until the last. */
function between<Rule extends { readonly fromDate: Day }>(rules: readonly Rule[], first: Day, last: Day): Rule[] {
  const current = ruleOn(rules, first);
  return rules.filter((rule) => rule === current || (first < rule.fromDate && rule.fromDate <= last));
}

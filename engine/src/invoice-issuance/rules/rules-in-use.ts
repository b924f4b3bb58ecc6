import { type Day, formatDay } from '../../day.ts';
import type { IssuanceInput } from '../types.ts';
import { type Confirmation, type RuleKind, ruleOn } from './invoice-rules.ts';

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
  const sourceOf = ({ source, reference }: { readonly source: string; readonly reference: string }) =>
    reference === '' ? source : `${source}, ${reference}`;
  const use = <Rule extends { readonly source: string; readonly reference: string; confirmed: Confirmation | null }>(
    kind: RuleKind,
    rules: readonly Rule[],
    textOf: (rule: Rule) => string,
  ): RuleInUse[] =>
    rules.map((rule) => ({ kind, text: textOf(rule), source: sourceOf(rule), confirmed: rule.confirmed }));
  return [
    ...use(
      'vatRates',
      between(invoiceRules.vatRates, fromDate, toDate),
      (rule) => `thuế suất ${rule.rates.join(', ')}`,
    ),
    ...use(
      'vatReductions',
      invoiceRules.vatReductions.filter(overlaps),
      (rule) =>
        `giảm thuế GTGT ${rule.standardRate} % → ${rule.reducedRate} % từ ${formatDay(rule.fromDate)} đến ${formatDay(rule.toDate)}`,
    ),
    ...use(
      'consumerTexts',
      between(invoiceRules.consumerTexts, fromDate, lastInvoiceDate),
      (rule) => `người mua không cung cấp tên, địa chỉ, số định danh ghi «${rule.text}»`,
    ),
    ...use(
      'holidays',
      invoiceRules.holidays.filter(overlaps),
      (rule) => `ngày nghỉ «${rule.name}» từ ${formatDay(rule.fromDate)} đến ${formatDay(rule.toDate)}`,
    ),
    ...use(
      'symbols',
      between(invoiceRules.symbols, fromDate, lastInvoiceDate),
      (rule) => `ký hiệu hóa đơn dạng ${symbolExample(rule)}, số tối đa ${rule.numberDigits} chữ số`,
    ),
    ...use('invoiceDates', between(invoiceRules.invoiceDates, fromDate, toDate), ({ days }) => invoiceDateText(days)),
    ...use('signing', between(invoiceRules.signing, fromDate, toDate), ({ workingDays }) => signingText(workingDays)),
    ...use('fineLadders', between(invoiceRules.fineLadders, issueDay, issueDay), () => 'khung phạt theo số hóa đơn'),
  ];
}

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

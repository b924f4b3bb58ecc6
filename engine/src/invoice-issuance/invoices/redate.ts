import { formatDay } from '../../day.ts';
import { dateFinder, type LateReason, redatedOn } from '../rules/dates.ts';
import { lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import type { IssuanceInput, PlannedInvoice, Warning } from '../types.ts';
import { consumerText } from './buyers.ts';

const REASONS: Readonly<Record<LateReason, string>> = {
  SIGNING_OVER: 'hạn ký đã qua, lập sai thời điểm',
  LATER_NUMBER: 'ký hiệu đã có hóa đơn của ngày sau ngày bán, lập sai thời điểm',
  SUSPENDED: 'ngày bán hồ sơ ngừng sử dụng hóa đơn, lập sai thời điểm',
  INCIDENT: 'lập sau sự cố, trong hạn của luật',
};

/**
 * Gives pinned drafts whose day has passed the date that the rule gives them on the day of issuing; their lines, lots and
 * numbers stay as a person left them. Never an earlier date, and nothing that has left. The words of a consumer follow the
 * date (law.md, B2). `warnings` names every change with its reason (DRAFT_REDATED).
 */
export function redatePinned<Input extends IssuanceInput>(input: Input) {
  const { period, profiles, invoiceRules } = input;
  const warnings: Warning[] = [];
  const termsOf = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  const dateOf = dateFinder(input);
  const kept = input.kept.map((invoice): PlannedInvoice => {
    const { profile, voucherNumber, buyer } = invoice;
    const terms = termsOf.get(profile);
    if (invoice.status !== 'draft' || !invoice.pinned || !terms) return invoice;
    const sale = lawfulDayOfInvoice(invoice, input);
    const { date: lawful, late } = dateOf(terms, sale);
    const date = redatedOn(period.issueDay, { date: invoice.date, saleDay: sale.day }, lawful);
    if (date === invoice.date) return invoice;
    const why = late === null ? 'theo ngày bán' : REASONS[late];
    const message = `Hóa đơn nháp đã ghim «${voucherNumber}», bán ngày ${formatDay(sale.day)}: ngày hóa đơn ghi lại từ ${formatDay(invoice.date)} thành ${formatDay(date)}, ${why}.`;
    warnings.push({ code: 'DRAFT_REDATED', message, profile, invoice: invoice.key });
    const isOldText =
      buyer.source === 'consumer' && buyer.name === consumerText(invoice.date, invoiceRules.consumerTexts);
    const name = isOldText ? consumerText(date, invoiceRules.consumerTexts) : buyer.name;
    return { ...invoice, date, buyer: { ...buyer, name } };
  });
  return { input: { ...input, kept }, warnings };
}

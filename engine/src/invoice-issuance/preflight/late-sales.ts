import { documentKeyOf } from '../../bravo/sales-line.ts';
import { type Day, formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import { invoiceDate, workingDaysAfter } from '../rules/dates.ts';
import { ruleOn } from '../rules/invoice-rules.ts';
import type { IssuanceInput } from '../types.ts';

/** Invoices are due some working days after the sale, by law the next one; the later ones are listed, never redated. */
export function lateSales({ lines, period, profiles, invoiceRules }: IssuanceInput): Finding[] {
  const dueOf = new Map<Day, Day>();
  const allowed = new Set<number>();
  const late = new Set<string>();
  for (const line of lines) {
    const declared = period.issuers[line.branchCode] ?? [];
    if (declared.length === 0) continue;
    let due = dueOf.get(line.docDate);
    if (due === undefined) {
      const { workingDays } = ruleOn(invoiceRules.deadlines, line.docDate)!;
      allowed.add(workingDays);
      due = workingDaysAfter(line.docDate, workingDays, invoiceRules.holidays);
      dueOf.set(line.docDate, due);
    }
    const terms = profiles.find((books) => books.terms.code === declared[0])?.terms;
    if (invoiceDate(period.plannedInvoiceDate, line.docDate, { lastIssuedDate: terms?.lastIssuedDate }) <= due)
      continue;
    late.add(documentKeyOf(line));
  }
  if (late.size === 0) return [];
  return [
    {
      code: 'LATE_SALES',
      severity: 'warn',
      message: `${formatVnd(late.size)} chứng từ bán sẽ có ngày hóa đơn ${formatDay(period.plannedInvoiceDate)}, muộn hơn ${dueText([...allowed])}.`,
      remedy: 'Lập hóa đơn sớm hơn cho các kỳ sau; ngày bán trên sổ không bị đổi và vẫn là ngày hạch toán.',
      count: late.size,
      about: [...late].map((id) => ({ kind: 'document', id })),
    },
  ];
}

function dueText(allowed: readonly number[]): string {
  const [only] = allowed;
  if (allowed.length > 1 || only === undefined) return 'hạn lập hóa đơn';
  if (only === 0) return 'ngày bán';
  return only === 1 ? 'ngày làm việc kế tiếp sau khi bán' : `${only} ngày làm việc sau khi bán`;
}

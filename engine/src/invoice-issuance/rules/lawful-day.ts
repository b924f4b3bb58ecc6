import type { DayFacts } from '../../bravo/day-facts.ts';
import type { SalesLine } from '../../bravo/sales-line.ts';
import { addDays, type Day, formatDay, laterBy } from '../../day.ts';
import { foldText } from '../../text/fold.ts';
import type { BravoBuyer, IssuanceInput, PlannedInvoice } from '../types.ts';
import { consolidationFinder, isConsolidated } from './consolidation.ts';
import { type DayRules, ruleOn } from './invoice-rules.ts';

/** The grounds of the day of a sale, in words. */
export const DAY_GROUNDS = {
  document: 'ngày chứng từ',
  gifts: 'ngày cuối kỳ của hóa đơn tổng hợp hàng tặng',
  cleared: 'thông quan',
  completed: 'hoàn thành dịch vụ',
  paid: 'thu tiền trước hoặc trong khi cung cấp dịch vụ',
  reconciled: 'kết thúc đối soát',
  reconciliation_limit: 'hạn cuối của đối soát',
} as const;
export type DayGround = keyof typeof DAY_GROUNDS;

/**
 * The day of a sale as the law of invoices sees it: what its invoice is dated by and signed by. Worked out here alone, for
 * plans, checks and the board of days.
 */
export type LawfulDay = {
  readonly day: Day;
  readonly because: DayGround;
  /** The day of supply, which decides the rate of VAT. */
  readonly supplyDay: Day;
  /** The seller may date the invoice until so many working days later; absent: on the day alone. */
  readonly workingDays?: number;
  /** The reason for which it cannot be invoiced yet: a fact is missing, or contradicts the law. */
  readonly waits?: string;
};

/** The day of a sale without facts of its own: that of its document (T1). */
const ofDocument = (day: Day): LawfulDay => ({ day, because: 'document', supplyDay: day });

type Sold = Pick<SalesLine, 'docDate' | 'kind' | 'dayFacts'>;

/** The lawful day of a sales line. Facts that do not concern its kind of sale change nothing: goods paid later are T1's. */
export function lawfulDayOf({ docDate, kind, dayFacts }: Sold, rules: DayRules): LawfulDay {
  if (!dayFacts || kind === 'discount') return ofDocument(docDate);
  if (dayFacts.trade !== undefined) return reconciled(docDate, kind, dayFacts, rules);
  if (kind === 'service') return served(docDate, dayFacts, rules);
  return dayFacts.isExport ? exported(docDate, dayFacts, rules) : ofDocument(docDate);
}

/** T5: the seller fixes the date, at the latest the working day after customs clearance. */
function exported(docDate: Day, { clearedOn }: DayFacts, rules: DayRules): LawfulDay {
  const { workingDays } = ruleOn(rules.exportDates, clearedOn ?? docDate)!;
  if (workingDays === null) return ofDocument(docDate);
  if (clearedOn === undefined)
    return { ...ofDocument(docDate), waits: 'hàng xuất khẩu chưa ghi ngày thông quan, chưa rõ hạn lập hóa đơn' };
  return { day: clearedOn, because: 'cleared', supplyDay: docDate, workingDays };
}

/**
 * T6: completion, or the money if that came earlier. Without a day of completion the document's counts, so a payment
 * after it moves nothing.
 */
function served(docDate: Day, { completedOn, paidOn }: DayFacts, rules: DayRules): LawfulDay {
  const done: LawfulDay =
    completedOn === undefined
      ? ofDocument(docDate)
      : { day: completedOn, because: 'completed', supplyDay: completedOn };
  const isPaidFirst =
    paidOn !== undefined && ruleOn(rules.serviceDates, docDate)!.isPaymentCounted && paidOn < done.day;
  return isPaidFirst ? { day: paidOn, because: 'paid', supplyDay: paidOn } : done;
}

/**
 * T8: the end of the reconciliation, and not later than the law's last day for it; only for services of a trade on its list.
 * The service itself was supplied on the day of its document.
 */
function reconciled(docDate: Day, kind: SalesLine['kind'], facts: DayFacts, rules: DayRules): LawfulDay {
  const { trade = '', reconciledOn, agreedUntil } = facts;
  const { trades, dayOfNextMonth, daysAfterPeriod } = ruleOn(rules.reconciliationTrades, docDate)!;
  if (kind !== 'service')
    return { ...ofDocument(docDate), waits: `hàng hóa không được lập theo kỳ đối soát, mà dòng ghi ngành «${trade}»` };
  if (!trades.some((one) => foldText(one) === foldText(trade)))
    return {
      ...ofDocument(docDate),
      waits: `ngành «${trade}» không có trong danh sách được lập theo kỳ đối soát ngày ${formatDay(docDate)}`,
    };
  const limit =
    agreedUntil === undefined ? dayInNextMonth(docDate, dayOfNextMonth) : laterBy(agreedUntil, daysAfterPeriod);
  const last: LawfulDay = { day: limit, because: 'reconciliation_limit', supplyDay: docDate };
  if (reconciledOn === undefined)
    return { ...last, waits: `chưa ghi ngày kết thúc đối soát, hạn cuối ${formatDay(limit)}` };
  return reconciledOn <= limit ? { day: reconciledOn, because: 'reconciled', supplyDay: docDate } : last;
}

const dayInNextMonth = (day: Day, number: number): Day => {
  // Thirty-one days after the first of a month are in the next one.
  const next = laterBy(`${day.slice(0, 7)}-01`, 31);
  return addDays(`${next.slice(0, 7)}-01`, number - 1);
};

type Law = Pick<IssuanceInput, 'period' | 'invoiceRules' | 'profiles'>;

/** The lawful day of a line in the books of a profile: that of the one invoice of its month's or quarter's gifts, or its own. */
export function dayFinder(
  input: Law,
): (profile: string, line: SalesLine, partner: BravoBuyer | undefined) => LawfulDay {
  const together = consolidationFinder(input);
  return (profile, line, partner) => {
    const gifts = together(profile, line, partner);
    if (gifts) return { day: gifts.to, because: 'gifts', supplyDay: line.docDate };
    return lawfulDayOf(line, input.invoiceRules);
  };
}

type Lines = IssuanceInput['lines'];
const withFacts = new WeakMap<Lines, ReadonlyMap<string, SalesLine>>();

/** The lines with facts, by id; a ledger is looked through once. */
function factLines(lines: Lines): ReadonlyMap<string, SalesLine> {
  const known = withFacts.get(lines);
  if (known) return known;
  const found = new Map(lines.filter(({ dayFacts }) => dayFacts).map((line) => [line.id, line]));
  withFacts.set(lines, found);
  return found;
}

type Items = Pick<PlannedInvoice, 'bravoDocument' | 'documentDate' | 'items'>;

/**
 * The lawful day of an invoice, by the facts of its lines as they are known now; of several the earliest (a plan puts none
 * such on one invoice: T7). Lines without facts have the invoice's own day of sale.
 */
export function lawfulDayOfInvoice(
  invoice: Items,
  { lines, invoiceRules }: { readonly lines: Lines; readonly invoiceRules: DayRules },
): LawfulDay {
  return lawfulDaysIn(invoice, lines, invoiceRules).reduce((first, one) => (isStricter(one, first) ? one : first));
}

/** The lawful day of an invoice that carries one of the dates among which the seller may choose: the signature follows that date. */
export const carrying = (sale: LawfulDay, date: Day): LawfulDay => {
  const { workingDays, ...only } = sale;
  return workingDays === undefined ? sale : { ...only, day: date };
};

/** The distinct lawful days of the lines of an invoice. */
export function lawfulDaysIn(invoice: Items, lines: Lines, rules: DayRules): LawfulDay[] {
  const facts = factLines(lines);
  const own = ofDocument(invoice.documentDate);
  if (facts.size === 0 || isConsolidated(invoice)) return [own];
  const days = new Map<string, LawfulDay>();
  for (const { kind, allocations } of invoice.items) {
    if (kind === 'discount') continue;
    for (const { line: id } of allocations) {
      const line = facts.get(id);
      const day = line && lawfulDayOf(line, rules);
      const counts = day && (day.waits !== undefined || isOwn(line, day)) ? day : own;
      days.set(dayKeyOf(counts), counts);
    }
  }
  return days.size === 0 ? [own] : [...days.values()];
}

/** True for a line whose invoice cannot be that of its document. */
export const isOwn = ({ docDate }: Pick<SalesLine, 'docDate'>, { day, workingDays }: LawfulDay): boolean =>
  day !== docDate || workingDays !== undefined;

const isStricter = (one: LawfulDay, other: LawfulDay): boolean =>
  one.day < other.day || (one.day === other.day && (one.workingDays ?? 0) < (other.workingDays ?? 0));

/** Sales of one such key may be on one invoice. */
export const dayKeyOf = ({ day, workingDays = 0 }: LawfulDay): string =>
  workingDays === 0 ? day : `${day}+${workingDays}`;

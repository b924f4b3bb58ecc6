import { addDays, type Day, yearOf } from '../../day.ts';
import type { ProfileTerms } from '../books.ts';
import type { IssuanceInput } from '../types.ts';
import { type DateRules, ruleOn } from './invoice-rules.ts';
import { dayKeyOf, type LawfulDay } from './lawful-day.ts';
import { suspensionOn } from './suspensions.ts';
import { type SigningDay, signingDay, type WorkTerms } from './working-days.ts';

/** The terms of an entity that decide the dates of its invoices. */
export type DateTerms = Pick<ProfileTerms, 'lastIssuedDate' | 'suspensions'> & WorkTerms;

/** The day of a sale: that of its document, or the lawful day of a line that has one of its own. */
export type SaleDay = Day | LawfulDay;

/** The date that the law gives the invoice of a sale: the day of the sale (law.md, T1), or the line's own. */
export function lawfulDate(sale: SaleDay, { invoiceDates }: Pick<DateRules, 'invoiceDates'>): Day {
  if (typeof sale !== 'string' && sale.because !== 'document') return sale.day;
  const day = typeof sale === 'string' ? sale : sale.day;
  return addDays(day, ruleOn(invoiceDates, day)!.days);
}

/** The last lawful date of the invoice of a sale: its only one, but for exports (law.md, T5). */
export function lastLawfulDate(sale: SaleDay, rules: DateRules, terms: WorkTerms): Pick<SigningDay, 'plan' | 'judge'> {
  const date = lawfulDate(sale, rules);
  const workingDays = typeof sale === 'string' ? 0 : (sale.workingDays ?? 0);
  return signingDay(date, workingDays, rules, terms)!;
}

/** The last day on which the invoice of a sale can still be signed with its lawful date; null: no limit is known. */
export function lastSigningDay(sale: SaleDay, rules: DateRules, terms: WorkTerms): SigningDay | null {
  const { plan, judge } = lastLawfulDate(sale, rules, terms);
  const own = signedUntil(plan, rules, terms);
  const last = judge === plan ? own : signedUntil(judge, rules, terms);
  const after = afterIncident(sale, rules, terms);
  if (!own || !last) return null;
  return after && after.judge > last.judge ? after : { ...last, plan: own.plan };
}

const signedUntil = (date: Day, rules: DateRules, terms: WorkTerms): SigningDay | null =>
  signingDay(date, ruleOn(rules.signing, date)!.workingDays, rules, terms);

/**
 * The last day of the invoice of a sale that an incident of the entity kept back (law.md, T12); undefined without one. Of
 * several the latest counts.
 */
export function afterIncident(sale: SaleDay, rules: DateRules, terms: WorkTerms): SigningDay | undefined {
  const date = lawfulDate(sale, rules);
  let last: SigningDay | undefined;
  for (const { kind, fromDate, endedOn } of terms.incidents ?? []) {
    if (date < fromDate || endedOn < date) continue;
    const { sellerDays, taxSystemDays } = ruleOn(rules.incidents, endedOn)!;
    const day = signingDay(endedOn, kind === 'seller' ? sellerDays : taxSystemDays, rules, terms);
    if (day && (last === undefined || day.judge > last.judge)) last = day;
  }
  return last;
}

/** The reason for which an invoice does not carry its lawful date. */
export type LateReason =
  /** The last day of signing is over. */
  | 'SIGNING_OVER'
  /** A later date has been used in the symbol: numbers run in the order of dates. */
  | 'LATER_NUMBER'
  /** The entity may not issue invoices of that day. */
  | 'SUSPENDED'
  /** As LATER_NUMBER, after an incident and within the days that the law gives for it: it is not counted. */
  | 'INCIDENT';

export type InvoiceDate = { readonly date: Day; readonly late: LateReason | null };

/**
 * The date of an invoice that is made on `issueDay`: the lawful one while it can be signed in time and no later date
 * is used in the symbol («giữ ngày») and the entity may issue invoices of that day, otherwise the day on which it is
 * really made («ngày thực lập»), which is then at the wrong time. Where the seller may choose among days, the first that
 * all of this allows. Nothing is dated back. The sale is not after `issueDay` (`isAhead`).
 */
export function invoiceDate(issueDay: Day, sale: SaleDay, rules: DateRules, terms: DateTerms): InvoiceDate {
  const { lastIssuedDate: last } = terms;
  const signing = lastSigningDay(sale, rules, terms);
  if (signing !== null && signing.judge < issueDay) return { date: notBefore(issueDay, last), late: 'SIGNING_OVER' };
  const first = lawfulDate(sale, rules);
  const until = lastLawfulDate(sale, rules, terms).judge;
  const after = afterIncident(sale, rules, terms);
  for (let date = notBefore(first, last); date <= until; date = addDays(date, 1)) {
    if (suspensionOn(date, terms)) continue;
    const signed = signedUntil(date, rules, terms);
    if (signed === null || signed.judge >= issueDay || date === until || after) return { date, late: null };
  }
  if (suspensionOn(first, terms) || suspensionOn(until, terms))
    return { date: notBefore(issueDay, last), late: 'SUSPENDED' };
  const late = after !== undefined && issueDay <= after.judge ? 'INCIDENT' : 'LATER_NUMBER';
  return { date: notBefore(issueDay, last), late };
}

/** A date ahead of the day of issuing that the symbol already has blocks the export; a plan still never goes back. */
const notBefore = (day: Day, last: Day | undefined): Day => (last !== undefined && day < last ? last : day);

/**
 * The dates of a period's invoices, by entity and day of sale. Every answer is worked out once: a month has many sales
 * of one day.
 */
export function dateFinder({
  period: { issueDay },
  invoiceRules,
}: Pick<IssuanceInput, 'period' | 'invoiceRules'>): (terms: ProfileTerms, sale: SaleDay) => InvoiceDate {
  return onceByDay((terms, sale) => invoiceDate(issueDay, sale, invoiceRules, terms));
}

/** The last signing days of sales, by entity and day of sale; worked out once like `dateFinder`. */
export function signingFinder({
  invoiceRules,
}: Pick<IssuanceInput, 'invoiceRules'>): (terms: ProfileTerms, sale: SaleDay) => SigningDay | null {
  return onceByDay((terms, sale) => lastSigningDay(sale, invoiceRules, terms));
}

/** Works an answer out once for an entity and a day of sale; a day without facts of its own is a key already. */
function onceByDay<T extends object | null>(
  make: (terms: ProfileTerms, sale: SaleDay) => T,
): (terms: ProfileTerms, sale: SaleDay) => T {
  const known = new Map<string, Map<string, T>>();
  return (terms, sale) => {
    const ofTerms = known.get(terms.code) ?? new Map<string, T>();
    known.set(terms.code, ofTerms);
    const key = keyOf(sale);
    const found = ofTerms.get(key);
    if (found !== undefined) return found;
    const made = make(terms, sale);
    ofTerms.set(key, made);
    return made;
  };
}

/** Days of their own are kept apart: T1 does not move them. */
const keyOf = (sale: SaleDay): string =>
  typeof sale === 'string' ? sale : sale.because === 'document' ? dayKeyOf(sale) : `${dayKeyOf(sale)}!`;

/** The year that the two digits of a symbol name (C26TYY: 2026), also behind the form's number; undefined where it has none. */
export function symbolYear(symbol: string): string | undefined {
  const [, digits] = /^\s*\d?[A-Z](\d{2})/i.exec(symbol) ?? [];
  return digits === undefined ? undefined : `20${digits}`;
}

/** True when a date can be one of the symbol: a symbol is of one year (C26TYY of 2026). An empty symbol says nothing. */
export const isOfSymbol = (symbol: string, day: Day): boolean => symbol === '' || symbolYear(symbol) === yearOf(day);

/** True for a sale whose invoice cannot be made on `issueDay` yet, because its day is still to come. */
export const isAhead = (issueDay: Day, saleDay: Day): boolean => issueDay < saleDay;

/**
 * The date of a draft that was made before, on `issueDay`: its own while that can still be written, otherwise the one that
 * the rule gives it now (`lawful`). Never an earlier one, and none ahead of the day of issuing.
 */
export function redatedOn(
  issueDay: Day,
  { date, saleDay }: { readonly date: Day; readonly saleDay: Day },
  lawful: Day,
): Day {
  // The day on which it is really made is never wrong to write.
  if (date === issueDay || isAhead(issueDay, saleDay) || lawful > issueDay) return date;
  return lawful > date ? lawful : date;
}

/**
 * True when a profile's lock forbids an invoice of these days: both the sale's posting date and the date of the invoice
 * must be after the lock.
 */
export const isLocked = (date: Day, saleDay: Day, { lockedThrough }: Pick<ProfileTerms, 'lockedThrough'>): boolean =>
  lockedThrough !== undefined && (saleDay <= lockedThrough || date <= lockedThrough);

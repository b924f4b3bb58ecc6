import { netAmountOf, type SalesLine, saleKeyOf } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { sumVnd, type Vnd } from '../../money.ts';
import { HOLDING } from '../invoice-status.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Shortage } from '../types.ts';
import { afterIncident, lastLawfulDate, lawfulDate, signingFinder } from './dates.ts';
import { type FineStep, fineStep } from './fines.ts';
import { dayFinder, lawfulDayOfInvoice } from './lawful-day.ts';

/** Invoices of one entity at the wrong time, and sales without one that can no longer be in time. */
export type Lateness = {
  readonly profile: string;
  /** Keys of invoices that carry another date than the law gives them. */
  readonly late: readonly string[];
  /** Those of them that the law takes more lightly: promotion and gifts only. */
  readonly lateLight: number;
  /** Sales with something uninvoiced of which the last day of signing is over: a number that Bravo gives anew is of several. */
  readonly missing: readonly MissingSale[];
  readonly missingLight: number;
  /** The step of the fine for the late ones, and for the missing ones if they are never made; null for none. */
  readonly lateStep: FineStep | null;
  readonly missingStep: FineStep | null;
};

/** A person or household business signs with twelve digits. */
const isHousehold = (taxCode: string): boolean => /^\d{12}$/.test(taxCode);

/** The date that an invoice carries: the one under which AMIS issued it where that is known, else the planned one. */
export const carriedDate = ({ date, issuedOn }: Pick<PlannedInvoice, 'date' | 'issuedOn'>): Day => issuedOn ?? date;

type Dated = Pick<PlannedInvoice, 'profile' | 'date' | 'issuedOn' | 'documentDate' | 'bravoDocument' | 'items'>;
type Law = Pick<IssuanceInput, 'invoiceRules' | 'profiles' | 'lines'>;

/** True for an invoice that carries another date than the law gives it, without an incident that explains it. */
export const isLate = (invoice: Dated, law: Law): boolean => !isLawful(invoice, law) && !isExcused(invoice, law);

/** True for an invoice that carries its lawful date, or one of those among which the law lets the seller choose. */
function isLawful(invoice: Dated, law: Law): boolean {
  const sale = lawfulDayOfInvoice(invoice, law);
  const [date, first] = [carriedDate(invoice), lawfulDate(sale, law.invoiceRules)];
  if (date <= first || sale.workingDays === undefined) return date === first;
  return date <= lastLawfulDate(sale, law.invoiceRules, termsOf(invoice, law) ?? {}).judge;
}

/** True for an invoice of a later date than its sale's that an incident kept back, made within the days after it (law.md, T12). */
export function isExcused(invoice: Dated, law: Law): boolean {
  const terms = termsOf(invoice, law);
  if (!terms?.incidents || isLawful(invoice, law)) return false;
  const sale = lawfulDayOfInvoice(invoice, law);
  const after = afterIncident(sale, law.invoiceRules, terms);
  const date = carriedDate(invoice);
  return after !== undefined && lawfulDate(sale, law.invoiceRules) < date && date <= after.judge;
}

const termsOf = ({ profile }: Dated, { profiles }: Law) => profiles.find(({ terms }) => terms.code === profile)?.terms;

/**
 * The invoices at the wrong time of every entity. A sale without an invoice counts with the first entity that is declared
 * for its branch: in the end it will be late, with any of them. Sale and light class in one case take the dearer step
 * (law.md, F1).
 */
export function latenessOf(input: IssuanceInput, plan: Pick<IssuancePlan, 'invoices' | 'shortages'>): Lateness[] {
  const { invoiceRules, period } = input;
  const live = Map.groupBy(
    plan.invoices.filter((invoice) => HOLDING.has(invoice.status) && isLate(invoice, input)),
    ({ profile }) => profile,
  );
  const missing = missingSales(input, plan);
  return input.profiles.map(({ terms: { code, taxCode } }): Lateness => {
    const late = live.get(code) ?? [];
    const lateLight = late.filter(({ items }) => items.every(({ kind }) => kind === 'free')).length;
    const own = missing.get(code) ?? new Map<string, MissingSale>();
    const missingLight = [...own.values()].filter(({ isLight }) => isLight).length;
    const terms = { isHousehold: isHousehold(taxCode) };
    const step = (count: number, light: number, of: 'late' | 'missing') =>
      fineStep(count, light === count ? `${of}Light` : `${of}Sale`, period.issueDay, invoiceRules, terms);
    return {
      profile: code,
      late: late.map(({ key }) => key),
      lateLight,
      missing: [...own.values()],
      missingLight,
      lateStep: step(late.length, lateLight, 'late'),
      missingStep: step(own.size, missingLight, 'missing'),
    };
  });
}

/** A sale by the id of one of its lines; `amount`: what of it is uninvoiced. Light: only gifts are. */
export type MissingSale = { readonly line: string; readonly amount: Vnd; readonly isLight: boolean };

/** True for the money or the goods alone of a line that has both: its invoice has the others, and is to be adjusted. */
const isOfInvoice = (line: SalesLine, { amount, baseQuantity }: Pick<Shortage, 'amount' | 'baseQuantity'>): boolean =>
  (line.kind === 'goods' && baseQuantity === 0n && line.baseQuantity !== 0n) ||
  (amount === 0 && netAmountOf(line) !== 0);

/** Finds the part of a shortage whose invoice was replaced, by one that the ledger of AMIS does not show any more: it has been invoiced. */
function replacedFinder({ kept }: Pick<IssuanceInput, 'kept'>): (shortage: Shortage) => Vnd | undefined {
  const held = new Map<string, Vnd>();
  for (const { items } of kept.filter(({ status }) => status === 'replaced'))
    for (const { allocations } of items)
      for (const { line, amount } of allocations) held.set(line, sumVnd([held.get(line) ?? 0, amount]));
  return ({ line, reason }) => (reason === 'NEEDS_REVIEW' ? held.get(line) : undefined);
}

/** Sales past their last day of signing, by entity and their key. */
function missingSales(
  input: IssuanceInput,
  { shortages }: Pick<IssuancePlan, 'shortages'>,
): Map<string, Map<string, MissingSale>> {
  const { lines, profiles, period } = input;
  const signingOf = signingFinder(input);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const termsByCode = new Map(profiles.map(({ terms }) => [terms.code, terms]));
  const dayOf = dayFinder(input);
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner]));
  const replacedOf = replacedFinder(input);
  const found = new Map<string, Map<string, MissingSale>>();
  for (const shortage of shortages) {
    const { line: id, reason, baseQuantity } = shortage;
    const replaced = replacedOf(shortage);
    const amount = sumVnd([shortage.amount, -(replaced ?? 0)]);
    if (replaced !== undefined && amount <= 0) continue;
    const line = byId.get(id);
    const [profile] = line ? (period.issuers[line.branchCode] ?? []) : [];
    const terms = profile === undefined ? undefined : termsByCode.get(profile);
    // A return left over lowers what was invoiced: its invoice is an adjustment, which has no such day.
    if (!line || !terms || reason === 'RETURN_UNMATCHED' || amount < 0 || (amount === 0 && baseQuantity <= 0n))
      continue;
    if (isOfInvoice(line, { amount, baseQuantity })) continue;
    const sale = dayOf(terms.code, line, partners.get(line.partnerCode));
    // An export that is not cleared yet has no last day.
    if (line.dayFacts?.isExport && sale.waits !== undefined) continue;
    const signing = signingOf(terms, sale);
    if (signing === null || period.issueDay <= signing.judge) continue;
    const own = found.get(terms.code) ?? new Map<string, MissingSale>();
    const key = saleKeyOf(line);
    const known = own.get(key);
    const isLight = line.kind === 'free' && known?.isLight !== false;
    own.set(key, { line: known?.line ?? id, amount: sumVnd([known?.amount ?? 0, amount]), isLight });
    found.set(terms.code, own);
  }
  return found;
}

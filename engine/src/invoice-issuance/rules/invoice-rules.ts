import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { by } from '../../order.ts';
import type { VatRate } from '../../vat-rate.ts';

/** A professional's word that a rule is right: the name given, and the day of it. */
export type Confirmation = { readonly by: string; readonly on: Day };

/** The ways in which a shipped rule was read: in the full text of the law, in one careful secondary source, or inferred. */
export const CONFIDENCES = ['full', 'second', 'inferred'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The source of a rule, with the professional's confirmation; a rule without one is shown as unconfirmed. */
type Sourced = {
  /** Name of the rule in docs/law.md, kept through its changes; absent for a rule that an installation has added. */
  readonly id?: string;
  /** Absent for a rule that an installation has written. */
  readonly confidence?: Confidence;
  /** Law, decree or circular. */
  readonly source: string;
  /** Article or address of the text; may be empty. */
  readonly reference: string;
  readonly confirmed: Confirmation | null;
};

/** Of such rules the latest one that has begun is in force; the first begins at `SINCE_ALWAYS`. */
type Succeeding = Sourced & { readonly fromDate: Day };

/** The rates that a supply may carry. `KHAC` permits every `KHAC:x` up to the highest rate that is named. */
export type VatRatesRule = Succeeding & { readonly rates: readonly VatRate[] };

/** A reduction of VAT by law: supplies dated within it take `reducedRate` instead of `standardRate`. */
export type VatReductionRule = Sourced & {
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly standardRate: VatRate;
  readonly reducedRate: VatRate;
};

/** The words for an unidentified individual buyer on an invoice, by its own date. */
export type ConsumerText = Succeeding & { readonly text: string };

/** Days on which no invoice has to be issued, both included. */
export type Holiday = Sourced & { readonly fromDate: Day; readonly toDate: Day; readonly name: string };

/** Form, symbol (`[letters]`, two digits of the year, `[kinds]`, two letters A–Z) and number of an invoice, by its date. */
export type SymbolRule = Succeeding & {
  readonly forms: string;
  readonly letters: string;
  readonly kinds: string;
  readonly numberDigits: number;
};

/** The date of an invoice is so many days after the sale; 0: the day of the sale itself. */
export type InvoiceDateRule = Succeeding & { readonly days: number };

/** Signing and sending end so many working days after the date of the invoice; null: no limit is known. */
export type SigningRule = Succeeding & { readonly workingDays: number | null };

/** A working day that the public service swaps: it is off, and the Saturday `worked` is worked in its place. */
export type Swap = Sourced & { readonly fromDate: Day; readonly worked: Day };

/** Days, a year as a rule, for which all days off are announced. */
export type AnnouncedHolidays = Sourced & { readonly fromDate: Day; readonly toDate: Day };

/** A fine for an organisation, in đồng, from and to; 0 and 0: a warning (cảnh cáo). */
export type FineRange = { readonly low: Vnd; readonly high: Vnd };

/**
 * Fines for `from` and more invoices of one case, up to the next bracket: made at the wrong time, or not made at all;
 * of sales, or of what the law takes more lightly (promotion, gifts, samples, returns).
 */
export type FineBracket = {
  readonly from: number;
  readonly lateSale: FineRange;
  readonly lateLight: FineRange;
  readonly missingSale: FineRange;
  readonly missingLight: FineRange;
};

/** The steps of the fines for acts that end on its days, by number of invoices. */
export type FineLadder = Succeeding & { readonly brackets: readonly FineBracket[] };

/** The fate of invoices that have a number and are dated on its days: cancelled or never. */
export type CancellationRule = Succeeding & { readonly isAllowed: boolean };

/** The right to put promotion and gifts of its days on one invoice of a month or quarter, with a list. */
export type ConsolidationRule = Succeeding & { readonly isAllowed: boolean };

/** Working days after an incident's end in which its invoices are made, for an incident that ends on its days; null: the law names none. */
export type IncidentRule = Succeeding & { readonly sellerDays: number | null; readonly taxSystemDays: number | null };

/** The invoice of an export is dated so many working days after customs clearance at the latest; null: by its document, as goods. */
export type ExportDateRule = Succeeding & { readonly workingDays: number | null };

/** True: money taken before or during a service gives its invoice the day, if it comes before completion. */
export type ServiceDateRule = Succeeding & { readonly isPaymentCounted: boolean };

/**
 * The closed list of trades whose services are invoiced at the end of their reconciliation, and the last day of that: a day of
 * the month after the supply, or so many days after the end of an agreed period.
 */
export type ReconciliationRule = Succeeding & {
  readonly trades: readonly string[];
  readonly dayOfNextMonth: number;
  readonly daysAfterPeriod: number;
};

/** The last ordinal of a dependent unit behind a tax code, by the law; higher ones given before stay in use. */
export type BranchCodeRule = Succeeding & { readonly last: number };

/** Accounts that the chart of accounts does not divide any more: an entity may keep accounts below them as its own. */
export type AccountChartRule = Succeeding & { readonly undivided: readonly string[] };

/** Every dated rule of an installation, each kind in the order of its dates. */
export type InvoiceRules = {
  readonly vatRates: readonly VatRatesRule[];
  readonly vatReductions: readonly VatReductionRule[];
  readonly consumerTexts: readonly ConsumerText[];
  readonly holidays: readonly Holiday[];
  readonly announcedHolidays: readonly AnnouncedHolidays[];
  readonly swaps: readonly Swap[];
  readonly symbols: readonly SymbolRule[];
  readonly invoiceDates: readonly InvoiceDateRule[];
  readonly signing: readonly SigningRule[];
  readonly fineLadders: readonly FineLadder[];
  readonly cancellations: readonly CancellationRule[];
  readonly consolidations: readonly ConsolidationRule[];
  readonly incidents: readonly IncidentRule[];
  readonly exportDates: readonly ExportDateRule[];
  readonly serviceDates: readonly ServiceDateRule[];
  readonly reconciliationTrades: readonly ReconciliationRule[];
  readonly branchCodes: readonly BranchCodeRule[];
  readonly accountCharts: readonly AccountChartRule[];
};

export type RuleKind = keyof InvoiceRules;

/** The rules that decide the rate of a supply. */
export type VatRules = Pick<InvoiceRules, 'vatRates' | 'vatReductions'>;

/** The rules that decide the date of an invoice and the last day of its signature. */
export type DateRules = Pick<
  InvoiceRules,
  'invoiceDates' | 'signing' | 'holidays' | 'announcedHolidays' | 'swaps' | 'incidents'
>;

/** The rules that may give a sales line a day of its own. */
export type DayRules = Pick<InvoiceRules, 'exportDates' | 'serviceDates' | 'reconciliationTrades'>;

export const RULE_KINDS = [
  'vatRates',
  'vatReductions',
  'consumerTexts',
  'holidays',
  'announcedHolidays',
  'swaps',
  'symbols',
  'invoiceDates',
  'signing',
  'fineLadders',
  'cancellations',
  'consolidations',
  'incidents',
  'exportDates',
  'serviceDates',
  'reconciliationTrades',
  'branchCodes',
  'accountCharts',
] as const;

/** Kinds whose rules hold from one day to another, and on some days not at all. */
export const RANGED_KINDS: readonly RuleKind[] = ['vatReductions', 'holidays', 'announcedHolidays'];

/** The first day of a rule that has always held: before every document. */
export const SINCE_ALWAYS: Day = '1900-01-01';

/** The rule in force on a day, of those that follow one another. One since always holds on a mistyped day of year 1026 as well. */
export function ruleOn<Rule extends { readonly fromDate: Day }>(rules: readonly Rule[], day: Day): Rule | undefined {
  let found: Rule | undefined;
  for (const rule of rules) {
    const holds = rule.fromDate <= day || rule.fromDate === SINCE_ALWAYS;
    if (holds && (!found || rule.fromDate >= found.fromDate)) found = rule;
  }
  return found;
}

/** The same rules with each kind in the order of its dates: equal sets are then written equally. */
export function sortRules(rules: InvoiceRules): InvoiceRules {
  const byDay = by<{ readonly fromDate: Day }>(({ fromDate }) => fromDate);
  // Each kind keeps its own type: only the order changes.
  return Object.fromEntries(RULE_KINDS.map((kind) => [kind, [...rules[kind]].sort(byDay)])) as unknown as InvoiceRules;
}

/**
 * The part of the rules that decides a plan: without sources and confirmations, and without rules that only checks look
 * at.
 */
export const planRules = (rules: InvoiceRules) => {
  const sorted = sortRules(rules);
  const {
    vatRates,
    vatReductions,
    consumerTexts,
    holidays,
    swaps,
    invoiceDates,
    signing,
    cancellations,
    consolidations,
    incidents,
    exportDates,
    serviceDates,
    reconciliationTrades,
  } = sorted;
  return {
    vatRates: vatRates.map(({ fromDate, rates }) => ({ fromDate, rates: rates.toSorted() })),
    vatReductions: vatReductions.map(({ fromDate, toDate, standardRate, reducedRate }) => ({
      ...{ fromDate, toDate, standardRate, reducedRate },
    })),
    consumerTexts: consumerTexts.map(({ fromDate, text }) => ({ fromDate, text })),
    holidays: holidays.map(({ fromDate, toDate }) => ({ fromDate, toDate })),
    swaps: swaps.map(({ fromDate, worked }) => ({ fromDate, worked })),
    invoiceDates: invoiceDates.map(({ fromDate, days }) => ({ fromDate, days })),
    signing: signing.map(({ fromDate, workingDays }) => ({ fromDate, workingDays })),
    cancellations: cancellations.map(({ fromDate, isAllowed }) => ({ fromDate, isAllowed })),
    consolidations: consolidations.map(({ fromDate, isAllowed }) => ({ fromDate, isAllowed })),
    incidents: incidents.map(({ fromDate, sellerDays, taxSystemDays }) => ({ fromDate, sellerDays, taxSystemDays })),
    exportDates: exportDates.map(({ fromDate, workingDays }) => ({ fromDate, workingDays })),
    serviceDates: serviceDates.map(({ fromDate, isPaymentCounted }) => ({ fromDate, isPaymentCounted })),
    reconciliationTrades: reconciliationTrades.map(({ fromDate, trades, dayOfNextMonth, daysAfterPeriod }) => ({
      ...{ fromDate, trades: trades.toSorted(), dayOfNextMonth, daysAfterPeriod },
    })),
  };
};

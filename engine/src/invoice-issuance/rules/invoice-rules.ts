import type { Day } from '../../day.ts';
import type { VatRate } from '../../vat-rate.ts';

/** A professional's word that a rule is right: the name given, and the day of it. */
export type Confirmation = { readonly by: string; readonly on: Day };

/** The source of a rule, with the professional's confirmation; a rule without one is shown as unconfirmed. */
type Sourced = {
  /** Law, decree or circular. */
  readonly source: string;
  /** Article or address of the text; may be empty. */
  readonly reference: string;
  readonly confirmed: Confirmation | null;
};

/** Of such rules the latest one that has begun is in force; the first begins at `SINCE_ALWAYS`. */
type Succeeding = Sourced & { readonly fromDate: Day };

/** The rates that a supply may carry. `KHAC` permits every `KHAC:x`. */
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

/** A sale is to be invoiced at the latest so many working days after its day; 0: on the day itself. */
export type DeadlineRule = Succeeding & { readonly workingDays: number };

/** Every dated rule of an installation, each kind in the order of its dates. */
export type InvoiceRules = {
  readonly vatRates: readonly VatRatesRule[];
  readonly vatReductions: readonly VatReductionRule[];
  readonly consumerTexts: readonly ConsumerText[];
  readonly holidays: readonly Holiday[];
  readonly symbols: readonly SymbolRule[];
  readonly deadlines: readonly DeadlineRule[];
};

export type RuleKind = keyof InvoiceRules;

/** The rules that decide the rate of a supply. */
export type VatRules = Pick<InvoiceRules, 'vatRates' | 'vatReductions'>;

export const RULE_KINDS = ['vatRates', 'vatReductions', 'consumerTexts', 'holidays', 'symbols', 'deadlines'] as const;

/** The first day of a rule that has always held: before every document. */
export const SINCE_ALWAYS: Day = '1900-01-01';

/** The rule in force on a day, of those that follow one another. */
export function ruleOn<Rule extends { readonly fromDate: Day }>(rules: readonly Rule[], day: Day): Rule | undefined {
  let found: Rule | undefined;
  for (const rule of rules) if (rule.fromDate <= day && (!found || rule.fromDate >= found.fromDate)) found = rule;
  return found;
}

/** The same rules with each kind in the order of its dates: equal sets are then written equally. */
export function sortRules(rules: InvoiceRules): InvoiceRules {
  const sorted = <Rule extends { readonly fromDate: Day }>(own: readonly Rule[]): Rule[] =>
    own.toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : a.fromDate > b.fromDate ? 1 : 0));
  return {
    vatRates: sorted(rules.vatRates),
    vatReductions: sorted(rules.vatReductions),
    consumerTexts: sorted(rules.consumerTexts),
    holidays: sorted(rules.holidays),
    symbols: sorted(rules.symbols),
    deadlines: sorted(rules.deadlines),
  };
}

/**
 * The part of the rules that decides a plan: without confirmations, and without rules that only the pre-flight looks
 * at.
 */
export const planRules = (rules: InvoiceRules) => {
  const { vatRates, vatReductions, consumerTexts } = sortRules(rules);
  return {
    vatRates: vatRates.map(({ fromDate, rates }) => ({ fromDate, rates: rates.toSorted() })),
    vatReductions: vatReductions.map(({ fromDate, toDate, standardRate, reducedRate }) => ({
      ...{ fromDate, toDate, standardRate, reducedRate },
    })),
    consumerTexts: consumerTexts.map(({ fromDate, text }) => ({ fromDate, text })),
  };
};

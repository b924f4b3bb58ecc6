import { type RuleKind, SINCE_ALWAYS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { Problem } from '@khop/engine/problem.ts';
import { parseVatRate } from '@khop/engine/vat-rate.ts';
import { ApiError } from '../../../api/errors.ts';
import { bracketLines, bracketsOf } from './brackets.ts';
import { hasEnd, isOfOneDay, isSinceAlways, type Rule } from './rule.ts';

/** The fields of a rule of any kind as a form holds them; those of other kinds stay as they begin. */
export type RuleValues = {
  fromDate: string | null;
  toDate: string | null;
  standardRate: string;
  reducedRate: string;
  rates: string;
  text: string;
  name: string;
  forms: string;
  letters: string;
  kinds: string;
  numberDigits: number | null;
  workingDays: number | null;
  sellerDays: number | null;
  taxSystemDays: number | null;
  isPaymentCounted: boolean;
  trades: string;
  dayOfNextMonth: number | null;
  daysAfterPeriod: number | null;
  worked: string | null;
  days: number | null;
  brackets: string;
  isAllowed: boolean;
  last: number | null;
  undivided: string;
  source: string;
  reference: string;
  reason: string;
  /** The rule that is edited: its name stays, and how its text was read as long as that text does. */
  edited: Pick<Rule, 'id' | 'confidence' | 'source' | 'reference'> | undefined;
};

/** A new rule begins with what is usual. */
export const toValues = (rule: Rule | undefined): RuleValues => ({
  fromDate: !rule || isSinceAlways(rule) ? null : rule.fromDate,
  toDate: rule?.toDate ?? null,
  standardRate: rule?.standardRate ?? '10',
  reducedRate: rule?.reducedRate ?? '8',
  rates: rule?.rates?.join(', ') ?? '0, 5, 8, 10, KCT, KKKNT, KHAC',
  text: rule?.text ?? '',
  name: rule?.name ?? '',
  forms: rule?.forms ?? '123456789',
  letters: rule?.letters ?? 'CK',
  kinds: rule?.kinds ?? 'TDLMNBGHXF',
  numberDigits: rule?.numberDigits ?? 8,
  workingDays: rule ? (rule.workingDays ?? null) : 1,
  sellerDays: rule ? (rule.sellerDays ?? null) : 3,
  taxSystemDays: rule ? (rule.taxSystemDays ?? null) : 2,
  isPaymentCounted: rule?.isPaymentCounted ?? true,
  trades: (rule?.trades ?? []).join('\n'),
  dayOfNextMonth: rule?.dayOfNextMonth ?? 7,
  daysAfterPeriod: rule?.daysAfterPeriod ?? 7,
  worked: rule?.worked ?? null,
  days: rule?.days ?? 0,
  brackets: bracketLines(rule?.brackets ?? []).join('\n'),
  isAllowed: rule?.isAllowed ?? false,
  last: rule?.last ?? 990,
  undivided: (rule?.undivided ?? []).join(', '),
  source: rule?.source ?? '',
  reference: rule?.reference ?? '',
  reason: '',
  edited: rule,
});

const OWN_FIELDS: Readonly<Record<RuleKind, readonly (keyof RuleValues)[]>> = {
  vatReductions: ['toDate', 'standardRate', 'reducedRate'],
  vatRates: ['rates'],
  consumerTexts: ['text'],
  holidays: ['toDate', 'name'],
  symbols: ['forms', 'letters', 'kinds', 'numberDigits'],
  announcedHolidays: ['toDate'],
  swaps: ['worked'],
  invoiceDates: ['days'],
  signing: ['workingDays'],
  fineLadders: ['brackets'],
  cancellations: ['isAllowed'],
  consolidations: ['isAllowed'],
  incidents: ['sellerDays', 'taxSystemDays'],
  exportDates: ['workingDays'],
  serviceDates: ['isPaymentCounted'],
  reconciliationTrades: ['trades', 'dayOfNextMonth', 'daysAfterPeriod'],
  branchCodes: ['last'],
  accountCharts: ['undivided'],
};

/** The rule that was typed, still to be checked by the service. A holiday of one day needs no second date. */
export function toRule(kind: RuleKind, values: RuleValues): Rule {
  const own = Object.fromEntries(OWN_FIELDS[kind].map((field) => [field, values[field] ?? '']));
  const fromDate = values.fromDate ?? (hasEnd(kind) || isOfOneDay(kind) ? '' : SINCE_ALWAYS);
  const { edited } = values;
  const [source, reference] = [values.source.trim(), values.reference.trim()];
  const isSameText = edited?.confidence !== undefined && edited.source === source && edited.reference === reference;
  return {
    ...own,
    ...(kind === 'holidays' && { toDate: values.toDate ?? fromDate }),
    // No number of days: no limit is known.
    ...((kind === 'signing' || kind === 'exportDates') && { workingDays: values.workingDays }),
    ...(kind === 'incidents' && { sellerDays: values.sellerDays, taxSystemDays: values.taxSystemDays }),
    ...(kind === 'reconciliationTrades' && {
      trades: values.trades
        .split('\n')
        .map((one) => one.trim())
        .filter(Boolean),
    }),
    ...(kind === 'accountCharts' && { undivided: values.undivided.split(/[,;\s]+/).filter(Boolean) }),
    ...(kind === 'fineLadders' && { brackets: bracketsOf(values.brackets) }),
    ...(kind === 'vatReductions' && {
      standardRate: canonicalRate(values.standardRate),
      reducedRate: canonicalRate(values.reducedRate),
    }),
    ...(kind === 'vatRates' && { rates: values.rates.split(/[,;]/).map(canonicalRate).filter(Boolean) }),
    ...{ fromDate, source, reference, confirmed: null },
    ...(edited?.id !== undefined && { id: edited.id }),
    ...(isSameText && { confidence: edited.confidence }),
  };
}

/** Kinds whose fields say something when they are left empty. */
const MAY_BE_BLANK: readonly RuleKind[] = ['signing', 'incidents', 'exportDates'];

/** The fields that have to be filled in before the service can look at the rule. */
export function missingOf(kind: RuleKind, values: RuleValues): (keyof RuleValues)[] {
  const needed: (keyof RuleValues)[] = [
    ...(hasEnd(kind) || isOfOneDay(kind) ? (['fromDate'] as const) : []),
    ...(hasEnd(kind) && kind !== 'holidays' ? (['toDate'] as const) : []),
    ...OWN_FIELDS[kind].filter(
      (field) => !MAY_BE_BLANK.includes(kind) && field !== 'toDate' && field !== 'trades' && field !== 'undivided',
    ),
    ...(['source', 'reason'] as const),
  ];
  return needed.filter((field) => values[field] === null || String(values[field]).trim() === '');
}

/** "7%" → KHAC:7, as every rate is written; what is none stays for the service to refuse. */
function canonicalRate(typed: string): string {
  const rate = typed.trim().toUpperCase();
  if (rate === 'KHAC') return rate;
  try {
    return parseVatRate(rate) ?? '';
  } catch (error) {
    if (error instanceof Problem) return typed.trim();
    throw error;
  }
}

/** The problems of a refusal: by field for the rule at `index`, the others as sentences. */
export function problemsOf(error: Error, kind: RuleKind, index: number) {
  const details = error instanceof ApiError && error.code === 'RULES_INVALID' ? error.details : undefined;
  const { problems } = (details ?? { problems: [] }) as { problems: { path: string; message: string }[] };
  const place = `${kind}.${index}.`;
  return {
    fields: problems
      .filter(({ path }) => path.startsWith(place))
      .map(({ path, message }) => ({ field: path.slice(place.length) as keyof RuleValues, message })),
    others: problems.filter(({ path }) => !path.startsWith(place)).map(({ message }) => message),
  };
}

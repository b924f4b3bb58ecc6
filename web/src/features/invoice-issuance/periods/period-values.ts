import type { Resolver } from 'react-hook-form';
import type { InputOf } from '../../../api/operations.ts';
import { type Basis, issuerKey, type WrittenBasis } from './basis-values.ts';
import { type Incident, incidentProblems } from './incident-values.ts';
import { listOf, missingOf, type newTerms, type PeriodTerms, textOf } from './period-terms.ts';

/** The form of a period, as it is typed. */
export type PeriodValues = PeriodTerms & {
  /** Profiles that may issue for a branch of Bravo. */
  issuers: Readonly<Record<string, readonly string[]>>;
  /** The bases of these profiles; null: never stated. */
  bases: readonly Basis[] | null;
  /** Bases that are being written and are none of these yet, by issuer. */
  written: Readonly<Record<string, WrittenBasis>>;
  cancelled: string;
  internal: string;
  divisible: string;
  aggregate: boolean;
  gifts: GiftInvoices;
  /** Discounts of documents of their own go on the buyer's next purchase. */
  nextPurchase: boolean;
  incidents: readonly Incident[];
};

/** The profiles, by code, whose gifts of a month or of a quarter are on one invoice. */
export type GiftInvoices = Readonly<Record<string, 'month' | 'quarter'>>;

const giftsOf = (monthly: readonly string[] = [], quarterly: readonly string[] = []): GiftInvoices =>
  Object.fromEntries([
    ...quarterly.map((code) => [code, 'quarter'] as const),
    ...monthly.map((code) => [code, 'month'] as const),
  ]);
function giftRules(gifts: GiftInvoices) {
  const codesOf = (every: 'month' | 'quarter') => Object.keys(gifts).filter((code) => gifts[code] === every);
  const [consolidatedMonthly, consolidatedQuarterly] = [codesOf('month'), codesOf('quarter')];
  return {
    ...(consolidatedMonthly.length > 0 && { consolidatedMonthly }),
    ...(consolidatedQuarterly.length > 0 && { consolidatedQuarterly }),
  };
}

const DIVISIBLE = ['kg', 'g', 'm', 'mét', 'lít', 'l'];

/** The values that the form begins with. */
export function toValues({ rules, ...given }: ReturnType<typeof newTerms>): PeriodValues {
  return {
    name: given.name,
    fromDate: given.fromDate,
    toDate: given.toDate,
    chosen: [...given.profileIds],
    issuers: Object.fromEntries(Object.entries(given.issuers).map(([branch, ids]) => [branch, [...ids]])),
    bases: given.bases ?? null,
    written: {},
    cancelled: textOf(rules?.cancelledDocStatuses),
    internal: textOf(rules?.internalPartnerCodes),
    divisible: textOf(rules?.divisibleUnits ?? DIVISIBLE),
    aggregate: rules?.aggregateConsumersPerDay ?? false,
    nextPurchase: rules?.discountsOnNextPurchase ?? false,
    gifts: giftsOf(rules?.consolidatedMonthly, rules?.consolidatedQuarterly),
    incidents: rules?.incidents ?? [],
  };
}

/** The values of the form, as the service takes them; only profiles of the period issue. */
export function toBody(values: PeriodValues): InputOf<'createPeriod'>['body'] {
  const { chosen } = values;
  return {
    name: values.name.trim(),
    fromDate: values.fromDate ?? '',
    toDate: values.toDate ?? '',
    profileIds: [...chosen],
    issuers: Object.fromEntries(
      Object.entries(values.issuers).map(([branch, ids]) => [branch, ids.filter((id) => chosen.includes(id))]),
    ),
    bases: values.bases?.filter(({ profileId }) => chosen.includes(profileId)) ?? null,
    rules: {
      aggregateConsumersPerDay: values.aggregate,
      cancelledDocStatuses: listOf(values.cancelled),
      internalPartnerCodes: listOf(values.internal),
      divisibleUnits: listOf(values.divisible),
      ...giftRules(values.gifts),
      ...(values.nextPurchase && { discountsOnNextPurchase: true }),
      ...(values.incidents.length > 0 && { incidents: [...values.incidents] }),
    },
  };
}

/** The issuers that the form shows are those of the period: what is written for another is not seen. */
const isWriting = ({ written, issuers, chosen }: PeriodValues): boolean =>
  Object.entries(issuers).some(([branch, ids]) =>
    ids.some((id) => chosen.includes(id) && written[issuerKey(branch, id)] !== undefined),
  );

/** Asks for what is missing, and for what is half written, before anything is sent. */
export const periodResolver: Resolver<PeriodValues> = (values) => {
  const half = isWriting(values) ? { written: 'Căn cứ này chưa ghi: bấm «Ghi căn cứ» hoặc «Thôi», rồi lưu kỳ.' } : {};
  const isWrong = values.incidents.some((incident) => Object.keys(incidentProblems(incident)).length > 0);
  const incidents = isWrong ? { incidents: 'Sự cố cần ngày và bằng chứng.' } : {};
  const missing = Object.entries({ ...missingOf(values), ...half, ...incidents });
  if (missing.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(missing.map(([field, message]) => [field, { type: 'missing', message }])),
  };
};

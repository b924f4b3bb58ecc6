import type { Basis } from './basis-values.ts';
import type { Incident } from './incident-values.ts';

/** `a, b` ↔ ['a', 'b']: how lists of codes are typed. */
export const textOf = (items: readonly string[] | undefined): string => (items ?? []).join(', ');
export const listOf = (text: string): string[] =>
  [...new Set(text.split(/[,;\n]+/).map((part) => part.trim()))].filter(Boolean);

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The month before `now` in Vietnam: what an accountant opens a period for. */
export function lastMonth(now: Date): { name: string; fromDate: string; toDate: string } {
  const here = new Date(now.getTime() + 7 * 3_600_000);
  const [year, month] = [here.getUTCFullYear(), here.getUTCMonth() - 1];
  const fromDate = iso(year, month, 1);
  const toDate = iso(year, month + 1, 0);
  return {
    name: `Tháng ${Number(fromDate.slice(5, 7))}/${fromDate.slice(0, 4)}`,
    fromDate,
    toDate,
  };
}

type Known = {
  readonly fromDate: string;
  readonly toDate: string;
  readonly profileIds: readonly string[];
  readonly issuers: Readonly<Record<string, readonly string[]>>;
  readonly bases?: readonly Basis[] | null;
  readonly rules?: Rules;
};
type Rules = {
  readonly aggregateConsumersPerDay: boolean;
  readonly cancelledDocStatuses: readonly string[];
  readonly internalPartnerCodes: readonly string[];
  readonly divisibleUnits: readonly string[];
  readonly consolidatedMonthly?: readonly string[];
  readonly consolidatedQuarterly?: readonly string[];
  readonly discountsOnNextPurchase?: boolean;
  readonly incidents?: readonly Incident[];
};

type NewTerms = Omit<Known, 'bases' | 'rules'> & {
  readonly name: string;
  readonly bases: readonly Basis[] | null;
  readonly rules: Rules | undefined;
};

/**
 * The terms that a new period begins with: the month after the latest one, with its profiles, issuers, bases and rules;
 * without one last month, and the profile where there is no other to choose.
 */
export function newTerms(now: Date, periods: readonly Known[] = [], profileIds: readonly string[] = []): NewTerms {
  const latest = periods.toSorted((a, b) => (a.toDate < b.toDate ? 1 : -1))[0];
  if (!latest) {
    const only = profileIds.length === 1 ? profileIds : [];
    return { ...lastMonth(now), profileIds: only, issuers: {}, bases: null, rules: undefined };
  }
  const [year, month] = latest.toDate.split('-').map(Number) as [number, number];
  // `lastMonth` of the second month after it, on a day that is the same one everywhere.
  const days = lastMonth(new Date(Date.UTC(year, month + 1, 15)));
  const { issuers, bases = null, rules } = latest;
  const same = { ...days, profileIds: latest.profileIds, issuers, bases };
  if (!rules) return { ...same, rules };
  // Incidents are of the days of their own period.
  const { incidents: _, ...lasting } = rules;
  return { ...same, rules: lasting };
}

export type PeriodTerms = {
  readonly name: string;
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly chosen: readonly string[];
};

/** The obstacles to saving a period, in words, by field; empty when it can be saved. */
export function missingOf({ name, fromDate, toDate, chosen }: PeriodTerms): {
  readonly [field in keyof PeriodTerms]?: string;
} {
  const noDay = 'Nhập ngày.';
  return {
    ...(name.trim() === '' && { name: 'Đặt tên cho kỳ.' }),
    ...(fromDate === null && { fromDate: noDay }),
    ...(toDate === null && { toDate: noDay }),
    ...(fromDate !== null &&
      toDate !== null &&
      toDate < fromDate && { toDate: 'Ngày cuối không được trước ngày đầu.' }),
    ...(chosen.length === 0 && { chosen: 'Chọn ít nhất một hồ sơ AMIS.' }),
  };
}

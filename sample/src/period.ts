import { addDays, type Day } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import { cancelledStatus } from './ledger.ts';
import type { Branch, Partner, SamplePeriod, SampleProfile } from './model.ts';
import { divisibleUnits } from './words/vocabulary-goods.ts';

/** First and last day of a month written `YYYY-MM`. Throws BAD_MONTH. */
export function daysOfMonth(month: string): { fromDate: Day; toDate: Day } {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new Problem('BAD_MONTH', `Tháng «${month}» không hợp lệ: cần dạng YYYY-MM, ví dụ 2026-09.`, { month });
  }
  const fromDate = `${month}-01`;
  const nextMonth = `${addDays(fromDate, 31).slice(0, 7)}-01`;
  return { fromDate, toDate: addDays(nextMonth, -1) };
}

/** The invoice period of the sample: the month, the issuers of every branch, and the installation's rules. */
export function makePeriod(
  month: string,
  profiles: readonly SampleProfile[],
  branches: readonly Branch[],
  partners: readonly Partner[],
): SamplePeriod {
  const { fromDate, toDate } = daysOfMonth(month);
  const declared = branches.filter(({ issuers }) => issuers.length > 0);
  return {
    name: `Tháng ${Number(month.slice(5))}/${month.slice(0, 4)}`,
    fromDate,
    toDate,
    today: toDate,
    profiles,
    issuers: Object.fromEntries(
      declared.map(({ code, issuers }) => [code, issuers.map((index) => profiles[index]!.code)]),
    ),
    bases: declared.flatMap(({ code: branch, issuers }) =>
      issuers.map((index) => ({
        ...{ branch, profile: profiles[index]!.code, kind: 'own' as const },
        fromDate: `${fromDate.slice(0, 4)}-01-01`,
      })),
    ),
    rules: {
      aggregateConsumersPerDay: false,
      cancelledDocStatuses: [cancelledStatus],
      internalPartnerCodes: partners.filter(({ kind }) => kind === 'internal').map(({ bravoCode }) => bravoCode),
      divisibleUnits,
    },
  };
}

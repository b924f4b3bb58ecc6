import type { AGES } from '@khop/contract/invoice-issuance/three-sides.ts';
import { TELLS_ITSELF } from '@khop/engine/three-sides/kinds.ts';
import { type RawBuilder, sql } from 'kysely';

export type Age = (typeof AGES)[number];

/** Days from the invoice's own day; of one that adjusts an earlier month from the last day of that month. */
const DAYS_OLD = sql`c.as_of - case when r.origin_month < to_char(r.date, 'YYYY-MM')
  then (to_date(r.origin_month, 'YYYY-MM') + interval '1 month - 1 day')::date else r.date end`;

/** The bracket of age of a row. */
export const AGE: RawBuilder<Age> = sql<Age>`case when ${DAYS_OLD} <= 7 then '0-7' when ${DAYS_OLD} <= 30 then '8-30'
  when ${DAYS_OLD} <= 90 then '31-90' else '90+' end`;

/** True while an explanation was given to what the row says now, or where it needs none. */
export const IS_EXPLAINED = sql<boolean>`(r.kind is not distinct from ${TELLS_ITSELF} or coalesce(f.explained_stamp = r.stamp, false))`;

/** The rows of the comparison that is shown of a period, each with its finding. */
export const rowsOf = (periodId: string) => sql`
  three_sided_comparisons c
  join three_sided_rows r on r.run_id = c.run_id
  left join profiles p on p.id = r.profile_id
  left join three_sided_findings f on f.period_id = c.period_id and f.profile_id is not distinct from r.profile_id
    and f.trade = r.trade and f.key = r.key and f.closed_at is null
  where c.period_id = ${periodId}`;

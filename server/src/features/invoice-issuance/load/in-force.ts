import { sql } from 'kysely';

/** True for a decision `d` as long as the period has a line of it, as plans see it; «không phải dòng nào» has none. */
export const isInForce = sql<boolean>`(d.source_key is null or exists (select from period_sales_lines k
    where k.period_id = d.period_id and (k.source_key = d.source_key or k.source_key = any(d.other_lines))))`;

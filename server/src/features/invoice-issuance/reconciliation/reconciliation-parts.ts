import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { sql } from 'kysely';
import { listed } from '../../../db/listed.ts';
import type { PeriodRow } from '../period-rows.ts';

/**
 * Every part of every ledger line with the place it went to: the same parts as DoiChieu.xlsx. Before the first plan every
 * line is one part that is not invoiced yet.
 */
export const partsOf = (period: Pick<PeriodRow, 'id' | 'plan'>) =>
  period.plan === null
    ? sql`
      select s.source_key, 'unallocated' as place, null::uuid as profile_id, null::uuid as invoice_id, '' as reference,
        null as entry_key, null as reason, '' as why, s.base_quantity, s.amount - s.discount as amount
      from period_sales_lines s where s.period_id = ${period.id}`
    : sql`
      select a.source_key, 'invoiced' as place, i.profile_id, i.id as invoice_id, i.voucher_number as reference,
        null as entry_key, null as reason, '' as why, a.base_quantity, a.amount
      from invoice_allocations a join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id
      where a.period_id = ${period.id} and i.status in ${listed(HOLDING)}
      union all
      select source_key, 'alreadyInvoiced', profile_id, null, voucher_number, entry_key, null, '', base_quantity, amount
      from period_already_invoiced where period_id = ${period.id}
      union all
      select source_key, 'unallocated', null, null, '', null, reason, message, base_quantity, amount
      from period_shortages where period_id = ${period.id}
      union all
      select x.source_key, 'excluded', null, null, '', null, null, x.note, s.base_quantity, x.amount
      from period_excluded x
      join period_sales_lines s on s.period_id = x.period_id and s.source_key = x.source_key
      where x.period_id = ${period.id}
      union all
      select sale_line, 'netted', null, null, return_line, null, null, '', base_quantity, amount
      from period_netted where period_id = ${period.id}
      union all
      select return_line, 'netted', null, null, sale_line, null, null, '', -base_quantity, -amount
      from period_netted where period_id = ${period.id}`;

export type PlaceSums = {
  ledger: number;
  invoiced: number;
  alreadyInvoiced: number;
  unallocated: number;
  excluded: number;
  netted: number;
};

/** The six figures over parts `x`; `ledger` is the sum of the others. */
export const placeSums = sql`
  coalesce(sum(x.amount), 0)::bigint as ledger,
  coalesce(sum(x.amount) filter (where x.place = 'invoiced'), 0)::bigint as invoiced,
  coalesce(sum(x.amount) filter (where x.place = 'alreadyInvoiced'), 0)::bigint as already_invoiced,
  coalesce(sum(x.amount) filter (where x.place = 'unallocated'), 0)::bigint as unallocated,
  coalesce(sum(x.amount) filter (where x.place = 'excluded'), 0)::bigint as excluded,
  coalesce(sum(x.amount) filter (where x.place = 'netted'), 0)::bigint as netted`;

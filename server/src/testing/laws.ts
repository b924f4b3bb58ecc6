import type pg from 'pg';
import { expect } from 'vitest';

/**
 * What no sequence of calls may break, read from the tables themselves: conservation, no oversell, nothing invoiced twice. The
 * goods of an invoice that stands in the AMIS ledger have left in AMIS's own books: its lots are what is there without them.
 */
export async function expectLaws(pool: pg.Pool, periodId: string): Promise<void> {
  const { rows } = await pool.query(
    `with held as (
       select a.*, i.profile_id, exists (select from period_amis_sales e
         where e.period_id = i.period_id and e.profile_id = i.profile_id and e.voucher_number = i.voucher_number) as in_amis
       from invoice_allocations a join invoice_items t on t.id = a.item_id
       join invoices i on i.id = t.invoice_id
       where a.period_id = $1 and i.status in ('draft', 'exported', 'issued', 'adjusted')),
     netted as (
       select key, sum(amount) as amount from (
         select return_line as key, -amount as amount from period_netted where period_id = $1
         union all select sale_line, amount from period_netted where period_id = $1) n group by key),
     lines as (
       select s.*, coalesce(n.amount, 0) as netted from period_sales_lines s left join netted n on n.key = s.source_key
       where s.period_id = $1)
     select
       (select count(*)::int from lines where amount - discount <> invoiced + already_invoiced + unallocated + excluded + netted) as open_lines,
       (select count(*)::int from (select lot, sum(quantity) as q from held where lot is not null and not in_amis group by lot) d
         left join period_lots l on l.period_id = $1 and l.lot = d.lot where d.q > coalesce(l.quantity, 0)) as oversold,
       (select count(*)::int from (select source_key, sum(base_quantity) as q from held where lot is not null group by source_key) d
         left join period_sales_lines s on s.period_id = $1 and s.source_key = d.source_key
         where d.q > coalesce(s.base_quantity, 0)) as over_invoiced,
       (select count(*)::int from held h join period_lots l on l.period_id = $1 and l.lot = h.lot
         join period_sales_lines s on s.period_id = $1 and s.source_key = h.source_key where s.doc_date < l.available_from) as too_early,
       (select count(*)::int from (select profile_id, voucher_number from invoices where period_id = $1
         group by 1, 2 having count(*) > 1) v) as twice_numbered,
       (select coalesce(sum(amount), 0)::text from held) as invoiced,
       (select (plan -> 'tieOut' ->> 'invoiced') from invoice_periods where id = $1) as told,
       (select (plan -> 'tieOut' ->> 'ledger') from invoice_periods where id = $1) as ledger_told,
       (select sum(amount - discount)::text from lines) as ledger,
       (select count(*)::int from runs a join runs b on a.kind = b.kind and a.scope = b.scope and a.id < b.id
         where a.kind = 'generate-invoices' and a.scope = $1::text and a.started_at < b.finished_at and b.started_at < a.finished_at
           and a.finished_at > b.created_at) as overlapping`,
    [periodId],
  );
  const { invoiced, told, ledger, ledger_told, ...broken } = rows[0];
  expect(broken).toEqual({
    ...{ open_lines: 0, oversold: 0, over_invoiced: 0, too_early: 0, twice_numbered: 0, overlapping: 0 },
  });
  expect({ invoiced, ledger }).toEqual({ invoiced: told, ledger: ledger_told });
}

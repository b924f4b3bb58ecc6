import type pg from 'pg';
import { expect } from 'vitest';
import { withoutNestedLoops } from '../db/staging.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * The laws that no sequence of calls may break, read from the tables themselves: conservation, no oversell, nothing
 * invoiced twice.
 *
 * Oversold is, per profile, warehouse and product, what was invoiced beyond what AMIS has: the closing stock of its
 * report, less what the report need not contain. That is every invoice of ours, and every sale made in AMIS by hand,
 * that no ledger made by then shows, unless a person stated that the report contains a later one. What had left by then may be in
 * the report all the same, where the ledger was loaded after it: no draft may count on that, and without a draft it is no oversell. Per day: no more than
 * had come in by purchases and opening stock. Codes are compared without case, as AMIS does. What replaces an invoice
 * of ours that is still live sells the same goods.
 */
export async function expectLaws(pool: pg.Pool, periodId: string): Promise<void> {
  const { rows } = await inTransaction(pool, async (tx) => {
    // The tables were written a moment ago: the planner knows nothing of them, and no user waits for this.
    await tx.client.query('set local statement_timeout = 0');
    return withoutNestedLoops(tx, () => tx.client.query(LAWS, [periodId]));
  });
  const { invoiced, told, ledger, ledger_told, ...broken } = rows[0];
  expect(broken).toEqual({
    ...{
      open_lines: 0,
      oversold: 0,
      sold_before_they_came: 0,
      beyond_lots: 0,
      over_invoiced: 0,
      too_early: 0,
      twice_numbered: 0,
      overlapping: 0,
    },
  });
  expect({ invoiced, ledger }).toEqual({ invoiced: told, ledger: ledger_told });
}

const LAWS = `with held as (
       select a.*, i.profile_id, i.status, i.pinned, i.document_date, t.product_code, t.warehouse_code as warehouse,
         exists (select from period_amis_sales e
           join period_loads r on r.period_id = e.period_id and r.profile_id = e.profile_id and r.kind = 'inventory'
           where e.period_id = i.period_id and e.profile_id = i.profile_id and e.voucher_number = i.voucher_number
             and e.first_seen_at <= greatest(r.made_at, r.contains_ledger_at)) as in_report,
         -- It had not left when the report was made: that cannot contain it.
         not exists (select from period_loads r where r.period_id = i.period_id and r.profile_id = i.profile_id
           and r.kind = 'inventory' and i.handed_over_at <= greatest(r.made_at, r.contains_ledger_at)) as is_later
       from invoice_allocations a join invoice_items t on t.id = a.item_id
       join invoices i on i.id = t.invoice_id
       where a.period_id = $1 and i.status in ('draft', 'exported', 'issued', 'adjusted')),
     taken as (
       select profile_id, warehouse, lower(product_code) as product, sum(quantity) as q, bool_or(status = 'draft') as has_draft,
         sum(quantity) filter (where is_later) as later from held
       where lot is not null and not in_report group by 1, 2, 3),
     by_hand as (
       select e.profile_id, e.warehouse_code as warehouse, lower(e.product_code) as product, sum(greatest(e.quantity, 0)) as q
       from period_amis_sales e
       join period_loads r on r.period_id = e.period_id and r.profile_id = e.profile_id and r.kind = 'inventory'
       where e.period_id = $1 and e.first_seen_at > greatest(r.made_at, r.contains_ledger_at)
         and not exists (select from invoices i where i.period_id = e.period_id and i.profile_id = e.profile_id
           and i.voucher_number = e.voucher_number and i.status <> 'draft')
         and not exists (select from period_amis_sales o join invoices i
           on i.period_id = o.period_id and i.profile_id = o.profile_id and i.voucher_number = o.voucher_number
           where o.period_id = e.period_id and o.profile_id = e.profile_id and i.status in ('exported', 'issued')
             and o.invoice_number <> '' and e.description like 'Thay thế %số ' || o.invoice_number)
       group by 1, 2, 3),
     sold as (
       select profile_id, lower(product_code) as product, document_date as day, sum(quantity) as q from held
       where lot is not null group by 1, 2, 3),
     came as (
       select profile_id, lower(product_code) as product, from_date as day, sum(greatest(opening, 0)) as q
       from period_inventory_rows join invoice_periods p on p.id = period_id where period_id = $1 group by 1, 2, 3
       union all select profile_id, lower(product_code), accounting_date, greatest(quantity - returned_quantity, 0)
       from amis_purchase_lines),
     netted as (
       select key, sum(amount) as amount from (
         select return_line as key, -amount as amount from period_netted where period_id = $1
         union all select sale_line, amount from period_netted where period_id = $1) n group by key),
     lines as (
       select s.*, coalesce(n.amount, 0) as netted from period_sales_lines s left join netted n on n.key = s.source_key
       where s.period_id = $1)
     select
       (select count(*)::int from lines where amount - discount <> invoiced + already_invoiced + unallocated + excluded + netted) as open_lines,
       (select count(*)::int from taken t
         left join period_inventory_rows s on s.period_id = $1 and s.profile_id = t.profile_id
           and s.warehouse_code = t.warehouse and lower(s.product_code) = t.product
         left join by_hand h on h.profile_id = t.profile_id and h.warehouse = t.warehouse and h.product = t.product
         where case when t.has_draft then t.q else t.later end > greatest(coalesce(s.closing, 0) - coalesce(h.q, 0), 0)) as oversold,
       (select count(*)::int from sold d join invoice_periods p on p.id = $1 and d.day < p.to_date
         where (select sum(o.q) from sold o where o.profile_id = d.profile_id and o.product = d.product and o.day <= d.day)
           > (select coalesce(sum(c.q), 0) from came c where c.profile_id = d.profile_id and c.product = d.product and c.day <= d.day)) as sold_before_they_came,
       (select count(*)::int from (select lot, sum(quantity) as q from held where lot is not null and status = 'draft' and not pinned group by lot) d
         left join period_lots l on l.period_id = $1 and l.lot = d.lot where d.q > coalesce(l.quantity, 0)) as beyond_lots,
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
           and a.finished_at > b.created_at) as overlapping`;

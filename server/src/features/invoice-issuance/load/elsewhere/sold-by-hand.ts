import type { HeldGoods } from '@khop/engine/invoice-issuance/periods/held-goods.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { PeriodRow } from '../../period-rows.ts';

/**
 * Goods that AMIS has sold by hand in the periods `of`, and that the stock reports of `report` still count as there: a ledger had not
 * shown the sale, and one of after the report does. What the first ledger of a period shows may be of long before. A sale that the
 * period's own ledger has as well is counted there, and an invoice of ours as that; one that names no warehouse may have left any.
 */
export async function soldByHandSince(
  db: Database,
  { report, of, codeOf }: { report: PeriodRow; of: readonly string[]; codeOf: (profileId: string) => string },
): Promise<HeldGoods[]> {
  if (of.length === 0) return [];
  const { rows } = await sql<Omit<HeldGoods, 'profile' | 'quantity'> & { profileId: string; quantity: string }>`
    select o.name as period, s.profile_id, n.warehouse_code as warehouse, n.product_code as product, s.document_date as day,
      sum(s.quantity)::text as quantity
    from period_loads r
    join period_amis_sales s on s.profile_id = r.profile_id and s.period_id = any(${of}::uuid[])
      and s.first_seen_at > r.made_at and s.absent_at is not null and s.quantity > 0
    join invoice_periods o on o.id = s.period_id
    join (select distinct profile_id, warehouse_code, product_code from period_inventory_rows where period_id = ${report.id}) n
      on n.profile_id = r.profile_id and lower(n.product_code) = lower(s.product_code)
        and s.warehouse_code in ('', n.warehouse_code)
    where r.period_id = ${report.id} and r.kind = 'inventory'
      and not exists (select from invoices i
        where i.profile_id = s.profile_id and i.voucher_number = s.voucher_number and i.status <> 'draft')
      and not exists (select from period_amis_sales own where own.period_id = ${report.id}
        and own.profile_id = s.profile_id and own.voucher_number = s.voucher_number)
    group by o.from_date, o.name, s.profile_id, n.warehouse_code, n.product_code, s.document_date
    order by o.from_date, o.name, s.profile_id, n.warehouse_code, n.product_code, s.document_date`.execute(db);
  return rows.map(({ profileId, quantity, ...row }) => ({
    ...row,
    profile: codeOf(profileId),
    quantity: parseQuantity(quantity),
  }));
}

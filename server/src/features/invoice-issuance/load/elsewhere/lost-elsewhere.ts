import { addDays } from '@khop/engine/day.ts';
import { DAYS_NEAR } from '@khop/engine/invoice-issuance/amis-ledger/changed-since/entered-anew.ts';
import type { LostLine, SoldLine } from '@khop/engine/invoice-issuance/amis-ledger/changed-since/lost-line.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { listed } from '../../../../db/listed.ts';
import { withoutNestedLoops } from '../../../../db/staging.ts';
import type { PeriodRow } from '../../period-rows.ts';
import { LEFT_AND_LIVE } from '../earlier-sales.ts';

/** Twice those that may lie between a sale and its second entry: those left out may be second entries of sales as far away. */
const DAYS = 2 * DAYS_NEAR;

/** Lines that Bravo has lost, and lines that a person has left out of their periods. */
type LostElsewhere = Required<Pick<IssuanceInput, 'lostElsewhere' | 'leftOutElsewhere'>>;

/**
 * Lines that Bravo has lost since invoices of other periods left with them, of documents of this period or of days near it: a document of
 * the 30th that is deleted and entered anew on the 1st has another key, so that only what it says tells that it has left. One that a
 * person has found again in the period of its invoice, and left out there, is no sale of this one.
 */
export async function lostElsewhere(
  db: Database,
  { id, fromDate, toDate }: Pick<PeriodRow, 'id' | 'fromDate' | 'toDate'>,
): Promise<LostElsewhere> {
  type Row = Omit<LostLine, 'baseQuantity'> & { readonly baseQuantity: string; readonly periodId: string };
  const query = sql<Row>`
    select a.source_key as line, i.voucher_number, o.name as period, o.id as period_id, i.bravo_document as document,
      i.document_date::text as day, i.bravo_partner_code as partner,
      array(select c.bravo_code from product_connections c join amis_products p on p.id = c.amis_product_id
        where c.profile_id = i.profile_id and p.code = min(t.product_code) order by c.bravo_code) as items,
      sum(a.base_quantity)::text as base_quantity, sum(a.amount)::bigint as amount
    from invoices i
    join invoice_periods o on o.id = i.period_id
    join invoice_items t on t.invoice_id = i.id and t.kind <> 'discount'
    join invoice_allocations a on a.item_id = t.id
    where i.period_id <> ${id} and i.status in ${listed(LEFT_AND_LIVE)}
      and (i.document_date between ${addDays(fromDate, -DAYS)} and ${addDays(toDate, DAYS)}
        or i.bravo_document in (select document_key from period_sales_lines where period_id = ${id}))
      and not exists (select from sales_ledger_lines l where l.source_key = a.source_key)
      and not exists (select from period_sales_lines s where s.period_id = ${id} and s.source_key = a.source_key)
    group by i.id, o.id, a.source_key
    order by i.document_date, i.voucher_number, a.source_key, i.id`;
  // Each line with each line of the ledger would be hundreds of millions of pairs.
  const { rows } = await withoutNestedLoops({ db }, () => query.execute(db));
  return {
    lostElsewhere: rows.map(({ baseQuantity, periodId: _, ...row }) => ({
      ...row,
      baseQuantity: parseQuantity(baseQuantity),
    })),
    leftOutElsewhere: await leftOutOf(db, [...new Set(rows.map(({ periodId }) => periodId))]),
  };
}

/** The lines that people have left out of some periods; of a period with days in common one comes once. */
async function leftOutOf(db: Database, periodIds: readonly string[]): Promise<SoldLine[]> {
  const { rows } = await sql<Omit<SoldLine, 'baseQuantity'> & { readonly baseQuantity: string }>`
    select distinct on (s.source_key) s.source_key as id, s.branch_code, s.doc_code, s.doc_no, s.doc_date::text as doc_date,
      s.partner_code, s.item_code, s.base_quantity::text as base_quantity, s.amount, s.discount
    from period_exclusions x
    join period_sales_lines s on s.period_id = x.period_id and s.source_key = x.source_key
    where x.period_id = any(${periodIds}::uuid[])
    order by s.source_key, s.period_id`.execute(db);
  return rows.map(({ baseQuantity, ...row }) => ({ ...row, baseQuantity: parseQuantity(baseQuantity) }));
}

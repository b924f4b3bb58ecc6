import { HANDED_OVER } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { listed } from '../../../../db/listed.ts';
import { withoutNestedLoops } from '../../../../db/staging.ts';
import type { PeriodRow } from '../../period-rows.ts';

/**
 * Lines of the period that have left in invoices of another period, or that an entry of its AMIS ledger has invoiced there: of days in
 * common, finished there while this period was closed, or because Bravo has moved the document to another month since. They
 * must not be invoiced a second time.
 */
export async function invoicedElsewhere(
  db: Database,
  { id }: Pick<PeriodRow, 'id'>,
): Promise<NonNullable<IssuanceInput['invoicedElsewhere']>> {
  const query = sql<{ line: string; voucherNumber: string; period: string }>`
    select distinct on (line) line, voucher_number, period from (
      select s.source_key as line, i.voucher_number, o.name as period
      from period_sales_lines s
      join invoice_periods o on o.id <> s.period_id
      join invoice_allocations a on a.period_id = o.id and a.source_key = s.source_key
      join invoice_items t on t.id = a.item_id
      join invoices i on i.id = t.invoice_id and i.status in ${listed(HANDED_OVER)}
      where s.period_id = ${id}
      union all
      select s.source_key, h.voucher_number, o.name
      from period_sales_lines s
      join invoice_periods o on o.id <> s.period_id
      join period_already_invoiced h on h.period_id = o.id and h.source_key = s.source_key
      where s.period_id = ${id}
    ) elsewhere
    order by line, voucher_number, period`;
  // Each line with each sale of other periods would be 400 million pairs at 20,000 lines.
  return (await withoutNestedLoops({ db }, () => query.execute(db))).rows;
}

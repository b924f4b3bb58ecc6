import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { PeriodRow } from './period-rows.ts';

/**
 * Lines of the period that have left in invoices of another period with days in common: whoever finished them there while this
 * period was closed must not find them invoiced a second time when it is opened again.
 */
export async function invoicedElsewhere(
  db: Database,
  { id, fromDate, toDate }: PeriodRow,
): Promise<NonNullable<IssuanceInput['invoicedElsewhere']>> {
  const { rows } = await sql<{ line: string; voucherNumber: string; period: string }>`
    select distinct on (a.source_key) a.source_key as line, i.voucher_number, o.name as period
    from invoice_periods o
    join invoices i on i.period_id = o.id and i.status in ('exported', 'issued', 'adjusted', 'replaced')
    join invoice_items t on t.invoice_id = i.id
    join invoice_allocations a on a.item_id = t.id
    join period_sales_lines s on s.period_id = ${id} and s.source_key = a.source_key
    where o.id <> ${id} and o.from_date <= ${toDate} and o.to_date >= ${fromDate}
    order by a.source_key, i.voucher_number`.execute(db);
  return rows;
}

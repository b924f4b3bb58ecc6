import { addDays } from '@khop/engine/day.ts';
import { DAYS_FAR } from '@khop/engine/invoice-issuance/amis-ledger/suspects/suspect-sales.ts';
import type { NumberElsewhere } from '@khop/engine/invoice-issuance/issued/number-elsewhere.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { withoutNestedLoops } from '../../../../db/staging.ts';
import type { PeriodRow } from '../../period-rows.ts';

/**
 * The invoice numbers in the ledgers of the periods around this one, of days on which its own ledger has invoices, too: a sale of the
 * 30th that is invoiced on the 5th has its number among those of the next month. Ledgers of years are not read through.
 */
export async function numbersElsewhere(
  db: Database,
  { id, profileIds, fromDate, toDate }: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<NumberElsewhere[]> {
  type Row = Omit<NumberElsewhere, 'profile'> & { readonly profileId: string };
  const query = sql<Row>`
    with own as (
      select profile_id, min(invoice_date) as first, max(invoice_date) as last from period_amis_sales
      where period_id = ${id} and profile_id = any(${profileIds}::uuid[]) and invoice_number <> ''
      group by profile_id)
    select distinct e.profile_id, e.invoice_number, e.invoice_symbol, e.invoice_date
    from invoice_periods o
    join period_amis_sales e on e.period_id = o.id
    join own on own.profile_id = e.profile_id and e.invoice_date between own.first and own.last
    where o.id <> ${id} and o.to_date >= ${addDays(fromDate, -DAYS_FAR)} and o.from_date <= ${addDays(toDate, DAYS_FAR)}
      and e.invoice_number <> ''
    order by e.profile_id, e.invoice_date, e.invoice_number, e.invoice_symbol`;
  const { rows } = await withoutNestedLoops({ db }, () => query.execute(db));
  return rows.map(({ profileId, ...row }) => ({ ...row, profile: codeOf(profileId) }));
}

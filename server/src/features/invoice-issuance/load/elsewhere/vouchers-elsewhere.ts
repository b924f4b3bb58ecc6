import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { PeriodRow } from '../../period-rows.ts';

/**
 * The highest voucher number per stem that other periods have given in these profiles, under keys that no invoice has: two
 * periods may share a month, and no number is given twice.
 */
export async function vouchersElsewhere(db: Database, period: PeriodRow): Promise<[key: string, voucher: string][]> {
  const { rows } = await sql<{ voucher: string }>`
    select max(voucher_number) as voucher from invoice_vouchers
    where profile_id = any(${period.profileIds}::uuid[]) and period_id <> ${period.id}
    group by profile_id, left(voucher_number, -position('-' in reverse(voucher_number))), length(voucher_number)
    order by voucher`.execute(db);
  return rows.map(({ voucher }) => [`kỳ khác: ${voucher}`, voucher]);
}

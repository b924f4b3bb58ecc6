import type { OpenElsewhere } from '@khop/engine/invoice-issuance/periods/held-goods.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { PeriodRow } from '../../period-rows.ts';

/**
 * Invoices of the period's profiles in other open periods that have no number yet: those that have left, and drafts that keep the
 * day of their sale. Closing a period says that everything of it is in AMIS.
 */
export async function openElsewhere(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<OpenElsewhere[]> {
  const { rows } = await sql<Omit<OpenElsewhere, 'profile'> & { readonly profileId: string }>`
    select o.name as period, i.profile_id, i.status, i.invoice_date_planned as date, count(*)::int as count
    from invoices i join invoice_periods o on o.id = i.period_id
    where i.profile_id = any(${period.profileIds}::uuid[]) and i.period_id <> ${period.id} and o.status <> 'closed'
      and (i.status = 'exported' or (i.status = 'draft' and i.invoice_date_planned = i.document_date))
    group by o.from_date, o.name, i.profile_id, i.status, i.invoice_date_planned
    order by o.from_date, o.name, i.profile_id, i.status, i.invoice_date_planned`.execute(db);
  return rows.map(({ profileId, ...row }) => ({ ...row, profile: codeOf(profileId) }));
}

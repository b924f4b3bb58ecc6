import { closingNeedsAcknowledgement, periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { PeriodRow } from '../period-rows.ts';
import { refuseSharedDays } from './no-shared-days.ts';

/** Closes a period: nothing may be left that is not planned, downloaded or acknowledged. */
export async function closePeriod(
  tx: Tx,
  row: PeriodRow,
  acknowledgement: string | undefined,
  user: { readonly email: string; readonly isAdmin: boolean },
  now: Date,
): Promise<void> {
  if (!periodCan.close(row)) throw new Refusal('PERIOD_STATE', 'Chỉ đóng được kỳ đã xuất hóa đơn.');
  await refuseUnplanned(tx, row);
  await refuseDrafts(tx, row);
  const left = (row.plan as { tieOut?: { unallocated: number } } | null)?.tieOut?.unallocated ?? 0;
  const shortages = await tx.db
    .selectFrom('periodShortages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('periodId', '=', row.id)
    .executeTakeFirstOrThrow();
  const isAsked = closingNeedsAcknowledgement({ unallocated: left }, shortages.count);
  if (isAsked && !(user.isAdmin && acknowledgement))
    throw new Refusal('ACKNOWLEDGEMENT_REQUIRED', undefined, { unallocated: left });
  await tx.db
    .updateTable('invoicePeriods')
    .set({
      status: 'closed',
      closedAt: now.toISOString(),
      closedBy: user.email,
      // An acknowledgement that was not asked for is a note of the month all the same.
      closeAcknowledgement: acknowledgement || null,
    })
    .where('id', '=', row.id)
    .execute();
}

/** The tie-out counts a draft as invoiced, but no one could download it from a closed period. */
async function refuseDrafts(tx: Tx, row: PeriodRow): Promise<void> {
  const { count, total } = await tx.db
    .selectFrom('invoices')
    .select((eb) => [eb.fn.countAll<number>().as('count'), sql<number>`coalesce(sum(total), 0)::bigint`.as('total')])
    .where('periodId', '=', row.id)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  if (count > 0)
    throw new Refusal(
      'PERIOD_STATE',
      `Kỳ còn ${count} hóa đơn nháp (${formatVnd(total)} đồng) chưa xuất sang AMIS. Tải bộ tệp của kỳ, hoặc sinh lại nếu chúng không còn đúng, rồi đóng kỳ.`,
    );
}

/** Revenue that came into the ledger after the plan is in no figure yet: an accountant cannot acknowledge it. */
async function refuseUnplanned(tx: Tx, row: PeriodRow): Promise<void> {
  const { rows } = await sql<{ ledger: number; open: number }>`
    with netted as (
      select key, sum(amount) as amount from (
        select return_line as key, -amount as amount from period_netted where period_id = ${row.id}
        union all select sale_line, amount from period_netted where period_id = ${row.id}) n group by key)
    select coalesce(sum(s.amount - s.discount), 0)::bigint as ledger,
      count(*) filter (where s.amount - s.discount
        <> s.invoiced + s.already_invoiced + s.unallocated + s.excluded + coalesce(n.amount, 0)) as open
    from period_sales_lines s left join netted n on n.key = s.source_key where s.period_id = ${row.id}`.execute(tx.db);
  const planned = (row.plan as { tieOut?: { ledger: number } } | null)?.tieOut?.ledger;
  if (rows[0]!.ledger !== planned || rows[0]!.open > 0)
    throw new Refusal(
      'PERIOD_STATE',
      'Sổ bán hàng của kỳ đã đổi sau lần sinh hóa đơn gần nhất. Hãy sinh lại để thấy đủ doanh thu rồi đóng kỳ.',
    );
}

/** Opens a closed period again, as long as no other open one has its days by now. */
export async function reopenPeriod(tx: Tx, row: PeriodRow, isAdmin: boolean): Promise<void> {
  if (!isAdmin) throw new Refusal('ADMIN_ONLY');
  if (!periodCan.reopen(row)) throw new Refusal('PERIOD_STATE', 'Chỉ mở lại được kỳ đã đóng.');
  await refuseSharedDays(tx, row);
  await tx.db
    .updateTable('invoicePeriods')
    .set({ status: 'exported', closedAt: null, closedBy: null })
    .where('id', '=', row.id)
    .execute();
}

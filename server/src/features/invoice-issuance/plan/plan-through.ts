import { formatDay } from '@khop/engine/day.ts';
import { type AuditEntry, audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { PeriodRow } from '../period-rows.ts';

/** Has the period's plan stop at a day from now on, or reach today again. A preview shows the plan up to the day in force. */
export async function planThrough(
  tx: Tx,
  { id, name, fromDate, toDate, throughDate }: PeriodRow,
  through: string | null,
  by: Pick<AuditEntry, 'actor' | 'requestId'>,
) {
  if (through !== null && (through < fromDate || through > toDate))
    throw new Refusal(
      'VALIDATION',
      `Ngày bàn giao phải ở trong kỳ, từ ${formatDay(fromDate)} đến ${formatDay(toDate)}.`,
    );
  if (through === throughDate) return;
  await tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ throughDate: through, inputRevision: eb('inputRevision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  // The day holds whatever becomes of the run, which has an entry of its own only when it ends well.
  await audit(tx, {
    ...by,
    action: 'period.set-through',
    entity: 'period',
    entityId: id,
    summary: `Kỳ ${name} lập hóa đơn ${through === null ? 'đến hôm nay' : `đến ngày ${formatDay(through)}`}`,
    before: { throughDate },
    after: { throughDate: through },
  });
}

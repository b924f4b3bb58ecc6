import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { todayOf } from '../../../db/clock/today.ts';
import { dropStaged } from '../../../db/staging.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { startRun } from '../../../jobs/runs.ts';
import { Refusal } from '../../../refusal.ts';
import { type PullCheckpoint, pullSales, type StoredSales, storePulledSales } from '../../bravo/pull-sales.ts';
import { invoicedElsewhere } from '../load/elsewhere/invoiced-elsewhere.ts';
import { lockPeriod, readPeriod } from '../period-rows.ts';
import { leaveTwinsOut } from './given-twins.ts';

type LoadPayload = { readonly periodId: string };

/** Starts reading the period's days from Bravo. */
export function startLoadSales({ context, params, user, commit }: Call<'loadBravoSales'>) {
  return commit(async (tx) => {
    const period = await lockPeriod(tx, params.id);
    if (!periodCan.load(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không nạp dữ liệu được.');
    return startRun(tx, context, {
      kind: 'load-bravo-sales',
      scope: period.id,
      payload: { periodId: period.id },
      createdBy: user.email,
    });
  });
}

/** Without a live Bravo the ledger is what files have given. */
const NOTHING_PULLED: StoredSales = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** Work of a load run: pulls the days into the stored ledger and freezes a copy for the period, both in one transaction. */
export async function loadBravoSales(work: RunWork<LoadPayload, PullCheckpoint>): Promise<void> {
  const { context, payload } = work;
  const { fromDate, toDate } = await readPeriod(context.db, payload.periodId);
  // Before the reading: sales that Bravo gets meanwhile may be missed.
  const readOn = await todayOf(context.db);
  const { isFilesOnly = false } = context.bravo;
  if (!isFilesOnly) await pullSales(work, { fromDate, toDate });
  await work.finish(async (tx) => {
    const period = await lockPeriod(tx, payload.periodId);
    if (!periodCan.load(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không nạp dữ liệu được.');
    if (period.fromDate !== fromDate || period.toDate !== toDate)
      throw new Refusal('PERIOD_STATE', 'Khoảng ngày của kỳ vừa được đổi trong lúc nạp. Hãy nạp lại sổ bán hàng.');
    const stored = isFilesOnly ? NOTHING_PULLED : await storePulledSales(tx, work.id, { fromDate, toDate });
    await dropStaged(tx.client, work.id);
    const frozen = await freezeLines(tx, period.id, fromDate, toDate);
    const twins = await leaveTwinsOut(tx, period);
    // Bravo has moved their documents to these days since, or a closed period has them too: they wait, the others go on.
    const elsewhere = await invoicedElsewhere(tx.db, period);
    await tx.db
      .updateTable('invoicePeriods')
      .set((eb) => ({ inputRevision: eb('inputRevision', '+', 1), salesReadOn: readOn }))
      .where('id', '=', period.id)
      .execute();
    const lines = frozen - twins.length;
    const result = {
      ...{ ...stored, lines, twins: twins.length, twinDocuments: [...new Set(twins)].slice(0, 50) },
      invoicedElsewhere: elsewhere.length,
    };
    await audit(tx, {
      actor: work.createdBy,
      action: 'period.load-sales',
      entity: 'period',
      entityId: period.id,
      summary: `Nạp sổ bán hàng Bravo cho kỳ ${period.name}: ${formatVnd(lines)} dòng, ${formatVnd(stored.created)} mới, ${formatVnd(stored.changed)} sửa, ${formatVnd(stored.removed)} bỏ${twins.length > 0 ? `, ${formatVnd(twins.length)} dòng có ở cả hai nguồn chỉ lấy một` : ''}${elsewhere.length > 0 ? `, ${formatVnd(elsewhere.length)} dòng đã có hóa đơn ở kỳ khác nên chờ xem lại` : ''}`,
      after: { fromDate, toDate, ...result },
    });
    return result;
  });
}

const COLUMNS = [
  'source_key',
  'branch_code',
  'doc_code',
  'doc_no',
  'doc_date',
  'doc_status',
  'partner_code',
  'item_code',
  'item_name',
  'unit',
  'quantity',
  'convert_rate',
  'base_quantity',
  'unit_price',
  'amount',
  'discount',
  'vat_rate',
  'vat_amount',
  'warehouse_code',
  'kind',
  'description',
  'unstated',
  'day_facts',
];

/**
 * The period's own copy of the ledger: what a plan was made from must not move under it. Results of an earlier plan stay
 * with the lines that are still there; a new line is open until the next generation.
 */
async function freezeLines(tx: Tx, periodId: string, fromDate: string, toDate: string): Promise<number> {
  const columns = sql.raw(COLUMNS.join(', '));
  const updates = sql.raw(
    COLUMNS.slice(1)
      .map((column) => `${column} = excluded.${column}`)
      .join(', '),
  );
  await sql`
    delete from period_sales_lines s where s.period_id = ${periodId}
      and not exists (select from sales_ledger_lines l where l.source_key = s.source_key and l.doc_date between ${fromDate} and ${toDate})`.execute(
    tx.db,
  );
  const { rows } = await sql<{ count: number }>`
    with frozen as (
      insert into period_sales_lines (period_id, document_key, ${columns}, unallocated)
      select ${periodId}::uuid, branch_code || '/' || doc_code || '/' || doc_no, ${columns}, amount - discount from sales_ledger_lines where doc_date between ${fromDate} and ${toDate}
      on conflict (period_id, source_key) do update set document_key = excluded.document_key, ${updates} returning 1
    ) select count(*) as count from frozen`.execute(tx.db);
  return rows[0]!.count;
}

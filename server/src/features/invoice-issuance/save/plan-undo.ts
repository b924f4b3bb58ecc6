import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { lockPeriod, type PeriodRow, revisionOf } from '../period-rows.ts';
import { takeTurns } from '../periods/take-turns.ts';
import type { InvoiceChange } from '../plan-summary.ts';
import { partsOf, placeSums } from '../reconciliation/reconciliation-parts.ts';
import { dropProposal } from './plan-proposal.ts';

/** The tables of a plan, each after those it refers to. */
const TABLES = [
  'invoices',
  'invoice_items',
  'invoice_allocations',
  'period_shortages',
  'period_already_invoiced',
  'period_netted',
  'period_excluded',
  'period_lots',
  'period_reviews',
  'period_vat_differences',
] as const;

/** Copies the plan in force, row by row, under a name of its own: it is part of nothing until `keepForUndo` takes it. */
export async function copyForUndo({ db }: Pick<Tx, 'db'>, periodId: string, rowsId: string): Promise<void> {
  // Removes the rows that an earlier attempt at the same run has left.
  await db.deleteFrom('periodUndoRows').where('rowsId', '=', rowsId).execute();
  for (const table of TABLES) {
    await sql`insert into period_undo_rows (rows_id, period_id, table_name, content)
      select ${rowsId}::uuid, ${periodId}::uuid, ${table}, to_jsonb(t) from ${sql.table(table)} t where t.period_id = ${periodId}`.execute(
      db,
    );
  }
}

/** Keeps the plan in force, whose rows were copied under `rowsId`, before it is switched; what was kept before goes. Nothing is kept of no plan. */
export async function keepForUndo(
  tx: Tx,
  period: PeriodRow,
  rowsId: string,
  by: { actor: string; at: Date },
): Promise<void> {
  await dropUndo(tx, period.id);
  if (period.plan === null) return;
  await tx.db
    .insertInto('periodUndo')
    .values({
      periodId: period.id,
      rowsId,
      plan: toJson(period.plan),
      generatedAt: period.generatedAt,
      revisionAfter: revisionOf({ ...period, version: period.version + 1 }),
      change: toJson({}),
      createdBy: by.actor,
      createdAt: by.at.toISOString(),
    })
    .execute();
}

/** Says what the regeneration did whose predecessor is kept. */
export const noteChange = (tx: Tx, periodId: string, change: InvoiceChange) =>
  tx.db
    .updateTable('periodUndo')
    .set({ change: toJson(change) })
    .where('periodId', '=', periodId)
    .execute();

export const dropUndo = (tx: Tx, periodId: string) =>
  tx.db.deleteFrom('periodUndo').where('periodId', '=', periodId).execute();

/** The reason why the last regeneration cannot be undone any more; undefined when it can. */
export function undoRefusal(period: PeriodRow, undo: { readonly revisionAfter: string } | undefined) {
  if (period.status === 'closed') return 'Kỳ đã đóng nên không hoàn tác được.';
  if (!undo)
    return 'Không có lần sinh lại nào để hoàn tác: bản trước chỉ được giữ đến khi xuất tệp, sinh lại lần nữa, hoặc lần sinh lại nhận hóa đơn hủy, thay thế từ AMIS.';
  if (undo.revisionAfter === revisionOf(period)) return undefined;
  return 'Sau lần sinh lại đã có người sửa hóa đơn, thiết lập hoặc dữ liệu của kỳ: hoàn tác sẽ làm mất việc đó. Hãy sinh lại.';
}

/**
 * Brings the plan before the last regeneration back whole: the same invoices under the same ids, with their items,
 * shortages and figures. Refuses UNDO_NOT_POSSIBLE with the reason. An invoice that comes back gets a version that no
 * user has seen, so that an edit of what was shown in between is refused as stale.
 */
export async function restorePlan(tx: Tx, periodId: string, by: { actor: string }) {
  const period = await lockPeriod(tx, periodId);
  await takeTurns(tx, period);
  const undo = await tx.db
    .selectFrom('periodUndo')
    .select(['rowsId', 'plan', 'generatedAt', 'revisionAfter', 'change'])
    .where('periodId', '=', periodId)
    .executeTakeFirst();
  const refusal = undoRefusal(period, undo);
  if (!undo || refusal) throw new Refusal('UNDO_NOT_POSSIBLE', refusal);
  await sql`create temporary table versions_now on commit drop as
    select id, version, status, invoice_number, invoice_date, invoice_symbol, amis_difference from invoices where period_id = ${periodId}`.execute(
    tx.db,
  );
  for (const table of [...TABLES].reverse()) {
    await sql`delete from ${sql.table(table)} where period_id = ${periodId}`.execute(tx.db);
  }
  for (const table of TABLES) {
    await restoreRows(tx, undo.rowsId, table);
  }
  await sql`update invoices i set version = greatest(i.version, coalesce(n.version, 0)) + 1
    from invoices o left join versions_now n on n.id = o.id
    where o.id = i.id and i.period_id = ${periodId} and n.version is distinct from i.version`.execute(tx.db);
  await keepWhatAmisSaid(tx, periodId);
  await restoreLineResults(tx, period);
  await tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ plan: toJson(undo.plan), generatedAt: undo.generatedAt, version: eb('version', '+', 1) }))
    .where('id', '=', periodId)
    .execute();
  await dropUndo(tx, periodId);
  await dropProposal(tx, periodId);
  await audit(tx, {
    actor: by.actor,
    action: 'period.undo-regeneration',
    entity: 'period',
    entityId: periodId,
    summary: `Hoàn tác lần sinh lại gần nhất của kỳ ${period.name}`,
    before: { change: undo.change },
    after: { tieOut: (undo.plan as { tieOut: unknown }).tieOut },
  });
  return { undone: true, change: undo.change as InvoiceChange };
}

/** Numbers, dates and statuses that were read from AMIS are facts: they outlast the plan that learnt them. */
async function keepWhatAmisSaid(tx: Tx, periodId: string): Promise<void> {
  await sql`update invoices i set invoice_number = n.invoice_number, invoice_date = coalesce(n.invoice_date, i.invoice_date),
      invoice_symbol = coalesce(n.invoice_symbol, i.invoice_symbol), amis_difference = n.amis_difference,
      status = case when n.status in ('issued', 'adjusted') and i.status in ('exported', 'issued', 'adjusted') then n.status else i.status end
    from versions_now n
    where n.id = i.id and i.period_id = ${periodId} and n.invoice_number is not null`.execute(tx.db);
}

/**
 * Writes the rows of a table back with the columns that they had: one that was added since takes its default, as it did
 * in the rows that were there then, and one that was dropped is left out.
 */
async function restoreRows(tx: Tx, rowsId: string, table: (typeof TABLES)[number]): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select a.attname as column from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname in (
        select jsonb_object_keys(u.content) from (
          select content from period_undo_rows where rows_id = ${rowsId} and table_name = ${table} limit 1) u)
    order by a.attnum`.execute(tx.db);
  if (rows.length === 0) return;
  const columns = sql.join(rows.map(({ column }) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${sql.join(rows.map(({ column }) => sql.ref(`r.${column}`)))}
    from period_undo_rows u, jsonb_populate_record(null::${sql.table(table)}, u.content) r
    where u.rows_id = ${rowsId} and u.table_name = ${table}`.execute(tx.db);
}

/** The places of each line's đồng, added up again from the parts that came back. */
async function restoreLineResults(tx: Tx, period: PeriodRow): Promise<void> {
  await sql`
    with sums as (select x.source_key as key, ${placeSums} from (${partsOf(period)}) x group by x.source_key)
    update period_sales_lines s
    set invoiced = coalesce(n.invoiced, 0), already_invoiced = coalesce(n.already_invoiced, 0),
      unallocated = coalesce(n.unallocated, 0), excluded = coalesce(n.excluded, 0)
    from period_sales_lines o left join sums n on n.key = o.source_key
    where o.period_id = s.period_id and o.source_key = s.source_key and s.period_id = ${period.id}`.execute(tx.db);
}

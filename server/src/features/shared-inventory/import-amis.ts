import { formatDay } from '@khop/engine/day.ts';
import { sharedInventoryCan } from '@khop/engine/shared-inventory/period-can.ts';
import type { Row } from '@khop/engine/sheets/layout.ts';
import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';
import { audit } from '../../audit.ts';
import { fingerprintOf, type UpsertCounts } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';
import { startImport } from '../imports/start.ts';
import type { ImportBatch, ImportTarget } from '../imports/target.ts';
import {
  afterLoad,
  ensureCan,
  firstDayOf,
  lastDayOf,
  lockPeriod,
  monthText,
  type PeriodRow,
  periodOf,
  savePeriod,
} from './period-rows.ts';

/** Starts taking AMIS's stock list in; refuses INVENTORY_STATE at once when the period is locked. */
export async function loadSharedAmisInventory(call: Call<'loadSharedAmisInventory'>) {
  const period = await periodOf(call.context.db, call.query);
  ensureCan('load', period);
  return startImport(call, {
    target: importSharedInventory,
    kind: 'shared-inventory-amis',
    profileId: call.query.profileId,
    scope: period.id,
    options: { periodId: period.id },
  });
}

const text = (value: Row[string]): string => (value === null ? '' : String(value));
const number = (value: Row[string]): string => (value === null ? '0' : String(value));

/** AMIS "Tổng hợp tồn kho" → the AMIS side of a shared-inventory period. The file replaces what was loaded before. */
export const importSharedInventory: ImportTarget = {
  name: 'shared-inventory',
  layout: 'amis-inventory',
  productColumn: 'product_code',
  hasWarehouseNames: true,
  stager: (payload) => (row) => {
    const data = {
      period_id: payload.options.periodId,
      warehouse_code: text(row.warehouseCode ?? null),
      warehouse_name: text(row.warehouseName ?? null),
      product_code: text(row.productCode ?? null),
      product_name: text(row.productName ?? null),
      unit: text(row.unit ?? null),
      quantity: number(row.closingQuantity ?? null),
      value: row.closingValue ?? 0,
    };
    const warehouse = data.warehouse_code || `tên:${warehouseKey(data.warehouse_name)}`;
    return { key: `${warehouse}|${data.product_code}`, fingerprint: fingerprintOf(data), data };
  },
  check: async (context, payload) => {
    const period = await context.db
      .selectFrom('sharedInventoryPeriods')
      .select(['status', 'month'])
      .where('id', '=', payload.options.periodId ?? '')
      .executeTakeFirst();
    if (period && !sharedInventoryCan.load(period)) ensureCan('load', period);
  },
  apply: async (tx, batch) => {
    const before = await lockPeriod(tx, batch.payload.options.periodId ?? '');
    ensureCan('load', before);
    const warnings = compareDays(before, batch);
    const counts = await replaceRows(tx, batch, before.id);
    const after = await savePeriod(
      tx,
      before.id,
      afterLoad(before, {
        amisLoadedAt: batch.now.toISOString(),
        amisAsOf: batch.result.toDate ?? lastDayOf(before.month),
      }),
    );
    await audit(tx, {
      actor: batch.createdBy,
      action: 'shared-inventory.load-amis',
      entity: 'shared-inventory',
      entityId: before.id,
      summary: `Nạp tồn kho AMIS vào kỳ kho dùng chung tháng ${monthText(before.month)} từ tệp ${batch.payload.fileName}`,
      before: { status: before.status, amisAsOf: before.amisAsOf },
      after: { status: after.status, amisAsOf: after.amisAsOf, ...counts },
      requestId: batch.runId,
    });
    return { ...counts, warnings };
  },
};

/** Refuses a file of another month, and says so when stock is not as of the month's last day. */
function compareDays(period: PeriodRow, { result: { toDate } }: ImportBatch) {
  if (!toDate) return [];
  const last = lastDayOf(period.month);
  if (toDate < firstDayOf(period.month) || toDate > last)
    throw new Refusal(
      'WRONG_PERIOD',
      `Tệp ghi tồn kho đến ngày ${formatDay(toDate)}, ngoài tháng ${monthText(period.month)}. Hãy xuất lại từ AMIS đúng tháng.`,
    );
  if (toDate === last) return [];
  const message = `Tệp ghi tồn kho đến ngày ${formatDay(toDate)}, còn tồn kho Bravo được lấy đến ngày ${formatDay(last)}. Chênh lệch có thể do phát sinh giữa hai ngày.`;
  return [{ code: 'SNAPSHOT_DRIFT', message }];
}

/** Replaces the period's AMIS rows by the staged ones, and counts what that changes. */
async function replaceRows(tx: Tx, { runId }: ImportBatch, periodId: string): Promise<UpsertCounts> {
  const { rows } = await tx.client.query<UpsertCounts>(
    `with compared as (
       select t.period_id is null as is_new, t is not distinct from n.row as is_same
       from (select jsonb_populate_record(null::shared_inventory_amis_rows, r.data) as row from staged_rows r where r.run_id = $1) n
       left join shared_inventory_amis_rows t on t.period_id = $2
         and t.warehouse_code = (n.row).warehouse_code and t.product_code = (n.row).product_code)
     select (count(*) filter (where is_new))::int as created,
            (count(*) filter (where not is_new and not is_same))::int as changed,
            (count(*) filter (where not is_new and is_same))::int as unchanged from compared`,
    [runId, periodId],
  );
  await tx.client.query('delete from shared_inventory_amis_rows where period_id = $1', [periodId]);
  await tx.client.query(
    'insert into shared_inventory_amis_rows select (jsonb_populate_record(null::shared_inventory_amis_rows, r.data)).* from staged_rows r where r.run_id = $1',
    [runId],
  );
  return rows[0]!;
}

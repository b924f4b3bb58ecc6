import { formatDay } from '@khop/engine/day.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';
import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';
import { audit } from '../../audit/audit.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';
import { fieldsOfLayout, titleOf } from '../imports/differences/told.ts';
import { replaceStaged } from '../imports/replace-staged.ts';
import { startImport } from '../imports/start.ts';
import type { ImportBatch, ImportTarget, UndoneImport } from '../imports/target.ts';
import { reasonOfLaterFile } from '../imports/undo/reasons.ts';
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
  table: 'shared_inventory_amis_rows',
  told: {
    code: "r ->> 'product_code'",
    title: titleOf('product_name', 'warehouse_code'),
    fields: fieldsOfLayout('amis-inventory', ['product_name', 'unit', 'quantity', 'value'], {
      quantity: 'closingQuantity',
      value: 'closingValue',
    }),
  },
  codes: { product_code: 'product' },
  reasonsToKeep: reasonsOfShared,
  productColumn: 'product_code',
  hasWarehouseNames: true,
  stager: () => (given) => {
    const row = inMainUnit(given);
    const data = {
      warehouse_code: text(row.warehouseCode ?? null),
      warehouse_name: text(row.warehouseName ?? null),
      product_code: text(row.productCode ?? null),
      product_name: text(row.productName ?? null),
      unit: text(row.unit ?? null),
      quantity: number(row.closingQuantity ?? null),
      value: row.closingValue ?? 0,
    };
    const warehouse = data.warehouse_code || `tên:${warehouseKey(data.warehouse_name)}`;
    return { key: `${warehouse}|${data.product_code}`, fingerprint: '', data };
  },
  check: async (context, payload) => {
    const period = await context.db
      .selectFrom('sharedInventoryPeriods')
      .select(['status', 'month'])
      .where('id', '=', payload.options.periodId ?? '')
      .executeTakeFirst();
    if (period) ensureCan('load', period);
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

/** Refuses a file of another month, and says so when the two sides are not as of one day, or the file tells no day. */
function compareDays(period: PeriodRow, { result: { toDate } }: ImportBatch) {
  const last = lastDayOf(period.month);
  if (!toDate) {
    const message = `Tệp không ghi tồn kho đến ngày nào; Khớp coi là đến ngày ${formatDay(last)}. Hãy xem lại tệp có đúng là của tháng ${monthText(period.month)} không.`;
    return [{ code: 'DAY_NOT_STATED', message }];
  }
  if (toDate < firstDayOf(period.month) || toDate > last)
    throw new Refusal(
      'WRONG_PERIOD',
      `Tệp ghi tồn kho đến ngày ${formatDay(toDate)}, ngoài tháng ${monthText(period.month)}. Hãy xuất lại từ AMIS đúng tháng.`,
    );
  const { bravoAsOf } = period;
  if (toDate === (bravoAsOf ?? last)) return [];
  const beside = `tồn kho Bravo ${bravoAsOf === null ? 'sẽ được lấy' : 'đã nạp là'} đến ngày ${formatDay(bravoAsOf ?? last)}`;
  const message = `Tệp ghi tồn kho đến ngày ${formatDay(toDate)}, còn ${beside}. Chênh lệch có thể do phát sinh giữa hai ngày.`;
  return [{ code: 'SNAPSHOT_DRIFT', message }];
}

/** Replaces the period's AMIS rows by the staged ones, and counts what that changes. */
const replaceRows = (tx: Tx, { runId }: ImportBatch, periodId: string) =>
  replaceStaged(tx, {
    runId,
    table: 'shared_inventory_amis_rows',
    within: { period_id: periodId },
    key: ['warehouse_code', 'product_code'],
  });

/** The reasons that keep a stock list loaded into a shared-inventory period. */
async function reasonsOfShared(tx: Tx, undone: UndoneImport): Promise<readonly string[]> {
  const period = await lockPeriod(tx, undone.payload.options.periodId ?? '');
  const month = monthText(period.month);
  const later = await reasonOfLaterFile(tx, undone);
  if (period.status === 'locked') return [`Kỳ tồn kho tháng ${month} đã khóa. Quản trị viên có thể mở khóa.`, ...later];
  const loadedAt = period.amisLoadedAt ?? '';
  if (later.length > 0) return later;
  if (period.generatedAt !== null && period.generatedAt >= loadedAt)
    return [`Kho dùng chung tháng ${month} đã được sinh từ tệp này. Hãy tải tệp đúng đè lên rồi sinh lại.`];
  if (period.bravoLoadedAt !== null && period.bravoLoadedAt >= loadedAt)
    return [`Tồn kho Bravo tháng ${month} đã được nạp sau tệp này. Hãy tải tệp AMIS đúng đè lên.`];
  return [];
}

import { formatDay } from '@khop/engine/day.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { daysText, isOfOtherDays } from '@khop/engine/invoice-issuance/preflight/ledger-file.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';
import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { fieldsOfLayout, titleOf } from '../../imports/differences/told.ts';
import { type Replacement, replaceStaged } from '../../imports/replace-staged.ts';
import type { ImportBatch, ImportTarget } from '../../imports/target.ts';
import { lockPeriod } from '../period-rows.ts';
import { momentOf, type ReportMoment, statesOtherMoment } from './report-moment.ts';
import { raiseRevision, reasonsOfPeriod } from './undo-load.ts';

const text = (value: Row[string]): string => (value === null ? '' : String(value));
const number = (value: Row[string]): string => (value === null ? '0' : String(value));

/** AMIS "Tổng hợp tồn kho" → the period's stock of one profile. The file replaces what was loaded before. */
export const importPeriodInventory: ImportTarget = {
  name: 'period-inventory',
  layout: 'amis-inventory',
  table: 'period_inventory_rows',
  told: {
    code: "r ->> 'product_code'",
    title: titleOf('product_name', 'warehouse_code'),
    fields: fieldsOfLayout(
      'amis-inventory',
      ['product_name', 'unit', 'opening', 'incoming', 'outgoing', 'closing', 'closing_value'],
      {
        ...{ opening: 'openingQuantity', incoming: 'inQuantity', outgoing: 'outQuantity', closing: 'closingQuantity' },
      },
    ),
  },
  codes: { product_code: 'product' },
  reasonsToKeep: reasonsOfPeriod,
  afterUndo: raiseRevision,
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
      opening: number(row.openingQuantity ?? null),
      incoming: number(row.inQuantity ?? null),
      outgoing: number(row.outQuantity ?? null),
      closing: number(row.closingQuantity ?? null),
      closing_value: row.closingValue ?? 0,
    };
    const warehouse = data.warehouse_code || `tên:${warehouseKey(data.warehouse_name)}`;
    return { key: `${warehouse}|${data.product_code}`, fingerprint: '', data };
  },
  check: async (context, payload) => {
    const period = await context.db
      .selectFrom('invoicePeriods')
      .select('status')
      .where('id', '=', payload.options.periodId ?? '')
      .executeTakeFirst();
    if (!period || !periodCan.load(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không nạp dữ liệu được.');
  },
  mayTakeAgain: (context, payload) => statesOtherMoment(context, payload, 'inventory'),
  apply: async (tx, batch) => {
    const period = await openPeriod(tx, batch);
    refuseOtherDays(period, batch);
    const counts = await replaceRows(tx, batch, 'period_inventory_rows', ['warehouse_code', 'product_code']);
    await recordLoad(tx, batch, 'inventory', momentOf(batch, period));
    return counts;
  },
};

/** Locks the batch's period and refuses what does not belong into it: a closed one, or a file of other days. */
export async function openPeriod(tx: Tx, batch: ImportBatch) {
  const period = await lockPeriod(tx, batch.payload.options.periodId ?? '');
  if (!periodCan.load(period)) throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không nạp dữ liệu được.');
  const { fromDate, toDate } = batch.result;
  if (fromDate && toDate && (toDate < period.fromDate || fromDate > period.toDate)) {
    throw new Refusal(
      'WRONG_PERIOD',
      `Tệp ghi từ ${formatDay(fromDate)} đến ${formatDay(toDate)}, ngoài kỳ ${formatDay(period.fromDate)} – ${formatDay(period.toDate)}. Hãy xuất lại từ AMIS đúng kỳ.`,
    );
  }
  return period;
}

/** Opening or closing stock of other days is no stock of the period (decision 0004): refused, with both ranges. */
function refuseOtherDays(period: { fromDate: string; toDate: string }, { result }: ImportBatch): void {
  if (!isOfOtherDays(result, period)) return;
  throw new Refusal(
    'WRONG_PERIOD',
    `Tệp tồn kho là của ${daysText(result)}, còn kỳ là ${daysText(period)}. Hãy xuất lại «Tổng hợp tồn kho» từ AMIS đúng khoảng ngày của kỳ.`,
  );
}

/** Replaces one profile's rows of a period by the staged ones, and counts what that changes. */
export const replaceRows = (
  tx: Tx,
  { runId, payload, profileId }: ImportBatch,
  table: string,
  key: readonly string[],
  kept: Replacement['kept'] = {},
) =>
  replaceStaged(tx, {
    runId,
    table,
    within: { period_id: payload.options.periodId ?? '', profile_id: profileId },
    key,
    kept,
  });

/** Notes what was loaded and when, and that the next plan must be made from it. */
export async function recordLoad(
  tx: Tx,
  batch: ImportBatch,
  kind: 'inventory' | 'sales_ledger',
  moment: ReportMoment,
): Promise<void> {
  const load = {
    ...moment,
    fromDate: batch.result.fromDate,
    toDate: batch.result.toDate,
    importId: batch.importId,
    loadedAt: batch.now.toISOString(),
    containsLedgerAt: null,
  };
  await tx.db
    .insertInto('periodLoads')
    .values({ periodId: batch.payload.options.periodId ?? '', profileId: batch.profileId, kind, ...load })
    .onConflict((conflict) => conflict.columns(['periodId', 'profileId', 'kind']).doUpdateSet(load))
    .execute();
  await tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ inputRevision: eb('inputRevision', '+', 1) }))
    .where('id', '=', batch.payload.options.periodId ?? '')
    .execute();
}

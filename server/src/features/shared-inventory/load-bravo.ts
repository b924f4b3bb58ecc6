import { type Day, formatDay } from '@khop/engine/day.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import type { BravoStockRecord } from '../../adapters/bravo/port.ts';
import { audit } from '../../audit/audit.ts';
import { dropStaged, expectStaged, restageRows, type StagedRow, sweepStaged } from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { Refusal } from '../../refusal.ts';
import { afterLoad, ensureCan, lastDayOf, lockPeriod, monthText, periodOf, savePeriod } from './period-rows.ts';

type Payload = { readonly periodId: string; readonly asOf: Day };
type Checkpoint = { readonly read: number };

/** Starts reading Bravo's stock as of the month's last day; refuses at once when the period is locked or Bravo is away. */
export async function loadSharedBravoInventory({ context, query, user, commit }: Call<'loadSharedBravoInventory'>) {
  const { id } = await periodOf(context.db, query);
  await context.bravo.ping();
  return commit(async (tx) => {
    const period = await lockPeriod(tx, id);
    ensureCan('load', period);
    const payload: Payload = { periodId: id, asOf: lastDayOf(period.month) };
    return startRun(tx, context, { kind: 'shared-inventory-bravo', scope: id, payload, createdBy: user.email });
  });
}

/**
 * Work of a load: the stock is staged batch by batch and takes the place of what was loaded before in one transaction.
 * Reading starts anew after a killed worker, because the count may have moved since.
 */
export async function loadBravoStock(work: RunWork<Payload, Checkpoint>): Promise<void> {
  const { context, signal, payload } = work;
  const stage = 'Đọc tồn kho từ Bravo';
  await sweepStaged(context.pool);
  await work.commitChunk({ read: 0 }, (tx) => dropStaged(tx.client, work.id));
  await work.progress({ stage, done: 0, total: null });
  let read = 0;
  let asOf: Day | undefined;
  let last: string | undefined;
  for await (const batch of context.bravo.stock({ asOf: payload.asOf, signal })) {
    asOf = batch[0]?.asOf ?? asOf;
    // Bravo answers in the order of warehouses and items: two counts of one place follow one another.
    for (const record of batch) {
      const place = placeOf(record);
      if (place === last) throw countedTwice(`vật tư «${record.itemCode}» ở kho «${record.warehouseCode}»`);
      last = place;
    }
    read += batch.length;
    await work.commitChunk({ read }, (tx) =>
      restageRows(
        tx,
        work.id,
        batch.map((record) => stagedStock(payload.periodId, record)),
      ),
    );
    await work.progress({ stage, done: read });
  }
  if (asOf === undefined)
    throw new Refusal(
      'BRAVO_QUERY_INVALID',
      `Bravo không có số tồn kho nào đến ngày cuối tháng. Tồn kho đã nạp giữ nguyên; hãy kiểm tra câu truy vấn tồn kho.`,
    );
  const countedAt = asOf;
  await work.finish((tx) => takeOver(tx, work, countedAt, read));
}

const placeOf = ({ warehouseCode, itemCode }: BravoStockRecord): string => `${warehouseCode}|${itemCode}`;

/** Which of two counts holds, or their sum, only the installation's query knows. */
const countedTwice = (place: string): Refusal =>
  new Refusal(
    'BRAVO_QUERY_INVALID',
    `Bravo trả hơn một dòng tồn kho cho ${place}. Tồn kho đã nạp giữ nguyên; hãy sửa câu truy vấn tồn kho để mỗi vật tư ở mỗi kho có đúng một dòng (cộng các lô lại, ghi mã kho).`,
  );

function stagedStock(periodId: string, record: BravoStockRecord): StagedRow {
  const { warehouseCode, itemCode, quantity, value } = record;
  const data = {
    period_id: periodId,
    warehouse_code: warehouseCode,
    item_code: itemCode,
    quantity: formatQuantity(quantity),
    value,
  };
  return { key: placeOf(record), rowNumber: null, fingerprint: '', data };
}

async function takeOver(tx: Tx, work: RunWork<Payload, Checkpoint>, asOf: Day, read: number) {
  const before = await lockPeriod(tx, work.payload.periodId);
  ensureCan('load', before);
  const { asOf: wanted } = work.payload;
  if (wanted !== lastDayOf(before.month))
    throw new Refusal(
      'INVENTORY_STATE',
      `Kỳ đã đổi sang tháng ${monthText(before.month)} trong lúc đọc tồn kho Bravo đến ngày ${formatDay(wanted)}. Hãy nạp lại.`,
    );
  const staged = await expectStaged(tx.client, work.id);
  if (staged !== read) throw countedTwice(`${formatVnd(read - staged)} chỗ (vật tư ở kho)`);
  await tx.client.query('delete from shared_inventory_bravo_rows where period_id = $1', [before.id]);
  await tx.client.query(
    'insert into shared_inventory_bravo_rows select (jsonb_populate_record(null::shared_inventory_bravo_rows, r.data)).* from staged_rows r where r.run_id = $1',
    [work.id],
  );
  await dropStaged(tx.client, work.id);
  const now = work.context.now().toISOString();
  const after = await savePeriod(tx, before.id, afterLoad(before, { bravoLoadedAt: now, bravoAsOf: asOf }));
  const result = { rows: read, asOf };
  await audit(tx, {
    actor: work.createdBy,
    action: 'shared-inventory.load-bravo',
    entity: 'shared-inventory',
    entityId: before.id,
    summary: `Nạp tồn kho Bravo vào kỳ kho dùng chung tháng ${monthText(before.month)}: ${formatVnd(read)} dòng`,
    before: { status: before.status, bravoAsOf: before.bravoAsOf },
    after: { status: after.status, bravoAsOf: after.bravoAsOf, rows: read },
    requestId: work.id,
  });
  return result;
}

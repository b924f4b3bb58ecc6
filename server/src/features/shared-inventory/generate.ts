import { formatVnd } from '@khop/engine/money.ts';
import { formatFactor, formatQuantity, parseQuantity, usableFactor } from '@khop/engine/quantity.ts';
import { SHARED_INVENTORY_STATUS_AFTER } from '@khop/engine/shared-inventory/period-can.ts';
import {
  type SharedInventoryInput,
  type SharedInventoryRow,
  shareInventory,
} from '@khop/engine/shared-inventory/share.ts';
import { audit } from '../../audit/audit.ts';
import { searchText } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { startRun } from '../../jobs/runs.ts';
import { ensureCan, lockPeriod, monthText, type PeriodRow, periodOf, savePeriod } from './period-rows.ts';

type Payload = { readonly periodId: string };

/** Starts laying the two stocks side by side; refuses INVENTORY_STATE until both are loaded. */
export async function startGeneration({ context, query, user, commit }: Call<'generateSharedInventory'>) {
  const { id } = await periodOf(context.db, query);
  return commit(async (tx) => {
    ensureCan('generate', await lockPeriod(tx, id));
    const payload: Payload = { periodId: id };
    return startRun(tx, context, { kind: 'shared-inventory-generate', scope: id, payload, createdBy: user.email });
  });
}

/** Work of a generation: everything in one transaction, so that rows always belong to the stock that is loaded. */
export async function generateSharedInventory(work: RunWork<Payload>): Promise<void> {
  await work.progress({ stage: 'Đối chiếu hai bên', done: 0, total: null });
  await work.finish(async (tx) => {
    const before = await lockPeriod(tx, work.payload.periodId);
    ensureCan('generate', before);
    const { input, counted } = await loadInput(tx, before);
    const rows = shareInventory(input).filter(
      (row) =>
        row.products.some(({ code }) => counted.products.has(code)) ||
        row.items.some(({ code }) => counted.items.has(code)),
    );
    await replaceRows(tx, before.id, rows);
    const byState: Record<string, number> = {};
    for (const { state } of rows) byState[state] = (byState[state] ?? 0) + 1;
    const after = await savePeriod(tx, before.id, {
      status: SHARED_INVENTORY_STATUS_AFTER.generate!,
      generatedAt: work.context.now().toISOString(),
    });
    const result = { rows: rows.length, byState };
    await audit(tx, {
      actor: work.createdBy,
      action: 'shared-inventory.generate',
      entity: 'shared-inventory',
      entityId: before.id,
      summary: `Sinh kho dùng chung tháng ${monthText(before.month)}: ${formatVnd(rows.length)} dòng`,
      before: { status: before.status },
      after: { status: after.status, ...result },
      requestId: work.id,
    });
    return result;
  });
}

type Stock = { readonly code: string; readonly name: string; readonly unit: string; readonly quantity: string };

/**
 * A code of a stock list means the record that is written like it, else the oldest of those that differ from it in case alone; stock of
 * one record never counts for two. The profile's excluded warehouses are compared without case as well.
 */
const STOCK_OF_PRODUCTS = `
  with listed as (
    select s.* from shared_inventory_amis_rows s
    where s.period_id = $1
      and lower(s.warehouse_code) <> all (select lower(w) from profiles p cross join unnest(p.excluded_warehouse_codes) w where p.id = $2)
  ), meant as (
    select distinct on (l.product_code) l.product_code, p.id
    from listed l join amis_products p on p.profile_id = $2 and lower(p.code) = lower(l.product_code)
    order by l.product_code, p.code <> l.product_code, p.created_at, p.code
  ), stock as (
    select m.id, min(l.product_code collate "C") as code, max(l.product_name) as name, max(l.unit) as unit, sum(l.quantity) as quantity,
      sum(l.value)::bigint as value
    from listed l left join meant m using (product_code)
    group by m.id, case when m.id is null then lower(l.product_code) end
  )
  select coalesce(p.code, stock.code) as code, coalesce(p.name, stock.name) as name, coalesce(p.unit, stock.unit) as unit,
    coalesce(stock.quantity, 0) as quantity, coalesce(stock.value, 0) as value, stock.code is not null as counted
  from stock full join (select * from amis_products where profile_id = $2) p on p.id = stock.id
  where stock.code is not null or p.id in (select amis_product_id from product_connections where profile_id = $2)`;

const STOCK_OF_ITEMS = `
  with listed as (
    select item_code, sum(quantity) as quantity from shared_inventory_bravo_rows where period_id = $1 group by item_code
  ), meant as (
    select distinct on (l.item_code) l.item_code, i.code
    from listed l join bravo_items i on lower(i.code) = lower(l.item_code)
    order by l.item_code, i.code <> l.item_code, i.modified_at, i.code
  ), stock as (
    select coalesce(m.code, min(l.item_code collate "C")) as code, sum(l.quantity) as quantity
    from listed l left join meant m using (item_code)
    group by m.code, case when m.code is null then lower(l.item_code) end
  ), codes as (select code from stock union select bravo_code from product_connections where profile_id = $2)
  select c.code, coalesce(i.name, '') as name, coalesce(i.unit, '') as unit, coalesce(stock.quantity, 0) as quantity,
    stock.code is not null as counted
  from codes c left join stock using (code) left join bravo_items i using (code)`;

/**
 * The stock of both sides summed over warehouses (the profile's excluded ones left out), and every product and item that a
 * connection names, so that goods which only one side holds show beside their connected zero. Codes are the catalogue's: AMIS
 * and Bravo compare them without case. `counted`: codes that either list of stock really speaks about.
 */
async function loadInput(
  { client, db }: Tx,
  { id, profileId }: PeriodRow,
): Promise<{ input: SharedInventoryInput; counted: { products: Set<string>; items: Set<string> } }> {
  const { rows: products } = await client.query<Stock & { value: number; counted: boolean }>(STOCK_OF_PRODUCTS, [
    id,
    profileId,
  ]);
  const { rows: items } = await client.query<Stock & { counted: boolean }>(STOCK_OF_ITEMS, [id, profileId]);
  const connections = await db
    .selectFrom('productConnections as c')
    .innerJoin('amisProducts as p', 'p.id', 'c.amisProductId')
    .select(['p.code as product', 'c.bravoCode as item', 'c.factor'])
    .where('c.profileId', '=', profileId)
    .orderBy('p.code')
    .orderBy('c.bravoCode')
    .execute();
  const exact = <T extends Stock>(row: T) => ({ ...row, quantity: parseQuantity(row.quantity) });
  const countedIn = (rows: readonly { code: string; counted: boolean }[]) =>
    new Set(rows.filter((row) => row.counted).map((row) => row.code));
  return {
    input: {
      products: products.map(exact),
      items: items.map(exact),
      connections: connections.map((connection) => ({
        ...connection,
        factor: usableFactor(connection.factor),
      })),
    },
    counted: { products: countedIn(products), items: countedIn(items) },
  };
}

/** A row is known by its first product (or its only item), which is in no other row; its id stays with that key. */
const keyOf = ({ products, items }: SharedInventoryRow): string =>
  products[0] ? `product:${products[0].code}` : `item:${items[0]!.code}`;

async function replaceRows(tx: Tx, periodId: string, rows: readonly SharedInventoryRow[]): Promise<void> {
  const { rows: known } = await tx.client.query<{ row_key: string; id: string }>(
    'delete from shared_inventory_rows where period_id = $1 returning row_key, id',
    [periodId],
  );
  const ids = new Map(known.map((row) => [row.row_key, row.id]));
  const columns = {
    period_id: () => periodId,
    row_key: keyOf,
    id: (row: SharedInventoryRow) => ids.get(keyOf(row)) ?? newId(),
    code: ({ products, items }: SharedInventoryRow) => (products[0] ?? items[0]!).code,
    name: ({ products, items }: SharedInventoryRow) => (products[0] ?? items[0]!).name,
    unit: (row: SharedInventoryRow) => row.unit,
    amis_products: ({ products }: SharedInventoryRow) =>
      products.map(({ code, name, unit, quantity, value }) => ({
        code,
        name,
        unit,
        quantity: formatQuantity(quantity),
        value,
      })),
    bravo_items: ({ items }: SharedInventoryRow) =>
      items.map(({ code, name, unit, quantity, factor }) => ({
        code,
        name,
        unit,
        quantity: formatQuantity(quantity),
        factor: factor ? formatFactor(factor) : null,
      })),
    amis_quantity: (row: SharedInventoryRow) => formatQuantity(row.amisQuantity),
    bravo_quantity: ({ bravoQuantity }: SharedInventoryRow) =>
      bravoQuantity === undefined ? null : formatQuantity(bravoQuantity),
    shared_quantity: (row: SharedInventoryRow) => formatQuantity(row.shared),
    difference: ({ difference }: SharedInventoryRow) => (difference === undefined ? null : formatQuantity(difference)),
    value: (row: SharedInventoryRow) => row.value,
    state: (row: SharedInventoryRow) => row.state,
    search: ({ products, items }: SharedInventoryRow) =>
      searchText(...[...products, ...items].flatMap(({ code, name }) => [code, name])),
  };
  const values = Object.values(columns);
  await tx.copy(
    'shared_inventory_rows',
    Object.keys(columns),
    rows.map((row) => values.map((value) => value(row))),
  );
}

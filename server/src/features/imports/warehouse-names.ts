import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { warehouseKey } from '@khop/engine/text/warehouse-key.ts';
import type pg from 'pg';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';

/** A warehouse's name and code, which a row of a book states side by side. */
export type WarehousePair = { readonly name: string; readonly code: string };
const PAIRS: readonly (readonly [code: string, name: string])[] = [
  ['warehouseCode', 'warehouseName'],
  ['defaultWarehouseCode', 'defaultWarehouseName'],
];
/** An installation has tens of warehouses; a column that is something else must not fill the table. */
const MOST_PAIRS = 500;

/** Collects the pairs of name and code that a file's rows state. */
export function warehousePairs(): { readonly see: (row: Row) => void; readonly pairs: () => readonly WarehousePair[] } {
  const seen = new Map<string, WarehousePair>();
  return {
    see: (row) => {
      for (const [codeField, nameField] of PAIRS) {
        const [code, name] = [row[codeField], row[nameField]];
        if (typeof code !== 'string' || typeof name !== 'string' || code === '' || name === '') continue;
        if (seen.size < MOST_PAIRS) seen.set(`${code}\n${name}`, { name, code });
      }
    },
    pairs: () => [...seen.values()],
  };
}

/** Remembers the pairs of a book as proposals; what a person decided is not touched. */
export async function learnWarehouses(tx: Tx, profileId: string, pairs: readonly WarehousePair[]): Promise<void> {
  if (pairs.length === 0) return;
  await tx.client.query(
    `insert into profile_warehouses (profile_id, name_key, name, code, origin)
     select $1, p.key, p.name, p.code, 'books' from unnest($2::text[], $3::text[], $4::text[]) as p (key, name, code)
     on conflict do nothing`,
    [
      profileId,
      pairs.map(({ name }) => warehouseKey(name)),
      pairs.map(({ name }) => name),
      pairs.map(({ code }) => code),
    ],
  );
}

/**
 * Gives staged rows that name their warehouse the code that a person decided for the name. Refuses with WAREHOUSE_UNKNOWN
 * and the names when some have none; nothing is guessed, not even from a single warehouse.
 */
export async function resolveWarehouses(client: pg.Pool | pg.ClientBase, runId: string, profileId: string) {
  const { rows: named } = await client.query<{ name: string }>(
    `select distinct data ->> 'warehouse_name' as name from staged_rows
     where run_id = $1 and data ->> 'warehouse_code' = '' and data ->> 'warehouse_name' <> '' order by 1`,
    [runId],
  );
  if (named.length === 0) return;
  const { rows: decided } = await client.query<{ nameKey: string; code: string }>(
    `select name_key as "nameKey", code from profile_warehouses where profile_id = $1 and origin = 'person'`,
    [profileId],
  );
  const codeOf = new Map(decided.map(({ nameKey, code }) => [nameKey, code]));
  const unknown = named.filter(({ name }) => !codeOf.has(warehouseKey(name))).map(({ name }) => name);
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 10).map((name) => `«${name}»`);
    throw new Refusal(
      'WAREHOUSE_UNKNOWN',
      `Tệp ghi kho bằng tên, không có mã. Hãy cho biết mã kho AMIS của: ${shown.join(', ')}${unknown.length > 10 ? ` và ${unknown.length - 10} kho nữa` : ''}. Chỉ hỏi một lần cho mỗi hồ sơ.`,
      { names: unknown },
    );
  }
  const names = named.map(({ name }) => name);
  await client.query(
    `update staged_rows s set data = s.data || jsonb_build_object('warehouse_code', m.code)
     from unnest($2::text[], $3::text[]) as m (name, code)
     where s.run_id = $1 and s.data ->> 'warehouse_code' = '' and s.data ->> 'warehouse_name' = m.name`,
    [runId, names, names.map((name) => codeOf.get(warehouseKey(name)))],
  );
  await refuseMixed(client, runId);
}

/** One file with a warehouse both by code and by a name of it would count its stock twice. */
async function refuseMixed(client: pg.Pool | pg.ClientBase, runId: string): Promise<void> {
  const { rows } = await client.query<{ code: string; product: string; rows: string }>(
    `select data ->> 'warehouse_code' as code, data ->> 'product_code' as product, string_agg(row_number::text, ', ' order by row_number) as rows
     from staged_rows where run_id = $1 group by 1, 2 having count(*) > 1 order by 3 limit 1`,
    [runId],
  );
  if (!rows[0]) return;
  const { code, product, rows: at } = rows[0];
  throw new Refusal(
    'WAREHOUSE_UNKNOWN',
    `Các dòng ${at} cùng là mã hàng «${product}» ở kho «${code}» dưới hai tên kho. Hãy xem lại mã của các tên kho trong hồ sơ.`,
    { names: [] },
  );
}

import type { Tx } from '../../../db/transaction.ts';
import { momentSql } from './reasons.ts';
import { type Column, columnsOf, sameRow } from './rows-of-changes.ts';

/** The word of people for the rows of a table, and the SQL of a row's name; `t` is the row. */
const NAMES: Readonly<Record<string, readonly [what: string, name: string]>> = {
  amis_products: ['mã hàng', 't.code'],
  amis_partners: ['mã', 't.code'],
  amis_purchase_lines: ['dòng của chứng từ mua', 't.voucher_number'],
  bravo_items: ['vật tư Bravo', 't.code'],
  bravo_partners: ['đối tượng Bravo', 't.code'],
  sales_ledger_lines: ['dòng của chứng từ bán', 't.doc_no'],
  product_connections: ['liên kết với vật tư', 't.bravo_code'],
  partner_connections: ['liên kết với đối tượng', 't.bravo_code'],
  tax_list_rows: ['hóa đơn số', 't.number'],
  period_inventory_rows: ['tồn kho của', 't.product_code'],
  period_amis_sales: ['dòng của chứng từ bán AMIS', 't.voucher_number'],
  shared_inventory_amis_rows: ['tồn kho của', 't.product_code'],
};

/** Rows that Khớp keeps up to date itself: what has moved on stays as it is. */
const DERIVED: ReadonlySet<string> = new Set(['suggestions']);

const MOST_NAMED = 5;

type Step = { readonly step: number; readonly table: string; readonly operation: string; readonly rows: number };

/**
 * Takes back what an import did, statement by statement, the last one first. @returns why it cannot be done, as a sentence,
 * when a row is not as the import left it; the caller then rolls back. Undefined: all is as it was before.
 */
export async function putBack(tx: Tx, importId: string): Promise<string | undefined> {
  // As in the triggers: the same instants in the same words.
  await tx.client.query("set local timezone = 'UTC'");
  const { rows: steps } = await tx.client.query<Step>(
    `select step, table_name as table, operation, count(*)::int as rows from import_changes where import_id = $1
     group by 1, 2, 3 order by step desc`,
    [importId],
  );
  for (const step of steps) {
    if (step.operation === 'FILL') {
      const place = await emptyPlace(tx, importId, step);
      if (place !== undefined) return whyMoved(tx, importId, step.table, { place });
      continue;
    }
    const columns = await columnsOf(tx, step.table);
    const moved = await lockAsLeft(tx, importId, step, columns);
    if (moved.length > 0) return whyMoved(tx, importId, step.table, moved);
    await reverse(tx, importId, step, columns);
  }
  return undefined;
}

/** Removes all rows of a place that an import filled. @returns the place when they are not, all of them, as the import left them. */
async function emptyPlace(tx: Tx, importId: string, { step, table }: Step): Promise<object | undefined> {
  const { rows } = await tx.client.query<{ place: Record<string, string> }>(
    'select row_key as place from import_changes where import_id = $1 and step = $2',
    [importId, step],
  );
  const { place } = rows[0]!;
  const within = Object.keys(place).map((column, at) => `t.${column} = $${at + 3}::uuid`);
  const { rows: found } = await tx.client.query<{ asLeft: boolean }>(
    `with gone as (delete from ${table} t where ${within.join(' and ')} returning hash_record_extended(t, 0) as hash)
     select jsonb_build_object('rows', count(*), 'hash', bit_xor(hash)) =
       (select after from import_changes where import_id = $1 and step = $2) as "asLeft" from gone`,
    [importId, step, ...Object.values(place)],
  );
  return found[0]!.asLeft ? undefined : place;
}

/** The columns of `t` that a change names are as it left them. */
const AS_LEFT = `not exists (
  select from jsonb_each(c.after) a where to_jsonb(t) -> a.key is distinct from a.value)`;

/** Locks the step's rows and names those that are not as the import left them. */
async function lockAsLeft(tx: Tx, importId: string, { step, table, operation }: Step, columns: readonly Column[]) {
  if (DERIVED.has(table)) return [];
  const kept = `(select * from import_changes where import_id = $1 and step = $2)`;
  const asLeft = operation === 'INSERT' ? 'c.after = to_jsonb(hash_record_extended(t, 0))' : AS_LEFT;
  const isGone = operation === 'DELETE';
  const name = NAMES[table]?.[1] ?? "''";
  if (isGone) {
    const { rows } = await tx.client.query<{ name: string; key: unknown }>(
      `select ${name} as name, c.row_key as key from ${kept} c join ${table} t on ${sameRow(columns)} for update of t`,
      [importId, step],
    );
    return rows;
  }
  await tx.client.query(
    `select from ${kept} c join ${table} t on ${sameRow(columns)} order by c.row_key for update of t`,
    [importId, step],
  );
  const { rows } = await tx.client.query<{ name: string; key: unknown }>(
    `select ${name} as name, c.row_key as key from ${kept} c left join ${table} t on ${sameRow(columns)}
     where t is null or not (${asLeft}) order by 1 limit 1000`,
    [importId, step],
  );
  return rows;
}

async function reverse(tx: Tx, importId: string, { step, table, operation }: Step, columns: readonly Column[]) {
  const kept = `import_changes c where c.import_id = $1 and c.step = $2`;
  const names = columns.map(({ name }) => name);
  if (operation === 'INSERT') {
    await tx.client.query(
      `delete from ${table} t using import_changes c where c.import_id = $1 and c.step = $2 and ${sameRow(columns)}`,
      [importId, step],
    );
    return;
  }
  if (operation === 'DELETE') {
    await tx.client.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `r.${name}`).join(', ')}
       from (select before from ${kept}) c cross join lateral jsonb_populate_record(null::${table}, c.before) r`,
      [importId, step],
    );
    return;
  }
  const given = columns.filter(({ isKey }) => !isKey).map(({ name }) => `${name} = ${restored(name)}`);
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => `t.${name} = (o.was).${name}`);
  await tx.client.query(
    `with old as (
       select c.row_key, r as was from import_changes c join ${table} t on ${sameRow(columns)}
       cross join lateral jsonb_populate_record(t, c.before) r
       where c.import_id = $1 and c.step = $2 ${DERIVED.has(table) ? `and ${AS_LEFT}` : ''}
     ), put as (
       update ${table} t set ${given.join(', ')} from old o where ${key.join(' and ')}
       returning o.row_key, to_jsonb(o.was) as was, to_jsonb(t) as now,
         to_jsonb(hash_record_extended(o.was, 0)) as hash_then, to_jsonb(hash_record_extended(t, 0)) as hash_now
     )
     -- What earlier imports left is there again, but for the version: they can be taken back next.
     update import_changes c set after = case when c.operation = 'INSERT' then t.hash_now
       else (select jsonb_object_agg(a.key, t.now -> a.key) from jsonb_each(c.after) a) end
     from put t
     where c.table_name = $3 and c.row_key = t.row_key and (c.import_id, c.step) <> ($1, $2) and c.after is not null
       and case when c.operation = 'INSERT' then c.after = t.hash_then
         else not exists (select from jsonb_each(c.after) a where t.was -> a.key is distinct from a.value) end`,
    [importId, step, table],
  );
}

/** A version only ever grows: an edit of what the import wrote must not pass for one of what is there now. */
const restored = (column: string): string => {
  if (column === 'version') return 't.version + 1';
  return column === 'updated_at' ? 'now()' : `(o.was).${column}`;
};

/** Rows by name and key, or all rows of a place. */
type Moved = readonly { readonly name: string | null; readonly key: unknown }[] | { readonly place: object };

async function whyMoved(tx: Tx, importId: string, table: string, moved: Moved): Promise<string> {
  const isPlace = 'place' in moved;
  const { rows } = await tx.client.query<{ fileName: string; at: string; by: string }>(
    `select b.file_name as "fileName", b.created_by as by,
            ${momentSql('b.created_at')} as at
     from import_batches b
     where b.undone_at is null and b.id <> $1 and b.created_at > (select created_at from import_batches where id = $1)
       and exists (select from import_changes c where c.import_id = b.id and c.table_name = $2
         and ${isPlace ? 'c.row_key @> $3::jsonb' : 'c.row_key in (select value from jsonb_array_elements($3::jsonb))'})
     order by b.created_at desc limit 1`,
    [importId, table, JSON.stringify(isPlace ? moved.place : moved.map(({ key }) => key))],
  );
  const what = isPlace ? 'Dữ liệu' : recordsText(table, moved);
  const [later] = rows;
  if (later) return `${what} đã được tệp «${later.fileName}» sửa lúc ${later.at}. Hãy hoàn tác lần tải đó trước.`;
  return `${what} đã được sửa hoặc bỏ sau lần tải này. Hãy sửa tiếp bằng tay, hoặc tải tệp đúng lên.`;
}

function recordsText(table: string, moved: readonly { name: string | null }[]): string {
  const what = NAMES[table]?.[0];
  if (what === undefined) return 'Dữ liệu';
  const names = [...new Set(moved.flatMap(({ name }) => (name ? [`«${name}»`] : [])))];
  if (names.length === 0) return `${moved.length} bản ghi`;
  const more = moved.length > MOST_NAMED ? ` và ${moved.length - MOST_NAMED} bản ghi nữa` : '';
  const text = `${what} ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

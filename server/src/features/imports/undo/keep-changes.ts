import type { Tx } from '../../../db/transaction.ts';

/** The time for which an import can be taken back: so many days, and of each place only so many of the latest files. */
const KEPT_DAYS = 30;
const KEPT_FILES = 10;

/** The effect of taking an import back on the rows that its file brought: it removes, restores and returns so many. */
export type UndoCounts = { readonly removes: number; readonly restores: number; readonly returns: number };

/**
 * Does the work of an import and keeps what it changes, by triggers (0012-import-undo.sql, 0025-filled-places.sql): whatever an import writes, in
 * whichever table, is there to be taken back. Nothing else in the transaction may come in between.
 */
export async function keepingChanges<T>(tx: Tx, importId: string, work: () => Promise<T>): Promise<T> {
  await tx.client.query("select set_config('khop.import_id', $1, true)", [importId]);
  const answer = await work();
  await tx.client.query("select set_config('khop.import_id', '', true)");
  return answer;
}

/** Counts what the import did to `table`. A row that it took out and put in again was changed. */
export async function countChanges(tx: Tx, importId: string, table: string): Promise<UndoCounts> {
  const { rows } = await tx.client.query<UndoCounts>(
    `with changes as (
       select * from import_changes where import_id = $1 and table_name = $2
     ), touched as (
       select (array_agg(operation order by step))[1] as first, (array_agg(operation order by step desc))[1] as last
       from changes where operation <> 'FILL' group by row_key
     ), filled as (
       select coalesce(sum((after ->> 'rows')::int), 0)::int as rows from changes where operation = 'FILL')
     select (count(*) filter (where first = 'INSERT' and last <> 'DELETE'))::int + (select rows from filled) as removes,
            (count(*) filter (where first <> 'INSERT' and last <> 'DELETE'))::int as restores,
            (count(*) filter (where first <> 'INSERT' and last = 'DELETE'))::int as returns
     from touched`,
    [importId, table],
  );
  return rows[0]!;
}

/** The schema that rows are kept in: a later one may want columns that they do not have. */
export async function currentSchema(tx: Tx): Promise<string> {
  const { rows } = await tx.client.query<{ name: string }>(
    'select name from schema_migrations order by applied_at desc, name desc limit 1',
  );
  return rows[0]!.name;
}

/** Forgets what old imports changed; those of the same place that have newer ones behind them go before their time. */
export async function forgetOldChanges(tx: Tx, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000).toISOString();
  await tx.client.query(
    `with forgotten as (
       update import_batches set undo = null where undo is not null and id in (
         select id from (
           select id, created_at, undone_at, row_number() over (partition by scope, layout order by created_at desc, id desc) as place
           from import_batches where undo is not null) kept
         where created_at < $1 or place > $2 or undone_at is not null)
       returning id)
     delete from import_changes where import_id in (select id from forgotten)`,
    [oldest, KEPT_FILES],
  );
}

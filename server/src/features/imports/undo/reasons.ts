import type { Tx } from '../../../db/transaction.ts';
import type { UndoneImport } from '../target.ts';

/** "15/09/2026 14:05" of a column, as people here read it. */
export const momentSql = (column: string): string =>
  `to_char(${column} at time zone 'Asia/Ho_Chi_Minh', 'DD/MM/YYYY HH24:MI')`;

/** Ids of the rows that an import added to a table; `$1` is the import. */
export const addedTo = (table: string): string =>
  `(select (row_key ->> 'id')::uuid from import_changes where import_id = $1 and table_name = '${table}' and operation = 'INSERT')`;

/** A file that takes the place of the one before: a later one builds on what this one left. */
export async function reasonOfLaterFile(tx: Tx, { importId }: Pick<UndoneImport, 'importId'>): Promise<string[]> {
  const { rows } = await tx.client.query<{ fileName: string; at: string }>(
    `select b.file_name as "fileName", ${momentSql('b.created_at')} as at
     from import_batches b join import_batches this on this.id = $1
     where b.scope = this.scope and b.layout = this.layout and b.undone_at is null and b.id <> this.id
       and (b.created_at, b.id) > (this.created_at, this.id) order by b.created_at desc limit 1`,
    [importId],
  );
  return rows.map(
    ({ fileName, at }) => `Tệp «${fileName}» đã được tải đè lên lúc ${at}. Hãy hoàn tác lần tải đó trước.`,
  );
}

const MOST_NAMED = 5;

/**
 * The reason why new records stay: "3 mã hàng mới («A1», «A2», «A3») …", when the query (of a column `code`) finds any
 * of them.
 */
export async function reasonIfUsed(
  tx: Tx,
  what: string,
  query: { readonly sql: string; readonly values: readonly unknown[] },
  why: string,
): Promise<string[]> {
  const { rows } = await tx.client.query<{ code: string }>(query.sql, [...query.values]);
  if (rows.length === 0) return [];
  const named = rows.slice(0, MOST_NAMED).map(({ code }) => `«${code}»`);
  return [`${rows.length} ${what} mới (${named.join(', ')}${rows.length > MOST_NAMED ? ', …' : ''}) ${why}`];
}

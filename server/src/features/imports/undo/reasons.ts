import type { Tx } from '../../../db/transaction.ts';
import type { UndoneImport } from '../target.ts';

/** "15/09/2026 14:05" of a column, as people here read it. */
export const momentSql = (column: string): string =>
  `to_char(${column} at time zone 'Asia/Ho_Chi_Minh', 'DD/MM/YYYY HH24:MI')`;

/** Ids of the rows that an import added to a table; `$1` is the import. */
export const addedTo = (table: string): string =>
  `(select (row_key ->> 'id')::uuid from import_changes where import_id = $1 and table_name = '${table}' and operation = 'INSERT')`;

/** A file that takes the place of the one before: a later one stands on what this one left. */
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

/** "3 mã hàng mới («A1», «A2», «A3»)". */
export function newRecordsText(what: string, names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).map((name) => `«${name}»`);
  return `${names.length} ${what} mới (${named.join(', ')}${names.length > MOST_NAMED ? ', …' : ''})`;
}

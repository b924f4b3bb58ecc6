import type { Tx } from '../../../db/transaction.ts';

export type Column = { readonly name: string; readonly type: string; readonly isKey: boolean };

/** The columns of a table that are not computed from others. */
export async function columnsOf(tx: Tx, table: string): Promise<Column[]> {
  const { rows } = await tx.client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            coalesce(a.attnum = any (i.indkey::int2[]), false) as "isKey"
     from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  );
  return rows;
}

/** `c` is a kept change, `t` its row in the table. */
export const sameRow = (columns: readonly Column[]): string =>
  columns
    .filter(({ isKey }) => isKey)
    .map(({ name, type }) => `t.${name} = (c.row_key ->> '${name}')::${type}`)
    .join(' and ');

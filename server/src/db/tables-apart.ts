import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Refusal } from '../refusal.ts';

/** A table as COPY writes it: which columns, how many rows, and what the bytes come to. */
export type TableCopy = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** SHA-256 of the text form, in hexadecimal. */
  readonly sha256: string;
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Tables of the product with the columns that hold data; what migrations note of themselves is none of them. */
export async function tablesOf(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** The rows of a table as text; `copied` settles when all have passed. */
export function copyOut(
  client: pg.ClientBase,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
): { readonly bytes: Readable; readonly copied: Promise<TableCopy> } {
  const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
  const { passing, sha256, lines } = hashing();
  const bytes = new PassThrough();
  // Counted as they pass: the server's own count may come after the last of its bytes.
  const copied = pipeline(rows, passing, bytes).then(() => ({ name, columns, rows: lines(), sha256: sha256() }));
  copied.catch((error: Error) => bytes.destroy(error));
  return { bytes, copied };
}

/** Puts a table's rows back. Throws when they are not those that were copied. */
export async function copyIn(client: pg.ClientBase, table: TableCopy, bytes: Readable): Promise<void> {
  const { name, columns } = table;
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
  const { passing, sha256 } = hashing();
  await pipeline(bytes, passing, stream);
  if (stream.rowCount !== table.rows || sha256() !== table.sha256) throw damagedTable(name);
}

/** Of a copy that was changed or has suffered where it lay. */
export const damagedTable = (name: string): Refusal =>
  new Refusal(
    'FILE_DAMAGED',
    `Bản sao lưu đã hỏng hoặc bị đổi ở bảng «${name}»; chưa khôi phục gì. Hãy dùng một bản sao lưu khác.`,
  );

const LINE_END = 0x0a;

/** A row is a line of the text form: line ends inside of values are written as `\\n`. */
function hashing() {
  const hash = createHash('sha256');
  let lines = 0;
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { passing, sha256: () => hash.digest('hex'), lines: () => lines };
}

/**
 * Lets `fill` write all tables in any order: they are emptied first, references between them are checked once at the end,
 * and no trigger sees a row come for the second time in its life. Within one transaction.
 */
export async function refilled(client: pg.ClientBase, fill: () => Promise<void>): Promise<void> {
  const names = (await tablesOf(client)).map(({ name }) => quoted(name));
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // The audit log, which even the owner may not empty, is empty in a database that may be filled.
  const { rows: emptied } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where has_table_privilege(name, 'truncate')",
    [names],
  );
  await client.query(`truncate ${emptied.map(({ name }) => name).join(', ')}`);
  await fill();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

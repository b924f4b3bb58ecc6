import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { Refusal } from '../../refusal.ts';

/** The output of sha256sum for the migrations of before the squash, in their order. */
const LIST = new URL('../../../migrations/squashed.sha256', import.meta.url);
/** The last of the files that were put together, and the last of those that took their place: the schemas are the same. */
const LAST_BEFORE = '0041-codes-of-documents.sql';
const LAST_AFTER = '0013-data-changes.sql';
/** A checkout that has all the old files. */
const LAST_CHECKOUT = 'c846c56';

type Migration = { readonly name: string; readonly sha256: string };

async function listed(): Promise<Migration[]> {
  const lines = (await readFile(LIST, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }));
}

/** The name that a migration goes by today: that of the schema which the last one before the squash had made. */
export const nameToday = (name: string): string => (name === LAST_BEFORE ? LAST_AFTER : name);

/** Refuses a backup whose schema is one on the way to the squash: only the program that made it knows what was missing. */
export async function refuseBeforeSquash(migration: string): Promise<void> {
  if (!(await listed()).some(({ name }) => name === migration)) return;
  throw new Refusal(
    'VALIDATION',
    `Bản sao lưu ở ${migration}, do một bản Khớp chưa phát hành ghi ra. Hãy lấy bản Khớp ở commit ${LAST_CHECKOUT}, khôi phục vào một cơ sở dữ liệu trống, rồi sao lưu lại.`,
  );
}

/**
 * Notes in a database of before the squash (docs/decisions/0035) that it has the files which took the place of its own. It must
 * have all of those, as they were last: then the schema is the same, and nothing else is touched. Refuses any other one before
 * anything is changed. Within a transaction that holds the lock on `schema_migrations`.
 */
export async function takeOverSquashed(client: pg.ClientBase, files: readonly Migration[]): Promise<void> {
  const before = await listed();
  const { rows } = await client.query<Migration>('select name, sha256 from schema_migrations');
  if (!rows.some(({ name }) => before.some((one) => one.name === name))) return;
  const has = new Set(rows.map(({ name, sha256 }) => `${sha256} ${name}`));
  if (has.size !== before.length || !before.every(({ name, sha256 }) => has.has(`${sha256} ${name}`)))
    throw new Refusal(
      'VALIDATION',
      `Cơ sở dữ liệu do một bản Khớp chưa phát hành tạo ra, đang ở ${rows
        .map(({ name }) => name)
        .sort()
        .at(
          -1,
        )}, nên chưa dùng được với bản này; chưa có gì bị thay đổi. Hãy chạy «khop migrate» của bản Khớp ở commit ${LAST_CHECKOUT} rồi chạy lại, hoặc dùng một cơ sở dữ liệu mới (KHOP_DATA_DIR khác).`,
    );
  await client.query('delete from schema_migrations');
  const after = files.filter(({ name }) => name <= LAST_AFTER);
  await client.query('insert into schema_migrations (name, sha256) select * from unnest($1::text[], $2::text[])', [
    after.map(({ name }) => name),
    after.map(({ sha256 }) => sha256),
  ]);
}

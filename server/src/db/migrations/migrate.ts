import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { Refusal } from '../../refusal.ts';
import { takeOverSquashed } from './squashed.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

export type MigrationReport = { readonly applied: readonly string[]; readonly latest: string };

async function migrationFiles(): Promise<{ name: string; sql: string; sha256: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Name of the newest migration that this program knows. */
export async function latestMigration(): Promise<string> {
  return (await migrationFiles()).at(-1)!.name;
}

/** True when this program knows a migration. */
export const knowsMigration = async (name: string): Promise<boolean> =>
  (await migrationFiles()).some((file) => file.name === name);

/**
 * Brings the database up to this program, or only to the migration `upTo`, each file in its own transaction, forward only.
 * Programs starting at once take turns, on the table's lock once there is one. Throws when an applied file was changed since, and a
 * Refusal for a database of a later program and for one from the middle of the time before the squash (docs/decisions/0035).
 */
export async function migrate(pool: pg.Pool, upTo = '9999'): Promise<MigrationReport> {
  const all = await migrationFiles();
  const files = all.filter(({ name }) => name <= upTo);
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await refuseUnfit(client);
    await client.query('begin');
    // Not even `if not exists` can be said twice at once while there is no such table.
    await client.query("select pg_advisory_xact_lock(hashtext('khop.migrate'))");
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    await client.query('commit');
    const begin = async () => {
      await client.query('begin');
      await client.query('lock table schema_migrations in exclusive mode');
    };
    await begin();
    await takeOverSquashed(client, all);
    await refuseNewer(client, all.at(-1)!.name);
    await client.query('commit');
    for (const { name, sql, sha256 } of files) {
      await begin();
      const { rows } = await client.query<{ sha256: string }>('select sha256 from schema_migrations where name = $1', [
        name,
      ]);
      if (rows[0] && rows[0].sha256 !== sha256)
        throw new Error(`Migration ${name} differs from the one applied before`);
      if (!rows[0]) {
        await client.query(sql);
        await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
        applied.push(name);
      }
      await client.query('commit');
    }
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
  return { applied, latest: files.at(-1)!.name };
}

/** The things that a migration asks of its server first. */
type Server = { readonly version: number; readonly encoding: string; readonly isOrdered: boolean };

/** A server that is too old, or a database that cannot hold every letter or not order them: said before anything is written to it. */
async function refuseUnfit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'vi-x-icu') as "isOrdered"`,
  );
  const why = whyUnfit(rows[0]!);
  if (why !== undefined) throw new Refusal('DATABASE_UNAVAILABLE', why);
}

/** The sentence for a server that does not fit; undefined for one that does. */
export function whyUnfit({ version, encoding, isOrdered }: Server): string | undefined {
  if (version < 150_000)
    return `PostgreSQL ${Math.floor(version / 10_000)} cũ quá: Khớp cần bản 15 trở lên. Hãy nâng cấp PostgreSQL rồi chạy lại.`;
  if (encoding !== 'UTF8')
    return `Cơ sở dữ liệu dùng bảng mã ${encoding}, không giữ được chữ Việt. Hãy tạo cơ sở dữ liệu khác: create database … encoding 'UTF8' template template0.`;
  if (!isOrdered)
    return 'PostgreSQL này không xếp được chữ Việt (thiếu đối chiếu ICU «vi-x-icu»). Hãy dùng bản PostgreSQL có ICU.';
  return undefined;
}

/** An older program writes beside what it does not know: it must not be taken for one that fits. */
async function refuseNewer(client: pg.ClientBase, latest: string): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>('select max(name) as name from schema_migrations');
  const found = rows[0]?.name ?? '';
  if (found > latest)
    throw new Refusal(
      'DATABASE_UNAVAILABLE',
      `Cơ sở dữ liệu ở ${found}, mới hơn chương trình này (${latest}). Hãy cập nhật Khớp, hoặc khôi phục bản sao lưu trước lần nâng cấp.`,
    );
}

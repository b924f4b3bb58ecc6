import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { z } from 'zod';
import { type BackupFile, openBackupFile, writeBackupFile } from '../adapters/bundle/backup-file.ts';
import { noteRestore } from '../audit/restores.ts';
import type { Config } from '../config.ts';
import { createPool } from '../db/database.ts';
import { knowsMigration, migrate } from '../db/migrations/migrate.ts';
import { nameToday, refuseBeforeSquash } from '../db/migrations/squashed.ts';
import { PATIENCE } from '../db/patience.ts';
import { copyIn, copyOut, damagedTable, refilled, type TableCopy, tablesOf } from '../db/tables-apart.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { markFilled } from './filled.ts';
import { moment } from './moment.ts';
import { withDatabase } from './own-database.ts';

const MANIFEST = 'manifest.json';
const pathOf = (table: string): string => `tables/${table}.copy`;

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The newest migration of the database when it was copied. */
  migration: z.string(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).readonly(), rows: z.int(), sha256: z.string() }),
  ),
});
type Manifest = z.infer<typeof manifest>;

/** Invoices that left after the backup are drafts in it, and would leave again. */
const LATER_FILES =
  'Những gì làm sau lúc đó không có trong bản này. Tệp hóa đơn xuất sau lúc đó: nhập hết vào AMIS hoặc bỏ hẳn, rồi nạp lại sổ bán hàng AMIS và tồn kho của các kỳ đang mở trước khi sinh và xuất tiếp, kẻo lập hóa đơn hai lần. Khớp chưa cho tải hóa đơn mới của kỳ nào còn dùng sổ bán hàng AMIS trước lúc khôi phục.';

/** Writes everything that the database holds into one file, while the service goes on: one view of one moment. */
export async function backup(config: Config, file: string): Promise<number> {
  const tables = await withDatabase(config, 'running', (url) => writeBackup(url, file));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Đã sao lưu ${tables.length} bảng, ${rows} dòng vào ${file}. Tệp chứa toàn bộ sổ sách: giữ nó như giữ sổ.`,
  );
  return 0;
}

/**
 * Puts a backup into an empty database and brings it up to this program. Refuses a database in which people have
 * worked.
 */
export async function restore(config: Config, file: string): Promise<number> {
  const source = await openBackupFile(file).catch(() => {
    throw new Refusal('FILE_DAMAGED', `Không đọc được ${file}. Hãy chọn tệp do «khop backup» ghi ra.`);
  });
  try {
    const { madeAt, tables } = await withDatabase(config, 'own', (url) => readBackup(url, source));
    // The sample company must not be put beside what has come.
    if (config.databaseUrl === null) await markFilled(config);
    console.log(`Đã khôi phục ${tables.length} bảng từ bản sao lưu lúc ${moment(madeAt)}.`);
    console.log(LATER_FILES);
    return 0;
  } finally {
    source.close();
  }
}

async function writeBackup(url: string, file: string): Promise<readonly TableCopy[]> {
  const pool = createPool(url, 1, PATIENCE.commands);
  try {
    return await inTransaction(
      pool,
      async ({ client }) => {
        if (!(await isMigrated(client))) throw new Refusal('VALIDATION', 'Cơ sở dữ liệu trống, chưa có gì để sao lưu.');
        const { rows } = await client.query<{ name: string; at: string }>(
          'select max(name) as name, now() as at from schema_migrations',
        );
        const copied: Promise<TableCopy>[] = [];
        const parts = (await tablesOf(client)).map((table) => ({
          path: pathOf(table.name),
          open: () => {
            const copy = copyOut(client, table);
            copied.push(copy.copied);
            return copy.bytes;
          },
        }));
        const said = async function* () {
          const tables = await Promise.all(copied);
          yield JSON.stringify({ format: 1, madeAt: rows[0]!.at, migration: rows[0]!.name, tables } satisfies Manifest);
        };
        try {
          await writeBackupFile(file, [...parts, { path: MANIFEST, open: () => Readable.from(said()) }]);
        } catch (error) {
          // Of a table that nothing takes any more the rest is never read, and what is said next on its connection never answered.
          await client.end();
          throw error;
        }
        return Promise.all(copied);
      },
      'repeatable',
    );
  } finally {
    await pool.end();
  }
}

async function readBackup(url: string, source: BackupFile): Promise<Manifest> {
  const known = await readManifest(source);
  const pool = createPool(url, 2, PATIENCE.commands);
  try {
    await refuseUsed(pool, known.migration);
    await migrate(pool, known.migration);
    await inTransaction(pool, async (tx) => {
      const { client } = tx;
      await refilled(client, async () => {
        for (const table of known.tables) await copyIn(client, table, Readable.from(bytesOf(source, table.name)));
      });
      await noteRestore(tx, moment(known.madeAt));
    });
    await migrate(pool);
    // Nothing is known yet of what has just come; the first queries would be planned for empty tables.
    await pool.query('analyze');
    return known;
  } finally {
    await pool.end();
  }
}

/** The words of the zip reader about bytes that have changed name no table and no remedy. */
async function* bytesOf(source: BackupFile, table: string): AsyncGenerator<Buffer> {
  try {
    yield* await source.open(pathOf(table));
  } catch {
    throw damagedTable(table);
  }
}

async function readManifest(source: BackupFile): Promise<Manifest> {
  const parsed = source.has(MANIFEST)
    ? manifest.safeParse(JSON.parse(await text(await source.open(MANIFEST))))
    : undefined;
  if (!parsed?.success)
    throw new Refusal('FILE_DAMAGED', 'Tệp này không phải bản sao lưu của Khớp, hoặc ghi chưa xong.');
  const migration = nameToday(parsed.data.migration);
  await refuseBeforeSquash(migration);
  if (!(await knowsMigration(migration)))
    throw new Refusal(
      'FILE_DAMAGED',
      `Bản sao lưu ở ${migration}, mới hơn chương trình này. Hãy cập nhật Khớp rồi khôi phục.`,
    );
  return { ...parsed.data, migration };
}

const isMigrated = async (client: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> =>
  (await client.query<{ is: boolean }>("select to_regclass('schema_migrations') is not null as is")).rows[0]!.is;

/**
 * A database in which people have worked is never written over, and one that is newer than the backup cannot take it.
 */
async function refuseUsed(pool: pg.Pool, migration: string): Promise<void> {
  if (!(await isMigrated(pool))) return;
  const found = await pool.query<{ name: string | null }>('select max(name) as name from schema_migrations');
  const name = nameToday(found.rows[0]?.name ?? '');
  const { rows } = await pool.query<{ used: boolean }>(
    'select exists (select from audit_events) or exists (select from users) as used',
  );
  if (rows[0]!.used)
    throw new Refusal('VALIDATION', 'Cơ sở dữ liệu đích đã có dữ liệu. Hãy khôi phục vào một cơ sở dữ liệu trống.');
  if (name > migration)
    throw new Refusal(
      'VALIDATION',
      `Cơ sở dữ liệu đích đã ở ${name}, mới hơn bản sao lưu (${migration}). Hãy khôi phục vào một cơ sở dữ liệu trống.`,
    );
}

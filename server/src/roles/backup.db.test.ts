import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBackupFile, writeBackupFile } from '../adapters/bundle/backup-file.ts';
import { sealAuditEvents, verifyAuditChain } from '../audit/audit-chain.ts';
import { loadConfig } from '../config.ts';
import { createPool } from '../db/database.ts';
import { latestMigration, migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { tablesOf } from '../db/tables-apart.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { beforeSquash, type Migration, recordInstead } from '../testing/before-squash.ts';
import { createTestDatabase } from '../testing/database.ts';
import { type SampleMonth, startSampleMonth } from '../testing/sample-month.ts';
import { backup, restore } from './backup.ts';
import { isFilled } from './filled.ts';
import { withDatabase } from './own-database.ts';

let month: SampleMonth;
let folder: string;
beforeAll(async () => {
  [month, folder] = await Promise.all([startSampleMonth(400), mkdtemp(path.join(tmpdir(), 'khop-backup-'))]);
  await month.done('generate-invoices');
});
afterAll(async () => {
  await month?.api.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (url: string) => loadConfig({ ...month.api.environment, DATABASE_URL: url });
const emptyDatabase = () => createTestDatabase('template1');

/** Every table with a checksum of all that is in it, but for the event that it came back (`restored-books.db.test.ts`). */
async function contents(url: string): Promise<Record<string, string>> {
  const pool = createPool(url, 1, PATIENCE.commands);
  const client = await pool.connect();
  try {
    const found: Record<string, string> = {};
    for (const { name } of await tablesOf(client)) {
      // A reader may put its rows together between two looks.
      if (name === 'data_changes') continue;
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t
           where coalesce(to_jsonb(t) ->> 'action', '') <> 'database.restore'`,
      );
      found[name] = rows[0].sum;
    }
    return found;
  } finally {
    client.release();
    await pool.end();
  }
}

const exported = (api: TestApi) =>
  api.call('POST', `/invoice-issuance/periods/${month.periodId}/download-excel`, {}, { idempotencyKey: 'sao-luu' });
const tieOut = async (api: TestApi) =>
  (await api.call(`GET`, `/invoice-issuance/periods/${month.periodId}/stats`)).body;

it('comes back whole in an empty database: every row, the same tie-out and the same bytes of the zip', async () => {
  const zip = await exported(month.api);
  expect(zip.status).toBe(200);
  const file = path.join(folder, 'whole.zip');
  // The worker would do it in a moment, perhaps between the two looks.
  await sealAuditEvents(month.api.context.pool);
  const before = await contents(month.api.databaseUrl);
  expect(await backup(settingsOf(month.api.databaseUrl), file)).toBe(0);
  // Another account on the machine cannot read the books in it.
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const database = await emptyDatabase();
  const said = vi.spyOn(console, 'log');
  expect(await restore(settingsOf(database.url), file)).toBe(0);
  // Invoices that have left since then would leave once more.
  expect(said.mock.calls.join('\n')).toMatch(/lúc \d\d:\d\d:\d\d \d+\/\d+\/\d\d\.\n.*nạp lại sổ bán hàng AMIS/);
  said.mockRestore();
  expect(await contents(database.url)).toEqual(before);
  expect(Object.values(before).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(25);

  const restored = await startTestApi({}, { database });
  try {
    expect(await tieOut(restored)).toEqual(await tieOut(month.api));
    const again = await exported(restored);
    expect(again.raw.equals(zip.raw)).toBe(true);
    // References and the log's guard are in force again.
    const { pool } = restored.context;
    await expect(pool.query("update audit_events set actor = 'ai đó'")).rejects.toThrow('append-only');
    const { sealed, head } = await verifyAuditChain(month.api.context.pool);
    expect(await verifyAuditChain(pool, head!)).toMatchObject({ expectedAt: sealed, broken: null });
    await expect(pool.query('delete from profiles')).rejects.toMatchObject({ code: '23503' });
    // And work goes on.
    expect((await restored.call('GET', '/health/ready')).status).toBe(200);
    const { body } = await restored.call<{ runId: string }>(
      'POST',
      `/invoice-issuance/periods/${month.periodId}/regenerate-invoices`,
      {},
    );
    expect((await restored.runEnd(body.runId)).status).toBe('succeeded');
  } finally {
    await restored.close();
  }
});

it('is of one moment, whatever is written meanwhile', async () => {
  const file = path.join(folder, 'moment.zip');
  const { pool } = month.api.context;
  let going = true;
  const writing = (async () => {
    for (let n = 0; going; n++)
      await pool.query(
        `with event as (insert into audit_events (id, actor, action, entity, entity_id, summary)
           values (gen_random_uuid(), 'a', 'b', 'c', $1, 'd') returning 1)
         insert into users (id, uid, email, display_name, search) select gen_random_uuid(), $1, $1, $1, '' from event`,
        [`viet-${n}`],
      );
  })();
  await backup(settingsOf(month.api.databaseUrl), file);
  going = false;
  await writing;
  const database = await emptyDatabase();
  try {
    await restore(settingsOf(database.url), file);
    const restored = createPool(database.url, 1, PATIENCE.commands);
    const { rows } = await restored.query(
      `select (select count(*) from users where uid like 'viet-%') as users,
         (select count(*) from audit_events where entity_id like 'viet-%') as events`,
    );
    await restored.end();
    expect(rows[0].users).toBe(rows[0].events);
    const { rows: now } = await pool.query("select count(*) from users where uid like 'viet-%'");
    expect(rows[0].users).toBeLessThanOrEqual(now[0].count);
  } finally {
    await database.drop();
  }
});

it('of an older program is brought up to this one', async () => {
  const older = await emptyDatabase();
  const target = await emptyDatabase();
  try {
    const pool = createPool(older.url, 1, PATIENCE.commands);
    await migrate(pool, '0002-audit.sql');
    await pool.query(
      "insert into users (id, uid, email, display_name, search) values (gen_random_uuid(), 'u', 'cu@khop.local', 'Cũ', '')",
    );
    await pool.end();
    const file = path.join(folder, 'older.zip');
    await backup(settingsOf(older.url), file);
    await restore(settingsOf(target.url), file);
    const restored = createPool(target.url, 1, PATIENCE.commands);
    const { rows } = await restored.query(
      'select (select email from users) as email, (select max(name) from schema_migrations) as migration',
    );
    await restored.end();
    expect(rows[0]).toEqual({ email: 'cu@khop.local', migration: await latestMigration() });
  } finally {
    await Promise.all([older.drop(), target.drop()]);
  }
});

describe('of a checkout before the squash of migrations', () => {
  /** A copy of the month as such a checkout had left it, in a file. */
  async function written(name: string, checkout: (recorded: readonly Migration[]) => readonly Migration[]) {
    const older = await emptyDatabase();
    const file = path.join(folder, name);
    try {
      await backup(settingsOf(month.api.databaseUrl), file);
      await restore(settingsOf(older.url), file);
      const pool = createPool(older.url, 1, PATIENCE.commands);
      await recordInstead(pool, checkout(await beforeSquash()));
      await pool.end();
      await backup(settingsOf(older.url), file);
      return file;
    } finally {
      await older.drop();
    }
  }

  it('is put back whole when it has the last of them', async () => {
    const { pool } = month.api.context;
    // Such a checkout knew none of these, and of the moment at which an invoice left only that of the last export.
    await pool.query('update invoice_periods set bases = null, sales_read_on = null, through_date = null');
    await pool.query(
      'update invoices i set handed_over_at = p.exported_at from invoice_periods p where p.id = i.period_id',
    );
    await pool.query("delete from import_changes where operation = 'FILL'");
    await pool.query('delete from import_differences');
    await pool.query(
      "update amis_purchase_lines set supplier_code = '', supplier_name = '', vat_amount = null, invoice_date = null",
    );
    await pool.query("update period_amis_sales set invoice_symbol = '', vat_rate = ''");
    await sealAuditEvents(pool);
    const before = await contents(month.api.databaseUrl);
    const file = await written('before-squash.zip', (all) => all);
    const target = await emptyDatabase();
    try {
      await restore(settingsOf(target.url), file);
      expect(await contents(target.url)).toEqual(before);
    } finally {
      await target.drop();
    }
  });

  it('is refused, with what to do, when it has only some', async () => {
    const file = await written('on-the-way.zip', (all) => all.slice(0, 20));
    const target = await emptyDatabase();
    try {
      await expect(restore(settingsOf(target.url), file)).rejects.toThrow(
        /ở 0023-given-sales\.sql, do một bản Khớp chưa phát hành ghi ra.*commit c846c56/,
      );
      expect(await contents(target.url)).toEqual({});
    } finally {
      await target.drop();
    }
  });
});

it('is had of the embedded database too, stopped or not, and keeps the sample company away after a restore', async () => {
  const at = (name: string) => loadConfig({ KHOP_DATA_DIR: path.join(folder, name), KHOP_LOG_LEVEL: 'silent' });
  const [source, target, file] = [at('source'), at('target'), path.join(folder, 'embedded.zip')];
  await expect(backup(source, file)).rejects.toThrow('chưa có gì để sao lưu');
  await backup(settingsOf(month.api.databaseUrl), file);
  await restore(source, file);
  expect(await isFilled(source)).toBe(true);
  const stopped = path.join(folder, 'stopped.zip');
  await backup(source, stopped);
  const before = await withDatabase(source, 'own', async (url) => {
    expect(await withDatabase(source, 'running', async (running) => running)).toBe(url);
    await expect(restore(source, file)).rejects.toThrow('đang chạy');
    return contents(url);
  });
  await restore(target, stopped);
  expect(await withDatabase(target, 'own', contents)).toEqual(before);
});

describe('what is refused leaves the database as it was', () => {
  it('a database in which people have worked', async () => {
    const file = path.join(folder, 'used.zip');
    await backup(settingsOf(month.api.databaseUrl), file);
    const before = await contents(month.api.databaseUrl);
    await expect(restore(settingsOf(month.api.databaseUrl), file)).rejects.toThrow('cơ sở dữ liệu trống');
    expect(await contents(month.api.databaseUrl)).toEqual(before);
  });

  it('a file that is none, cut off, or changed by hand', async () => {
    const good = path.join(folder, 'good.zip');
    await backup(settingsOf(month.api.databaseUrl), good);
    const bytes = await readFile(good);
    const cut = path.join(folder, 'cut.zip');
    const half = Math.floor(bytes.length / 2);
    await writeFile(cut, bytes.subarray(0, half));
    const other = path.join(folder, 'other.zip');
    await writeBackupFile(other, [{ path: 'x', open: () => Readable.from(['y']) }]);
    const spoilt = path.join(folder, 'spoilt.zip');
    await writeFile(spoilt, bytes.fill(0, half, half + 64));
    const source = await openBackupFile(good);
    const changed = path.join(folder, 'changed.zip');
    const parts = [
      'manifest.json',
      ...[...Object.keys(await contents(month.api.databaseUrl)), 'data_changes'].map((name) => `tables/${name}.copy`),
    ];
    const texts = new Map<string, string>();
    for (const part of parts) texts.set(part, await text(await source.open(part)));
    source.close();
    texts.set('tables/profiles.copy', texts.get('tables/profiles.copy')!.replace('An', 'Ân'));
    await writeBackupFile(
      changed,
      parts.map((part) => ({ path: part, open: () => Readable.from([texts.get(part)!]) })),
    );
    const database = await emptyDatabase();
    try {
      for (const [file, says] of [
        [cut, 'Không đọc được'],
        [other, 'không phải bản sao lưu'],
        [changed, 'hỏng hoặc bị đổi ở bảng «profiles»'],
        [spoilt, /hỏng hoặc bị đổi ở bảng «\w+»/],
      ] as const) {
        await expect(restore(settingsOf(database.url), file), file).rejects.toThrow(says);
        const { users = '0 ', profiles = '0 ' } = await contents(database.url);
        expect([users, profiles]).toEqual(['0 ', '0 ']);
      }
      // The next try, with the right file, finds the place still free.
      expect(await restore(settingsOf(database.url), good)).toBe(0);
      expect(await contents(database.url)).toEqual(await contents(month.api.databaseUrl));
    } finally {
      await database.drop();
    }
  });
});

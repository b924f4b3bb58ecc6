import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { workbookFile } from '../../testing/workbook-file.ts';
import { createPool } from '../database.ts';
import { PATIENCE } from '../patience.ts';
import { migrate, whyUnfit } from './migrate.ts';

/** As administrators set servers, databases and logins. */
const THEIRS = {
  datestyle: 'SQL, DMY',
  timezone: 'Asia/Ho_Chi_Minh',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  default_transaction_isolation: 'repeatable read',
};
const OURS = {
  datestyle: 'ISO, YMD',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
};

async function onDatabase(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('in a database with settings of its own', () => {
  let api: TestApi;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await onDatabase(
      database.url,
      ...Object.entries(THEIRS).map(([setting, value]) => `alter database ${name} set ${setting} to '${value}'`),
    );
    api = await startTestApi({}, { database });
  });
  afterAll(() => api?.close());

  it('every session reads moments, days and bytes in one form, and sees what others have committed', async () => {
    for (const pool of [api.context.pool, api.context.writes]) {
      const names = Object.keys(OURS);
      const { rows } = await pool.query(
        'select lower(name) as name, setting from pg_settings where lower(name) = any($1)',
        [names],
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(OURS);
    }
  });

  it('people work, and runs are done, as anywhere', async () => {
    const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' });
    expect(made.status).toBe(201);
    const file = await workbookFile('amis-products', [{ code: 'SP1', name: 'Nồi', unit: 'Cái', isActive: true }]);
    const sent = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId: made.body.id });
    const run = await api.runEnd(sent.body.runId);
    expect(run).toMatchObject({ status: 'succeeded', result: { created: 1 } });
    expect(Math.abs(Date.now() - Date.parse(run.createdAt))).toBeLessThan(600_000);
    const listed = await api.call<{ items: { updatedAt: string }[] }>(
      'GET',
      `/amis/products?profileId=${made.body.id}`,
    );
    expect(listed.body.items[0]?.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});

it.each(['SQL_ASCII', 'LATIN1'])(
  'a database in %s is refused with the remedy before anything is written',
  async (encoding) => {
    const server = inject('databaseServer');
    const name = `khop_test_${crypto.randomUUID().replaceAll('-', '')}`;
    await onDatabase(
      server,
      `create database ${name} encoding '${encoding}' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
    );
    const url = new URL(server);
    url.pathname = `/${name}`;
    const pool = createPool(url.href, 1, PATIENCE.commands);
    try {
      await expect(migrate(pool)).rejects.toThrow(`dùng bảng mã ${encoding}, không giữ được chữ Việt`);
      expect((await pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
    } finally {
      await pool.end();
      await onDatabase(server, `drop database ${name} with (force)`);
    }
  },
);

it.each([
  [{ version: 140_011 }, 'PostgreSQL 14 cũ quá: Khớp cần bản 15 trở lên'],
  [{ isOrdered: false }, 'thiếu đối chiếu ICU'],
])('a server of %o is refused with what is missing', (of, says) => {
  const fit = { version: 150_000, encoding: 'UTF8', isOrdered: true };
  expect(whyUnfit(fit)).toBeUndefined();
  expect(whyUnfit({ ...fit, ...of })).toContain(says);
});

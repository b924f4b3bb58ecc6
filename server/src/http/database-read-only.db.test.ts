import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../db/database.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { sentenceOf } from '../sentence.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** As a host does it whose disk runs full, or a failover that leaves the old primary behind: connections begin anew, too. */
async function lockAgainstWriting(isLocked: boolean): Promise<void> {
  const pool = createPool(api.databaseUrl, 1, PATIENCE.commands);
  pool.on('error', () => {});
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query('set transaction_read_only = off; set default_transaction_read_only = off');
  await pool.query(`alter database ${rows[0]!.name} set default_transaction_read_only = ${isLocked ? 'on' : 'off'}`);
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await pool.end();
}

const ready = () => api.call('GET', '/health/ready', undefined, { anonymous: true });
const create = (code: string) => api.call('POST', '/amis/profiles', { code, name: code, taxCode: '' });
/** Connections that have just been ended are noticed by the next question. */
const settled = async (ask: () => Promise<{ status: number; body: Record<string, unknown> }>, status: number) => {
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(status);
  return ask();
};

it('is told as away while it takes no writing, by ready and at every change, and all goes on when it does', async () => {
  expect((await create('MOT')).status).toBe(201);
  await lockAgainstWriting(true);
  const away = {
    status: 503,
    body: { error_code: 'DATABASE_UNAVAILABLE', message: expect.stringContaining('chỉ cho đọc') },
  };
  expect(await settled(ready, 503)).toMatchObject(away);
  expect(await settled(() => create('HAI'), 503)).toMatchObject(away);

  const pool = createPool(api.databaseUrl, 1, PATIENCE.commands);
  const refusal = await migrate(pool).catch((error: unknown) => error);
  await pool.end();
  expect(sentenceOf(refusal)).toMatch(/chỉ cho đọc/);

  await lockAgainstWriting(false);
  expect(await settled(ready, 200)).toMatchObject({ status: 200 });
  expect(await settled(() => api.call('GET', '/amis/profiles'), 200)).toMatchObject({
    body: { items: [{ code: 'MOT' }] },
  });
  expect((await create('HAI')).status).toBe(201);
});

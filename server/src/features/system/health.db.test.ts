import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestMigration } from '../../db/migrations/migrate.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const ready = () => api.call('GET', '/health/ready', undefined, { anonymous: true });

it('is live and ready on a database that fits', async () => {
  expect(await api.call('GET', '/health/live', undefined, { anonymous: true })).toMatchObject({ status: 200 });
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', migration: await latestMigration() } });
});

it('does not wait: not for a full pool, and not for a locked table', async () => {
  const { pool } = api.context;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    // Nothing else gets a connection now.
    const others = api.call('GET', '/auth/me');
    expect(await ready()).toMatchObject({ status: 200 });
    await held[0]!.query('begin; lock table schema_migrations in access exclusive mode');
    const locked = await Promise.all(Array.from({ length: 20 }, ready));
    for (const { status, body } of locked) expect([status, body.error_code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    await held[0]!.query('rollback');
    expect(await ready()).toMatchObject({ status: 200 });
    for (const client of held.splice(0)) client.release();
    expect((await others).status).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
});

it('is not ready on an older database, nor on an empty one, and says what to do', async () => {
  const { pool } = api.context;
  await pool.query('delete from schema_migrations where name = $1', [await latestMigration()]);
  const older = await ready();
  expect(older).toMatchObject({ status: 503, body: { error_code: 'DATABASE_UNAVAILABLE' } });
  expect(older.body.message).toContain('khop migrate');
  await pool.query('drop table schema_migrations');
  const empty = await ready();
  expect(empty).toMatchObject({ status: 503, body: { error_code: 'DATABASE_UNAVAILABLE' } });
  expect(empty.body.message).toContain('bản trống');
  expect(await api.call('GET', '/health/live', undefined, { anonymous: true })).toMatchObject({ status: 200 });
});

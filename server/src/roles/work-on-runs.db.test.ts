import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestMigration } from '../db/migrations/migrate.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { workbookFile } from '../testing/workbook-file.ts';
import { readyWorker, type WorkerProcess } from '../testing/worker-process.ts';

let api: TestApi;
let worker: WorkerProcess | undefined;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(async () => {
  await worker?.kill();
  await api.close();
});

const runRow = (id: string) =>
  api.context.db.selectFrom('runs').select(['status', 'attempts']).where('id', '=', id).executeTakeFirstOrThrow();

it('leaves runs alone on a database that is not migrated yet, and works on them when it is', async () => {
  const { pool } = api.context;
  const latest = await latestMigration();
  const profile = { code: 'MOT', name: 'Một', taxCode: '' };
  const { id } = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body;
  const file = await workbookFile('amis-products', [{ code: 'SP1', name: 'Sản phẩm', unit: 'Cái', isActive: true }]);
  const { runId } = (await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId: id })).body;
  const { rows } = await pool.query('delete from schema_migrations where name = $1 returning sha256', [latest]);
  worker = await readyWorker(api.environment);
  // Time enough to take it: a worker that works does so within milliseconds.
  await pause(3000);
  expect(await runRow(runId)).toEqual({ status: 'queued', attempts: 0 });

  await pool.query('insert into schema_migrations (name, sha256) values ($1, $2)', [latest, rows[0].sha256]);
  await expect.poll(async () => (await runRow(runId)).attempts, { timeout: 15_000 }).toBeGreaterThan(0);
  expect((await api.runEnd(runId)).status).toBe('succeeded');
});

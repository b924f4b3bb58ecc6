import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/worker-process.ts';

const ROWS = 12_000;

let api: TestApi;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterEach(() => Promise.all(workers.map((worker) => worker.kill())));
afterAll(() => api?.close());

function startWorker(): WorkerProcess {
  const worker = startWorkerProcess(api.environment);
  workers.push(worker);
  return worker;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const runRow = (runId: string) =>
  api.context.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

async function upload(profileId: string, rows: readonly Row[]): Promise<string> {
  const file = await workbookFile('amis-products', rows);
  const accepted = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId });
  expect(accepted.status).toBe(202);
  return accepted.body.runId;
}

const newProfile = async (code: string): Promise<string> =>
  (await api.call<{ id: string }>('POST', '/amis/profiles', { code, name: code, taxCode: '' })).body.id;

/** The rows that an import writes, without ids and instants. */
const productsOf = async (profileId: string) =>
  (
    await api.context.pool.query(
      `select code, name, unit, quantity_on_hand, stock_value, is_active, search, fingerprint, version
       from amis_products where profile_id = $1 order by code`,
      [profileId],
    )
  ).rows;

it('takes a file in the same, however often its worker is killed', { timeout: 400_000 }, async () => {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    code: `SP${index}`,
    name: `Sản phẩm số ${index}`,
    unit: 'Cái',
    quantityOnHand: String(index % 100),
    stockValue: index * 10,
    isActive: true,
  }));
  const [disturbed, undisturbed] = [await newProfile('DISTURBED'), await newProfile('UNDISTURBED')];
  const existing = rows.slice(0, 3).map((row) => ({ ...row, name: 'Tên cũ' }));
  let worker = startWorker();
  for (const profileId of [disturbed, undisturbed]) {
    const runId = await upload(profileId, existing);
    await until('the first catalogue is in', async () => (await runRow(runId)).status === 'succeeded');
  }
  await worker.kill();

  // A lock on the products lets rows be staged and keeps the last transaction waiting, so that both kills hit for sure.
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  await lock.query('begin; lock table amis_products in exclusive mode');
  const runId = await upload(disturbed, rows);

  worker = startWorker();
  await until('a chunk is staged', async () => (await runRow(runId)).checkpoint !== null);
  await worker.kill();
  expect(await runRow(runId)).toMatchObject({ status: 'running', attempts: 1 });

  worker = startWorker();
  await until('the last transaction waits', async () => {
    const { rows: waiting } = await api.context.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%amis_products%'`,
    );
    return waiting.length > 0;
  });
  await worker.kill();
  await lock.query('rollback');
  await lock.end();
  expect(await runRow(runId)).toMatchObject({ status: 'running', attempts: 2, checkpoint: { staged: ROWS } });
  expect((await productsOf(disturbed)).map((row) => row.name)).toEqual(['Tên cũ', 'Tên cũ', 'Tên cũ']);

  worker = startWorker();
  await until('it is in', async () => (await runRow(runId)).status === 'succeeded');
  const plainRun = await upload(undisturbed, rows);
  await until('the other one is in', async () => (await runRow(plainRun)).status === 'succeeded');

  const counts = { read: ROWS, created: ROWS - 3, changed: 3, unchanged: 0, rejected: 0 };
  expect((await runRow(runId)).result).toMatchObject(counts);
  expect((await runRow(plainRun)).result).toMatchObject(counts);
  expect(await productsOf(disturbed)).toEqual(await productsOf(undisturbed));
  const { rows: batches } = await api.context.pool.query('select profile_id from import_batches where run_id = $1', [
    runId,
  ]);
  expect(batches).toHaveLength(1);
  const { rows: left } = await api.context.pool.query('select from staged_rows');
  expect(left).toHaveLength(0);
});

it('leaves the data as it was when it is cancelled in the middle', async () => {
  const profileId = await newProfile('CANCELLED');
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  // Nothing can be staged until the cancel is there.
  await lock.query('begin; lock table staged_rows in exclusive mode');
  const runId = await upload(profileId, [{ code: 'A1', name: 'Nồi', unit: 'Cái', isActive: true }]);
  const worker = startWorker();
  await until('it runs', async () => (await runRow(runId)).status === 'running');
  await api.call('POST', `/runs/${runId}/cancel`);
  await lock.query('rollback');
  await lock.end();
  await until('it has ended', async () => (await runRow(runId)).finishedAt !== null);
  expect(await runRow(runId)).toMatchObject({ status: 'cancelled', errorCode: null });
  expect(await productsOf(profileId)).toEqual([]);
  await worker.kill();
});

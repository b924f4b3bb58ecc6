import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { OURS, purchase, xmlOf, zipOf } from '../../testing/good-calls/tax-company.ts';
import { listFile, listRowOf } from '../../testing/good-calls/tax-list.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/worker-process.ts';

const INVOICES = 450;

let api: TestApi;
let worker: WorkerProcess | undefined;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  await api.call('POST', '/amis/profiles', { code: 'AP', ...OURS });
});
afterEach(() => worker?.kill());
afterAll(() => api?.close());

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error(`waited in vain until ${what}`);
    await pause(20);
  }
}

const stored = async (): Promise<number> =>
  (await api.context.pool.query<{ n: number }>('select count(*)::int as n from tax_invoices')).rows[0]!.n;
const runRow = (id: string) =>
  api.context.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('takes each invoice in once, and counts it, when its worker is killed in the middle', {
  timeout: 240_000,
}, async () => {
  const numbers = Array.from({ length: INVOICES }, (_, n) => n + 1);
  const zip = await zipOf(api, Object.fromEntries(numbers.map((n) => [`${n}.xml`, xmlOf(purchase(n))])));
  const sent = await api.upload<{ runId: string }>('/tax-invoices/bulk', { name: 'lon.zip', content: zip });
  const { runId } = sent.body;

  // Every other chunk waits at this lock, so the kill hits between two of them for sure.
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  worker = startWorkerProcess(api.environment);
  await until('a chunk is stored', async () => (await stored()) > 0);
  await lock.query('begin; lock table tax_invoices in exclusive mode');
  await worker.kill();
  const before = await stored();
  await lock.query('rollback');
  await lock.end();
  expect(await runRow(runId)).toMatchObject({ status: 'running', attempts: 1 });
  expect(before).toBeLessThan(INVOICES);

  worker = startWorkerProcess(api.environment);
  await until('it is in', async () => (await runRow(runId)).finishedAt !== null);
  expect(await runRow(runId)).toMatchObject({
    status: 'succeeded',
    result: { created: INVOICES, known: 0, versions: 0, refused: 0, purchases: INVOICES },
  });
  expect(await stored()).toBe(INVOICES);
  const { rows } = await api.context.pool.query(
    'select count(*)::int as files, count(distinct sha256)::int as distinct from tax_invoice_files',
  );
  expect(rows).toEqual([{ files: INVOICES, distinct: INVOICES }]);
});

it('takes each list of a zip in once, and tells what it brought, when its worker is killed between two of them', {
  timeout: 240_000,
}, async () => {
  const listOf = async (from: number) =>
    (
      await listFile('x.xlsx', [listRowOf(purchase(from)), listRowOf(purchase(from + 1))], {
        side: 'purchase',
        own: OURS,
      })
    ).content;
  const content = await zipOf(api, { 'a.xlsx': await listOf(5001), 'b.xlsx': await listOf(5002) });
  const { body } = await api.upload<{ runId: string }>('/tax-invoices/bulk', { name: 'hai.zip', content });
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  // The second list waits for the row that both have.
  const blocked = 'select from tax_list_rows where number = $1 for update';
  await lock.query('begin');
  worker = startWorkerProcess(api.environment);
  await until('the first list is in', async () => {
    const { rowCount } = await lock.query(blocked, ['5002']);
    return rowCount === 1;
  });
  await worker.kill();
  await lock.query('rollback');
  await lock.end();
  expect(await runRow(body.runId)).toMatchObject({ status: 'running', attempts: 1 });

  worker = startWorkerProcess(api.environment);
  await until('it is in', async () => (await runRow(body.runId)).finishedAt !== null);
  const told = { isKnown: false, rows: 2 };
  expect(await runRow(body.runId)).toMatchObject({
    status: 'succeeded',
    result: {
      lists: [
        { ...told, fileName: 'hai.zip/a.xlsx', created: 2, unchanged: 0 },
        { ...told, fileName: 'hai.zip/b.xlsx', created: 1, unchanged: 1 },
      ],
    },
  });
});

it('takes a list in whole when its worker is killed in the middle, and half of it at no time', {
  timeout: 240_000,
}, async () => {
  const rows = Array.from({ length: 2500 }, (_, at) => listRowOf(purchase(10_000 + at)));
  const file = await listFile('lon.xlsx', rows, { side: 'purchase', own: OURS });
  const { body } = await api.upload<{ runId: string }>('/tax-invoices/bulk', file);
  const count = async () =>
    (
      await api.context.pool.query<{ lists: number; rows: number }>(
        'select (select count(*)::int from tax_lists) as lists, (select count(*)::int from tax_list_rows) as rows',
      )
    ).rows[0]!;
  const before = await count();
  // The list itself is written before its rows, which wait at this lock.
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  await lock.query('begin; lock table tax_list_rows in exclusive mode');
  worker = startWorkerProcess(api.environment);
  await until('it waits with its rows', async () => {
    const { rows: waiting } = await api.context.pool.query(
      "select from pg_locks where not granted and relation = 'tax_list_rows'::regclass",
    );
    return waiting.length > 0;
  });
  await worker.kill();
  await lock.query('rollback');
  await lock.end();
  expect(await count()).toEqual(before);

  worker = startWorkerProcess(api.environment);
  await until('it is in', async () => (await runRow(body.runId)).finishedAt !== null);
  expect(await runRow(body.runId)).toMatchObject({
    status: 'succeeded',
    result: { lists: [{ isKnown: false, rows: 2500, created: 2500, rejected: 0 }] },
  });
  expect(await count()).toEqual({ lists: before.lists + 1, rows: before.rows + 2500 });
});

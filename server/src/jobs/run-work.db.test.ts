import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { RunCancelled, RunLost, runWork } from './run-work.ts';
import { startRun } from './runs.ts';

let api: TestApi;
let scope = 0;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const never = new AbortController().signal;

/** A run in the hands of its first attempt, as a worker takes it. */
async function startedRun(): Promise<string> {
  const { context } = api;
  const { runId } = await inTransaction(context.pool, (tx) =>
    startRun(tx, context, { kind: 'import', scope: `s${scope++}`, payload: {}, createdBy: 'a@khop.local' }),
  );
  return runId;
}

async function take(runId: string) {
  const run = await api.context.db
    .updateTable('runs')
    .set((eb) => ({ status: 'running', attempts: eb('attempts', '+', 1), startedAt: new Date().toISOString() }))
    .where('id', '=', runId)
    .returning(['id', 'scope', 'createdBy', 'payload', 'checkpoint', 'attempts'])
    .executeTakeFirstOrThrow();
  return runWork(api.context, run, never).work;
}

const runOf = (runId: string) =>
  api.context.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

const mark = (tx: { client: { query: (text: string, values: unknown[]) => Promise<unknown> } }, who: string) =>
  tx.client.query('insert into staged_rows (run_id, key, data) values (gen_random_uuid(), $1, $2)', [who, '{}']);
const marks = async () =>
  (await api.context.pool.query<{ key: string }>('select key from staged_rows order by 1')).rows.map((row) => row.key);

it('keeps a worker that was taken for dead from writing anything more', async () => {
  const runId = await startedRun();
  const zombie = await take(runId);
  await zombie.commitChunk({ at: 1 }, (tx) => mark(tx, 'zombie, while it lived'));
  const heir = await take(runId);
  expect(heir.checkpoint).toEqual({ at: 1 });
  await expect(zombie.commitChunk({ at: 2 }, (tx) => mark(tx, 'zombie'))).rejects.toThrow(RunLost);
  await expect(zombie.progress({ stage: 'khác', done: 9 })).rejects.toThrow(RunLost);
  await expect(zombie.finish((tx) => mark(tx, 'zombie'))).rejects.toThrow(RunLost);
  expect(zombie.signal.aborted).toBe(true);
  await heir.finish(async (tx) => {
    await mark(tx, 'heir');
    return { by: 'heir' };
  });
  expect(await marks()).toEqual(['heir', 'zombie, while it lived']);
  expect(await runOf(runId)).toMatchObject({ status: 'succeeded', result: { by: 'heir' }, attempts: 2 });
});

it('lets the last transaction of a lost attempt wait for its heir, and then refuses it', async () => {
  const runId = await startedRun();
  const zombie = await take(runId);
  const heir = await take(runId);
  let finishing: Promise<unknown> | undefined;
  await heir.finish(async () => {
    // The heir holds the run; the zombie must not get past it.
    finishing = zombie.finish((tx) => mark(tx, 'zombie'));
    finishing.catch(() => {});
    return {};
  });
  await expect(finishing).rejects.toThrow(RunLost);
});

it('writes what was told first before what was told after it, without being waited for', async () => {
  const { pool } = api.context;
  const runId = await startedRun();
  const work = await take(runId);
  const waiting = async (): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.n;
  };
  const told: Promise<void>[] = [];
  await inTransaction(pool, async (tx) => {
    await tx.client.query('select 1 from runs where id = $1 for update', [runId]);
    told.push(work.progress({ stage: 'trước', done: 1 }), work.progress({ stage: 'sau', done: 2 }));
    // Either would now wait for the row, and the one that gets it last is what people see.
    await expect.poll(waiting).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await waiting()).toBe(1);
  });
  await Promise.all(told);
  expect(await runOf(runId)).toMatchObject({ stage: 'sau', done: 2 });
});

it('ends either cancelled or succeeded when a cancel comes with the last transaction', async () => {
  const runId = await startedRun();
  const work = await take(runId);
  let cancelling: ReturnType<typeof api.call> | undefined;
  await work.finish(async () => {
    cancelling = api.call('POST', `/runs/${runId}/cancel`, undefined, { admin: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    return {};
  });
  expect(await cancelling).toMatchObject({ status: 422, body: { error_code: 'RUN_FINISHED' } });
  expect(await runOf(runId)).toMatchObject({ status: 'succeeded', cancelRequested: false });

  const other = await startedRun();
  const cancelled = await take(other);
  await api.call('POST', `/runs/${other}/cancel`, undefined, { admin: true });
  await expect(cancelled.finish(async () => ({}))).rejects.toThrow(RunCancelled);
  expect(await runOf(other)).toMatchObject({ status: 'running', cancelRequested: true });
});

it('tells the planner of tables that it has changed much, and of no others', async () => {
  const { pool } = api.context;
  const rowsOf = async (table: string) =>
    (await pool.query<{ reltuples: number }>('select reltuples from pg_class where oid = $1::regclass', [table]))
      .rows[0]!.reltuples;
  await pool.query(`create table much (at integer); create table little (at integer); create table large (at integer);
    insert into large select n from generate_series(1, 50000) n; analyze large`);
  const work = await take(await startedRun());
  await work.finish(async ({ client }) => {
    await client.query('create temporary table passing on commit drop as select n from generate_series(1, 5000) n');
    await client.query('insert into much select n from generate_series(1, 5000) n');
    await client.query('insert into little select n from generate_series(1, 500) n');
    await client.query('insert into large select n from generate_series(1, 2000) n');
  });
  expect(await Promise.all(['much', 'little', 'large'].map(rowsOf))).toEqual([5000, -1, 52_000]);
  await pool.query('drop table much, little, large');
});

it('succeeds also where the figures cannot be made', async () => {
  const { pool } = api.context;
  await pool.query(`create table spoilt (at integer);
    create function fails(integer) returns integer language plpgsql immutable as 'begin if $1 > 0 and current_setting(''khop.spoil'', true) = ''1'' then raise ''spoilt''; end if; return $1; end';
    create index on spoilt (fails(at))`);
  const runId = await startedRun();
  const work = await take(runId);
  await work.finish(async ({ client }) => {
    await client.query('insert into spoilt select n from generate_series(1, 5000) n');
    await client.query("set local khop.spoil = '1'");
  });
  expect((await runOf(runId)).status).toBe('succeeded');
  expect((await pool.query('select from spoilt')).rowCount).toBe(5000);
  await pool.query('drop table spoilt; drop function fails(integer)');
});

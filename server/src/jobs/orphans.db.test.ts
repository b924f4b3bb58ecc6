import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { adoptOrphans } from './orphans.ts';
import { startRun } from './runs.ts';

let api: TestApi;
let scope = 0;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());
beforeEach(() => api.context.pool.query('delete from pgboss.job; delete from runs'));

/** A live run whose job has come to this end. */
async function runWith(state: string, more: { attempts?: number; cancelRequested?: boolean } = {}): Promise<string> {
  const { context } = api;
  const { runId } = await inTransaction(context.pool, (tx) =>
    startRun(tx, context, { kind: 'import', scope: `s${scope++}`, payload: {}, createdBy: 'a@khop.local' }),
  );
  await context.pool.query(`update runs set status = 'running', attempts = $2, cancel_requested = $3 where id = $1`, [
    runId,
    more.attempts ?? 3,
    more.cancelRequested ?? false,
  ]);
  await context.pool.query(`update pgboss.job set state = $2 where data ->> 'runId' = $1`, [runId, state]);
  return runId;
}

const jobsOf = async (runId: string) =>
  (
    await api.context.pool.query<{ state: string }>(
      `select state from pgboss.job where data ->> 'runId' = $1 order by created_on`,
      [runId],
    )
  ).rows.map((row) => row.state);

const runOf = (runId: string) =>
  api.context.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

it.each(['failed', 'completed', 'cancelled'])('delivers a run again whose job is %s', async (state) => {
  const runId = await runWith(state);
  expect(await adoptOrphans(api.context)).toEqual({ delivered: 1, cancelled: 0, givenUp: 0 });
  expect(await jobsOf(runId)).toContain('created');
  expect(await adoptOrphans(api.context)).toEqual({ delivered: 0, cancelled: 0, givenUp: 0 });
});

it('delivers a run whose job is gone, as after a restore', async () => {
  const runId = await runWith('created');
  await api.context.pool.query('delete from pgboss.job');
  await adoptOrphans(api.context);
  expect(await jobsOf(runId)).toEqual(['created']);
});

it.each(['created', 'retry', 'active'])('leaves a run alone whose job is %s', async (state) => {
  const runId = await runWith(state);
  expect(await adoptOrphans(api.context)).toEqual({ delivered: 0, cancelled: 0, givenUp: 0 });
  expect(await jobsOf(runId)).toEqual([state]);
});

it('ends a run that was cancelled, and one that was tried too often', async () => {
  const cancelled = await runWith('failed', { cancelRequested: true });
  const poison = await runWith('failed', { attempts: 10 });
  expect(await adoptOrphans(api.context)).toEqual({ delivered: 0, cancelled: 1, givenUp: 1 });
  expect(await runOf(cancelled)).toMatchObject({ status: 'cancelled', errorCode: null });
  const ended = await runOf(poison);
  expect(ended).toMatchObject({ status: 'failed', errorCode: 'INTERNAL' });
  expect(ended.message).toContain('Dữ liệu giữ nguyên');
  expect(ended.finishedAt).not.toBeNull();
});

it('delivers once, however many workers look at the same time', async () => {
  const runId = await runWith('failed');
  await Promise.all(Array.from({ length: 4 }, () => adoptOrphans(api.context)));
  expect((await jobsOf(runId)).filter((state) => state === 'created')).toHaveLength(1);
});

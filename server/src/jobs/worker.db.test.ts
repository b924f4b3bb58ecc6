import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import { makeContext } from '../make-context.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { startRun } from './runs.ts';
import { type Runners, startWorker } from './worker.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const start = (scope: string) =>
  inTransaction(api.context.pool, (tx) =>
    startRun(tx, api.context, { kind: 'import', scope, payload: {}, createdBy: 'a@khop.local' }),
  );

const runners: Runners = { work: { import: async (work) => void (await work.finish(async () => ({}))) } };

it('takes no more runs once it is to stop, while the process around it still ends', async () => {
  const stopping = new AbortController();
  await startWorker(api.context, runners, 2, stopping.signal);
  expect((await api.runEnd((await start('before')).runId)).status).toBe('succeeded');
  stopping.abort();

  const other = await makeContext(loadConfig(api.environment), 'worker');
  const otherStops = new AbortController();
  await startWorker(other.forRuns, runners, 1, otherStops.signal);
  for (let at = 0; at < 6; at += 1) {
    const { runId } = await start(`after-${at}`);
    expect((await api.runEnd(runId)).status).toBe('succeeded');
    const { attempts } = await api.context.db
      .selectFrom('runs')
      .select('attempts')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(1);
  }
  otherStops.abort();
  await other.close();
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdTable, releaseTable, waitingFor } from '../testing/held-table.ts';
import { expectLaws } from '../testing/laws.ts';
import { dumpPlan } from '../testing/plan-dump.ts';
import { type SampleMonth, startSampleMonth } from '../testing/sample-month.ts';
import { readyWorker, type WorkerProcess } from '../testing/worker-process.ts';

let month: SampleMonth;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.stopWorker();
});
afterAll(async () => {
  await Promise.all(workers.map((one) => one.kill()));
  await month?.api.close();
});

async function worker(): Promise<WorkerProcess> {
  const started = await readyWorker(month.api.environment);
  workers.push(started);
  return started;
}

const runOf = (id: string) =>
  month.api.context.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a worker that is stopped inside its write transaction loses the run, and commits nothing when it wakes up', async () => {
  const { pool } = month.api.context;
  const sleeper = await worker();
  const holder = await holdTable(pool, 'invoice_allocations');
  const { body } = await month.api.call<{ runId: string }>(
    'POST',
    `/invoice-issuance/periods/${month.periodId}/generate-invoices`,
    {},
  );
  const backend = await waitingFor(pool, holder);
  // A transaction of another worker, with locks of its own.
  const bystander = await holdTable(pool, 'export_layouts');
  const heir = await worker();
  sleeper.freeze();
  // From here on only the sleeper itself holds what its transaction has written.
  await releaseTable(holder);

  // The time that this takes is measured by `npm run bench -- abuse frozen-worker`.
  while ((await runOf(body.runId)).attempts < 2) await pause(50);
  // A connection that is ended lets go of its locks a moment before it leaves the list.
  const sleeping = async () => (await pool.query('select from pg_stat_activity where pid = $1', [backend])).rows;
  await expect.poll(sleeping, { timeout: 10_000 }).toEqual([]);

  // Only the sleeper's connection was ended, and by the one who took the run over: it was delivered again once, not until it went.
  await releaseTable(bystander);
  const { rows: deliveries } = await pool.query(
    `select retry_count as retries from pgboss.job where data ->> 'runId' = $1 order by created_on`,
    [body.runId],
  );
  expect(deliveries).toEqual([{ retries: 1 }, { retries: 0 }]);

  sleeper.wake();
  const end = await month.api.runEnd(body.runId);
  expect(end.status, end.message ?? '').toBe('succeeded');
  // Nor has the sleeper handed the run on to a third one when it found its connection gone.
  expect((await runOf(body.runId)).attempts).toBe(2);
  const made = await dumpPlan(pool, month.periodId);
  await sleeper.stop();
  await heir.stop();
  expect(await dumpPlan(pool, month.periodId)).toEqual(made);
  expect(await runOf(body.runId)).toMatchObject({ status: 'succeeded', attempts: 2 });
  await expectLaws(pool, month.periodId);
});

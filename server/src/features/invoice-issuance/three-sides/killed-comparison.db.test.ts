import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdTable, releaseTable, waitingFor } from '../../../testing/held-table.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/worker-process.ts';

let month: SampleMonth;
let worker: WorkerProcess | undefined;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.stopWorker();
});
afterAll(async () => {
  await worker?.kill();
  await month?.api.close();
});

const path = () => `/invoice-issuance/periods/${month.periodId}/three-sides`;
const start = async (): Promise<string> => (await month.api.call<{ runId: string }>('POST', path(), {})).body.runId;

/** All that people see of a comparison. */
const shown = async () => {
  const { rows } = await month.api.context.pool.query(
    `select r.profile_id, r.trade, r.key, r.state, r.delivery_total, r.books_total, r.tax_total, r.stamp
     from three_sided_comparisons c join three_sided_rows r on r.run_id = c.run_id where c.period_id = $1 order by 1, 2, 3`,
    [month.periodId],
  );
  return rows;
};
const strayRows = async (): Promise<number> =>
  (
    await month.api.context.pool.query<{ n: number }>(
      'select count(*)::int as n from three_sided_rows where run_id not in (select run_id from three_sided_comparisons)',
    )
  ).rows[0]!.n;

async function succeeds(runId: string): Promise<void> {
  worker = startWorkerProcess(month.api.environment);
  const end = await month.api.runEnd(runId);
  expect(end.status, end.message ?? '').toBe('succeeded');
  await worker.stop();
}

it('a comparison whose worker is killed while it writes is made by the next one, each row once; the one before is shown until then', async () => {
  await succeeds(await start());
  const before = await shown();
  expect(before.length).toBeGreaterThan(100);
  const { pool } = month.api.context;
  await pool.query(
    `update period_amis_sales set amount = amount + 1000 where period_id = $1 and entry_key = (
       select min(entry_key) from period_amis_sales where period_id = $1)`,
    [month.periodId],
  );
  worker = startWorkerProcess(month.api.environment);
  const holder = await holdTable(pool, 'three_sided_rows');
  const runId = await start();
  await waitingFor(pool, holder);
  await worker.kill();
  await releaseTable(holder);
  expect(await shown()).toEqual(before);
  // Rows of a part that the killed worker had stored before: they are made anew.
  await pool.query(
    `insert into three_sided_rows select ($2::jsonb ->> 'run')::uuid, 0, gen_random_uuid(), period_id, profile_id, trade, key, symbol, number, date, origin_month,
       partner_tax_code, partner_name, delivery_before_vat, delivery_vat, delivery_total, books_before_vat, books_vat, books_total,
       tax_before_vat, tax_vat, tax_total, rates, documents, vouchers, invoice_id, tax_key, state, kind, differences, missing, at_stake, stamp, search
     from three_sided_rows where run_id = (select run_id from three_sided_comparisons where period_id = $1) and part = 0`,
    [month.periodId, JSON.stringify({ run: runId })],
  );
  await succeeds(runId);
  const after = await shown();
  expect(after).not.toEqual(before);
  expect(new Set(after.map(({ key, profile_id, trade }) => `${profile_id} ${trade} ${key}`)).size).toBe(after.length);
  expect(await strayRows()).toBe(0);
}, 300_000);

it('a comparison that is cancelled while it writes changes nothing of what is shown', async () => {
  const before = await shown();
  const { pool } = month.api.context;
  worker = startWorkerProcess(month.api.environment);
  const holder = await holdTable(pool, 'three_sided_rows');
  const runId = await start();
  const writer = await waitingFor(pool, holder);
  // The cancel waits for the row of the run, which the chunk has.
  const cancelled = month.api.call('POST', `/runs/${runId}/cancel`, {});
  const isWaiting = async () =>
    (await pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [writer])).rowCount;
  await expect.poll(isWaiting, { timeout: 2500, interval: 20 }).toBe(1);
  await releaseTable(holder);
  expect((await cancelled).status).toBe(200);
  expect((await month.api.runEnd(runId)).status).toBe('cancelled');
  await worker.stop();
  expect(await shown()).toEqual(before);
  await succeeds(await start());
  expect(await shown()).toEqual(before);
  expect(await strayRows()).toBe(0);
}, 300_000);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTable, releaseTable, waitingFor } from '../../testing/held-table.ts';
import { expectLaws } from '../../testing/laws.ts';
import { dumpPlan } from '../../testing/plan-dump.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/worker-process.ts';

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

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const call = (method: string, place: string, body?: unknown, options = {}) =>
  month.api.call(method, place, body, options);

/** Leaves a document out, or takes it in again, so that the next plan differs. */
async function changeInput(): Promise<void> {
  const { rows } = await month.api.context.pool.query<{ key: string; out: boolean }>(
    `select s.source_key as key, exists (select from period_exclusions e where e.period_id = $1) as out
     from period_sales_lines s where s.period_id = $1 and s.document_key = (
       select min(document_key) from period_sales_lines where period_id = $1 and amount > 0)`,
    [month.periodId],
  );
  const reason = rows[0]!.out ? null : 'cancelled';
  const sourceKeys = rows.map((row) => row.key);
  const { status } = await call('POST', path('exclusions'), { sourceKeys, reason, note: 'thử' });
  expect(status).toBe(200);
}

async function start(rest: string, body?: object): Promise<string> {
  const answer = await call('POST', path(rest), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return (answer.body as { runId: string }).runId;
}

const wholeState = async () => ({
  plan: await dumpPlan(month.api.context.pool, month.periodId),
  regeneration: (await call('GET', path('regeneration'))).body,
});

/**
 * The calls with their bodies, the table that the transaction is writing to when it dies, and true if the input changes
 * before.
 */
const DEATHS = [
  ['generate-invoices', {}, 'invoice_allocations', false],
  ['regenerate-invoices', { preview: true }, 'period_proposal_changes', true],
  ['regeneration/apply', undefined, 'period_undo_rows', false],
  ['regeneration/undo', undefined, 'period_lots', false],
  ['regenerate-invoices', {}, 'invoice_vouchers', false],
] as const;

describe('a worker killed in the middle of its transaction', () => {
  it.each(DEATHS)(
    'of %s %j, while writing to %s, leaves the old state whole; the next worker makes the new one',
    async (rest, body, table, isChanged) => {
      if (isChanged) await changeInput();
      const before = await wholeState();
      worker = startWorkerProcess(month.api.environment);
      const holder = await holdTable(month.api.context.pool, table);
      const runId = await start(rest, body);
      await waitingFor(month.api.context.pool, holder);
      await worker.kill();
      await releaseTable(holder);
      expect(await wholeState()).toEqual(before);

      worker = startWorkerProcess(month.api.environment);
      const end = await month.api.runEnd(runId);
      expect(end.status, end.message ?? '').toBe('succeeded');
      await worker.stop();
      expect(await wholeState()).not.toEqual(before);
      await expectLaws(month.api.context.pool, month.periodId);
    },
    300_000,
  );
});

describe('an export whose connection dies in the middle', () => {
  it.each(['period_exports', 'invoices'])(
    'while writing to %s, leaves every draft a draft; the same request then answers',
    async (table) => {
      await month.api.context.pool.query("update invoices set status = 'draft' where period_id = $1", [month.periodId]);
      await month.api.context.pool.query("update invoice_periods set status = 'generated' where id = $1", [
        month.periodId,
      ]);
      const before = await wholeState();
      const holder = await holdTable(month.api.context.pool, table);
      const options = { idempotencyKey: `xuat-${table}` };
      const dying = call('POST', path('download-excel'), {}, options);
      const pid = await waitingFor(month.api.context.pool, holder);
      await month.api.context.pool.query('select pg_terminate_backend($1)', [pid]);
      expect((await dying).status).toBeGreaterThanOrEqual(500);
      await releaseTable(holder);
      expect(await wholeState()).toEqual(before);
      const again = await call('POST', path('download-excel'), {}, options);
      expect(again.status).toBe(200);
      const { rows } = await month.api.context.pool.query(
        "select count(*) filter (where status = 'draft')::int as drafts from invoices where period_id = $1",
        [month.periodId],
      );
      expect(rows[0].drafts).toBe(0);
      await expectLaws(month.api.context.pool, month.periodId);
    },
    300_000,
  );
});

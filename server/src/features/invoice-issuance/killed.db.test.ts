import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '@khop/contract/runs.ts';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Holds a table so that whoever writes to it waits there, in the middle of its transaction. */
async function hold(table: string): Promise<PoolClient> {
  const client = await month.api.context.pool.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return client;
}

/** The backend that waits for a lock of the holder. */
async function waiting(holder: PoolClient): Promise<number> {
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  for (;;) {
    const { rows } = await month.api.context.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
      [own[0]!.pid],
    );
    if (rows[0]) return rows[0].pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function release(holder: PoolClient): Promise<void> {
  await holder.query('rollback');
  holder.release();
}

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

async function runToEnd(runId: string): Promise<Run> {
  const end = await month.api.runEnd(runId);
  expect(end.status, end.message ?? '').toBe('succeeded');
  return end;
}

/** What is asked for, before which the input changes or not, and the table that its transaction is writing to when it dies. */
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
      const holder = await hold(table);
      const runId = await start(rest, body);
      await waiting(holder);
      await worker.kill();
      await release(holder);
      expect(await wholeState()).toEqual(before);

      worker = startWorkerProcess(month.api.environment);
      await runToEnd(runId);
      await worker.stop();
      expect(await wholeState()).not.toEqual(before);
      await expectLaws(month.api.context.pool, month.periodId);
    },
    300_000,
  );
});

/** How input comes into a period, from which file, and the table that its transaction is writing to when it dies. */
const INPUTS = [
  ['load-bravo-sales', undefined, 'staged_rows'],
  ['load-bravo-sales', undefined, 'period_sales_lines'],
  ['load-amis-inventory', 'TonKho.xlsx', 'staged_rows'],
  ['load-amis-inventory', 'TonKho.xlsx', 'period_inventory_rows'],
  ['load-amis-sales-ledger', 'SoBanHang.xlsx', 'period_amis_sales'],
] as const;
const TARGETS = {
  'load-bravo-sales': 'period_sales_lines',
  'load-amis-inventory': 'period_inventory_rows',
  'load-amis-sales-ledger': 'period_amis_sales',
} as const;

/** What a plan is made from, row by row, and the mark that tells plans apart by it. */
async function inputState(): Promise<Record<string, unknown>> {
  const { pool } = month.api.context;
  const state: Record<string, unknown> = {};
  for (const table of Object.values(TARGETS)) {
    const results = "'{invoiced,already_invoiced,unallocated,excluded}'::text[]";
    const { rows } = await pool.query(
      `select (to_jsonb(t) - ${results})::text as row from ${table} t where period_id = $1 order by 1`,
      [month.periodId],
    );
    state[table] = rows.map(({ row }) => row);
  }
  return state;
}
const inputRevision = async (): Promise<number> =>
  (
    await month.api.context.pool.query('select input_revision as revision from invoice_periods where id = $1', [
      month.periodId,
    ])
  ).rows[0].revision;

describe('a worker killed while input comes in', () => {
  it.each(INPUTS)(
    'by %s of %s, while writing to %s, leaves the old input whole; the next worker takes all of it in',
    async (rest, name, table) => {
      const { pool } = month.api.context;
      const [[code, profileId]] = [...month.profiles] as [[string, string]];
      const own = TARGETS[rest];
      const complete = await inputState();
      // As if the source had more than the period knows, and the file had never been seen.
      await pool.query(
        `delete from ${own} where ctid in (
           select ctid from ${own} t where period_id = $1 and coalesce(to_jsonb(t) ->> 'profile_id', $2) = $2 limit 3)`,
        [month.periodId, profileId],
      );
      await pool.query("update import_batches set sha256 = 'của tệp khác'");
      const [before, revision] = [await inputState(), await inputRevision()];
      const begin = async (): Promise<string> => {
        if (name === undefined) return start(rest);
        const content = await readFile(join(month.folder, 'amis', code, name));
        const answer = await month.api.upload<{ runId: string }>(path(rest), { name, content }, { profileId });
        expect(answer.status, JSON.stringify(answer.body)).toBe(202);
        return answer.body.runId;
      };
      worker = startWorkerProcess(month.api.environment);
      const holder = await hold(table);
      const runId = await begin();
      await waiting(holder);
      await worker.kill();
      await release(holder);
      expect(await inputState()).toEqual(before);
      expect(await inputRevision()).toBe(revision);

      worker = startWorkerProcess(month.api.environment);
      await runToEnd(runId);
      await worker.stop();
      expect(await inputState()).toEqual(complete);
      expect(await inputRevision()).toBe(revision + 1);
    },
    120_000,
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
      const holder = await hold(table);
      const options = { idempotencyKey: `xuat-${table}` };
      const dying = call('POST', path('download-excel'), {}, options);
      const pid = await waiting(holder);
      await month.api.context.pool.query('select pg_terminate_backend($1)', [pid]);
      expect((await dying).status).toBeGreaterThanOrEqual(500);
      await release(holder);
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTable, releaseTable, waitingFor } from '../../testing/held-table.ts';
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

/**
 * The call by which input comes into a period, its file, and the table that its transaction is writing to when it dies.
 */
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

/** The input of a plan, row by row, and the mark by which a plan knows its input. */
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
        const place = `/invoice-issuance/periods/${month.periodId}/${rest}`;
        const content = name && (await readFile(join(month.folder, 'amis', code, name)));
        const answer = await (content
          ? month.api.upload<{ runId: string }>(place, { name, content }, { profileId })
          : month.api.call<{ runId: string }>('POST', place));
        expect(answer.status, JSON.stringify(answer.body)).toBe(202);
        return answer.body.runId;
      };
      worker = startWorkerProcess(month.api.environment);
      const holder = await holdTable(pool, table);
      const runId = await begin();
      await waitingFor(pool, holder);
      await worker.kill();
      await releaseTable(holder);
      expect(await inputState()).toEqual(before);
      expect(await inputRevision()).toBe(revision);

      worker = startWorkerProcess(month.api.environment);
      const end = await month.api.runEnd(runId);
      expect(end.status, end.message ?? '').toBe('succeeded');
      await worker.stop();
      expect(await inputState()).toEqual(complete);
      expect(await inputRevision()).toBe(revision + 1);
    },
    300_000,
  );
});

import type { Run } from '@khop/contract/runs.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { readIssueFolder } from '../../cli/issue/issue-folder.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/worker-process.ts';

let month: SampleMonth | undefined;
const workers: WorkerProcess[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await month?.api.close();
  month = undefined;
});

const worker = (): WorkerProcess => {
  const started = startWorkerProcess(month!.api.environment);
  workers.push(started);
  return started;
};

async function until<T>(look: () => Promise<T>, enough: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look();
    if (enough(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const place = (rest: string): string => `/invoice-issuance/periods/${month!.periodId}/${rest}`;
const run = async (id: string): Promise<Run> => (await month!.api.call<Run>('GET', `/runs/${id}`)).body;
const invoiceCount = async (): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*) as count from invoices where period_id = ${month!.periodId}`.execute(
      month!.api.context.db,
    )
  ).rows[0]!.count;

describe('a generation whose worker is killed', () => {
  it.each(['Lập kế hoạch', 'Ghi hóa đơn'])(
    'at «%s» leaves the old state, and the next worker brings the undisturbed result',
    async (stage) => {
      month = await startSampleMonth(400);
      await month.stopWorker();
      const expected = planInvoices((await readIssueFolder(month.folder)).input);
      const first = worker();
      const { body } = await month.api.call<{ runId: string }>('POST', place('generate-invoices'), {});
      await until(
        () => run(body.runId),
        (now) => now.stage.startsWith(stage) || now.finishedAt !== null,
      );
      await first.kill();
      const atDeath = await run(body.runId);
      // Killed after its commit the run is whole; killed before, nothing of it is there.
      expect(await invoiceCount()).toBe(atDeath.status === 'succeeded' ? expected.invoices.length : 0);
      worker();
      const end = await month.api.runEnd(body.runId);
      expect(end.status, end.message ?? '').toBe('succeeded');
      expect(await invoiceCount()).toBe(expected.invoices.length);
      expect((end.result as { tieOut: object }).tieOut).toEqual(expected.tieOut);
    },
    300_000,
  );
});

describe('people working at the same time', () => {
  it('one generation at a time; edits and exports in between never break a law', async () => {
    month = await startSampleMonth(400);
    const { api } = month;
    const starts = await Promise.all(
      [1, 2, 3].map(() => api.call<{ runId?: string; error_code?: string }>('POST', place('generate-invoices'), {})),
    );
    const accepted = starts.filter((answer) => answer.status === 202);
    expect(accepted.length).toBe(1);
    for (const refused of starts.filter((answer) => answer.status !== 202))
      expect(refused.body.error_code).toBe('RUN_IN_PROGRESS');
    await api.runEnd(accepted[0]!.body.runId!);

    // A regeneration, twenty pins and a download all at once.
    const { body: list } = await api.call<{ items: { id: string; version: number }[] }>(
      'GET',
      place('amis-invoices?limit=20'),
    );
    const [again, zip, ...pins] = await Promise.all([
      api.call<{ runId: string }>('POST', place('regenerate-invoices'), {}),
      api.call('POST', place('download-excel'), {}, { idempotencyKey: 'cung-luc' }),
      ...list.items.map(({ id, version }) =>
        api.call('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: true }),
      ),
    ]);
    expect([200, 409, 422]).toContain(zip.status);
    for (const pin of pins) expect([200, 404, 409, 412, 422]).toContain(pin.status);
    if (again.status === 202) {
      const end = await api.runEnd(again.body.runId);
      expect(end.status, end.message ?? '').toBe('succeeded');
    }
    const { rows } = await sql<{ ledger: number; placed: number; oversold: number; over: number }>`
      select (select sum(amount - discount) from period_sales_lines)::bigint as ledger,
        (select sum(invoiced + already_invoiced + unallocated + excluded) from period_sales_lines)::bigint as placed,
        (select count(*) from (select lot, sum(quantity) as q from invoice_allocations where lot is not null group by lot) d join period_lots l using (lot) where d.q > l.quantity) as oversold,
        (select count(*) from (select source_key, sum(base_quantity) as q from invoice_allocations where lot is not null group by source_key) d join period_sales_lines s using (source_key) where d.q > s.base_quantity) as over`.execute(
      api.context.db,
    );
    expect(rows[0]!.placed).toBe(rows[0]!.ledger);
    expect(rows[0]).toMatchObject({ oversold: 0, over: 0 });
  }, 300_000);
});

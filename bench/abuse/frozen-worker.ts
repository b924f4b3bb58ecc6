import { setTimeout as pause } from 'node:timers/promises';
import { holdTable, releaseTable, waitingFor } from '@khop/server/testing/held-table.ts';
import { dumpPlan } from '@khop/server/testing/plan-dump.ts';
import { readyWorker } from '@khop/server/testing/worker-process.ts';
import { type FilledMonth, startFilledMonth } from '../filled-month.ts';
import type { Promised } from './promised.ts';

const LINES = 400;
const TAKEN_OVER_WITHIN_S = 20;

/** A worker process stopped (SIGSTOP) inside its write transaction, and woken while another one has its run. About a minute. */
export async function run(): Promise<Promised[]> {
  const month = await startFilledMonth(LINES);
  try {
    await month.api.context.queue.rest();
    return await freeze(month);
  } finally {
    await month.stop();
  }
}

async function freeze({ api, periodId, start }: FilledMonth): Promise<Promised[]> {
  const { pool, db } = api.context;
  const runOf = (id: string) => db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const sleeper = await readyWorker(api.environment);
  const holder = await holdTable(pool, 'invoice_allocations');
  const runId = await start('generate-invoices');
  await waitingFor(pool, holder);
  const heir = await readyWorker(api.environment);
  try {
    sleeper.freeze();
    const frozenAt = performance.now();
    await releaseTable(holder);
    const isOver = () => performance.now() - frozenAt > 3 * TAKEN_OVER_WITHIN_S * 1000;
    while ((await runOf(runId)).attempts < 2 && !isOver()) await pause(50);
    const seconds = (performance.now() - frozenAt) / 1000;
    sleeper.wake();
    const end = await api.runEnd(runId);
    const made = JSON.stringify(await dumpPlan(pool, periodId));
    await sleeper.stop();
    const isSame = JSON.stringify(await dumpPlan(pool, periodId)) === made;
    const { attempts } = await runOf(runId);
    const { rows } = await pool.query<{ ledger: string; placed: string }>(
      `select sum(amount - discount)::text as ledger,
         sum(invoiced + already_invoiced + unallocated + excluded)::text as placed from period_sales_lines`,
    );
    const { ledger, placed } = rows[0]!;
    return [
      {
        name: 'máy xử lý bị dừng (SIGSTOP) giữa lúc ghi',
        promised: `máy khác nhận việc trong ${TAKEN_OVER_WITHIN_S} s`,
        figure: `${seconds.toFixed(1)} s, lượt ${end.status}`,
        holds: seconds <= TAKEN_OVER_WITHIN_S && end.status === 'succeeded',
      },
      {
        name: 'máy ấy thức dậy (SIGCONT)',
        promised: 'không ghi gì, không làm ai chạy lại; mỗi đồng của sổ có đúng một chỗ',
        figure: `${isSame ? 'không đổi gì' : 'ĐÃ GHI'}, ${attempts} lần chạy, ${placed} / ${ledger} đ`,
        holds: isSame && attempts === 2 && placed === ledger,
      },
    ];
  } finally {
    await sleeper.kill();
    await heir.kill();
  }
}

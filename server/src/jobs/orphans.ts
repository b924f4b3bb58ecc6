import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

/** Attempts after which a run that its workers never brought to an end is given up: it may be what kills them. */
const ATTEMPTS_OF_A_RUN = 10;
const GIVEN_UP =
  'Lượt chạy bị ngắt quá nhiều lần (máy xử lý dừng giữa chừng). Dữ liệu giữ nguyên. Hãy thử lại với tệp nhỏ hơn, hoặc báo quản trị viên.';

export type AdoptedOrphans = { readonly delivered: number; readonly cancelled: number; readonly givenUp: number };

/**
 * Finds live runs that the queue will deliver no more, and delivers them again: their last worker was killed once too
 * often for the queue's own retries, a worker that was taken for dead woke up and closed its successor's job, or the
 * database was restored without the queue. A run that was cancelled ends instead, and so does one that was tried too
 * often. Without this such a run would stay "running" and keep every other one of its scope out.
 *
 * Delivering a run that still works somewhere is harmless: the new attempt takes it over at the last checkpoint.
 */
export function adoptOrphans({ pool, queue, now }: Pick<Context, 'pool' | 'queue' | 'now'>): Promise<AdoptedOrphans> {
  return inTransaction(pool, async (tx) => {
    const { rows: live } = await tx.client.query<{ id: string; attempts: number; cancelled: boolean }>(
      `select id, attempts, cancel_requested as cancelled from runs
       where status in ('queued', 'running') order by id for update skip locked`,
    );
    // Asked after the locks are held: what another worker has just delivered is then seen.
    const delivered = await queue.delivering(tx);
    const orphans = live.filter((run) => !delivered.has(run.id));
    const cancelled = orphans.filter((run) => run.cancelled);
    const givenUp = orphans.filter((run) => !run.cancelled && run.attempts >= ATTEMPTS_OF_A_RUN);
    const again = orphans.filter((run) => !run.cancelled && run.attempts < ATTEMPTS_OF_A_RUN);
    const end = (ids: readonly string[], status: string, code: string | null, message: string) =>
      tx.client.query(
        `update runs set status = $2, error_code = $3, message = $4, finished_at = $5, revision = revision + 1
         where id = any($1)`,
        [ids, status, code, message, now().toISOString()],
      );
    const idsOf = (runs: typeof orphans) => runs.map((run) => run.id);
    if (cancelled.length > 0) await end(idsOf(cancelled), 'cancelled', null, 'Đã hủy theo yêu cầu.');
    if (givenUp.length > 0) await end(idsOf(givenUp), 'failed', 'INTERNAL', GIVEN_UP);
    for (const { id } of again) await queue.enqueue(tx, id);
    return { delivered: again.length, cancelled: cancelled.length, givenUp: givenUp.length };
  });
}

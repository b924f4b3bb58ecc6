import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/transaction.ts';

const QUEUE = 'runs';
/** A worker that stays silent this long is taken for dead, and its run goes to another. */
export const HEARTBEAT_SECONDS = 10;
const ATTEMPTS = 3;

/** Delivers run ids to workers. Status and progress live in the `runs` table; the queue only delivers. */
export type JobQueue = {
  /** Hands a run to the workers when the transaction commits. */
  readonly enqueue: (tx: Tx, runId: string) => Promise<void>;
  /** Calls `handle` for each delivered run, at most `concurrency` at a time, until `stop`. */
  readonly work: (concurrency: number, handle: (runId: string, lastAttempt: boolean) => Promise<void>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts the queue on the service's own pool; its tables live in the schema `pgboss`. */
export async function createQueue(
  pool: pg.Pool,
  onError: (error: Error) => void,
  role: 'server' | 'worker',
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schema: 'pgboss',
    supervise: role === 'worker',
    schedule: false,
    maintenanceIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: ATTEMPTS - 1,
    retryDelay: 1,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 24 * 3600,
  });
  return {
    enqueue: async (tx, runId) => {
      const db = { executeSql: (text: string, values?: unknown[]) => tx.client.query(text, values) };
      await boss.send(QUEUE, { runId }, { db });
    },
    work: async (concurrency, handle) => {
      await boss.work<
        { runId: string },
        unknown,
        { includeMetadata: true; pollingIntervalSeconds: number; localConcurrency: number }
      >(QUEUE, { pollingIntervalSeconds: 0.5, localConcurrency: concurrency, includeMetadata: true }, async (jobs) => {
        for (const job of jobs) await handle(job.data.runId, job.retryCount >= ATTEMPTS - 1);
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

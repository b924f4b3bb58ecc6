import { PgBoss } from 'pg-boss';
import { inOwnSession } from '../db/database.ts';
import { connectionSettings, PATIENCE } from '../db/patience.ts';
import type { Tx } from '../db/transaction.ts';

const QUEUE = 'runs';
/** A worker that stays silent this long is taken for dead, and its run goes to another. */
const HEARTBEAT_SECONDS = 10;
const ATTEMPTS = 3;

/** A job as it comes; `attempt` counts the deliveries of the same run before it. */
type Delivered = { readonly data: { readonly runId: string; readonly attempt?: number }; readonly retryCount: number };

/** Delivers run ids to workers. Status and progress live in the `runs` table; the queue only delivers. */
export type JobQueue = {
  /** Hands a run to the workers when the transaction commits. */
  readonly enqueue: (tx: Tx, runId: string) => Promise<void>;
  /** The runs that are on their way to a worker, or with one that has not fallen silent. */
  readonly delivering: (tx: Tx) => Promise<ReadonlySet<string>>;
  /** Calls `handle` for each delivered run, at most `concurrency` at a time, until `stop`. */
  readonly work: (concurrency: number, handle: (runId: string, lastAttempt: boolean) => Promise<void>) => Promise<void>;
  /** Takes no more runs; the queue can still be written to. */
  readonly rest: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the queue; its tables live in the schema `pgboss`. A worker is woken by NOTIFY within milliseconds and polls all
 * the same, so nothing is lost where notifications do not arrive.
 */
export async function createQueue(
  connectionString: string,
  onError: (error: Error) => void,
  role: 'server' | 'worker',
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString,
    max: 3,
    application_name: 'khop-queue',
    ...connectionSettings(PATIENCE.queue),
    // It hands its settings on to the driver's pool.
    ...inOwnSession,
    useListenNotify: role === 'worker',
    schema: 'pgboss',
    supervise: role === 'worker',
    schedule: false,
    maintenanceIntervalSeconds: 60,
    monitorIntervalSeconds: 2,
    // The interval at which silent workers are looked for; the default is a minute.
    superviseIntervalSeconds: 2,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: ATTEMPTS - 1,
    retryDelay: 1,
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 6 * 3600,
    deleteAfterSeconds: 24 * 3600,
  });
  const take = async (
    job: Delivered,
    handle: (runId: string, lastAttempt: boolean) => Promise<void>,
  ): Promise<void> => {
    const { runId } = job.data;
    const attempt = (job.data.attempt ?? 0) + job.retryCount;
    if (job.retryCount === 0) await handle(runId, attempt >= ATTEMPTS - 1);
    // Delivered under a name of its own: a worker that fell silent and wakes up closes the job that it had, and no
    // other.
    else if (attempt < ATTEMPTS) await boss.send(QUEUE, { runId, attempt });
  };
  return {
    enqueue: async (tx, runId) => {
      const db = { executeSql: (text: string, values?: unknown[]) => tx.client.query(text, values) };
      await boss.send(QUEUE, { runId }, { db });
    },
    delivering: async (tx) => {
      const { rows } = await tx.client.query<{ runId: string }>(
        `select data ->> 'runId' as "runId" from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
        [QUEUE],
      );
      return new Set(rows.map((row) => row.runId));
    },
    work: async (concurrency, handle) => {
      await boss.work<
        Delivered['data'],
        unknown,
        {
          includeMetadata: true;
          pollingIntervalSeconds: number;
          notifyPollingIntervalSeconds: number;
          localConcurrency: number;
        }
      >(
        QUEUE,
        {
          pollingIntervalSeconds: 0.5,
          // A run that comes up again (its worker died, Bravo was away) is not announced; the default is half a minute.
          notifyPollingIntervalSeconds: 1,
          localConcurrency: concurrency,
          includeMetadata: true,
        },
        async (jobs) => {
          for (const job of jobs) await take(job, handle);
        },
      );
    },
    rest: () => boss.offWork(QUEUE),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

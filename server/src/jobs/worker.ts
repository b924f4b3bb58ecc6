import { ERRORS, type ErrorCode } from '@khop/contract/errors.ts';
import type { RunKind } from '@khop/contract/runs.ts';
import { sealAuditEvents } from '../audit/audit-chain.ts';
import type { Context } from '../context.ts';
import { toJson } from '../db/json.ts';
import { isBusy } from '../db/patience.ts';
import { isUnreachable } from '../db/unreachable.ts';
import { sweepUploadFolders } from '../http/request/uploads.ts';
import { asRefusal, Refusal } from '../refusal.ts';
import { claimRun } from './claim.ts';
import { sweepLeftovers, sweepUploads } from './leftovers.ts';
import { adoptOrphans } from './orphans.ts';
import { RunCancelled, RunLost, type RunWork, runWork } from './run-work.ts';

export type Runners = {
  /** The work of every kind of run. */
  readonly work: { readonly [K in RunKind]?: (work: RunWork<never, never>) => Promise<void> };
  /**
   * Called when an attempt at a run has ended, however it did, and every few seconds: runs also end without a worker (a
   * cancel, a kill). It finds out for itself what there is to do.
   */
  readonly ended?: (context: Context) => Promise<void>;
};

const SWEEP_EVERY_MS = 3600 * 1000;
const FOLDERS_KEPT_MS = 24 * 3600 * 1000;
const ADOPT_EVERY_MS = 5000;

/** Takes runs from the queue and works on them until the signal; then it takes no more and lets go of what it has. */
export async function startWorker(
  context: Context,
  runners: Runners,
  concurrency: number,
  stopping: AbortSignal,
): Promise<void> {
  const sweep = (): Promise<void> =>
    Promise.all([sweepLeftovers(context.pool, context.now()), sweepUploadFolders(context.now(), FOLDERS_KEPT_MS)]).then(
      ([removed, folders]) => context.log.debug({ ...removed, folders }, 'leftovers removed'),
      (error: unknown) => context.log.warn({ err: error }, 'leftovers stay for now'),
    );
  // Not waited for: cleaning up must keep no run waiting.
  void sweep();
  const hourly = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  const ended = async (): Promise<void> => {
    try {
      await runners.ended?.(context);
    } catch (error) {
      if (!stopping.aborted) context.log.warn({ err: error }, 'what follows a run has to wait');
    }
  };
  const adopt = async (): Promise<void> => {
    try {
      const orphans = await adoptOrphans(context);
      if (Object.values(orphans).some(Boolean)) context.log.warn(orphans, 'runs without a worker');
    } catch (error) {
      context.log.warn({ err: error }, 'runs without a worker stay for now');
    }
    await sealAuditEvents(context.pool).catch((error: unknown) =>
      context.log.warn({ err: error }, 'audit events stay unsealed for now'),
    );
    await ended();
  };
  await adopt();
  const often = setInterval(() => void adopt(), ADOPT_EVERY_MS).unref();
  stopping.addEventListener('abort', () => {
    clearInterval(hourly);
    clearInterval(often);
    // At once: while the rest of the process ends, every run it took would fail for want of a worker.
    void context.queue.rest();
  });
  await context.queue.work(concurrency, (runId, lastAttempt) =>
    workOn(context, runners, runId, lastAttempt, stopping).finally(async () => {
      // A file that was only checked, or failed, makes room for the next one.
      await sweepUploads(context.pool, context.now()).catch(() => {});
      await ended();
    }),
  );
}

async function workOn(
  context: Context,
  runners: Runners,
  runId: string,
  lastAttempt: boolean,
  stopping: AbortSignal,
): Promise<void> {
  stopping.throwIfAborted();
  const run = await claimRun(context, runId);
  if (!run) return;
  const log = context.log.child({ runId, kind: run.kind });
  const attempt = runWork(context, run, stopping);
  try {
    const runner = runners.work[run.kind as RunKind];
    if (!runner) throw new Error(`No work is known for runs of kind ${run.kind}`);
    log.info({ attempt: run.attempts, scope: run.scope }, 'run started');
    // The table of runners holds each under the kind whose input and output it has; the kind of this run is known only now.
    await runner(attempt.work as RunWork<never, never>);
    if (!attempt.finished()) throw new Error(`Work of kind ${run.kind} ended without finishing its run`);
    log.info('run succeeded');
  } catch (error) {
    if (error instanceof RunLost) return;
    if (error instanceof RunCancelled)
      return end(context, run, { status: 'cancelled', errorCode: null, message: 'Đã hủy theo yêu cầu.' });
    // A worker that is shutting down leaves the run to the next one, which continues from the checkpoint.
    if (stopping.aborted) throw error;
    const refusal = refusalOf(error);
    const passing = refusal !== undefined && (refusal.status === 503 || refusal.code === 'DATABASE_BUSY');
    if (refusal && !passing) {
      log.info({ code: refusal.code }, 'run refused');
      return end(context, run, {
        status: 'failed',
        errorCode: refusal.code,
        message: refusal.message,
        details: refusal.details,
      });
    }
    log.error({ err: error }, 'run failed');
    if (!lastAttempt) throw error;
    const code: ErrorCode = refusal?.code ?? 'INTERNAL';
    return end(context, run, { status: 'failed', errorCode: code, message: refusal?.message ?? ERRORS[code].message });
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  if (isBusy(error)) return new Refusal('DATABASE_BUSY');
  return isUnreachable(error) ? new Refusal('DATABASE_UNAVAILABLE') : asRefusal(error);
}

type Ending = {
  readonly status: 'failed' | 'cancelled';
  readonly errorCode: ErrorCode | null;
  readonly message: string;
  readonly details?: unknown;
};

async function end(
  context: Context,
  run: { id: string; attempts: number },
  { details, ...ending }: Ending,
): Promise<void> {
  await context.db
    .updateTable('runs')
    .set((eb) => ({
      ...ending,
      result: details === undefined ? null : toJson(details),
      finishedAt: context.now().toISOString(),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', run.id)
    .where('attempts', '=', run.attempts)
    .where('status', '=', 'running')
    .execute();
}

import type { Context } from '../context.ts';
import { toJson } from '../db/json.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { analyzeChanged } from './changed-tables.ts';
import { signAsOf } from './claim.ts';

/** Thrown inside a run's work when it was cancelled. */
export class RunCancelled extends Error {}
/** Thrown when another worker has taken the run over: this one must stop without touching anything. */
export class RunLost extends Error {}

/** The input of a run's work: its payload, its last checkpoint, and the ways to report, checkpoint and finish. */
export type RunWork<Payload = unknown, Checkpoint = unknown> = {
  readonly id: string;
  readonly scope: string;
  readonly createdBy: string;
  readonly payload: Payload;
  /** The value that the last committed chunk left; null on a fresh start. */
  readonly checkpoint: Checkpoint | null;
  readonly context: Context;
  /** Aborted when the run is cancelled or lost, or the worker stops. */
  readonly signal: AbortSignal;
  /** Shows progress; writes at most about four times a second and throws RunCancelled once a cancel was asked for. */
  readonly progress: (state: {
    stage?: string;
    done?: number;
    total?: number | null;
    counters?: Record<string, number>;
  }) => Promise<void>;
  /** Commits one chunk of work together with the checkpoint that says it is done, which may follow from its answer; null to start over. */
  // A method, so that work with a checkpoint of its own fits where the kinds of all runs are listed.
  commitChunk<T>(checkpoint: Checkpoint | null | ((done: T) => Checkpoint), work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Commits the last piece of work, with the run's result and its success, in one transaction. */
  readonly finish: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
};

const PROGRESS_EVERY_MS = 250;

type Started = {
  id: string;
  scope: string;
  createdBy: string;
  payload: unknown;
  checkpoint: unknown;
  attempts: number;
};

/**
 * The hands of one attempt. Every write carries the attempt's number: a worker that was taken for dead and wakes up
 * finds the number changed and cannot commit anything more.
 */
export function runWork(
  context: Context,
  run: Started,
  stopping: AbortSignal,
): { work: RunWork; finished: () => boolean } {
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, stopping]);
  let finished = false;
  let lastWrite = 0;
  let lastStage = '';
  /** The last write of progress. Callers need not wait for it, and what they told first must not be written last. */
  let writing: Promise<unknown> = Promise.resolve();

  const mine = (tx: Pick<Tx, 'db'>) =>
    tx.db
      .updateTable('runs')
      .where('id', '=', run.id)
      .where('attempts', '=', run.attempts)
      .where('status', '=', 'running');

  const check = (row: { cancelRequested: boolean } | undefined): void => {
    // The reason travels with the signal, so that whatever stops at it fails for the right one.
    if (!row) abort.abort(new RunLost(`Run ${run.id} was taken over`));
    else if (row.cancelRequested) abort.abort(new RunCancelled(`Run ${run.id} was cancelled`));
    signal.throwIfAborted();
  };

  const progress: RunWork['progress'] = async ({ stage, done, total, counters }) => {
    const now = Date.now();
    if (now - lastWrite < PROGRESS_EVERY_MS && (stage === undefined || stage === lastStage)) {
      signal.throwIfAborted();
      return;
    }
    lastWrite = now;
    if (stage !== undefined) lastStage = stage;
    const told = mine(context)
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        ...(stage !== undefined && { stage }),
        ...(done !== undefined && { done }),
        ...(total !== undefined && { total }),
        ...(counters !== undefined && { counters: toJson(counters) }),
      }))
      .returning('cancelRequested');
    const written = writing.then(() => told.executeTakeFirst());
    writing = written.catch(() => {});
    check(await written);
  };

  const set = (tx: Tx, checkpoint: unknown) =>
    mine(tx).set({ checkpoint: checkpoint === null ? null : toJson(checkpoint) });

  const commitChunk: RunWork['commitChunk'] = (checkpoint, work) =>
    inTransaction(context.pool, async (tx) => {
      await signAsOf(tx, run.id);
      const isLater = typeof checkpoint === 'function';
      // The row is taken first in either case: a worker that lost its run must not do the work.
      const now = isLater ? mine(tx).set((eb) => ({ attempts: eb.ref('attempts') })) : set(tx, checkpoint);
      check(await now.returning('cancelRequested').executeTakeFirst());
      const done = await work(tx);
      if (isLater) await set(tx, checkpoint(done)).execute();
      return done;
    });

  const finish: RunWork['finish'] = async (work) => {
    const answer = await inTransaction(context.pool, async (tx) => {
      await signAsOf(tx, run.id);
      // Taken first, so that a cancel waits for this commit or is seen here, never half-way.
      check(await mine(tx).set({ stage: 'Ghi kết quả' }).returning('cancelRequested').executeTakeFirst());
      const result = await work(tx);
      await analyzeChanged(tx);
      await mine(tx)
        .set((eb) => ({
          status: 'succeeded',
          // The last count may have come before the last step: what has succeeded is done.
          done: eb.fn.coalesce('total', 'done'),
          result: toJson(result),
          stage: 'Hoàn tất',
          checkpoint: null,
          finishedAt: context.now().toISOString(),
          revision: eb('revision', '+', 1),
        }))
        .execute();
      return result;
    });
    finished = true;
    return answer;
  };

  const work: RunWork = { ...run, context, signal, progress, commitChunk, finish };
  return { work, finished: () => finished };
}

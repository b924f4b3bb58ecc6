import type { Run, RunKind, RunOrIdle } from '@khop/contract/runs.ts';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../db/database.ts';
import { toJson } from '../db/json.ts';
import type { Runs } from '../db/schema.generated.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../id.ts';
import { Refusal } from '../refusal.ts';

export type NewRun = {
  readonly kind: RunKind;
  /** The subject of the run, e.g. a profile or period id; one live run per kind and scope. */
  readonly scope: string;
  readonly payload: unknown;
  readonly createdBy: string;
};

/**
 * Records a run and hands it to the workers, both when the transaction commits.
 * Refuses with RUN_IN_PROGRESS when one of the same kind and scope is still live.
 */
export async function startRun(tx: Tx, context: Pick<Context, 'queue'>, run: NewRun): Promise<{ runId: string }> {
  const id = newId();
  // Asked first, without waiting: the insert would wait for a worker that is just finishing the live run, and that one for
  // a lock that this transaction may hold.
  const live = await tx.db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', run.kind)
    .where('scope', '=', run.scope)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (live) throw new Refusal('RUN_IN_PROGRESS');
  try {
    await tx.db
      .insertInto('runs')
      .values({
        id,
        kind: run.kind,
        scope: run.scope,
        status: 'queued',
        payload: toJson(run.payload),
        createdBy: run.createdBy,
      })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, 'runs_one_live')) throw new Refusal('RUN_IN_PROGRESS');
    throw error;
  }
  await context.queue.enqueue(tx, id);
  return { runId: id };
}

/** A run as the contract shows it. */
export function presentRun(row: Selectable<Runs>, now: Date): Run {
  const finished = row.finishedAt !== null;
  const share = row.total ? Math.min(1, row.done / row.total) : null;
  const elapsed = row.startedAt ? (now.getTime() - Date.parse(row.startedAt)) / 1000 : 0;
  return {
    id: row.id,
    kind: row.kind as RunKind,
    scope: row.scope,
    status: row.status as Run['status'],
    stage: row.stage,
    // A run that has succeeded is done, also where the last step counted less than was expected.
    done: row.status === 'succeeded' && row.total !== null ? row.total : row.done,
    total: row.total,
    percent: row.status === 'succeeded' ? 100 : share === null ? null : Math.floor(share * 1000) / 10,
    etaSeconds: finished || !share || share < 0.02 ? null : Math.ceil((elapsed * (1 - share)) / share),
    counters: row.counters as Run['counters'],
    errorCode: row.errorCode,
    message: row.message,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    result: row.result ?? null,
  };
}

/** The latest run of a kind and scope (or of a part of the scope, `<scope>:…`), or idle: what the status calls answer. */
export async function latestRun(db: Database, kinds: readonly RunKind[], scope: string, now: Date): Promise<RunOrIdle> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('scope', '=', scope), eb('scope', 'like', `${scope}:%`)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? presentRun(row, now) : { status: 'idle' };
}

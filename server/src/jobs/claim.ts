import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/transaction.ts';

/** A transaction of an earlier attempt that still works is about to end; one whose worker is stopped never does. */
const EARLIER_ENDS_WITHIN_MS = 3000;
const LOOK_EVERY_MS = 100;

/** Two numbers that name a run among PostgreSQL's advisory locks. */
const nameOf = (runId: string) => sql`hashtext('khop.run'), hashtext(${runId})`;

/**
 * Says, for as long as the transaction lasts, that it is one of the run's: so the next attempt can find the connection
 * of a worker that was stopped in the middle of it. Keeps no other transaction waiting.
 */
export async function signAsOf(tx: Pick<Tx, 'db'>, runId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${nameOf(runId)})`.execute(tx.db);
}

/**
 * Takes a run for one more attempt; undefined when it has ended. A run is delivered again when its worker was silent for too
 * long. Where that one is stopped inside a transaction, its connection is ended: it holds the rows that this attempt needs,
 * and must not commit when it wakes up.
 */
export async function claimRun({ db, log, now }: Context, runId: string) {
  await endEarlierAttempts({ db, log }, runId);
  return db
    .updateTable('runs')
    .set((eb) => ({
      status: 'running',
      attempts: eb('attempts', '+', 1),
      revision: eb('revision', '+', 1),
      startedAt: sql<string>`coalesce(started_at, ${now().toISOString()}::timestamptz)`,
    }))
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'kind', 'scope', 'createdBy', 'payload', 'checkpoint', 'attempts'])
    .executeTakeFirst();
}

async function endEarlierAttempts({ db, log }: Pick<Context, 'db' | 'log'>, runId: string): Promise<void> {
  for (let waited = 0; waited < EARLIER_ENDS_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if ((await connectionsOf(db, runId)).length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  // Materialised: as one condition among others, PostgreSQL may end connections before it asks whose they are.
  const { rows } = await sql<{ ended: number }>`
    with earlier as materialized (${connections(runId)})
    select count(*) filter (where pg_terminate_backend(pid)) as ended from earlier`.execute(db);
  log.warn({ runId, ended: rows[0]?.ended }, 'the connection of a worker that fell silent was ended');
}

const connectionsOf = async (db: Context['db'], runId: string): Promise<readonly { pid: number }[]> =>
  (await sql<{ pid: number }>`${connections(runId)}`.execute(db)).rows;

/** Of this database alone: another one on the same server may hold a copy of the run. */
const connections = (runId: string) => sql`
  select l.pid from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.locktype = 'advisory' and l.objsubid = 2 and l.pid <> pg_backend_pid()
    and (l.classid, l.objid) = (
      select (a::bigint & 4294967295)::oid, (b::bigint & 4294967295)::oid from (values (${nameOf(runId)})) as name (a, b))`;

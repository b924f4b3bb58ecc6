import type pg from 'pg';

/** The times that work of one kind waits before it gives up, in milliseconds; 0 says that PostgreSQL ends nothing. */
export type Patience = {
  /** For a connection: one of the pool's, or a new one. */
  readonly connectionMs: number;
  /** For a lock that another transaction holds. */
  readonly lockMs: number;
  /** For one statement, with its waiting for locks. */
  readonly statementMs: number;
  /** With a transaction open and nothing to do in it: a process that is stopped there loses its connection, and its locks. */
  readonly idleInTransactionMs: number;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * The patience of every connection, by the kind of its work (docs/operations.md has the same table). A change of a
 * person waits 2 s for a connection and 3 s for a lock, so that it is answered while they still look at the screen; no
 * person waits for a run.
 */
export const PATIENCE = {
  /** Questions of requests: lists, single records, who is calling. */
  reading: {
    connectionMs: 10 * SECOND,
    lockMs: 3 * SECOND,
    statementMs: 30 * SECOND,
    idleInTransactionMs: 30 * SECOND,
  },
  /** Changes that a person makes, in a transaction of their own. */
  writing: { connectionMs: 2 * SECOND, lockMs: 3 * SECOND, statementMs: 60 * SECOND, idleInTransactionMs: 60 * SECOND },
  /** The books of a period, read by a thread of their own for a check or an export. */
  books: { connectionMs: 10 * SECOND, lockMs: 3 * SECOND, statementMs: 5 * MINUTE, idleInTransactionMs: 5 * MINUTE },
  /** Runs: imports, syncs, generations. */
  runs: { connectionMs: 30 * SECOND, lockMs: MINUTE, statementMs: 30 * MINUTE, idleInTransactionMs: MINUTE },
  /** The queue that delivers runs. */
  queue: { connectionMs: 10 * SECOND, lockMs: 30 * SECOND, statementMs: MINUTE, idleInTransactionMs: MINUTE },
  /** Commands that a person watches: migrations, backups, restores. */
  commands: { connectionMs: 10 * SECOND, lockMs: 10 * MINUTE, statementMs: 0, idleInTransactionMs: 10 * MINUTE },
  /** Looks that ask only if the database answers. */
  health: { connectionMs: 2 * SECOND, lockMs: 2 * SECOND, statementMs: 2 * SECOND, idleInTransactionMs: 2 * SECOND },
} as const satisfies Record<string, Patience>;

/** The same as the driver's settings. */
export const connectionSettings = (patience: Patience): pg.PoolConfig => ({
  connectionTimeoutMillis: patience.connectionMs,
  lock_timeout: patience.lockMs,
  statement_timeout: patience.statementMs,
  idle_in_transaction_session_timeout: patience.idleInTransactionMs,
});

/** Gives the rest of a person's transaction more time: undoing a large import, packing an export. */
export async function workLonger(client: pg.ClientBase): Promise<void> {
  const { statementMs, idleInTransactionMs } = PATIENCE.books;
  await client.query(
    `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  );
}

/** PostgreSQL's codes for two transactions in each other's way: nothing was written, and the same again may well pass. */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '57014']);

/** True when work was given up because other work held what it needed: a lock, the time of the database, or every connection. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error instanceof PoolBusy || (typeof code === 'string' && COLLISIONS.has(code));
}

/** Every connection for changes is taken by changes that wait, too. */
export class PoolBusy extends Error {}

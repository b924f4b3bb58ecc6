import { sql } from 'kysely';
import type pg from 'pg';
import { copyRows } from './copy.ts';
import { createDatabase, type Database } from './database.ts';
import { PoolBusy } from './patience.ts';

/** One transaction: typed queries and bulk copies on the same connection. */
export type Tx = {
  readonly db: Database;
  readonly client: pg.PoolClient;
  /** COPY into `table`; see `copyRows`. */
  readonly copy: (
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  ) => Promise<number>;
};

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
 * `repeatable` gives it one unchanging view of the data.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  isolation: 'default' | 'repeatable' = 'default',
): Promise<T> {
  const client = await connectionOf(pool);
  const { db, close } = onOneConnection(client);
  let broken = false;
  try {
    await client.query(isolation === 'repeatable' ? 'begin isolation level repeatable read' : 'begin');
    const tx: Tx = { db, client, copy: (table, columns, rows) => copyRows(client, table, columns, rows) };
    const answer = await work(tx);
    close();
    await client.query('commit');
    return answer;
  } catch (error) {
    close();
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Takes a row that many may want with the patience of one lock. PostgreSQL counts anew for every place in the queue for a
 * row: the third of three who wait for it would wait three times as long.
 */
export async function withPatienceOfOneLock<T>({ db }: Pick<Tx, 'db'>, take: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ before: string }>`
    select current_setting('statement_timeout') as before,
      set_config('statement_timeout', current_setting('lock_timeout'), true)`.execute(db);
  const taken = await take();
  await sql`select set_config('statement_timeout', ${rows[0]!.before}, true)`.execute(db);
  return taken;
}

/** A connection of the pool. Throws `PoolBusy` when none was let go of in time: the database is there, but everybody waits. */
async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const hasWaited = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    throw hasWaited ? new PoolBusy('Every connection is in use', { cause: error }) : error;
  }
}

/**
 * Typed queries on one connection, as a pool of one would give them: of those that are asked for at once each waits for the one before
 * it, and none is sent any more once the transaction has ended.
 */
function onOneConnection(client: pg.PoolClient): { readonly db: Database; readonly close: () => void } {
  let turn: Promise<void> = Promise.resolve();
  let giveBack = (): void => {};
  let isOver = false;
  const borrowed = new Proxy(client, {
    get(target, property) {
      if (property === 'release') return () => giveBack();
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const borrow = async (): Promise<pg.PoolClient> => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    giveBack = resolve;
    if (!isOver) return borrowed;
    resolve();
    throw new Error('The transaction has ended');
  };
  return {
    db: createDatabase({ connect: borrow, end: async () => {}, options: {} } as never),
    close: () => {
      isOver = true;
    },
  };
}

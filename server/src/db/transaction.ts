import type pg from 'pg';
import { copyRows } from './copy.ts';
import { createDatabase, type Database } from './database.ts';

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
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(isolation === 'repeatable' ? 'begin isolation level repeatable read' : 'begin');
    const tx: Tx = {
      db: onOneConnection(client),
      client,
      copy: (table, columns, rows) => copyRows(client, table, columns, rows),
    };
    const answer = await work(tx);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function onOneConnection(client: pg.PoolClient): Database {
  const borrowed = new Proxy(client, {
    get(target, property) {
      if (property === 'release') return () => {};
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return createDatabase({ connect: async () => borrowed, end: async () => {}, options: {} } as never);
}

import type { TestApi } from './api.ts';

/**
 * The number of connections to this database that wait for a lock; asked outside the locking transaction, which sees no
 * news.
 */
export async function waitingForLocks(api: TestApi): Promise<number> {
  const { rows } = await api.context.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]!.n;
}

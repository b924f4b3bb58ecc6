import type { Pool, PoolClient } from 'pg';

/** Holds a table so that every transaction that writes to it waits there, in the middle. */
export async function holdTable(pool: Pool, table: string): Promise<PoolClient> {
  const client = await pool.connect();
  await client.query(`begin; set local idle_in_transaction_session_timeout = 0; lock table ${table} in share mode`);
  return client;
}

/** The backend that waits for a lock of the holder, once there is one. */
export async function waitingFor(pool: Pool, holder: PoolClient): Promise<number> {
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
      [own[0]!.pid],
    );
    if (rows[0]) return rows[0].pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function releaseTable(holder: PoolClient): Promise<void> {
  await holder.query('rollback');
  holder.release();
}

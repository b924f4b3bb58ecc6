import type pg from 'pg';

/**
 * Until nothing is left to do that could still write: no run, none that is asked for after another one, and no job. What
 * follows a run (the value of suggestions, their refresh) is a part of its job, which goes on when the run has ended.
 */
export async function untilQuiet(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select exists (select from runs where status in ('queued', 'running') or payload ? 'again')
         or exists (select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()) as busy`,
    );
    if (!rows[0]!.busy) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

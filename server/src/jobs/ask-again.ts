import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { toJson } from '../db/json.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type NewRun, startRun } from './runs.ts';

/**
 * Sees to it that a run begins after this moment: a new one, or, when one of `kinds` is at work in its scope and may have read what has
 * changed since, another right after that one.
 */
export async function startOrAskAgain(context: Context, run: NewRun, kinds: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      update runs set payload = payload || ${toJson({ again: true })}
      where kind = any(${kinds}::text[]) and scope = ${run.scope} and status in ('queued', 'running') returning id`.execute(
      context.db,
    );
    if (rows.length > 0) return;
    try {
      await inTransaction(context.writes, (tx) => startRun(tx, context, run));
      return;
    } catch (error) {
      // Another request started one in between: it is live now and can be asked.
      if (!(error instanceof Refusal && error.code === 'RUN_IN_PROGRESS')) throw error;
    }
  }
}

type Asked = { readonly kind: string; readonly scope: string; readonly createdBy: string };

/**
 * Starts what was asked for while a run of `kinds` was at work that has ended since: well, cancelled, failed or killed. The mark goes only
 * after the next run is queued, so that a worker which dies in between loses nothing; of two workers who look at once one takes it.
 */
export async function startAskedAgain(
  context: Context,
  kinds: readonly string[],
  start: (asked: Asked) => Promise<void>,
): Promise<void> {
  for (;;) {
    const wasTaken = await inTransaction(context.pool, async ({ db }) => {
      const { rows } = await sql<Asked & { id: string }>`
        select id, kind, scope, created_by from runs
        where payload ? 'again' and status not in ('queued', 'running') and kind = any(${kinds}::text[])
        order by id limit 1 for update skip locked`.execute(db);
      for (const { id, ...asked } of rows) {
        await start(asked);
        await sql`update runs set payload = payload - 'again' where id = ${id}`.execute(db);
      }
      return rows.length > 0;
    });
    if (!wasTaken) return;
  }
}

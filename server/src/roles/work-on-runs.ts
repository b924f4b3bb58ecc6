import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { latestMigration } from '../db/migrations/migrate.ts';
import { refreshOverdue } from '../features/connections/suggestions/request-refresh.ts';
import { suggestOverdue } from '../features/expected-lots/items/request-suggestions.ts';
import { startWorker } from '../jobs/worker.ts';
import { runners } from '../runners.ts';

const LOOK_EVERY_MS = 2000;

/**
 * Works on runs, two at a time, until the signal. On a database that is not migrated as far as this program needs, or further, it
 * takes none until it is: each would fail, and so would those that were at work when the release changed. Answers when it works,
 * or waits.
 */
export async function workOnRuns(context: Context, stopping: AbortSignal): Promise<void> {
  const begin = async (): Promise<void> => {
    await startWorker(context, runners, 2, stopping);
    await refreshOverdue(context);
    await suggestOverdue(context);
  };
  const expected = await latestMigration();
  const fits = async (): Promise<boolean> => (await context.health.migration()) === expected;
  if (await fits()) return begin();
  context.log.warn({ expected }, 'the database does not fit this program: runs wait until it is migrated');
  // A failure at the beginning ends the process, as it does where nothing had to be waited for.
  void (async () => {
    while (!(await fits().catch(() => false))) {
      await pause(LOOK_EVERY_MS);
      if (stopping.aborted) return;
    }
    await begin();
    context.log.info({ expected }, 'the database fits: working on runs');
  })();
}

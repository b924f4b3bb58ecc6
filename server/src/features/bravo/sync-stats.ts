import type { Context } from '../../context.ts';
import { presentRun } from '../../jobs/runs.ts';
import type { SyncMode } from './sync.ts';

/** The state of one master and of its latest syncs. */
export async function syncStats(
  { db, now, bravo }: Pick<Context, 'db' | 'now' | 'bravo'>,
  table: 'bravoItems' | 'bravoPartners',
  kind: 'bravo-items-sync' | 'bravo-partners-sync',
) {
  const counts = await db
    .selectFrom(table)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('isActive', '=', true).as('active'),
      eb.fn.max('modifiedAt').filterWhere('source', '=', 'bravo').as('lastModifiedAt'),
    ])
    .executeTakeFirstOrThrow();
  const runs = db.selectFrom('runs').selectAll().where('kind', '=', kind).orderBy('createdAt', 'desc').limit(1);
  const latest = async (mode: SyncMode) => {
    const row = await runs.where('payload', '@>', JSON.stringify({ mode })).executeTakeFirst();
    return row ? presentRun(row, now()) : null;
  };
  const succeeded = await runs.where('status', '=', 'succeeded').executeTakeFirst();
  return {
    ...counts,
    lastSyncedAt: succeeded?.finishedAt ?? null,
    lastFullSync: await latest('full'),
    lastPartialSync: await latest('partial'),
    isFilesOnly: bravo.isFilesOnly ?? false,
  };
}

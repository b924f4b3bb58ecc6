import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { toJson } from '../../../db/json.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { startRun } from '../../../jobs/runs.ts';
import { Refusal } from '../../../refusal.ts';
import type { KindName } from '../kinds.ts';

export const refreshKind = (kind: KindName) => `${kind}-suggestions-refresh` as const;
const generateKind = (kind: KindName) => `${kind}-suggestions` as const;

/**
 * Sees to it that records which have changed until now are matched again soon: by a run of its own, or, when one is at
 * work that may have read the records before, by another one right after it.
 */
async function requestRefresh(context: Context, kind: KindName, profileId: string, createdBy: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      update runs set payload = payload || ${toJson({ again: true })}
      where kind in (${generateKind(kind)}, ${refreshKind(kind)}) and scope = ${profileId}
        and status in ('queued', 'running') returning id`.execute(context.db);
    if (rows.length > 0) return;
    try {
      await inTransaction(context.writes, (tx) =>
        startRun(tx, context, { kind: refreshKind(kind), scope: profileId, payload: { profileId }, createdBy }),
      );
      return;
    } catch (error) {
      // Another request started one in between: it is live now and can be asked.
      if (!(error instanceof Refusal && error.code === 'RUN_IN_PROGRESS')) throw error;
    }
  }
}

/** Asks for a refresh right after a run that is at work, within its last transaction. */
export const askAgain = (tx: Tx, runId: string) =>
  sql`update runs set payload = payload || ${toJson({ again: true })} where id = ${runId}`.execute(tx.db);

/**
 * Starts what was asked for while another run was at work that has ended since: well, cancelled, failed or killed. The
 * mark goes only after the run is queued, so that a worker which dies in between loses nothing.
 */
export async function refreshAskedAgain(context: Context): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string; scope: string; createdBy: string }>`
    select id, kind, scope, created_by from runs
    where payload ? 'again' and status not in ('queued', 'running') order by id`.execute(context.db);
  for (const { id, kind, scope, createdBy } of rows) {
    await requestRefresh(context, kind.startsWith('product') ? 'product' : 'partner', scope, createdBy);
    await sql`update runs set payload = payload - 'again' where id = ${id}`.execute(context.db);
  }
}

/** The profiles whose suggestions have been made, and so are kept up to date. */
const profilesOf = async (context: Context, kind: KindName): Promise<string[]> => {
  const rows = await context.db.selectFrom('matchingStates').select('profileId').where('kind', '=', kind).execute();
  return rows.map(({ profileId }) => profileId);
};

/** The records that a run may have changed: those of one profile, or (null) Bravo's, which all profiles share. */
export type Changed = { readonly kind: KindName; readonly profileId: string | null };

/**
 * Asks for a refresh after a run has changed records. Whatever goes wrong here is only written to the log: the run has
 * ended well, and the next refresh finds the same changes.
 */
export async function refreshAfter(context: Context, changed: Changed, createdBy: string): Promise<void> {
  try {
    const profiles = await profilesOf(context, changed.kind);
    for (const profileId of profiles)
      if (changed.profileId === null || changed.profileId === profileId)
        await requestRefresh(context, changed.kind, profileId, createdBy);
  } catch (error) {
    context.log.warn({ err: error, changed }, 'suggestions are not refreshed for now');
  }
}

/** Asks for what a worker that was killed at the wrong moment could not: records newer than their suggestions. */
export async function refreshOverdue(context: Context): Promise<void> {
  try {
    const { rows } = await sql<{ kind: KindName; profileId: string }>`
      select s.kind, s.profile_id from matching_states s where s.matched_at < greatest(
        case s.kind when 'product'
          then (select max(updated_at) from amis_products p where p.profile_id = s.profile_id)
          else (select max(updated_at) from amis_partners p where p.profile_id = s.profile_id) end,
        case s.kind when 'product'
          then (select max(synced_at) from bravo_items) else (select max(synced_at) from bravo_partners) end)`.execute(
      context.db,
    );
    for (const { kind, profileId } of rows) await requestRefresh(context, kind, profileId, 'hệ thống');
  } catch (error) {
    context.log.warn({ err: error }, 'overdue suggestions are not refreshed for now');
  }
}

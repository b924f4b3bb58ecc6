import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { startAskedAgain, startOrAskAgain } from '../../../jobs/ask-again.ts';
import type { KindName } from '../kinds.ts';

export const refreshKind = (kind: KindName) => `${kind}-suggestions-refresh` as const;
const generateKind = (kind: KindName) => `${kind}-suggestions` as const;

/**
 * Sees to it that records which have changed until now are matched again soon: by a run of its own, or, when one is at
 * work that may have read the records before, by another one right after it.
 */
const requestRefresh = (context: Context, kind: KindName, profileId: string, createdBy: string): Promise<void> =>
  startOrAskAgain(context, { kind: refreshKind(kind), scope: profileId, payload: { profileId }, createdBy }, [
    generateKind(kind),
    refreshKind(kind),
  ]);

/** Asks for a refresh right after a run that is at work, within its last transaction. */
export const askAgain = (tx: Tx, runId: string) =>
  sql`update runs set payload = payload || ${toJson({ again: true })} where id = ${runId}`.execute(tx.db);

const KINDS: readonly KindName[] = ['product', 'partner'];

/** Starts the refreshes that were asked for while another run was at work that has ended since. */
export async function refreshAskedAgain(context: Context): Promise<void> {
  for (const kind of KINDS)
    await startAskedAgain(context, [generateKind(kind), refreshKind(kind)], ({ scope, createdBy }) =>
      requestRefresh(context, kind, scope, createdBy),
    );
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

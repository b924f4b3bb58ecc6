import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { startOrAskAgain } from '../../../jobs/ask-again.ts';
import { startRun } from '../../../jobs/runs.ts';
import { Refusal } from '../../../refusal.ts';
import type { KindName } from '../kinds.ts';
import { dueAt } from './refresh-timing.ts';

export const refreshKind = (kind: KindName) => `${kind}-suggestions-refresh` as const;
const kindsOf = (kind: KindName) => [`${kind}-suggestions`, refreshKind(kind)] as const;
const KINDS: readonly KindName[] = ['product', 'partner'];
const REFRESHES = KINDS.map(refreshKind);

type Of = { readonly kind: KindName; readonly profileId: string };

/**
 * Notes that a profile's suggestions are to be refreshed: a mark on the run that made them last. One that is at work is not touched: it holds its
 * row while it writes. Answers false when there is no run.
 */
export async function askForRefresh(db: Database, { kind, profileId }: Of, by: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const { numAffectedRows } = await sql`
    update runs set payload = payload || jsonb_build_object('again', jsonb_build_object(
      'first', coalesce(payload -> 'again' ->> 'first', ${at}::text), 'last', ${at}::text, 'by', ${by}::text))
    where id = (
      select id from runs where kind = any (${kindsOf(kind)}::text[]) and scope = ${profileId}
      order by finished_at desc nulls last, id desc limit 1)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

type Asked = {
  readonly kind: string;
  readonly scope: string;
  readonly by: string;
  readonly first: string;
  readonly last: string;
};

/** The refreshes that are asked for and could begin, who has waited longest first. None while another one is at work. */
async function askedFor(db: Database): Promise<readonly Asked[]> {
  const { rows } = await sql<Asked>`
    select replace(kind, '-refresh', '') || '-refresh' as kind, scope,
      coalesce(payload -> 'again' ->> 'by', created_by) as by,
      coalesce((payload -> 'again' ->> 'first')::timestamptz, created_at) as first,
      coalesce((payload -> 'again' ->> 'last')::timestamptz, created_at) as last
    from runs r
    where payload ? 'again' and kind = any (${KINDS.flatMap(kindsOf)}::text[])
      and not exists (
        select from runs l where l.status in ('queued', 'running') and (
          l.kind = any (${REFRESHES}::text[])
          or l.scope = r.scope and l.kind = replace(r.kind, '-refresh', '')))
    order by first`.execute(db);
  return rows;
}

/** The refresh that ended last, of whichever profile. */
async function lastEnded(db: Database): Promise<{ from: number; to: number } | undefined> {
  const { rows } = await sql<{ from: string; to: string }>`
    select coalesce(started_at, finished_at) as from, finished_at as to from runs
    where kind = any (${REFRESHES}::text[]) and finished_at is not null order by finished_at desc limit 1`.execute(db);
  return rows[0] && { from: Date.parse(rows[0].from), to: Date.parse(rows[0].to) };
}

/** So that two processes never start one each. */
const ONE_AT_A_TIME = sql`pg_try_advisory_xact_lock(hashtext('khop.suggestions'), hashtext('refresh'))`;

/**
 * Starts the refresh that is due, one in the whole service at a time. The mark goes with the start. Answers the milliseconds after
 * which the next one is due; undefined when there is none, or a run has to end before.
 */
async function startDue(tx: Tx, context: Context): Promise<number | undefined> {
  const { rows } = await sql<{ mine: boolean }>`select ${ONE_AT_A_TIME} as mine`.execute(tx.db);
  if (!rows[0]!.mine) return undefined;
  const asked = await askedFor(tx.db);
  if (asked.length === 0) return undefined;
  const [ended, now] = [await lastEnded(tx.db), context.now().getTime()];
  const pauseMs = 1000 * context.config.refreshPauseSeconds;
  const due = asked.map(({ first, last }) =>
    dueAt({ first: Date.parse(first), last: Date.parse(last) }, ended, pauseMs),
  );
  const next = asked[due.findIndex((at) => at <= now)];
  if (!next) return Math.min(...due) - now;
  const kind = REFRESHES.find((refresh) => refresh === next.kind)!;
  await startRun(tx, context, { kind, scope: next.scope, payload: { profileId: next.scope }, createdBy: next.by });
  await sql`update runs set payload = payload - 'again'
    where payload ? 'again' and scope = ${next.scope} and kind in (${kind}, ${kind.replace('-refresh', '')})`.execute(
    tx.db,
  );
  return undefined;
}

const alarms = new WeakMap<Context['queue'], NodeJS.Timeout>();

/** Starts what is due, and looks again when something will be. Every worker also looks when a run has ended, and every few seconds. */
export async function startDueRefreshes(context: Context): Promise<void> {
  try {
    const wait = await inTransaction(context.writes, (tx) => startDue(tx, context));
    if (wait === undefined) return;
    clearTimeout(alarms.get(context.queue));
    const look = (): void =>
      void startDueRefreshes(context).catch((error) => context.log.debug({ err: error }, 'a worker will look again'));
    alarms.set(context.queue, setTimeout(look, Math.max(1, wait)).unref());
  } catch (error) {
    // A person has pressed the button meanwhile: its end is looked at.
    if (!(error instanceof Refusal && error.code === 'RUN_IN_PROGRESS')) throw error;
  }
}

async function requestRefresh(context: Context, of: Of, by: string): Promise<void> {
  if (await askForRefresh(context.db, of, by, context.now())) return;
  const run = { kind: refreshKind(of.kind), scope: of.profileId, payload: { profileId: of.profileId }, createdBy: by };
  await startOrAskAgain(context, run, kindsOf(of.kind));
}

/** The profiles whose suggestions have been made, and so are kept up to date. */
const profilesOf = async (context: Context, kind: KindName): Promise<string[]> => {
  const rows = await context.db.selectFrom('matchingStates').select('profileId').where('kind', '=', kind).execute();
  return rows.map(({ profileId }) => profileId);
};

/** The records that a run may have changed: those of one profile, or (null) Bravo's, which all profiles share. */
export type Changed = { readonly kind: KindName; readonly profileId: string | null };

/**
 * Asks for a refresh after a run or a person has changed records. Whatever goes wrong here is only written to the log: the
 * change is kept, and the next refresh finds it.
 */
export async function refreshAfter(context: Context, changed: Changed, createdBy: string): Promise<void> {
  try {
    const profiles = await profilesOf(context, changed.kind);
    const concerned = profiles.filter((id) => changed.profileId === null || changed.profileId === id);
    for (const profileId of concerned) await requestRefresh(context, { kind: changed.kind, profileId }, createdBy);
    if (concerned.length > 0) await startDueRefreshes(context);
  } catch (error) {
    context.log.warn({ err: error, changed }, 'suggestions are not refreshed for now');
  }
}

/** Asks for what a worker that was killed at the wrong moment could not: records newer than their suggestions. */
export async function refreshOverdue(context: Context): Promise<void> {
  try {
    const { rows } = await sql<Of>`
      select s.kind, s.profile_id from matching_states s where s.matched_at < greatest(
        case s.kind when 'product'
          then (select max(updated_at) from amis_products p where p.profile_id = s.profile_id)
          else (select max(updated_at) from amis_partners p where p.profile_id = s.profile_id) end,
        case s.kind when 'product'
          then (select max(synced_at) from bravo_items) else (select max(synced_at) from bravo_partners) end)`.execute(
      context.db,
    );
    for (const of of rows) await requestRefresh(context, of, 'hệ thống');
    await startDueRefreshes(context);
  } catch (error) {
    context.log.warn({ err: error }, 'overdue suggestions are not refreshed for now');
  }
}

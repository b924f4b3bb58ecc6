import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { keptThread } from '../../../threads/in-thread.ts';
import type { KindName } from '../kinds.ts';
import { forget, learn, rescore } from '../matching/learning.ts';
import {
  type Changes,
  changesSince,
  countChanges,
  countMatched,
  forgetMatched,
  lockMatching,
  matchingState,
  saveChanges,
} from '../matching/matching-state.ts';
import { type Of, sideRecords } from '../matching/suggest-records.ts';
import type { Touched } from './choose-best.ts';
import { generateAll, showing } from './generate-suggestions.ts';
import type { RefreshAnswer, RefreshInput } from './refresh-thread.ts';
import { askAgain } from './request-refresh.ts';
import { revalueAll } from './revalue.ts';
import { suggestionsOf, writeSuggestions } from './write-suggestions.ts';

type Payload = { readonly profileId: string };
type State = NonNullable<Awaited<ReturnType<typeof matchingState>>>;

/** When more than this share of all records (and this many) has changed, matching everything is quicker and sees more. */
const MOST_CHANGED = 0.005;
const AT_LEAST = 200;
/** The time for which the catalogues are kept ready for the next change. */
const READY_MS = 15 * 60 * 1000;

const matcher = keptThread<RefreshInput, RefreshAnswer>(new URL('./refresh-thread.ts', import.meta.url), READY_MS);

/**
 * Work of a refresh: the records that have changed since they were matched are matched against the rest; suggestions of
 * all others stay as they are. One transaction at the end, so that a killed or cancelled run leaves nothing behind.
 */
export const refreshSuggestions =
  (kind: KindName) =>
  async (work: RunWork<Payload>): Promise<void> => {
    const { context, payload } = work;
    const of = { kind, profileId: payload.profileId };
    await work.progress({ stage: 'Tìm bản ghi đã đổi', done: 0, total: null });
    const state = await matchingState(context.db, of);
    if (!state) return void (await work.finish(async () => ({ changed: 0, neverGenerated: true })));
    // One view of both sides, so that what is matched is what is noted.
    const changes = await inTransaction(context.pool, (tx) => changesSince(tx.db, of), 'repeatable');
    const most = Math.max(AT_LEAST, MOST_CHANGED * (await countMatched(context.db, of)));
    if (countChanges(changes) > most) await generateAll(work, of, state.minimumScore);
    else await refreshChanged(work, of, state, changes);
    // No caller has to wait for this.
    await revalueAll(context);
  };

async function refreshChanged(work: RunWork<unknown>, of: Of, state: State, changes: Changes): Promise<void> {
  const { context } = work;
  const { minimumScore } = state;
  const { pairs, touched } =
    countChanges(changes) === 0
      ? { pairs: [], touched: { amisIds: [], bravoCodes: [] } }
      : await matchChanged(work, of, state, changes);
  await work.finish(async (tx) => {
    // A whole run may have matched everything meanwhile: what is known here is older than that, and counts for nothing.
    if ((await lockMatching(tx, of))?.by !== state.matchedBy) {
      await askAgain(tx, work.id);
      return { changed: 0, outdated: true };
    }
    const now = context.now();
    const { model, switched, hadModel } = await learn(tx, of, work.createdBy, now);
    const fresh = suggestionsOf(pairs, model, minimumScore);
    const decided = await decidedSince(tx, of, state.matchedAt);
    const counts = await writeSuggestions(tx, { ...of, runId: work.id }, { touched, decided }, fresh);
    const rescored = switched ? await (model ? rescore(tx, of, model, minimumScore) : forget(tx, of)) : 0;
    await saveChanges(tx, of, changes, { by: countChanges(changes) === 0 ? state.matchedBy : work.id, at: now });
    if (switched && hadModel) {
      // The model learned before may have put pairs under the minimum, and nothing is kept of them.
      await forgetMatched(tx, of);
      await askAgain(tx, work.id);
    }
    return { changed: countChanges(changes), ...counts, rescored, learnedAnew: switched };
  });
}

/** All pairs of the changed records and of their partners, now and before: those have one rival more or less. */
async function matchChanged(work: RunWork<unknown>, of: Of, state: State, changes: Changes) {
  const { db } = work.context;
  const total = countChanges(changes);
  await work.progress({ stage: 'So khớp bản ghi đã đổi', done: 0, total });
  const input: RefreshInput = {
    ...of,
    ...{ from: state.matchedBy, to: work.id, changes, minimumScore: state.minimumScore },
    former: await formerPartners(db, of, changes),
  };
  const answer = await matcher(input, showing(work, 'So khớp bản ghi đã đổi'));
  if (answer !== 'not-ready') return answer;
  await work.progress({ stage: 'Đọc hai danh mục', done: 0, total: null });
  const all = { amis: await sideRecords(db, of, 'amis'), bravo: await sideRecords(db, of, 'bravo') };
  const opened = await matcher({ ...input, all }, showing(work, 'Đọc hai danh mục'));
  if (opened === 'not-ready') throw new Error('An index that was just opened is not ready');
  return opened;
}

/** The records for which the changed ones were suggested until now. */
async function formerPartners(db: Database, { kind, profileId }: Of, changes: Changes): Promise<Touched> {
  const amisIds = [...changes.amis.map(({ id }) => id), ...changes.goneAmis];
  const bravoCodes = [...changes.bravo.map(({ id }) => id), ...changes.goneBravo];
  const { rows } = await sql<{ amisId: string; bravoCode: string; byAmis: boolean }>`
    select amis_id, bravo_code, amis_id = any (${amisIds}::uuid[]) as by_amis from suggestions
    where kind = ${kind} and profile_id = ${profileId}
      and (amis_id = any (${amisIds}::uuid[]) or bravo_code = any (${bravoCodes}::text[]))`.execute(db);
  return {
    amisIds: rows.flatMap(({ byAmis, amisId }) => (byAmis ? [] : amisId)),
    bravoCodes: rows.flatMap(({ byAmis, bravoCode }) => (byAmis ? bravoCode : [])),
  };
}

/** A decision that was being written while the last run was. */
const OVERLAP_MS = 60_000;

/** The records whose pairs were accepted, rejected or opened again since; their places are given anew. */
async function decidedSince(tx: Tx, { kind, profileId }: Of, matchedAt: string): Promise<Touched> {
  const since = new Date(Date.parse(matchedAt) - OVERLAP_MS).toISOString();
  const { rows } = await sql<{ amisId: string; bravoCode: string }>`
    select distinct amis_id, bravo_code from suggestion_decisions
    where kind = ${kind} and profile_id = ${profileId} and (decided_at >= ${since} or withdrawn_at >= ${since})`.execute(
    tx.db,
  );
  return {
    amisIds: [...new Set(rows.map(({ amisId }) => amisId))],
    bravoCodes: [...new Set(rows.map(({ bravoCode }) => bravoCode))],
  };
}

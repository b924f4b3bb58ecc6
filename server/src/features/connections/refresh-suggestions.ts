import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { wronglyMarked } from './choose-best.ts';
import { generateAll, matchInThread } from './generate-suggestions.ts';
import type { KindName } from './kinds.ts';
import { forget, learn, rescore } from './learning.ts';
import {
  type Changes,
  changesSince,
  countChanges,
  forgetMatched,
  matchingState,
  saveChanges,
} from './matching-state.ts';
import { askAgain } from './request-refresh.ts';
import { amisRecords, bravoRecords, type SideRecord, uninvoicedValue } from './suggest-records.ts';
import type { SuggestedPair } from './suggest-thread.ts';
import { suggestionsOf, type Touched, writeSuggestions } from './write-suggestions.ts';

type Payload = { readonly profileId: string };

/** When more than this share of all records (and this many) has changed, matching everything is quicker and sees more. */
const MOST_CHANGED = 0.02;
const AT_LEAST = 200;

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
    const [amis, bravo] = await Promise.all([
      amisRecords(context.db, kind, of.profileId),
      bravoRecords(context.db, kind),
    ]);
    const changes = await changesSince(context.db, of, { amis, bravo });
    const changed = countChanges(changes);
    if (changed > Math.max(AT_LEAST, MOST_CHANGED * (amis.length + bravo.length)))
      await generateAll(work, kind, of.profileId, amis, bravo, state.minimumScore);
    else await refreshChanged(work, of, amis, bravo, changes, state.minimumScore);
  };

async function refreshChanged(
  work: RunWork<unknown>,
  of: { kind: KindName; profileId: string },
  amis: readonly SideRecord[],
  bravo: readonly SideRecord[],
  changes: Changes,
  minimumScore: number,
): Promise<void> {
  const { context } = work;
  const only = await withFormerPartners(context.db, of, amis, bravo, changes);
  await work.progress({ stage: 'So khớp bản ghi đã đổi', done: 0, total: only.amis.length + only.bravo.length });
  const pairs =
    countChanges(changes) === 0 ? [] : await matchInThread(work, { ...of, amis, bravo, minimumScore, only });
  const touched: Touched = {
    amisIds: [...new Set([...only.amis, ...partnersIn(pairs, 'amis', only.bravo)])]
      .map((position) => amis[position]!.id)
      .concat(changes.goneAmis),
    bravoCodes: [...new Set([...only.bravo, ...partnersIn(pairs, 'bravo', only.amis)])]
      .map((position) => bravo[position]!.id)
      .concat(changes.goneBravo),
  };
  await work.finish(async (tx) => {
    const { model, switched, hadModel } = await learn(tx, of, work.createdBy, context.now());
    const fresh = suggestionsOf(pairs, amis, bravo, model, minimumScore);
    const counts = await writeSuggestions(tx, { ...of, runId: work.id }, touched, fresh);
    const rescored = switched ? await (model ? rescore(tx, of, model, minimumScore) : forget(tx, of)) : 0;
    const reassigned = await reassign(tx, of);
    const revalued = await revalue(tx, of.kind, of.profileId);
    await saveChanges(tx, of, { amis, bravo }, changes, context.now());
    if (switched && hadModel) {
      // What was learned before may have put pairs under the minimum, and nothing is kept of them.
      await forgetMatched(tx, of);
      await askAgain(tx, work.id);
    }
    return { changed: countChanges(changes), ...counts, rescored, reassigned, revalued, learnedAnew: switched };
  });
}

/** The records on one side that were matched as partners of the given ones on the other. */
function partnersIn(pairs: readonly SuggestedPair[], side: 'amis' | 'bravo', of: readonly number[]): number[] {
  const wanted = new Set(of);
  const other = side === 'amis' ? 'bravo' : 'amis';
  return pairs.flatMap((pair) => (wanted.has(pair[other]) ? pair[side] : []));
}

/** The changed records and those that were suggested for them until now: these have one rival less. */
async function withFormerPartners(
  db: Database,
  { kind, profileId }: { kind: KindName; profileId: string },
  amis: readonly SideRecord[],
  bravo: readonly SideRecord[],
  changes: Changes,
): Promise<{ amis: number[]; bravo: number[] }> {
  const idsOf = (records: readonly SideRecord[], positions: readonly number[], gone: readonly string[]) => [
    ...positions.map((position) => records[position]!.id),
    ...gone,
  ];
  const { rows } = await sql<{ amisId: string; bravoCode: string; byAmis: boolean }>`
    select amis_id, bravo_code, amis_id = any (${idsOf(amis, changes.amis, changes.goneAmis)}::uuid[]) as by_amis
    from suggestions where kind = ${kind} and profile_id = ${profileId} and (
      amis_id = any (${idsOf(amis, changes.amis, changes.goneAmis)}::uuid[])
      or bravo_code = any (${idsOf(bravo, changes.bravo, changes.goneBravo)}::text[]))`.execute(db);
  const placesOf = (records: readonly SideRecord[], ids: ReadonlySet<string>) =>
    records.flatMap(({ id }, position) => (ids.has(id) ? position : []));
  const formerBravo = new Set(rows.flatMap(({ byAmis, bravoCode }) => (byAmis ? bravoCode : [])));
  const formerAmis = new Set(rows.flatMap(({ byAmis, amisId }) => (byAmis ? [] : amisId)));
  return {
    amis: [...new Set([...changes.amis, ...placesOf(amis, formerAmis)])],
    bravo: [...new Set([...changes.bravo, ...placesOf(bravo, formerBravo)])],
  };
}

/** Chooses the best pairs of a profile anew from the stored scores. Answers how many changed. */
async function reassign(tx: Tx, { kind, profileId }: { kind: KindName; profileId: string }): Promise<number> {
  const ofProfile = sql`s.profile_id = ${profileId} and s.kind = ${kind} and s.status <> 'rejected'`;
  const other = await wronglyMarked(tx.db, kind, 'suggestions', ofProfile);
  await sql`update suggestions set is_best = not is_best, version = version + 1 where id = any (${other}::uuid[])`.execute(
    tx.db,
  );
  return other.length;
}

/** Brings the value that each open suggestion would unlock up to date with the current period. Answers how many changed. */
export async function revalue(tx: Tx, kind: KindName, profileId: string | null): Promise<number> {
  const value = [...(await uninvoicedValue(tx.db, kind))];
  const { numAffectedRows } = await sql`
    with now_worth as (
      select s.id, coalesce(v.value, 0) as value from suggestions s
      left join unnest(${value.map(([code]) => code)}::text[], ${value.map(([, amount]) => amount)}::bigint[]) as v (code, value)
        on v.code = s.bravo_code
      where s.kind = ${kind} and s.status = 'pending' and (${profileId}::uuid is null or s.profile_id = ${profileId}::uuid)
    )
    update suggestions s set unlock_value = w.value from now_worth w where s.id = w.id and s.unlock_value <> w.value`.execute(
    tx.db,
  );
  return Number(numAffectedRows ?? 0);
}

/** The same for every profile; a failure is only written to the log, as the next refresh does it again. */
export async function revalueAll(context: Context): Promise<void> {
  try {
    await inTransaction(context.pool, async (tx) => {
      await revalue(tx, 'product', null);
      await revalue(tx, 'partner', null);
    });
  } catch (error) {
    context.log.warn({ err: error }, 'the value of suggestions is not up to date');
  }
}

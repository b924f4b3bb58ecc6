import { assign } from '@khop/engine/connections/assign.ts';
import { PROMOTIONAL_CHIP } from '@khop/engine/connections/labels.ts';
import { defaultAssignment } from '@khop/engine/connections/suggest.ts';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { generateAll, matchInThread } from './generate-suggestions.ts';
import type { KindName } from './kinds.ts';
import { learn, rescore } from './learning.ts';
import { type Changes, changesSince, countChanges, matchingState, saveChanges } from './matching-state.ts';
import { againIfAsked } from './request-refresh.ts';
import { amisRecords, bravoRecords, type SideRecord, uninvoicedValue } from './suggest-records.ts';
import { suggestionsOf, type Touched, writeSuggestions } from './write-suggestions.ts';

type Payload = { readonly profileId: string };

/** When more than this share of all records has changed, matching everything is quicker and sees more. */
const MOST_CHANGED = 0.2;

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
    if (changed > MOST_CHANGED * (amis.length + bravo.length))
      await generateAll(work, kind, of.profileId, amis, bravo, state.minimumScore);
    else await refreshChanged(work, of, amis, bravo, changes, state.minimumScore);
    await againIfAsked(work, kind, of.profileId);
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
  const some = changes.amis.length + changes.bravo.length;
  await work.progress({ stage: 'So khớp bản ghi đã đổi', done: 0, total: some });
  const pairs =
    some === 0
      ? []
      : await matchInThread(work, {
          ...of,
          amis,
          bravo,
          minimumScore,
          only: { amis: changes.amis, bravo: changes.bravo },
        });
  const touched: Touched = {
    amisIds: [...changes.amis.map((position) => amis[position]!.id), ...changes.goneAmis],
    bravoCodes: [...changes.bravo.map((position) => bravo[position]!.id), ...changes.goneBravo],
  };
  await work.finish(async (tx) => {
    const { model, switched } = await learn(tx, of, work.createdBy, context.now());
    const fresh = suggestionsOf(pairs, amis, bravo, model, minimumScore);
    const counts = await writeSuggestions(tx, { ...of, runId: work.id }, touched, fresh);
    const rescored = model && switched ? await rescore(tx, of, model, minimumScore) : 0;
    const reassigned = await reassign(tx, of);
    const revalued = await revalue(tx, of.kind, of.profileId);
    await saveChanges(tx, of, { amis, bravo }, changes, context.now());
    return { changed: countChanges(changes), ...counts, rescored, reassigned, revalued, learnedAnew: switched };
  });
}

/** Chooses the best pairs of a profile anew from the stored scores, as the matcher does after a whole run. */
async function reassign(tx: Tx, { kind, profileId }: { kind: KindName; profileId: string }): Promise<number> {
  const { rows } = await sql<{
    id: string;
    amisId: string;
    bravoCode: string;
    score: number;
    isBest: boolean;
    isTwin: boolean;
  }>`
    select id, amis_id, bravo_code, engine_score as score, is_best,
      evidence @> ${JSON.stringify([{ label: PROMOTIONAL_CHIP }])}::jsonb as is_twin
    from suggestions where profile_id = ${profileId} and kind = ${kind} order by amis_id, bravo_code`.execute(tx.db);
  const numbered = (values: readonly string[]) => new Map([...new Set(values)].map((value, i) => [value, i]));
  const [amis, bravo] = [numbered(rows.map(({ amisId }) => amisId)), numbered(rows.map(({ bravoCode }) => bravoCode))];
  const left = Uint32Array.from(rows, ({ amisId }) => amis.get(amisId)!);
  const right = Uint32Array.from(rows, ({ bravoCode }) => bravo.get(bravoCode)!);
  const candidates = { count: rows.length, left, right, leftStart: new Uint32Array(amis.size + 1) };
  const scores = Float64Array.from(rows, ({ score }) => score);
  const twins = Uint8Array.from(rows, ({ isTwin }) => (isTwin ? 1 : 0));
  const best = assign(candidates, scores, amis.size, bravo.size, defaultAssignment(kind), twins);
  const other = rows.flatMap(({ id, isBest }, k) => ((best[k] === 1) === isBest ? [] : id));
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

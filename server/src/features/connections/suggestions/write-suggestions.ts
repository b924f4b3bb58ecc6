import { applyLearned, type LearnedModel } from '@khop/engine/connections/learning/fit.ts';
import { sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import type { KindName } from '../kinds.ts';
import { uninvoicedValue } from '../matching/suggest-records.ts';
import type { SuggestedPair } from '../matching/suggested-pair.ts';
import { TABLES } from '../tables.ts';
import { wronglyMarked } from './choose-best.ts';

/** A pair as it is stored; `engineScore` is what the shipped engine alone says. */
export type NewSuggestion = SuggestedPair & { readonly engineScore: number };

/** A pair of the matcher as it is stored, with what was learned from this company's decisions applied. */
export function suggestionOf(pair: SuggestedPair, model: LearnedModel | undefined): NewSuggestion {
  const { score, evidence } = model ? applyLearned(model, pair) : pair;
  return { ...pair, score, evidence, engineScore: pair.score };
}

type Of = { readonly kind: KindName; readonly profileId: string; readonly runId: string };

const COLUMNS = [
  'id',
  'kind',
  'profile_id',
  'amis_id',
  'bravo_code',
  'score',
  'engine_score',
  'is_best',
  'evidence',
  'suggested_factor',
  'factor_evidence',
  'factor_contradicted',
  'unlock_value',
  'amis_fingerprint',
  'bravo_fingerprint',
  'run_id',
] as const;
/** The columns that a pair which is suggested again may have another value in. */
const REFRESHED = [...COLUMNS.slice(5), 'status'];

/**
 * Words have other weights when records change: after many changes nearly all scores have moved a little. A reviewer who looks at a
 * pair learns nothing from that: it stays as it is until its score has moved by this much from what is stored, or it says something else.
 */
const NOTICEABLE = 0.01;
const SAME_PAIR = sql`s.profile_id = f.profile_id and s.kind = f.kind and s.amis_id = f.amis_id and s.bravo_code = f.bravo_code`;
/** All chips without their numbers: "Tên giống 44%" drifts as scores do. */
const saysOf = (evidence: string) =>
  sql.raw(`array(
    select concat_ws(' ', chip ->> 'field', chip ->> 'kind', regexp_replace(chip ->> 'label', '[0-9]+%', '%'))
    from jsonb_array_elements(${evidence}) chip order by 1)`);
const ALL_BUT_SCORE = ['status', 'is_best', 'suggested_factor', 'factor_evidence', 'factor_contradicted']
  .concat('amis_fingerprint', 'bravo_fingerprint')
  .map((name) => sql.raw(`s.${name} is distinct from f.${name}`));
const IS_NOTICEABLE = sql`(${sql.join(ALL_BUT_SCORE, sql` or `)}
  or abs(s.score - f.score) >= ${NOTICEABLE} or abs(s.engine_score - f.engine_score) >= ${NOTICEABLE}
  or s.evidence <> f.evidence and ${saysOf('s.evidence')} is distinct from ${saysOf('f.evidence')})`;

/**
 * Puts these suggestions in the place of the open ones of a profile. What a reviewer would notice no difference in is not touched, and
 * what is suggested again keeps its id, so that a review under way is not disturbed. Rejected pairs stay rejected until either
 * record looks different.
 */
export async function writeSuggestions(tx: Tx, of: Of, pairs: AsyncIterable<NewSuggestion>) {
  await takeFresh(tx, of, pairs);
  const stillRejected = await takeDecisionsIn(tx, of.kind);
  // The matcher knew nothing of rejections: their places go to the next best.
  if (stillRejected > 0) await chooseAnew(tx, of.kind);
  await lockDifferent(tx, of);
  // A person may have decided until the lock, and none can any more.
  await takeDecisionsIn(tx, of.kind);
  const counts = await countFresh(tx);
  await sql`
    delete from fresh_suggestions f using suggestions s
    where ${SAME_PAIR} and not exists (select from different_suggestions d where d.id = s.id)`.execute(tx.db);
  const { numAffectedRows: removed } = await sql`
    delete from suggestions s using different_suggestions d
    where s.id = d.id and ${isGone(of.kind)}`.execute(tx.db);
  return { ...counts, written: await writeFresh(tx), removed: Number(removed ?? 0), stillRejected };
}

/** Puts the pairs where they can be compared with the stored ones. */
async function takeFresh(tx: Tx, of: Of, pairs: AsyncIterable<NewSuggestion>): Promise<void> {
  const value = await uninvoicedValue(tx.db, of.kind);
  await tx.client.query(
    'create temporary table fresh_suggestions (like suggestions including defaults) on commit drop',
  );
  const rows = async function* () {
    for await (const pair of pairs) yield rowOf(pair, of, value);
  };
  await tx.copy('fresh_suggestions', COLUMNS, rows());
  await tx.client.query('create index on fresh_suggestions (amis_id, bravo_code)');
  await tx.client.query('analyze fresh_suggestions');
}

/** Leaves rejected pairs out and marks those that are connected as accepted. Answers how many were rejected. */
async function takeDecisionsIn(tx: Tx, kind: KindName): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from fresh_suggestions f using suggestions s
    where ${SAME_PAIR} and s.status = 'rejected' and s.amis_fingerprint = f.amis_fingerprint
      and s.bravo_fingerprint = f.bravo_fingerprint`.execute(tx.db);
  // A pair that is connected already is known as accepted: it takes its place, and is open again once disconnected.
  await sql`
    update fresh_suggestions f set status = now.status
    from (select f.id, case when ${isConnected(kind, 'f')} then 'accepted' else 'pending' end as status
      from fresh_suggestions f) now
    where f.id = now.id and f.status <> now.status`.execute(tx.db);
  return Number(numAffectedRows ?? 0);
}

function isConnected(kind: KindName, pair: 'f' | 's') {
  const { connections, amisId } = TABLES[kind];
  return sql`exists (
    select from ${sql.table(connections)} c where c.profile_id = ${sql.ref(`${pair}.profile_id`)}
      and c.${sql.ref(amisId)} = ${sql.ref(`${pair}.amis_id`)} and c.bravo_code = ${sql.ref(`${pair}.bravo_code`)})`;
}

const isGone = (kind: KindName) => sql`
  not exists (select from fresh_suggestions f where f.amis_id = s.amis_id and f.bravo_code = s.bravo_code)
  and (s.status = 'pending' or s.status = 'accepted' and not ${isConnected(kind, 's')})`;

/** Chooses the best of the fresh pairs by the scores that are stored. */
async function chooseAnew(tx: Tx, kind: KindName): Promise<void> {
  const ids = await wronglyMarked(tx.db, kind);
  await sql`update fresh_suggestions set is_best = not is_best where id = any (${ids}::uuid[])`.execute(tx.db);
}

/** Locks the stored suggestions that are to be written or removed, in one order, as everybody who locks several does. */
async function lockDifferent(tx: Tx, { kind, profileId }: Of): Promise<void> {
  await tx.client.query('create temporary table different_suggestions (id uuid primary key) on commit drop');
  await sql`
    insert into different_suggestions
    select s.id from suggestions s left join fresh_suggestions f on ${SAME_PAIR}
    where s.profile_id = ${profileId} and s.kind = ${kind}
      and case when f.id is null then ${isGone(kind)} else ${IS_NOTICEABLE} end
    order by s.id for update of s`.execute(tx.db);
}

async function countFresh(tx: Tx): Promise<{ suggestions: number; best: number; alreadyConnected: number }> {
  const { rows } = await sql<{ suggestions: number; best: number; alreadyConnected: number }>`
    select count(*) filter (where status = 'pending') as suggestions,
      count(*) filter (where status = 'pending' and is_best) as best,
      count(*) filter (where status = 'accepted') as already_connected from fresh_suggestions`.execute(tx.db);
  return rows[0]!;
}

/** Writes what is left of the fresh pairs: new ones, and those that have become different. */
async function writeFresh(tx: Tx): Promise<number> {
  const names = sql.raw([...COLUMNS, 'status'].join(', '));
  const set = sql.raw(REFRESHED.map((name) => `${name} = excluded.${name}`).join(', '));
  const { numAffectedRows } = await sql`
    insert into suggestions as s (${names}) select ${names} from fresh_suggestions
    on conflict (profile_id, kind, amis_id, bravo_code) do update set ${set}, version = s.version + 1,
      -- A pair that was decided before and has changed since is open again.
      reason = null, reason_code = null,
      decided_by = case when s.status = excluded.status then s.decided_by end,
      decided_at = case when s.status = excluded.status then s.decided_at end,
      created_at = case when s.status <> excluded.status then now() else s.created_at end`.execute(tx.db);
  return Number(numAffectedRows ?? 0);
}

const rowOf = (pair: NewSuggestion, { kind, profileId, runId }: Of, value: ReadonlyMap<string, number>) => [
  newId(),
  kind,
  profileId,
  pair.amisId,
  pair.bravoCode,
  pair.score,
  pair.engineScore,
  pair.best,
  toJson(pair.evidence),
  pair.factor?.factor ?? null,
  toJson(pair.factor?.evidence ?? []),
  pair.factor?.contradicted ?? false,
  value.get(pair.bravoCode) ?? 0,
  pair.amisFingerprint,
  pair.bravoFingerprint,
  runId,
];

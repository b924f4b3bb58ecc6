import { applyLearned, type LearnedModel } from '@khop/engine/connections/learning/fit.ts';
import { type RawBuilder, sql } from 'kysely';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import type { KindName } from '../kinds.ts';
import { uninvoicedValue } from '../matching/suggest-records.ts';
import type { SuggestedPair } from '../matching/suggested-pair.ts';
import { TABLES } from '../tables.ts';
import { contenders, isOf, type Touched, wronglyMarked } from './choose-best.ts';

/** A pair as it is stored; `engineScore` is what the shipped engine alone says. */
type NewSuggestion = SuggestedPair & { readonly engineScore: number };

/** The matcher's pairs as they are stored, with what was learned from this company's decisions applied. */
export function suggestionsOf(
  pairs: readonly SuggestedPair[],
  model: LearnedModel | undefined,
  minimumScore: number,
): NewSuggestion[] {
  return pairs.flatMap((pair) => {
    const { score, evidence } = model ? applyLearned(model, pair) : pair;
    return score < minimumScore ? [] : { ...pair, score, evidence, engineScore: pair.score };
  });
}

/** The records whose suggestions are written anew; everything else stays as it is. */
export type Reach = {
  /** The records that all pairs are given of. */
  readonly touched: Touched;
  /** Records about whose pairs a decision was made since: places have become free, or are wanted again. */
  readonly decided: Touched;
};

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
const REFRESHED = COLUMNS.slice(5);
/**
 * The columns that a reviewer looks at: only when one of these has changed is a suggestion another version of itself.
 */
const SEEN = [
  ...['score', 'is_best', 'evidence', 'suggested_factor', 'factor_evidence', 'factor_contradicted'],
  ...['amis_fingerprint', 'bravo_fingerprint'],
];

/**
 * Puts these suggestions in the place of the open ones, for `all` records of the profile or only for those touched.
 * A pair that is still suggested keeps its id, so that a review under way is not disturbed. Rejected pairs
 * stay rejected until either record looks different.
 */
export async function writeSuggestions(
  tx: Tx,
  { kind, profileId, runId }: Of,
  reach: Reach | 'all',
  pairs: readonly NewSuggestion[],
) {
  const table = TABLES[kind];
  const codes = [...new Set(pairs.map(({ bravoCode }) => bravoCode))];
  const value = await uninvoicedValue(tx.db, kind, codes);
  const ofProfile = sql`s.profile_id = ${profileId} and s.kind = ${kind}`;
  const contending = reach === 'all' ? undefined : await contenders(tx.db, { kind, profileId }, startOf(reach, pairs));
  // In one order, as everybody who locks several does.
  await sql`
    select from suggestions s where ${ofProfile} and ${contending ? isOf(contending) : sql`true`}
    order by s.id for update`.execute(tx.db);
  await sql`create temporary table fresh_suggestions (like suggestions including defaults) on commit drop`.execute(
    tx.db,
  );
  await tx.copy(
    'fresh_suggestions',
    COLUMNS,
    pairs.map((pair) => rowOf(pair, { kind, profileId, runId }, value)),
  );
  const { numAffectedRows: rejected } = await sql`
    delete from fresh_suggestions f using suggestions s
    where s.profile_id = f.profile_id and s.kind = f.kind and s.amis_id = f.amis_id and s.bravo_code = f.bravo_code
      and s.status = 'rejected' and s.amis_fingerprint = f.amis_fingerprint and s.bravo_fingerprint = f.bravo_fingerprint`.execute(
    tx.db,
  );
  const { numAffectedRows: removed } = await sql`
    delete from suggestions s
    where ${ofProfile} and ${reach === 'all' ? sql`true` : isOf(reach.touched)}
      and not exists (select from fresh_suggestions f where f.amis_id = s.amis_id and f.bravo_code = s.bravo_code)
      and (s.status = 'pending' or s.status = 'accepted' and not exists (
        select from ${sql.table(table.connections)} c
        where c.profile_id = s.profile_id and c.${sql.ref(table.amisId)} = s.amis_id and c.bravo_code = s.bravo_code))`.execute(
    tx.db,
  );
  // The matcher knew nothing of rejections: their places go to the next best.
  const others = contending ? await chooseAmong(tx, kind, ofProfile, contending) : 0;
  if (!contending && rejected) await mark(tx, 'fresh_suggestions', await wronglyMarked(tx.db, kind, FRESH));
  const names = sql.raw(COLUMNS.join(', '));
  const set = sql.raw(REFRESHED.map((name) => `${name} = excluded.${name}`).join(', '));
  const differs = sql.raw(
    `(${SEEN.map((name) => `s.${name}`).join(', ')}) is distinct from (${SEEN.map((name) => `excluded.${name}`).join(', ')})`,
  );
  // A pair that is connected already is known as accepted: it takes its place, and is open again once disconnected.
  const isConnected = sql`exists (select from ${sql.table(table.connections)} c
    where c.profile_id = f.profile_id and c.${sql.ref(table.amisId)} = f.amis_id and c.bravo_code = f.bravo_code)`;
  const { rows } = await sql<{ status: string; isBest: boolean; count: number }>`
    with written as (
      insert into suggestions as s (${names}, status)
      select ${names}, case when ${isConnected} then 'accepted' else 'pending' end from fresh_suggestions f
      on conflict (profile_id, kind, amis_id, bravo_code) do update set ${set}, status = excluded.status,
        -- A pair that was decided before and has changed since is open again.
        reason = null, reason_code = null,
        decided_by = case when s.status = excluded.status then s.decided_by end,
        decided_at = case when s.status = excluded.status then s.decided_at end,
        version = case when s.status <> excluded.status or ${differs} then s.version + 1 else s.version end,
        created_at = case when s.status <> excluded.status then now() else s.created_at end
      returning status, is_best
    )
    select status, is_best, count(*) as count from written group by status, is_best`.execute(tx.db);
  const count = (wanted: (row: { status: string; isBest: boolean }) => boolean): number =>
    rows.filter(wanted).reduce((sum, row) => sum + row.count, 0);
  return {
    suggestions: count(({ status }) => status === 'pending'),
    best: count(({ status, isBest }) => status === 'pending' && isBest),
    removed: Number(removed ?? 0),
    reassigned: others,
    alreadyConnected: count(({ status }) => status === 'accepted'),
    stillRejected: Number(rejected ?? 0),
  };
}

/** The records at which the choice of the best begins: those touched, their new partners, and those decided about. */
const startOf = ({ touched, decided }: Reach, pairs: readonly NewSuggestion[]): Touched => ({
  amisIds: [...new Set([...touched.amisIds, ...decided.amisIds, ...pairs.map(({ amisId }) => amisId)])],
  bravoCodes: [...new Set([...touched.bravoCodes, ...decided.bravoCodes, ...pairs.map(({ bravoCode }) => bravoCode)])],
});

const CHOSEN_BY = sql`s.id, s.amis_id, s.bravo_code, s.engine_score, s.is_best, s.evidence`;
const FRESH = sql`select ${CHOSEN_BY} from fresh_suggestions s`;

/** Chooses the best of the fresh pairs and of those that stay beside them. Answers how many of these have changed. */
async function chooseAmong(
  tx: Tx,
  kind: KindName,
  ofProfile: RawBuilder<unknown>,
  contending: Touched,
): Promise<number> {
  const staying = sql`
    select ${CHOSEN_BY} from suggestions s
    where ${ofProfile} and s.status <> 'rejected' and ${isOf(contending)} and not exists (
      select from fresh_suggestions f where f.amis_id = s.amis_id and f.bravo_code = s.bravo_code)`;
  const ids = await wronglyMarked(tx.db, kind, sql`${FRESH} union all ${staying}`);
  await mark(tx, 'fresh_suggestions', ids);
  return mark(tx, 'suggestions', ids);
}

async function mark(tx: Tx, table: 'fresh_suggestions' | 'suggestions', ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set is_best = not is_best, version = version + 1 where id = any (${ids}::uuid[])`.execute(
    tx.db,
  );
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

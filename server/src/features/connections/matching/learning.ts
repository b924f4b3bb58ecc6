import {
  type DecidedPair,
  type LearnedModel,
  type StoredModel,
  storedModel,
} from '@khop/engine/connections/learning/fit.ts';
import { leftWords } from '@khop/engine/connections/learning/left-words.ts';
import { type ShadowFigures, tryToLearn, type Verdict } from '@khop/engine/connections/learning/shadow.ts';
import type { Evidence } from '@khop/engine/connections/record.ts';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';

/** More than this many decisions teach nothing new. */
const MOST_DECISIONS = 20_000;
/** So many decisions later it is worth trying again. */
const TRY_EVERY = 10;

export type Figures = ShadowFigures & { readonly verdict: Verdict };
type Of = { readonly kind: KindName; readonly profileId: string };

/** True when learning is allowed for a profile; it is until an admin says no. */
export async function learningSetting(
  db: Database,
  { kind, profileId }: Of,
): Promise<{ enabled: boolean; version: number }> {
  const row = await db
    .selectFrom('learningSettings')
    .select(['isEnabled', 'version'])
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .executeTakeFirst();
  return { enabled: row?.isEnabled ?? true, version: row?.version ?? 1 };
}

export const activeModel = async (db: Database, { kind, profileId }: Of) => {
  const row = await db
    .selectFrom('learnedModels')
    .selectAll()
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row && { ...row, model: storedModel(row.model as StoredModel), figures: row.figures as Figures };
};

export const latestAttempt = (db: Database, { kind, profileId }: Of) =>
  db
    .selectFrom('learnedModels')
    .select(['version', 'decisions', 'figures', 'isActive', 'createdAt'])
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Pairs whose decisions are not withdrawn, each with the last word about it. Those decided one by one come first: a
 * bulk accept of any size pushes none of them out of what is learned from.
 */
async function decidedPairs(db: Database, { kind, profileId }: Of): Promise<DecidedPair[]> {
  const { rows } = await sql<Omit<DecidedPair, 'evidence' | 'leftOver'> & Names & { evidence: Evidence[] }>`
    select key, accepted, score, evidence, looked_at, ${NAMES} from (
      select distinct on (amis_id, bravo_code) amis_id || '|' || bravo_code as key, decision = 'accepted' as accepted,
        engine_score as score, evidence, batch_id is null as looked_at, decided_at, id, amis_id, bravo_code
      from suggestion_decisions where kind = ${kind} and profile_id = ${profileId} and withdrawn_at is null
      order by amis_id, bravo_code, decided_at desc, id desc
    ) d ${namesOf(kind, sql.ref('d'))}
    order by looked_at desc, decided_at desc, d.id desc limit ${MOST_DECISIONS}`.execute(db);
  return rows.map(({ evidence, amisName, bravoName, ...pair }) => ({
    ...pair,
    evidence: evidence.filter(({ field }) => field !== 'learned'),
    leftOver: leftWords(amisName, bravoName),
  }));
}

/** The names of a pair's records, empty for one that is gone. */
type Names = { readonly amisName: string; readonly bravoName: string };
const NAMES = sql`coalesce(a.name, '') as amis_name, coalesce(b.name, '') as bravo_name`;
const namesOf = (kind: KindName, pair: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join ${sql.table(TABLES[kind].amis)} a on a.id = ${pair}.amis_id
  left join ${sql.table(TABLES[kind].bravo)} b on b.code = ${pair}.bravo_code`;

/** The number of pairs whose decisions are not withdrawn: most runs need no more than this. */
async function countDecidedPairs(db: Database, { kind, profileId }: Of): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (amis_id, bravo_code)) as count from suggestion_decisions
    where kind = ${kind} and profile_id = ${profileId} and withdrawn_at is null`.execute(db);
  return rows[0]!.count;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  better: 'Tốt hơn rõ rệt trên các quyết định giữ lại để thử nên được bật.',
  few: 'Chưa đủ quyết định từng cặp để học.',
  'one-sided': 'Hầu như chỉ có một loại quyết định (toàn chấp nhận hoặc toàn từ chối) nên chưa học được gì.',
  'no-gain': 'Không tốt hơn máy dùng chung một cách rõ rệt nên không bật.',
  'less-precise': 'Ở mức điểm cao kém chính xác hơn nên không bật.',
};
export const verdictWords = (verdict: Verdict): string => WORDS[verdict];

/**
 * Learns from the decisions that are not withdrawn and tests the result in the shadow; switches it on when it is
 * clearly better, and off when it no longer is. Answers the model to be used now.
 */
export async function learn(tx: Tx, of: Of, actor: string, now: Date): Promise<LearnedModel | undefined> {
  const { kind, profileId } = of;
  const before = await activeModel(tx.db, of);
  const { enabled } = await learningSetting(tx.db, of);
  if (!enabled) return undefined;
  const total = await countDecidedPairs(tx.db, of);
  const last = await latestAttempt(tx.db, of);
  // A model that was good enough before an admin forbade it is tried again at once.
  const wasBetter = (last?.figures as Figures | undefined)?.verdict === 'better' && !before;
  if (total === 0 || (last && !wasBetter && Math.abs(total - last.decisions) < TRY_EVERY)) return before?.model;
  const { model, figures, verdict } = tryToLearn(await decidedPairs(tx.db, of));
  const active = verdict === 'better';
  const version = (last?.version ?? 0) + 1;
  await switchOff(tx, of);
  await tx.db
    .insertInto('learnedModels')
    .values({
      ...{ kind, profileId, version, isActive: active, decisions: total, createdAt: now.toISOString() },
      ...{ model: toJson(model), figures: toJson({ ...figures, verdict }) },
    })
    .execute();
  if (active || before)
    await audit(tx, {
      actor,
      action: active ? 'suggestion-learning.on' : 'suggestion-learning.off',
      entity: 'profile',
      entityId: profileId,
      summary: `Gợi ý ${TABLES[kind].what}: ${active ? `dùng phần học bản ${version}` : 'thôi dùng phần học'}. ${WORDS[verdict]}`,
      before: before ? { version: before.version, figures: before.figures } : null,
      after: { version, figures, verdict },
    });
  return active ? model : undefined;
}

const switchOff = (tx: Tx, { kind, profileId }: Of) =>
  tx.db
    .updateTable('learnedModels')
    .set({ isActive: false })
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('isActive', '=', true)
    .execute();

/** Stops using what was learned: every open suggestion has the shipped engine's score and evidence again. Answers how many changed. */
export async function forget(tx: Tx, of: Of): Promise<number> {
  await switchOff(tx, of);
  const { numAffectedRows } = await sql`
    update suggestions set score = engine_score, version = version + 1, evidence = coalesce((
        select jsonb_agg(chip order by place) from jsonb_array_elements(evidence) with ordinality as e (chip, place)
        where chip ->> 'field' <> 'learned'), '[]')
    where kind = ${of.kind} and profile_id = ${of.profileId} and status = 'pending' and score <> engine_score`.execute(
    tx.db,
  );
  return Number(numAffectedRows ?? 0);
}

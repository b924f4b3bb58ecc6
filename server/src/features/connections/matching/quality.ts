import { GENERIC_PRECISION, THRESHOLDS } from '@khop/engine/connections/learning/generic.ts';
import { MINIMUM_DECISIONS } from '@khop/engine/connections/learning/shadow.ts';
import { wilson } from '@khop/engine/connections/learning/wilson.ts';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';
import { activeModel, type Figures, forget, latestAttempt, learningSetting, verdictWords } from './learning.ts';
import { forgetMatched, lockMatching } from './matching-state.ts';

/** With fewer decisions than this from a score on, a share says too little to act upon. */
const ENOUGH = 30;
const EDGES = [1, ...THRESHOLDS, 0];

type Of = { readonly kind: KindName; readonly profileId: string };
type Decided = { score: number; accepted: boolean; inBatch: boolean };

/** The last word about each pair: one that came back changed may have been rejected twice, or accepted since. */
const lastWords = ({ kind, profileId }: Of): RawBuilder<unknown> => sql`
  select distinct on (amis_id, bravo_code) score, decision, batch_id, reason_code from suggestion_decisions
  where kind = ${kind} and profile_id = ${profileId} and withdrawn_at is null
  order by amis_id, bravo_code, decided_at desc, id desc`;

/**
 * The quality of the scores by the decisions of this company. Only pairs that were decided one by one are measured: a
 * bulk accept looks at none of them. The score of a decision is the one that was shown then.
 */
export async function suggestionQuality(db: Database, of: Of) {
  const { kind } = of;
  const { rows: decisions } = await sql<Decided>`
    select score, decision = 'accepted' as accepted, batch_id is not null as in_batch from (${lastWords(of)}) d`.execute(
    db,
  );
  const { rows: reasons } = await sql<{ code: string; label: string; count: number }>`
    select r.code, r.label, count(*) as count
    from (${lastWords(of)}) d join rejection_reasons r on r.code = d.reason_code
    group by r.code, r.label order by count(*) desc, r.code`.execute(db);
  const single = decisions.filter(({ inBatch }) => !inBatch);
  const shareOf = (some: readonly Decided[]) => wilson(some.filter(({ accepted }) => accepted).length, some.length);
  const [setting, active, latest] = [
    await learningSetting(db, of),
    await activeModel(db, of),
    await latestAttempt(db, of),
  ];
  const figuresOf = ({ verdict: _, ...figures }: Figures) => figures;
  return {
    decided: single.length,
    inBatches: decisions.length - single.length,
    enough: ENOUGH,
    thresholds: THRESHOLDS.map((minScore, i) => {
      const own = shareOf(single.filter(({ score }) => score >= minScore));
      return { minScore, own, isEnough: own.n >= ENOUGH, generic: GENERIC_PRECISION[kind][i]! };
    }),
    bands: EDGES.slice(1).map((from, i) => {
      const to = EDGES[i]!;
      const within = ({ score }: Decided): boolean => score >= from && (score < to || to === 1);
      return {
        from,
        to,
        own: shareOf(single.filter(within)),
        inBatches: decisions.filter((one) => one.inBatch && within(one)).length,
      };
    }),
    reasons,
    learning: {
      ...setting,
      minimumDecisions: MINIMUM_DECISIONS,
      active: active
        ? {
            version: active.version,
            since: active.createdAt,
            figures: figuresOf(active.figures),
            words: Object.entries(active.model.words)
              .map(([word, weight]) => ({ word, weight }))
              .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.word < b.word ? -1 : 1)),
          }
        : null,
      latest: latest
        ? {
            version: latest.version,
            at: latest.createdAt,
            switchedOn: latest.isActive,
            why: verdictWords((latest.figures as Figures).verdict),
            figures: figuresOf(latest.figures as Figures),
          }
        : null,
    },
  };
}

/**
 * Allows or forbids learning for a profile. Forbidden, the scores are the shipped engine's again at once; pairs that
 * learning had put under the minimum come back with the next refresh, which then matches everything.
 */
export async function setLearning(
  tx: Tx,
  of: Of,
  { enabled, version }: { enabled: boolean; version: number },
  actor: string,
  requestId: string,
): Promise<void> {
  const { kind, profileId } = of;
  // No run that has learned under the other setting writes after this.
  await lockMatching(tx, of);
  await tx.db
    .insertInto('learningSettings')
    .values({ kind, profileId, isEnabled: true })
    .onConflict((conflict) => conflict.columns(['kind', 'profileId']).doNothing())
    .execute();
  const updated = await tx.db
    .updateTable('learningSettings')
    .set((eb) => ({ isEnabled: enabled, version: eb('version', '+', 1) }))
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  if (!updated) throw new Refusal('STALE_VERSION', undefined, await suggestionQuality(tx.db, of));
  // Allowed again, it is tried at once; forbidden, what it had put under the minimum comes back.
  await forgetMatched(tx, of);
  if (!enabled) await forget(tx, of);
  await audit(tx, {
    actor,
    action: enabled ? 'suggestion-learning.allow' : 'suggestion-learning.forbid',
    entity: 'profile',
    entityId: profileId,
    summary: `${enabled ? 'Bật' : 'Tắt'} học từ quyết định cho gợi ý ${TABLES[kind].what}`,
    after: { kind, enabled },
    requestId,
  });
}

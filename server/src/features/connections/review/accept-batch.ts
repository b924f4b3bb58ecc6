import { MOST_AT_ONCE } from '@khop/contract/connections/suggestions.ts';
import { type Selectable, sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Suggestions } from '../../../db/schema.generated.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import type { KindName } from '../kinds.ts';
import { canonicalFactor } from '../store/product-connections.ts';
import { holdBravo, TABLES } from '../tables.ts';
import type { Decision } from './suggestion-decisions.ts';
import { joinedSuggestions, searched } from './suggestions.ts';

type Body = Call<'acceptProductSuggestions'>['body'];
type Suggestion = Selectable<Suggestions>;
type Row = { suggestionId: string; connectionId: string | null; errorCode: string | null; message: string | null };
type Above = { readonly minScore: number; readonly maxScore?: number | undefined; readonly q?: string | undefined };

/**
 * The open, best pairs of a profile from a score on, or up to one; contradicted factors are left for a person to look at.
 */
export const acceptable = (db: Tx['db'], kind: KindName, profileId: string, { minScore, maxScore = 1, q }: Above) =>
  searched(
    joinedSuggestions(db, kind)
      .where('s.profileId', '=', profileId)
      .where('s.status', '=', 'pending')
      .where('s.isBest', '=', true)
      .where('s.score', '>=', minScore)
      .where('s.score', '<=', maxScore),
    q,
  );

/**
 * True for a pair that a person did not find right in a sample, or whose connection a person has removed (`keepRemoval`): it waits for
 * an ordinary review, also when its suggestion has been made anew since, and nothing takes it along with others.
 */
export const isSetAside = sql<boolean>`(exists (
    select from certification_members m where m.suggestion_id = s.id and m.judgement <> 'right' and m.connection_id is null)
  or (s.profile_id, s.kind, s.amis_id, s.bravo_code) in (
    select profile_id, kind, amis_id, bravo_code from suggestion_decisions where decision = 'rejected' and connection_id is not null))`;

/**
 * Connects many suggested pairs as one batch. Every row is looked at again under its lock: one that has been decided or
 * changed meanwhile is refused and told, and does not undo its neighbours.
 */
export async function acceptBatch(
  tx: Tx,
  kind: KindName,
  { profileId, choice }: Body,
  decision: Decision,
  requestId: string,
) {
  const wanted =
    'items' in choice
      ? new Map(choice.items.map((item) => [item.id, item]))
      : new Map(
          (await idsAbove(tx, kind, profileId, choice.above)).map((id) => [
            id,
            { id, version: undefined, factor: undefined },
          ]),
        );
  const ids = [...wanted.keys()];
  await holdBravo(tx, kind, sql`select bravo_code from suggestions where id = any (${ids}::uuid[])`);
  const locked = await tx.db
    .selectFrom('suggestions')
    .selectAll()
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('kind', '=', kind)
    .where('profileId', '=', profileId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const known = new Map(locked.map((row) => [row.id, row]));
  const rows: Row[] = [];
  const open: { suggestion: Suggestion; connectionId: string; factor: string | null }[] = [];
  const refuse = (suggestionId: string, errorCode: string, message: string): void => {
    rows.push({ suggestionId, connectionId: null, errorCode, message });
  };
  for (const { id, version, factor } of wanted.values()) {
    const suggestion = known.get(id);
    if (!suggestion) refuse(id, 'NOT_FOUND', 'Không tìm thấy gợi ý này. Có thể danh sách đã được sinh lại.');
    else if (suggestion.status !== 'pending')
      refuse(id, 'SUGGESTION_CLOSED', `Gợi ý này đã được ${suggestion.decidedBy ?? 'người khác'} xử lý.`);
    else if (
      ('above' in choice && !isStillAbove(suggestion, choice.above)) ||
      (version !== undefined && version !== suggestion.version)
    )
      refuse(id, 'STALE_VERSION', 'Gợi ý đã đổi sau khi bạn xem. Hãy xem lại rồi chấp nhận.');
    else
      open.push({
        suggestion,
        connectionId: newId(),
        factor: factor === undefined ? suggestion.suggestedFactor : canonicalFactor(factor),
      });
  }
  if (open.length === 0) return { batchId: null, accepted: 0, refused: rows.length, rows };

  const made = await connect(tx, kind, profileId, decision.by, open);
  const accepted = open.filter(({ connectionId }) => made.has(connectionId));
  for (const { suggestion, connectionId } of open) {
    if (made.has(connectionId))
      rows.push({ suggestionId: suggestion.id, connectionId, errorCode: null, message: null });
    else refuse(suggestion.id, 'CONNECTION_EXISTS', `«${suggestion.bravoCode}» đã được nối với bản ghi này.`);
  }
  if (accepted.length === 0) return { batchId: null, accepted: 0, refused: rows.length, rows };

  const batchId = newId();
  const at = decision.at.toISOString();
  await tx.db
    .insertInto('suggestionBatches')
    .values({ id: batchId, kind, profileId, createdBy: decision.by, createdAt: at })
    .execute();
  await tx.db
    .updateTable('suggestions')
    .set((eb) => ({ status: 'accepted', decidedBy: decision.by, decidedAt: at, version: eb('version', '+', 1) }))
    .where('id', '=', sql<string>`any (${accepted.map(({ suggestion }) => suggestion.id)}::uuid[])`)
    .execute();
  await tx.copy(
    'suggestion_decisions',
    [
      ...['id', 'kind', 'profile_id', 'amis_id', 'bravo_code', 'decision', 'score', 'engine_score', 'evidence'],
      ...['is_best', 'batch_id', 'connection_id', 'decided_by', 'decided_at'],
    ],
    accepted.map(({ suggestion, connectionId }) => [
      ...[newId(), kind, profileId, suggestion.amisId, suggestion.bravoCode, 'accepted', suggestion.score],
      ...[suggestion.engineScore, toJson(suggestion.evidence), suggestion.isBest, batchId, connectionId],
      ...[decision.by, at],
    ]),
  );
  await auditBatch(tx, { kind, batchId, choice }, accepted, decision, requestId);
  return { batchId, accepted: accepted.length, refused: rows.length - accepted.length, rows };
}

/** True when a pair, as it is under its lock, still is what "everything above" means; it was chosen without one. */
const isStillAbove = ({ score, isBest, factorContradicted }: Suggestion, { minScore }: Above): boolean =>
  score >= minScore && isBest && !factorContradicted;

const idsAbove = async (tx: Tx, kind: KindName, profileId: string, above: Above): Promise<string[]> => {
  const rows = await acceptable(tx.db, kind, profileId, above)
    .where('s.factorContradicted', '=', false)
    .where(sql<boolean>`not ${isSetAside}`)
    .select('s.id')
    .orderBy('s.score', 'desc')
    .orderBy('s.id')
    .limit(MOST_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
};

/** Makes the connections in one statement; answers those that were not there already. */
async function connect(
  tx: Tx,
  kind: KindName,
  profileId: string,
  by: string,
  open: readonly { suggestion: Suggestion; connectionId: string; factor: string | null }[],
): Promise<Set<string>> {
  const incoming = sql`unnest(
    ${open.map(({ connectionId }) => connectionId)}::uuid[], ${open.map(({ suggestion }) => suggestion.amisId)}::uuid[],
    ${open.map(({ suggestion }) => suggestion.bravoCode)}::text[], ${open.map(({ factor }) => factor)}::text[]
  ) with ordinality as i (id, amis_id, bravo_code, factor, place)`;
  const { rows } =
    kind === 'product'
      ? await sql<{ id: string }>`
          insert into product_connections (id, profile_id, amis_product_id, bravo_code, factor, origin, created_by)
          select id, ${profileId}::uuid, amis_id, bravo_code, factor, 'suggestion', ${by} from ${incoming}
          on conflict (profile_id, amis_product_id, bravo_code) do nothing returning id`.execute(tx.db)
      : // The first customer of a Bravo partner is its default, as when one is connected by hand.
        await sql<{ id: string }>`
          insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, is_default, origin, created_by)
          select id, ${profileId}::uuid, amis_id, bravo_code,
            row_number() over (partition by bravo_code order by place) = 1 and not exists (
              select from partner_connections c
              where c.profile_id = ${profileId} and c.bravo_code = i.bravo_code and c.is_default),
            'suggestion', ${by}
          from ${incoming}
          on conflict (profile_id, amis_partner_id, bravo_code) do nothing returning id`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}

async function auditBatch(
  tx: Tx,
  { kind, batchId, choice }: { readonly kind: KindName; readonly batchId: string; readonly choice: Body['choice'] },
  accepted: readonly { suggestion: Suggestion; connectionId: string; factor: string | null }[],
  { by }: Decision,
  requestId: string,
): Promise<void> {
  const { entity, what } = TABLES[kind];
  const from =
    'above' in choice ? ` từ điểm ${String(Math.round(choice.above.minScore * 1000) / 10).replace('.', ',')}%` : '';
  await audit(tx, {
    actor: by,
    action: 'suggestion-batch.accept',
    entity: 'suggestion-batch',
    entityId: batchId,
    summary: `Nối ${accepted.length} ${what} theo gợi ý${from}, thành một đợt`,
    after: { accepted: accepted.length, ...('above' in choice && { above: choice.above }) },
    requestId,
  });
  // Each connection keeps a history of its own.
  await tx.copy(
    'audit_events',
    ['id', 'actor', 'action', 'entity', 'entity_id', 'summary', 'after', 'request_id'],
    accepted.map(({ suggestion: { amisId, bravoCode, score }, connectionId, factor }) => [
      ...[newId(), by, `${entity}.create`, entity, connectionId],
      `Nối ${what} với ${bravoCode} theo gợi ý, trong một đợt`,
      toJson({ amisId, bravoCode, score, batchId, ...(kind === 'product' && { factor }) }),
      requestId,
    ]),
  );
}

/** The outcome of accepting everything from a score on, shown before it is done. */
export async function summarizeAcceptable(
  db: Tx['db'],
  kind: KindName,
  { profileId, ...above }: Above & { profileId: string },
) {
  const isTaken = sql`not s.factor_contradicted and not ${isSetAside}`;
  const row = await acceptable(db, kind, profileId, above)
    .select([
      sql<number>`count(*) filter (where ${isTaken})`.as('count'),
      sql<number>`coalesce(sum(s.unlock_value) filter (where ${isTaken}), 0)::bigint`.as('unlockValue'),
      sql<number | null>`min(s.score) filter (where ${isTaken})`.as('lowestScore'),
      sql<number>`coalesce(sum(1 - s.score) filter (where ${isTaken}), 0)`.as('expectedWrong'),
      sql<number>`count(*) filter (where s.suggested_factor is null and ${isTaken})`.as('withoutFactor'),
      sql<number>`count(*) filter (where s.factor_contradicted)`.as('contradicted'),
      sql<number>`count(*) filter (where not s.factor_contradicted and ${isSetAside})`.as('setAside'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...row,
    count: Math.min(MOST_AT_ONCE, row.count),
    withoutFactor: kind === 'product' ? row.withoutFactor : 0,
    isCut: row.count > MOST_AT_ONCE,
  };
}

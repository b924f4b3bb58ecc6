import { sql } from 'kysely';
import { toJson } from '../../db/json.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../id.ts';
import { inThread } from '../../jobs/in-thread.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import type { KindName } from './kinds.ts';
import { amisRecords, bravoRecords, type SideRecord, uninvoicedValue } from './suggest-records.ts';
import type { SuggestedPair, SuggestInput } from './suggest-thread.ts';

export type SuggestPayload = { readonly profileId: string; readonly minimumScore: number };

/** Work of a suggestion run: match in a thread of its own, then replace the open suggestions in one transaction. */
export const generateSuggestions =
  (kind: KindName) =>
  async (work: RunWork<SuggestPayload>): Promise<void> => {
    const { context, payload } = work;
    await work.progress({ stage: 'Đọc hai danh mục', done: 0, total: null });
    const [amis, bravo] = await Promise.all([
      amisRecords(context.db, kind, payload.profileId),
      bravoRecords(context.db, kind),
    ]);
    await work.progress({ stage: 'So khớp', done: 0, total: amis.length });
    let shown: Promise<void> = Promise.resolve();
    const pairs = await inThread<SuggestInput, SuggestedPair[]>(
      new URL('./suggest-thread.ts', import.meta.url),
      { kind, amis, bravo, minimumScore: payload.minimumScore },
      {
        signal: work.signal,
        onProgress: (done, total) => {
          // A cancel aborts `work.signal`, which ends the thread; the rejection itself is seen there.
          shown = shown.then(() => work.progress({ stage: 'So khớp', done, total })).catch(() => {});
        },
      },
    );
    await shown;
    await work.finish((tx) => replaceSuggestions(tx, kind, work, amis, bravo, pairs));
  };

async function replaceSuggestions(
  tx: Tx,
  kind: KindName,
  work: RunWork<SuggestPayload>,
  amis: readonly SideRecord[],
  bravo: readonly SideRecord[],
  pairs: readonly SuggestedPair[],
) {
  const { profileId } = work.payload;
  const pairKey = (amisId: string, bravoCode: string): string => `${amisId}|${bravoCode}`;
  const linked =
    kind === 'product'
      ? await tx.db
          .selectFrom('productConnections')
          .select(['amisProductId as amisId', 'bravoCode'])
          .where('profileId', '=', profileId)
          .execute()
      : await tx.db
          .selectFrom('partnerConnections')
          .select(['amisPartnerId as amisId', 'bravoCode'])
          .where('profileId', '=', profileId)
          .execute();
  const connected = new Set(linked.map((row) => pairKey(row.amisId, row.bravoCode)));
  const kept = await tx.db
    .selectFrom('suggestions')
    .select(['amisId', 'bravoCode', 'status', 'amisFingerprint', 'bravoFingerprint'])
    .where('profileId', '=', profileId)
    .where('kind', '=', kind)
    .where('status', '=', 'rejected')
    .execute();
  const rejected = new Map(
    kept.map((row) => [pairKey(row.amisId, row.bravoCode), `${row.amisFingerprint}|${row.bravoFingerprint}`]),
  );
  const value = await uninvoicedValue(tx.db, kind);

  const fresh = pairs.filter((pair) => {
    const [left, right] = [amis[pair.amis]!, bravo[pair.bravo]!];
    const key = pairKey(left.id, right.id);
    // A rejection holds until either record looks different.
    return !connected.has(key) && rejected.get(key) !== `${left.fingerprint}|${right.fingerprint}`;
  });

  await tx.db
    .deleteFrom('suggestions')
    .where('profileId', '=', profileId)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'accepted'])
    .execute();
  await sql`create temporary table fresh_suggestions (like suggestions including defaults) on commit drop`.execute(
    tx.db,
  );
  await tx.copy(
    'fresh_suggestions',
    [
      'id',
      'kind',
      'profile_id',
      'amis_id',
      'bravo_code',
      'score',
      'is_best',
      'evidence',
      'suggested_factor',
      'factor_evidence',
      'factor_contradicted',
      'unlock_value',
      'amis_fingerprint',
      'bravo_fingerprint',
      'run_id',
    ],
    fresh.map((pair) => {
      const [left, right] = [amis[pair.amis]!, bravo[pair.bravo]!];
      return [
        newId(),
        kind,
        profileId,
        left.id,
        right.id,
        pair.score,
        pair.best,
        toJson(pair.evidence),
        pair.factor?.factor ?? null,
        toJson(pair.factor?.evidence ?? []),
        pair.factor?.contradicted ?? false,
        value.get(right.id) ?? 0,
        left.fingerprint,
        right.fingerprint,
        work.id,
      ];
    }),
  );
  // A pair that was rejected before and has changed since opens again, as a new suggestion.
  await sql`
    insert into suggestions select * from fresh_suggestions
    on conflict (profile_id, kind, amis_id, bravo_code) do update set
      id = excluded.id, score = excluded.score, is_best = excluded.is_best, evidence = excluded.evidence, suggested_factor = excluded.suggested_factor,
      factor_evidence = excluded.factor_evidence, factor_contradicted = excluded.factor_contradicted, unlock_value = excluded.unlock_value, status = 'pending', reason = null,
      amis_fingerprint = excluded.amis_fingerprint, bravo_fingerprint = excluded.bravo_fingerprint, decided_by = null, decided_at = null, run_id = excluded.run_id,
      version = suggestions.version + 1, created_at = now()
  `.execute(tx.db);
  return {
    suggestions: fresh.length,
    best: fresh.filter((pair) => pair.best).length,
    amisRecords: amis.length,
    bravoRecords: bravo.length,
  };
}

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { KindName } from '../../../features/connections/kinds.ts';
import type { SuggestedPair } from '../../../features/connections/matching/suggested-pair.ts';
import type { Touched } from '../../../features/connections/suggestions/choose-best.ts';
import { showing } from '../../../features/connections/suggestions/generate-suggestions.ts';
import { suggestionsOf, writeSuggestions } from '../../../features/connections/suggestions/write-suggestions.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { takenBack } from '../../otherwise/tried.ts';
import type { Given } from '../judge.ts';

/** A thread's progress is the run's, one report after the other; a report that is refused leaves the thread alone. */
export async function showsProgress(): Promise<void> {
  const reports: unknown[] = [];
  const { signal } = new AbortController();
  const progress = async (state: unknown) => {
    reports.push(state);
    if (reports.length === 1) throw new Error('cancelled');
  };
  const shown = showing({ signal, progress } as unknown as RunWork<unknown>, 'So khớp');
  expect(shown.signal).toBe(signal);
  shown.onProgress(1, 9);
  shown.onProgress(5, 9);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reports).toEqual([1, 5].map((done) => ({ stage: 'So khớp', done, total: 9 })));
}

const NO_DECISION: Touched = { amisIds: [], bravoCodes: [] };

/**
 * A new pair that is better than a stored one takes its place, whichever of its records the matcher was asked about, and
 * so does one that was stored when a decision about its record was made.
 */
export const choosesAmongAll = ({ stage, rows }: Given, kind: KindName): Promise<void> =>
  takenBack(stage.api.context.pool, async (tx) => {
    const { profileId } = stage;
    const type = kind === 'partner' ? "and type = 'customer'" : '';
    const bravoTable = kind === 'product' ? 'bravo_items' : 'bravo_partners';
    const amis = await rows(`select id from amis_${kind}s where profile_id = $1 ${type} order by code limit 2`, [
      profileId,
    ]);
    const bravo = await rows(`select code from ${bravoTable} order by code limit 2`);
    const [[a, b], [x, y]] = [amis.map(({ id }) => String(id)), bravo.map(({ code }) => String(code))] as [
      string[],
      string[],
    ];
    const run = (await rows('select id from runs limit 1'))[0]!.id as string;
    const pair = (amisId: string, bravoCode: string, score: number): SuggestedPair => ({
      ...{ amisId, bravoCode, score, best: false, evidence: [], leftOver: [], factor: undefined },
      ...{ amisFingerprint: 'a', bravoFingerprint: 'b' },
    });
    const write = async (
      pairs: readonly SuggestedPair[],
      touched: Touched,
      decided = NO_DECISION,
    ): Promise<unknown> => {
      await tx.client.query('drop table if exists fresh_suggestions');
      const fresh = suggestionsOf(pairs, undefined, 0.05);
      return writeSuggestions(tx, { kind, profileId, runId: run }, { touched, decided }, fresh);
    };
    const best = async (): Promise<unknown[]> =>
      (
        await sql<{ pair: string }>`
          select (case amis_id when ${a!}::uuid then 'a' else 'b' end) || (case bravo_code when ${x!} then 'x' else 'y' end) as pair
          from suggestions where kind = ${kind} and profile_id = ${profileId} and is_best order by 1`.execute(tx.db)
      ).rows.map((row) => row.pair);
    const after = async (
      stored: SuggestedPair,
      fresh: readonly SuggestedPair[],
      touched: Touched,
      decided = NO_DECISION,
    ) => {
      await sql`delete from ${sql.table(`${kind}_connections`)}`.execute(tx.db);
      await sql`delete from suggestions where kind = ${kind} and profile_id = ${profileId}`.execute(tx.db);
      await write([stored], { amisIds: [stored.amisId], bravoCodes: [stored.bravoCode] });
      await write(fresh, touched, decided);
      return best();
    };
    const [amisId, bravoCode] = [a!, x!];
    // Of one Bravo record two AMIS records, of which the better one comes by its own side only; and the other way round.
    expect(
      await after(pair(b!, bravoCode, 0.8), [pair(amisId, bravoCode, 0.9)], { amisIds: [amisId], bravoCodes: [] }),
    ).toEqual(['ax']);
    expect(
      await after(pair(amisId, y!, 0.8), [pair(amisId, bravoCode, 0.9)], { amisIds: [], bravoCodes: [bravoCode] }),
    ).toEqual(kind === 'product' ? ['ax'] : ['ax', 'ay']);
    // A better stored pair keeps its place.
    expect(
      await after(pair(b!, bravoCode, 0.9), [pair(amisId, bravoCode, 0.8)], { amisIds: [amisId], bravoCodes: [] }),
    ).toEqual(['bx']);
    // A mark that is wrong is put right from either record of a decision.
    for (const decided of [
      { amisIds: [amisId], bravoCodes: [] },
      { amisIds: [], bravoCodes: [bravoCode] },
    ]) {
      await after(pair(amisId, bravoCode, 0.9), [], NO_DECISION);
      await sql`update suggestions set is_best = false where kind = ${kind}`.execute(tx.db);
      await write([], NO_DECISION, decided);
      expect(await best()).toEqual(['ax']);
    }
  });

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { KindName } from '../../../features/connections/kinds.ts';
import { showing } from '../../../features/connections/suggestions/generate-suggestions.ts';
import { type NewSuggestion, writeSuggestions } from '../../../features/connections/suggestions/write-suggestions.ts';
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

/**
 * A rejected pair's place goes to the next best; a pair that a reviewer would notice no difference in is left alone, and one that has moved is
 * another version of itself.
 */
export const writesWhatDiffers = ({ stage, rows }: Given, kind: KindName): Promise<void> =>
  takenBack(stage.api.context.pool, async (tx) => {
    const { profileId } = stage;
    const type = kind === 'partner' ? "and type = 'customer'" : '';
    const amis = await rows(`select id from amis_${kind}s where profile_id = $1 ${type} order by code limit 2`, [
      profileId,
    ]);
    const bravo = await rows(
      `select code from bravo_${kind === 'product' ? 'items' : 'partners'} order by code limit 1`,
    );
    const runId = (await rows('select id from runs limit 1'))[0]!.id as string;
    const pair = (n: number, score: number, best: boolean, label = 'Tên giống 44%'): NewSuggestion => ({
      ...{ amisId: String(amis[n]!.id), bravoCode: String(bravo[0]!.code), score, engineScore: score, best },
      ...{
        evidence: [{ field: 'name', kind: 'similar', contribution: score, label }],
        leftOver: [],
        factor: undefined,
        amisFingerprint: 'a',
        bravoFingerprint: 'b',
      },
    });
    const write = async (...pairs: readonly NewSuggestion[]): Promise<number> => {
      await tx.client.query('drop table if exists fresh_suggestions, different_suggestions');
      const fresh = async function* () {
        yield* pairs;
      };
      return (await writeSuggestions(tx, { kind, profileId, runId }, fresh())).written;
    };
    const stored = async () =>
      (
        await sql<{ score: number; isBest: boolean; version: number }>`
          select score, is_best, version from suggestions
          where kind = ${kind} and profile_id = ${profileId} and status = 'pending' order by score desc`.execute(tx.db)
      ).rows;
    await sql`delete from ${sql.table(`${kind}_connections`)}`.execute(tx.db);
    await sql`delete from suggestions where kind = ${kind} and profile_id = ${profileId}`.execute(tx.db);
    expect(await write(pair(0, 0.9, true), pair(1, 0.8, false))).toBe(2);
    expect(await write(pair(0, 0.905, true, 'Tên giống 45%'), pair(1, 0.795, false))).toBe(0);
    expect(await write(pair(0, 0.9, true), pair(1, 0.8, false, 'Tên khác'))).toBe(1);
    expect(await write(pair(0, 0.92, true), pair(1, 0.8, false))).toBe(2);
    expect(await stored()).toEqual([
      { score: 0.92, isBest: true, version: 2 },
      { score: 0.8, isBest: false, version: 3 },
    ]);
    await sql`update suggestions set status = 'rejected' where kind = ${kind} and score = 0.92`.execute(tx.db);
    expect(await write(pair(0, 0.92, true), pair(1, 0.8, false))).toBe(1);
    expect(await stored()).toEqual([{ score: 0.8, isBest: true, version: 4 }]);
  });

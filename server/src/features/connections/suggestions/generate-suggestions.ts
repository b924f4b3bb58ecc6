import type { LearnedModel } from '@khop/engine/connections/learning/fit.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { partsInThread } from '../../../threads/parts-in-thread.ts';
import type { KindName } from '../kinds.ts';
import { learn } from '../matching/learning.ts';
import { lockMatching, type Print, saveMatched } from '../matching/matching-state.ts';
import { type Of, type SideRecord, sideRecords } from '../matching/suggest-records.ts';
import type { SuggestedPair } from '../matching/suggested-pair.ts';
import { askForRefresh } from './request-refresh.ts';
import type { SuggestInput } from './suggest-thread.ts';
import { type NewSuggestion, suggestionOf, writeSuggestions } from './write-suggestions.ts';

export type SuggestPayload = { readonly profileId: string; readonly minimumScore: number };

/** Work of a suggestion run: match everything, then write what differs from the open suggestions in one transaction. */
export const generateSuggestions =
  (kind: KindName) =>
  async (work: RunWork<SuggestPayload>): Promise<void> => {
    const { profileId, minimumScore } = work.payload;
    await generateAll(work, { kind, profileId }, minimumScore);
  };

/** A refresh that found so many changed records since the state that it started from. */
type Refresh = { readonly changed: number; readonly since: { readonly matchedBy: string | null } };

/**
 * Matches two whole catalogues in a thread of its own and ends the run with the suggestions written. A refresh that finds that another run
 * has matched everything meanwhile writes nothing and asks for another one: what it knows is older.
 */
export async function generateAll(
  work: RunWork<unknown>,
  of: Of,
  minimumScore: number,
  refresh?: Refresh,
): Promise<void> {
  const { context } = work;
  const at = context.now();
  // The thread keeps its answer until it is taken; without a taker it ends.
  const stop = new AbortController();
  try {
    const { prints, parts, ...records } = await matchAll(work, of, minimumScore, stop.signal);
    await work.finish(async (tx) => {
      const now = await lockMatching(tx, of);
      if (refresh && now?.by !== refresh.since.matchedBy) {
        await askForRefresh(tx.db, of, work.createdBy, context.now());
        return { changed: 0, outdated: true };
      }
      const model = await learn(tx, of, work.createdBy, context.now());
      const counts = await writeSuggestions(tx, { ...of, runId: work.id }, suggestionsOf(parts, model, minimumScore));
      await saveMatched(tx, of, prints, minimumScore, { by: work.id, at });
      return { ...(refresh && { changed: refresh.changed }), ...counts, ...records };
    });
  } finally {
    stop.abort();
  }
}

/** Begins to match; fulfilled when all pairs are known. Only what is noted of the records stays in this thread. */
async function matchAll(work: RunWork<unknown>, of: Of, minimumScore: number, stop: AbortSignal) {
  const { db } = work.context;
  await work.progress({ stage: 'Đọc hai danh mục', done: 0, total: null });
  const [amis, bravo] = await Promise.all([sideRecords(db, of, 'amis'), sideRecords(db, of, 'bravo')]);
  await work.progress({ stage: 'So khớp', done: 0, total: amis.length });
  const { signal, onProgress } = showing(work, 'So khớp');
  const parts = await partsInThread<SuggestInput, readonly SuggestedPair[]>(
    new URL('./suggest-thread.ts', import.meta.url),
    { kind: of.kind, amis, bravo, minimumScore },
    { signal: AbortSignal.any([signal, stop]), onProgress },
  );
  const printsOf = (side: Print['side'], records: readonly SideRecord[]): Print[] =>
    records.map(({ id, print }) => ({ side, id, print }));
  const prints = [...printsOf('amis', amis), ...printsOf('bravo', bravo)];
  return { prints, parts, amisRecords: amis.length, bravoRecords: bravo.length };
}

/** The matcher's pairs as they are stored, with what was learned from this company's decisions applied. */
async function* suggestionsOf(
  parts: AsyncIterable<readonly SuggestedPair[]>,
  model: LearnedModel | undefined,
  minimumScore: number,
): AsyncGenerator<NewSuggestion> {
  for await (const pairs of parts)
    for (const pair of pairs) {
      const suggestion = suggestionOf(pair, model);
      if (suggestion.score >= minimumScore) yield suggestion;
    }
}

/** The way in which a thread shows its progress. A cancel ends the thread. */
export function showing(work: RunWork<unknown>, stage: string) {
  let shown: Promise<void> = Promise.resolve();
  return {
    signal: work.signal,
    onProgress: (done: number, total: number): void => {
      // A cancel aborts `work.signal`, which ends the thread; the rejection itself is seen there.
      shown = shown.then(() => work.progress({ stage, done, total })).catch(() => {});
    },
  };
}

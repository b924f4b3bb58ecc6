import type { RunWork } from '../../../jobs/run-work.ts';
import { inThread } from '../../../threads/in-thread.ts';
import type { KindName } from '../kinds.ts';
import { learn } from '../matching/learning.ts';
import { lockMatching, saveMatched } from '../matching/matching-state.ts';
import { type Of, sideRecords } from '../matching/suggest-records.ts';
import type { SuggestedPair } from '../matching/suggested-pair.ts';
import type { SuggestInput } from './suggest-thread.ts';
import { suggestionsOf, writeSuggestions } from './write-suggestions.ts';

export type SuggestPayload = { readonly profileId: string; readonly minimumScore: number };

/** Work of a suggestion run: match everything, then replace the open suggestions in one transaction. */
export const generateSuggestions =
  (kind: KindName) =>
  async (work: RunWork<SuggestPayload>): Promise<void> => {
    const { profileId, minimumScore } = work.payload;
    await generateAll(work, { kind, profileId }, minimumScore);
  };

/** Matches two whole catalogues in a thread of its own and ends the run with the suggestions written. */
export async function generateAll(work: RunWork<unknown>, of: Of, minimumScore: number): Promise<void> {
  const { context } = work;
  await work.progress({ stage: 'Đọc hai danh mục', done: 0, total: null });
  const [amis, bravo] = await Promise.all([sideRecords(context.db, of, 'amis'), sideRecords(context.db, of, 'bravo')]);
  await work.progress({ stage: 'So khớp', done: 0, total: amis.length });
  const input = { kind: of.kind, amis, bravo, minimumScore };
  const pairs = await inThread<SuggestInput, SuggestedPair[]>(
    new URL('./suggest-thread.ts', import.meta.url),
    input,
    showing(work, 'So khớp'),
  );
  await work.finish(async (tx) => {
    await lockMatching(tx, of);
    const now = context.now();
    const { model } = await learn(tx, of, work.createdBy, now);
    const fresh = suggestionsOf(pairs, model, minimumScore);
    const counts = await writeSuggestions(tx, { ...of, runId: work.id }, 'all', fresh);
    await saveMatched(tx, of, { amis, bravo }, minimumScore, { by: work.id, at: now });
    return { ...counts, amisRecords: amis.length, bravoRecords: bravo.length };
  });
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

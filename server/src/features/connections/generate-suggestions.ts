import { inThread } from '../../jobs/in-thread.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import type { KindName } from './kinds.ts';
import { learn } from './learning.ts';
import { saveMatched } from './matching-state.ts';
import { amisRecords, bravoRecords, type SideRecord } from './suggest-records.ts';
import type { SuggestedPair, SuggestInput } from './suggest-thread.ts';
import { suggestionsOf, writeSuggestions } from './write-suggestions.ts';

export type SuggestPayload = { readonly profileId: string; readonly minimumScore: number };

/** Work of a suggestion run: match everything, then replace the open suggestions in one transaction. */
export const generateSuggestions =
  (kind: KindName) =>
  async (work: RunWork<SuggestPayload>): Promise<void> => {
    const { context, payload } = work;
    const { profileId } = payload;
    await work.progress({ stage: 'Đọc hai danh mục', done: 0, total: null });
    const [amis, bravo] = await Promise.all([amisRecords(context.db, kind, profileId), bravoRecords(context.db, kind)]);
    await generateAll(work, kind, profileId, amis, bravo, payload.minimumScore);
  };

/** Matches two whole catalogues in a thread of its own and ends the run with the suggestions written. */
export async function generateAll(
  work: RunWork<unknown>,
  kind: KindName,
  profileId: string,
  amis: readonly SideRecord[],
  bravo: readonly SideRecord[],
  minimumScore: number,
): Promise<void> {
  const { context } = work;
  await work.progress({ stage: 'So khớp', done: 0, total: amis.length });
  const pairs = await matchInThread(work, { kind, amis, bravo, minimumScore });
  await work.finish(async (tx) => {
    const of = { kind, profileId };
    const { model } = await learn(tx, of, work.createdBy, context.now());
    const fresh = suggestionsOf(pairs, amis, bravo, model, minimumScore);
    const counts = await writeSuggestions(tx, { ...of, runId: work.id }, 'all', fresh);
    await saveMatched(tx, of, { amis, bravo }, minimumScore, context.now());
    return { ...counts, amisRecords: amis.length, bravoRecords: bravo.length };
  });
}

/** Runs the matcher in a thread, showing how far it is. A cancel ends the thread. */
export async function matchInThread(work: RunWork<unknown>, input: SuggestInput): Promise<SuggestedPair[]> {
  let shown: Promise<void> = Promise.resolve();
  const pairs = await inThread<SuggestInput, SuggestedPair[]>(new URL('./suggest-thread.ts', import.meta.url), input, {
    signal: work.signal,
    onProgress: (done, total) => {
      // A cancel aborts `work.signal`, which ends the thread; the rejection itself is seen there.
      shown = shown.then(() => work.progress({ stage: 'So khớp', done, total })).catch(() => {});
    },
  });
  await shown;
  return pairs;
}

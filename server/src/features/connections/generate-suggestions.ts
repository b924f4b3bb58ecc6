import { inThread } from '../../jobs/in-thread.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import type { KindName } from './kinds.ts';
import { amisRecords, bravoRecords } from './suggest-records.ts';
import type { SuggestedPair, SuggestInput } from './suggest-thread.ts';
import { suggestionOf, writeSuggestions } from './write-suggestions.ts';

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
    await work.finish(async (tx) => {
      const { profileId } = payload;
      const counts = await writeSuggestions(
        tx,
        { kind, profileId, runId: work.id },
        'all',
        pairs.map((pair) => suggestionOf(pair, amis, bravo)),
      );
      return { ...counts, amisRecords: amis.length, bravoRecords: bravo.length };
    });
  };

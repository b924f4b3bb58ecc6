import type { RunWork } from '../../../jobs/run-work.ts';
import type { KindName } from '../kinds.ts';
import { countChanged, hasNewDecisions, matchingState, noteNothingNew } from '../matching/matching-state.ts';
import { generateAll } from './generate-suggestions.ts';
import { revalueAll } from './revalue.ts';

type Payload = { readonly profileId: string };

/**
 * Work of a refresh: when records have changed since they were matched, or pairs were decided about, everything is matched anew and what
 * has become different is written; else nothing is. One transaction at the end, so that a killed or cancelled run leaves nothing behind.
 */
export const refreshSuggestions =
  (kind: KindName) =>
  async (work: RunWork<Payload>): Promise<void> => {
    const { context, payload } = work;
    const of = { kind, profileId: payload.profileId };
    await work.progress({ stage: 'Tìm bản ghi đã đổi', done: 0, total: null });
    const at = context.now();
    const state = await matchingState(context.db, of);
    if (!state) return void (await work.finish(async () => ({ changed: 0, neverGenerated: true })));
    const changed = await countChanged(context.db, of);
    if (changed > 0 || (await hasNewDecisions(context.db, of, state.matchedAt)))
      await generateAll(work, of, state.minimumScore, { changed, since: state });
    else
      await work.finish(async (tx) => {
        await noteNothingNew(tx, of, state.matchedBy, at);
        return { changed: 0, written: 0, removed: 0 };
      });
    // No caller has to wait for this.
    await revalueAll(context);
  };

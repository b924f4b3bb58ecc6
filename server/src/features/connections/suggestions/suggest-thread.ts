import type { Spread } from '@khop/engine/connections/search/spread.ts';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { openMatchPool, threadsFor } from '../../../jobs/match-pool.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import type { KindName } from '../kinds.ts';
import type { SideRecord } from '../matching/suggest-records.ts';
import { ALTERNATIVES, type SuggestedPair, suggested } from '../matching/suggested-pair.ts';

export type SuggestInput = {
  readonly kind: KindName;
  readonly amis: readonly SideRecord[];
  readonly bravo: readonly SideRecord[];
  readonly minimumScore: number;
};

/** Does the engine's shards on several threads, where the catalogues are worth it. They end with this thread. */
function withThreads<T>(left: number, right: number, work: (spread: Spread | undefined) => T): T {
  const threads = threadsFor(left, right);
  const pool = threads > 0 ? openMatchPool(threads) : undefined;
  try {
    return work(pool?.spread);
  } finally {
    void pool?.close();
  }
}

/** Pairs that are sent at once, and parts that may be on their way. */
const PART = 1000;
const AHEAD = 2;

threadMain<SuggestInput, void, readonly SuggestedPair[]>(
  async ({ kind, amis, bravo, minimumScore }, { progress, send, room }) => {
    const pairs = withThreads(amis.length, bravo.length, (spread) =>
      suggestConnections(kind, amis, bravo, {
        minimumScore,
        perRecord: ALTERNATIVES,
        onProgress: (done, total) => {
          progress(done, total);
          return true;
        },
        ...(spread && { spread }),
      }),
    );
    for (let from = 0; from < pairs.length; from += PART) {
      await room(AHEAD);
      send(
        pairs
          .slice(from, from + PART)
          .map(({ left, right, ...pair }) => suggested(kind, amis[left]!, bravo[right]!, pair)),
      );
    }
  },
);

import { suggestFactor } from '@khop/engine/connections/factor.ts';
import type { Evidence } from '@khop/engine/connections/record.ts';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { threadMain } from '../../jobs/thread-main.ts';
import type { KindName } from './kinds.ts';
import type { SideRecord } from './suggest-records.ts';

export type SuggestInput = {
  readonly kind: KindName;
  readonly amis: readonly SideRecord[];
  readonly bravo: readonly SideRecord[];
  readonly minimumScore: number;
};

export type SuggestedPair = {
  readonly amis: number;
  readonly bravo: number;
  readonly score: number;
  readonly best: boolean;
  readonly evidence: readonly Evidence[];
  readonly factor:
    | { readonly factor: string; readonly evidence: readonly string[]; readonly contradicted: boolean }
    | undefined;
};

/** More than this many alternatives for one record help nobody. */
const ALTERNATIVES = 5;

threadMain<SuggestInput, SuggestedPair[]>(({ kind, amis, bravo, minimumScore }, progress) =>
  suggestConnections(kind, amis, bravo, {
    minimumScore,
    perRecord: ALTERNATIVES,
    onProgress: (done, total) => {
      progress(done, total);
      return true;
    },
  }).map(({ left, right, score, best, evidence }) => ({
    amis: left,
    bravo: right,
    score,
    best,
    evidence,
    factor: kind === 'product' ? suggestFactor(amis[left]!, bravo[right]!) : undefined,
  })),
);

import { suggestFactor } from '@khop/engine/connections/factor.ts';
import { matchRecord, openIndex } from '@khop/engine/connections/incremental.ts';
import type { Evidence } from '@khop/engine/connections/record.ts';
import type { Spread } from '@khop/engine/connections/spread.ts';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { openMatchPool, threadsFor } from '../../jobs/match-pool.ts';
import { threadMain } from '../../jobs/thread-main.ts';
import type { KindName } from './kinds.ts';
import type { SideRecord } from './suggest-records.ts';

export type SuggestInput = {
  readonly kind: KindName;
  readonly amis: readonly SideRecord[];
  readonly bravo: readonly SideRecord[];
  readonly minimumScore: number;
  /** Positions of the records to be matched against everything; all of them when absent. */
  readonly only?: { readonly amis: readonly number[]; readonly bravo: readonly number[] };
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

type Pair = Omit<SuggestedPair, 'factor'>;
type Progress = (done: number, total: number) => void;

const matchAll = ({ kind, amis, bravo, minimumScore }: SuggestInput, progress: Progress): Pair[] =>
  withThreads(amis.length, bravo.length, (spread) =>
    suggestConnections(kind, amis, bravo, {
      minimumScore,
      perRecord: ALTERNATIVES,
      onProgress: (done, total) => {
        progress(done, total);
        return true;
      },
      ...(spread && { spread }),
    }),
  ).map(({ left, right, score, best, evidence }) => ({ amis: left, bravo: right, score, best, evidence }));

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

/**
 * Pairs of a few records with everything else, and anew those of their partners, for which they compete with others.
 * Which pairs are best is decided later, among all that are stored.
 */
function matchOnly(
  { kind, amis, bravo, minimumScore }: SuggestInput,
  only: NonNullable<SuggestInput['only']>,
  progress: Progress,
): Pair[] {
  const near = { left: only.amis, right: only.bravo };
  const index = withThreads(amis.length, bravo.length, (spread) =>
    openIndex(kind, amis, bravo, undefined, { near, ...(spread && { spread }) }),
  );
  const pairs = new Map<string, Pair>();
  const partners = { amis: new Set<number>(), bravo: new Set<number>() };
  const match = (side: 'amis' | 'bravo', position: number): void => {
    const [record, place] =
      side === 'amis' ? ([amis[position]!, 'left'] as const) : ([bravo[position]!, 'right'] as const);
    for (const { other, score, evidence } of matchRecord(index, place, record, position).slice(0, ALTERNATIVES)) {
      if (score < minimumScore) continue;
      const [a, b] = side === 'amis' ? [position, other] : [other, position];
      pairs.set(`${a}|${b}`, { amis: a, bravo: b, score, best: false, evidence });
      partners[side === 'amis' ? 'bravo' : 'amis'].add(other);
    }
  };
  const total = only.amis.length + only.bravo.length;
  let done = 0;
  for (const side of ['amis', 'bravo'] as const)
    for (const position of only[side]) {
      match(side, position);
      progress(++done, total);
    }
  const asked = { amis: new Set(only.amis), bravo: new Set(only.bravo) };
  for (const side of ['amis', 'bravo'] as const)
    for (const position of [...partners[side]]) if (!asked[side].has(position)) match(side, position);
  return [...pairs.values()];
}

threadMain<SuggestInput, SuggestedPair[]>((input, progress) => {
  const { kind, amis, bravo } = input;
  const pairs = input.only ? matchOnly(input, input.only, progress) : matchAll(input, progress);
  return pairs.map((pair) => ({
    ...pair,
    factor: kind === 'product' ? suggestFactor(amis[pair.amis]!, bravo[pair.bravo]!) : undefined,
  }));
});

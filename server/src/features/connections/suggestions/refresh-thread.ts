import { openIndex, putRecord, removeRecord } from '@khop/engine/connections/live-index/live-index.ts';
import type { LiveIndex } from '@khop/engine/connections/live-index/live-side.ts';
import { matchNear } from '@khop/engine/connections/live-index/match-near.ts';
import { mendSome } from '@khop/engine/connections/live-index/record-changes.ts';
import { openMatchPool, threadsFor } from '../../../jobs/match-pool.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import type { KindName } from '../kinds.ts';
import type { Changes } from '../matching/matching-state.ts';
import type { SideRecord } from '../matching/suggest-records.ts';
import { ALTERNATIVES, type SuggestedPair, suggested } from '../matching/suggested-pair.ts';
import type { Touched } from './choose-best.ts';

export type RefreshInput = {
  readonly kind: KindName;
  readonly profileId: string;
  /** The state that the changes are to be added to, and the one that they lead to. */
  readonly from: string | null;
  readonly to: string;
  readonly changes: Changes;
  /** Records that were suggested for changed ones until now. */
  readonly former: Touched;
  readonly minimumScore: number;
  /** Both catalogues with the changes in them; only asked for when the index is not ready. */
  readonly all?: { readonly amis: readonly SideRecord[]; readonly bravo: readonly SideRecord[] };
};

export type RefreshAnswer = 'not-ready' | { readonly pairs: readonly SuggestedPair[]; readonly touched: Touched };

/** Indexes are kept, the last used ones, as long as they hold no more records than this together (about 3 kB each). */
const MOST_RECORDS = 320_000;
/** With more changed records than this (and this share) an index is opened anew: what it knows of words is of before. */
const MOST_CHANGED = 0.005;
const AT_LEAST = 20;

type OnProgress = (done: number, total: number) => void;
type Ready = { readonly state: string; readonly index: LiveIndex };
const ready = new Map<string, Ready>();

const sizeOf = ({ left, right }: LiveIndex): number => left.records.length + right.records.length;
const isWorn = (index: LiveIndex): boolean =>
  index.left.changed.size + index.right.changed.size > Math.max(AT_LEAST, MOST_CHANGED * sizeOf(index));

/**
 * The index with the changes in it, if it is there or can be opened. It is not ready for other refreshes until it is
 * kept again.
 */
function take({ kind, profileId, from, changes, all }: RefreshInput, onProgress: OnProgress): LiveIndex | undefined {
  const key = `${kind} ${profileId}`;
  const known = ready.get(key);
  ready.delete(key);
  if (all) return openWithThreads(kind, all.amis, all.bravo, onProgress);
  if (!known || known.state !== from || isWorn(known.index)) return undefined;
  for (const id of changes.goneAmis) removeRecord(known.index, 'left', id);
  for (const id of changes.goneBravo) removeRecord(known.index, 'right', id);
  for (const record of changes.amis) putRecord(known.index, 'left', record);
  for (const record of changes.bravo) putRecord(known.index, 'right', record);
  return known.index;
}

function keep({ kind, profileId, to }: RefreshInput, index: LiveIndex): void {
  const key = `${kind} ${profileId}`;
  ready.set(key, { state: to, index });
  mendMeanwhile(key, index);
  let total = [...ready.values()].reduce((sum, each) => sum + sizeOf(each.index), 0);
  for (const [key, each] of ready) {
    if (total <= MOST_RECORDS || ready.size === 1) break;
    total -= sizeOf(each.index);
    ready.delete(key);
  }
}

/** So many lists are mended between two looks for a call. */
const AT_ONCE = 20;

/** Puts the lists in order that the changes have left with gaps, between calls. */
function mendMeanwhile(key: string, index: LiveIndex): void {
  setImmediate(() => {
    if (ready.get(key)?.index === index && mendSome(index, AT_ONCE)) mendMeanwhile(key, index);
  });
}

function openWithThreads(
  kind: KindName,
  amis: readonly SideRecord[],
  bravo: readonly SideRecord[],
  onProgress: OnProgress,
): LiveIndex {
  const total = amis.length + bravo.length;
  const threads = threadsFor(amis.length, bravo.length);
  const pool = threads > 0 ? openMatchPool(threads) : undefined;
  try {
    return openIndex(kind, amis, bravo, pool?.spread, (share) => onProgress(Math.floor(share * total), total));
  } finally {
    void pool?.close();
  }
}

threadMain<RefreshInput, RefreshAnswer>((input, { progress: onProgress }) => {
  const index = take(input, onProgress);
  if (!index) return 'not-ready';
  const { kind, changes, former, minimumScore } = input;
  const placesOf = (side: 'left' | 'right', ids: readonly string[]) => [
    ...new Set(ids.flatMap((id) => index[side].placeOf.get(id) ?? [])),
  ];
  const asked = {
    left: placesOf('left', [...changes.amis.map(({ id }) => id), ...former.amisIds]),
    right: placesOf('right', [...changes.bravo.map(({ id }) => id), ...former.bravoCodes]),
  };
  const { pairs, touched } = matchNear(index, asked, { minimumScore, perRecord: ALTERNATIVES, onProgress });
  const at = (side: 'left' | 'right', place: number) => index[side].records[place] as SideRecord;
  const answer = {
    pairs: pairs.map(({ left, right, ...pair }) =>
      suggested(kind, at('left', left), at('right', right), { ...pair, best: false }),
    ),
    touched: {
      amisIds: [...touched.left.flatMap((place) => at('left', place)?.id ?? []), ...changes.goneAmis],
      bravoCodes: [...touched.right.flatMap((place) => at('right', place)?.id ?? []), ...changes.goneBravo],
    },
  };
  keep(input, index);
  return answer;
});

import { KEY_FANOUT } from '../search/gather.ts';
import { keysAt, type LiveIndex, otherSide, type Side } from './live-side.ts';
import { holdersOf } from './partner-lists.ts';
import { wholeLists } from './record-changes.ts';

/**
 * The candidates of a record, as a whole run finds them: its best partners, those that have it among their own best, and
 * those that share a key with it.
 */
export function candidatesOf(index: LiveIndex, side: Side, place: number): Set<number> {
  const other = otherSide(side);
  const candidates = new Set<number>();
  for (const list of wholeLists(index, side, place)) for (const near of list) candidates.add(near.place);
  for (const by of ['words', 'rescue'] as const)
    for (const holder of holdersOf(index[other].lists[by], place)) candidates.add(holder);
  for (const key of keysAt(index[side], place)) {
    // The fan-out of a key is its number of right records, whichever side asks.
    if ((index.right.holders.get(key)?.length ?? 0) > KEY_FANOUT) continue;
    for (const holder of index[other].holders.get(key) ?? []) candidates.add(holder);
  }
  return candidates;
}

import { RESCUE_BELOW } from '../search/rescue.ts';
import { type LiveIndex, otherSide, type Side } from './live-side.ts';
import {
  dropList,
  holdersOf,
  leastOf,
  listOf,
  type Near,
  NO_RECORD,
  offer,
  setWhole,
  strike,
} from './partner-lists.ts';
import { searchGrams, searchWords, wantedByGrams, wantedByWords } from './partner-search.ts';

/** Strikes a record off all lists, and drops its own. The lists that lose one have gaps, to be mended later. */
export function leaveLists(index: LiveIndex, side: Side, place: number): void {
  const other = otherSide(side);
  const { words, rescue } = index[other].lists;
  for (const holder of holdersOf(rescue, place)) strike(rescue, holder, place);
  const holders = holdersOf(words, place);
  for (const holder of holders) strike(words, holder, place);
  for (const by of ['words', 'rescue'] as const) dropList(index[side].lists[by], place);
  for (const holder of holders) rescueIfWeak(index, other, holder);
}

/** Makes the lists of a record that is there now, and puts it on those where it belongs. */
export function enterLists(index: LiveIndex, side: Side, place: number): void {
  const other = otherSide(side);
  const { words, rescue } = index[other].lists;
  setWhole(index[side].lists.words, place, searchWords(index, side, place));
  rescueIfWeak(index, side, place);
  for (const { place: by, score } of wantedByWords(index, side, place))
    if (offer(words, by, { place, score })) rescueIfWeak(index, other, by);
  for (const { place: by, score } of wantedByGrams(index, side, place)) offer(rescue, by, { place, score });
}

/** Only a record without a good partner by words looks for some by 3-grams. */
function rescueIfWeak(index: LiveIndex, side: Side, place: number): void {
  const { words, rescue } = index[side].lists;
  // Records missing from the list come after all that are on it.
  if (words.gaps.has(place) && listOf(words, place).length === 0) mend(index, side, place);
  const isWeak = (listOf(words, place)[0]?.score ?? 0) < RESCUE_BELOW;
  const hasList = leastOf(rescue, place) !== NO_RECORD;
  if (isWeak && !hasList) setWhole(rescue, place, searchGrams(index, side, place));
  if (hasList && !isWeak) dropList(rescue, place);
}

/** The best partners of a record, all of them. */
export function wholeLists(index: LiveIndex, side: Side, place: number): (readonly Near[])[] {
  mend(index, side, place);
  const { words, rescue } = index[side].lists;
  return [listOf(words, place), listOf(rescue, place)];
}

function mend(index: LiveIndex, side: Side, place: number): void {
  const { words, rescue } = index[side].lists;
  if (words.gaps.has(place)) setWhole(words, place, searchWords(index, side, place));
  if (rescue.gaps.has(place)) setWhole(rescue, place, searchGrams(index, side, place));
}

/**
 * Finds the next record on at most so many lists that have lost one. Answers true when there are more. A change leaves
 * gaps on the lists of others, which are mended as they are asked for; idle time mends the rest.
 */
export function mendSome(index: LiveIndex, most = Number.POSITIVE_INFINITY): boolean {
  let mended = 0;
  for (const side of ['left', 'right'] as const)
    for (const by of ['words', 'rescue'] as const)
      for (const place of index[side].lists[by].gaps.keys()) {
        if (mended++ >= most) return true;
        mend(index, side, place);
      }
  return false;
}

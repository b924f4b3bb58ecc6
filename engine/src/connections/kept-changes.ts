import { RESCUE_BELOW } from './candidates.ts';
import {
  byRank,
  holdersOf,
  insert,
  type Lists,
  leastOf,
  listOf,
  type Near,
  NOBODY,
  setList,
  setWhole,
} from './kept-lists.ts';
import { searchGrams, searchWords, wantedByGrams } from './kept-search.ts';
import { type KeptIndex, otherSide, type Side } from './kept-side.ts';

/**
 * The records of the other side that have lost one of their best, by list; the last one that a full list had until then:
 * whoever is better than that one belongs in, of the others it is not known who is next.
 */
export type Losses = Readonly<Record<'words' | 'rescue', Map<number, Near | undefined>>>;

/** Strikes a record off all lists, and empties its own. */
export function leave(index: KeptIndex, side: Side, place: number): Losses {
  const losses: Losses = { words: new Map(), rescue: new Map() };
  for (const by of ['words', 'rescue'] as const) {
    const lists = index[otherSide(side)].lists[by];
    for (const holder of holdersOf(lists, place)) {
      const list = listOf(lists, holder);
      const last = list.length === lists.keep ? list.at(-1)! : undefined;
      const rest = list.filter((one) => one.place !== place);
      setList(lists, holder, rest, last?.score ?? 0);
      losses[by].set(holder, last);
    }
    setList(index[side].lists[by], place, [], NOBODY);
  }
  return losses;
}

/** Makes the lists of a record that is there now, and puts it on those where it belongs. */
export function enter(index: KeptIndex, side: Side, place: number, losses: Losses): void {
  const { words, rescue } = index[side].lists;
  const theirs = index[otherSide(side)].lists;
  const { best, wantedBy } = searchWords(index, side, place);
  setWhole(words, place, best);
  if (isWeak(best)) setWhole(rescue, place, searchGrams(index, side, place));
  for (const { place: by, score } of wantedBy) offer(theirs.words, by, { place, score }, losses.words);
  fillWords(index, otherSide(side), losses.words);
  for (const { place: by, score } of wantedByGrams(index, side, place))
    offer(theirs.rescue, by, { place, score }, losses.rescue);
  fillRescue(index, otherSide(side), losses.rescue);
}

/** Finds out who is next on the lists that have lost one. */
export function fill(index: KeptIndex, side: Side, losses: Losses): void {
  fillWords(index, side, losses.words);
  fillRescue(index, side, losses.rescue);
}

const isWeak = (best: readonly Near[]): boolean => (best[0]?.score ?? 0) < RESCUE_BELOW;

/** Puts a record on a list if it is sure to belong there. The list then counts among those that have changed. */
function offer(lists: Lists, holder: number, one: Near, losses: Losses['words']): void {
  const lost = losses.get(holder);
  if (lost && byRank(one, lost) > 0) return;
  const before = listOf(lists, holder);
  if (before.some(({ place }) => place === one.place)) return;
  const list = [...before];
  insert(list, one, lists.keep);
  if (!list.includes(one)) return;
  setWhole(lists, holder, list);
  losses.set(holder, undefined);
}

function fillWords(index: KeptIndex, side: Side, losses: Losses['words']): void {
  const { words, rescue } = index[side].lists;
  for (const [holder, lost] of losses) {
    if (lost) setWhole(words, holder, searchWords(index, side, holder).best);
    const [needs, has] = [isWeak(listOf(words, holder)), leastOf(rescue, holder) !== NOBODY];
    if (needs && !has) setWhole(rescue, holder, searchGrams(index, side, holder));
    if (has && !needs) setList(rescue, holder, [], NOBODY);
  }
}

function fillRescue(index: KeptIndex, side: Side, losses: Losses['rescue']): void {
  const { rescue } = index[side].lists;
  for (const [holder, lost] of losses)
    if (lost && leastOf(rescue, holder) !== NOBODY) setWhole(rescue, holder, searchGrams(index, side, holder));
}

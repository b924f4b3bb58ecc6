import type { Ragged } from '../index/catalogue.ts';
import type { Tops } from '../index/postings.ts';

/** A record of the other side and how alike it is. */
export type Near = { readonly place: number; readonly score: number };

/** Best first; the lower place wins a tie. */
export const byRank = (a: Near, b: Near): number => b.score - a.score || a.place - b.place;

/** Takes no partner at all: a record that has gone, or one that looks for none by 3-grams. */
export const NO_RECORD = Number.POSITIVE_INFINITY;

/** The best partners of every record of one side, and the lists that a given record is on, while records change. */
export type Lists = {
  readonly keep: number;
  /** As they were when the index was opened; place p is row `rows[p]` of them. */
  readonly base: Tops;
  readonly rows: Int32Array | undefined;
  readonly holders: Ragged;
  /** Lists that are no longer those of `base`, best first. */
  readonly now: Map<number, readonly Near[]>;
  readonly holdersNow: Map<number, Set<number>>;
  /**
   * Full lists that have lost one, with the last entry that they had until then: a better record belongs on the list;
   * among the others the next one is not known.
   */
  readonly gaps: Map<number, Near>;
  /** By place, of all that are or were there: the score from which a newcomer is looked at. */
  worst: Float32Array;
};

/** Lists of `size` records, of which only the chosen ones have one, over `otherSize` records. */
export function newLists(base: Tops, size: number, otherSize: number, chosen?: Uint32Array): Lists {
  const placeOf = (row: number): number => (chosen ? chosen[row]! : row);
  const { keep, ids } = base;
  const start = new Uint32Array(otherSize + 1);
  for (const id of ids) if (id >= 0) start[id + 1]!++;
  for (let i = 0; i < otherSize; i++) start[i + 1]! += start[i]!;
  const next = start.slice(0, otherSize);
  const values = new Uint32Array(start[otherSize]!);
  for (let k = 0; k < ids.length; k++) if (ids[k]! >= 0) values[next[ids[k]!]!++] = placeOf(Math.floor(k / keep));
  const worst = new Float32Array(size).fill(NO_RECORD);
  base.worst.forEach((score, row) => {
    worst[placeOf(row)] = score;
  });
  let rows: Int32Array | undefined;
  if (chosen) {
    rows = new Int32Array(size).fill(-1);
    for (const [row, place] of chosen.entries()) rows[place] = row;
  }
  return {
    keep,
    base,
    rows,
    holders: { start, values },
    now: new Map(),
    holdersNow: new Map(),
    gaps: new Map(),
    worst,
  };
}

/** The best partners of a record, best first. */
export function listOf(lists: Lists, place: number): readonly Near[] {
  const now = lists.now.get(place);
  if (now) return now;
  const { base, rows, keep } = lists;
  const row = rows ? (rows[place] ?? -1) : place;
  if (row < 0 || row >= base.worst.length) return [];
  const list: Near[] = [];
  for (let k = row * keep; k < (row + 1) * keep; k++)
    if (base.ids[k]! >= 0) list.push({ place: base.ids[k]!, score: base.scores[k]! });
  return list.sort(byRank);
}

/** The records that have this record of the other side among their best. */
export function holdersOf({ holders, holdersNow, now }: Lists, other: number): number[] {
  const places = [...(holdersNow.get(other) ?? [])];
  const [from, to] = [holders.start[other] ?? 0, holders.start[other + 1] ?? 0];
  for (let k = from; k < to; k++) if (!now.has(holders.values[k]!)) places.push(holders.values[k]!);
  return places;
}

/** The score from which this record looks at a newcomer; equals are looked at. */
export const leastOf = ({ worst }: Lists, place: number): number => (place < worst.length ? worst[place]! : NO_RECORD);

/** Puts a list in the place of the one that a record has; a newcomer must score at least `least`. */
function setList(lists: Lists, place: number, list: readonly Near[], least: number): void {
  const { now, holdersNow } = lists;
  for (const { place: other } of now.get(place) ?? []) holdersNow.get(other)?.delete(place);
  now.set(place, list);
  for (const { place: other } of list) {
    const places = holdersNow.get(other);
    if (places) places.add(place);
    else holdersNow.set(other, new Set([place]));
  }
  if (place >= lists.worst.length) {
    const larger = new Float32Array(2 * place + 1).fill(NO_RECORD);
    larger.set(lists.worst);
    lists.worst = larger;
  }
  lists.worst[place] = least;
}

/** Puts a complete list in: no better record was left out of it. */
export function setWhole(lists: Lists, place: number, list: readonly Near[]): void {
  lists.gaps.delete(place);
  setList(lists, place, list, list.length < lists.keep ? 0 : list.at(-1)!.score);
}

/** Takes the list of a record away: it looks for no partner. */
export function dropList(lists: Lists, place: number): void {
  lists.gaps.delete(place);
  setList(lists, place, [], NO_RECORD);
}

/** Strikes a record off a list that it is on. */
export function strike(lists: Lists, holder: number, place: number): void {
  const list = listOf(lists, holder);
  const last = lists.gaps.get(holder) ?? (list.length === lists.keep ? list.at(-1) : undefined);
  const rest = list.filter((one) => one.place !== place);
  setList(lists, holder, rest, last?.score ?? 0);
  if (last) lists.gaps.set(holder, last);
}

/** Puts a record on a list if it is sure to belong there. Answers whether the list has changed. */
export function offer(lists: Lists, holder: number, one: Near): boolean {
  const last = lists.gaps.get(holder);
  if (last && byRank(one, last) > 0) return false;
  const before = listOf(lists, holder);
  if (before.some(({ place }) => place === one.place)) return false;
  const list = [...before];
  insert(list, one, lists.keep);
  if (!list.includes(one)) return false;
  if (last && list.length < lists.keep) setList(lists, holder, list, last.score);
  else setWhole(lists, holder, list);
  return true;
}

/** Adds one to a list in order, at most `keep`. */
export function insert(list: Near[], one: Near, keep: number): void {
  if (list.length === keep && byRank(one, list[keep - 1]!) > 0) return;
  let at = list.length;
  while (at > 0 && byRank(one, list[at - 1]!) < 0) at--;
  list.splice(at, 0, one);
  if (list.length > keep) list.pop();
}

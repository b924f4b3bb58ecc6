import { KEY_FANOUT, RESCUE_BELOW } from './candidates.ts';
import { ADDRESS_FROM, type KeptIndex, type KeptSide, type Row, rowOf, type Side } from './kept-index.ts';
import { newTops, type Postings, scan } from './postings.ts';
import { KEEP, POSTING_BUDGET, RESCUE_BUDGET, RESCUE_KEEP } from './shards.ts';

/** So many are looked at to find those that have this record among their own best, though it has better ones. */
const WIDE = 32;

type Found = { readonly best: readonly number[]; readonly rescued: readonly number[] };

/** Looks records of a kept index up on the other side, each once. */
export function lookingUp(index: KeptIndex) {
  const found = { left: new Map<number, Found>(), right: new Map<number, Found>() };

  const lookUp = (side: Side, place: number): Found => {
    const before = found[side].get(place);
    if (before) return before;
    const row = rowAt(index, side, place);
    const other = index[side === 'left' ? 'right' : 'left'];
    const near = nearest(row.words, other, 'words', index, POSTING_BUDGET, KEEP);
    const isWeak = (near[0]?.score ?? 0) < RESCUE_BELOW;
    const rescued = isWeak ? nearest(row.grams, other, 'grams', index, RESCUE_BUDGET, RESCUE_KEEP) : [];
    const answer = { best: near.map((each) => each.place), rescued: rescued.map((each) => each.place) };
    found[side].set(place, answer);
    return answer;
  };

  /**
   * The candidates of a record, as a whole run finds them. Those that only have it among their own best are looked for
   * `both` ways: that costs more than the rest.
   */
  return (side: Side, place: number, both: boolean): Set<number> => {
    const other = side === 'left' ? 'right' : 'left';
    const { best, rescued } = lookUp(side, place);
    const candidates = new Set([...best, ...rescued]);
    for (const key of rowAt(index, side, place).keys) {
      const holders = index[other].holders.get(key) ?? [];
      if (holders.length <= KEY_FANOUT) for (const holder of holders) candidates.add(holder);
    }
    if (!both) return candidates;
    const { words, grams } = rowAt(index, side, place);
    const alike = [
      ...nearest(words, index[other], 'words', index, POSTING_BUDGET, WIDE).slice(KEEP),
      ...nearest(grams, index[other], 'grams', index, RESCUE_BUDGET, WIDE),
    ];
    for (const { place: each } of alike) {
      if (candidates.has(each)) continue;
      const theirs = lookUp(other, each);
      if (theirs.best.includes(place) || theirs.rescued.includes(place)) candidates.add(each);
    }
    return candidates;
  };
}

const rowAt = (index: KeptIndex, side: Side, place: number): Row =>
  index[side].changed.get(place) ?? rowOf(index, index[side].records[place]!);

type Near = { readonly place: number; readonly score: number };

/** The nearest records: those that have not changed by the postings, the others by what they hold. */
function nearest(
  wanted: ReadonlyMap<number, number>,
  side: KeptSide,
  by: 'words' | 'grams',
  index: KeptIndex,
  budget: number,
  keep: number,
): Near[] {
  const postings: Postings = side[by];
  const known = by === 'words' ? knownTo(wanted, index) : [...wanted];
  const row = {
    start: Uint32Array.of(0, known.length),
    ids: Uint32Array.from(known, ([id]) => id),
    weights: Float32Array.from(known, ([, weight]) => weight),
  };
  // Room for as many as may have changed since.
  const tops = newTops(1, keep + Math.min(keep, side.changed.size));
  scan(row, [0], postings, side.records.length, budget, tops, undefined);
  const near: Near[] = [];
  tops.ids.forEach((place, k) => {
    if (place >= 0 && !side.changed.has(place)) near.push({ place, score: tops.scores[k]! });
  });
  const scores = new Map<number, number>();
  for (const [id, weight] of wanted) {
    const holders = side.changedBy[by].get(id);
    if (holders) for (const [place, own] of holders) scores.set(place, (scores.get(place) ?? 0) + own * weight);
  }
  for (const [place, score] of scores) near.push({ place, score });
  return near.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, keep);
}

/** Leaves only tokens that the postings know, numbered as they number them. */
function knownTo(wanted: ReadonlyMap<number, number>, { wordCount, addressCount }: KeptIndex): [number, number][] {
  const known: [number, number][] = [];
  for (const [id, weight] of wanted) {
    if (id < wordCount) known.push([id, weight]);
    else if (id >= ADDRESS_FROM && id - ADDRESS_FROM < addressCount)
      known.push([id - ADDRESS_FROM + wordCount, weight]);
  }
  return known;
}

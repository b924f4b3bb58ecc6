import type { Candidates } from './candidate-pairs.ts';
import type { Catalogue, Compiled } from './catalogue.ts';
import { type Comparer, newComparer } from './comparer.ts';
import { explain } from './explain.ts';
import { logistic } from './forest.ts';
import { gather } from './gather.ts';
import { type KeptIndex, readAt, type Side } from './kept-side.ts';
import { weightsOf } from './kept-weights.ts';
import { addListFeatures, freePromotionalTwins, ROW } from './list-features.ts';
import { candidatesOf } from './look-up.ts';
import { compareAll, type Scored } from './pipeline.ts';
import type { Evidence } from './record.ts';
import { judgeShard } from './shards.ts';

/** Places of records on either side. */
export type Places = { readonly left: readonly number[]; readonly right: readonly number[] };
type Pair = { readonly left: number; readonly right: number; readonly row: Float32Array; readonly first: number };

/** The neighbourhood of a few records: pairs are found and compared ring by ring, then judged among each other. */
export function around(index: KeptIndex) {
  /** The records of pairs worth keeping. */
  const members = { left: newMembers(), right: newMembers() };
  const expanded = { left: new Set<number>(), right: new Set<number>() };
  const met = new Set<number>();
  const kept: Pair[] = [];

  /** Compares the records of these places with all their candidates. Answers whom they have pairs with. */
  const expand = (places: Places, onRecord?: (done: number) => void): Places => {
    const ring = { left: newMembers(), right: newMembers() };
    const left: number[] = [];
    const right: number[] = [];
    let done = 0;
    for (const side of ['left', 'right'] as const) {
      for (const place of places[side]) {
        onRecord?.(done++);
        if (expanded[side].has(place) || !index[side].records[place]) continue;
        expanded[side].add(place);
        for (const other of candidatesOf(index, side, place)) {
          const [l, r] = side === 'left' ? [place, other] : [other, place];
          const key = l * 2 ** 26 + r;
          if (met.has(key)) continue;
          met.add(key);
          left.push(ring.left.join(l));
          right.push(ring.right.join(r));
        }
      }
    }
    const few = fewOf(index, ring.left.places, ring.right.places);
    const found = { count: left.length, left: Uint32Array.from(left), right: Uint32Array.from(right), leftStart: NONE };
    const { candidates, rows, first } = compareAll(comparerOf(index, few), found, index.model.first, () => true)!;
    for (let k = 0; k < candidates.count; k++)
      kept.push({
        left: members.left.join(ring.left.places[candidates.left[k]!]!),
        right: members.right.join(ring.right.places[candidates.right[k]!]!),
        row: rows.subarray(k * ROW, (k + 1) * ROW),
        first: first[k]!,
      });
    return partnersOf(places);
  };

  const partnersOf = (places: Places): Places => {
    const of = { left: new Set(places.left), right: new Set(places.right) };
    const partners = { left: new Set<number>(), right: new Set<number>() };
    for (const pair of kept) {
      const [l, r] = [members.left.places[pair.left]!, members.right.places[pair.right]!];
      if (of.left.has(l)) partners.right.add(r);
      if (of.right.has(r)) partners.left.add(l);
    }
    return { left: [...partners.left], right: [...partners.right] };
  };

  /** The scores of all pairs so far; right for those whose two records were both expanded. */
  const judge = () => {
    const candidates: Candidates = {
      count: kept.length,
      left: Uint32Array.from(kept, ({ left }) => left),
      right: Uint32Array.from(kept, ({ right }) => right),
      leftStart: NONE,
    };
    const rows = new Float32Array(kept.length * ROW);
    for (const [k, { row }] of kept.entries()) rows.set(row, k * ROW);
    const first = Float64Array.from(kept, (pair) => pair.first);
    const { left, right } = members;
    addListFeatures(candidates, left.places.length, right.places.length, first, index.assignment, rows);
    const promoOf = (side: Side) =>
      Uint8Array.from(members[side].places, (place) => {
        const { from, i } = readAt(index[side], place);
        return from.promo[i]!;
      });
    freePromotionalTwins(candidates, { left: promoOf('left'), right: promoOf('right') }, first, index.assignment, rows);
    const { second, calibration } = index.model;
    const { coverage } = index;
    const logOdds = judgeShard({ rows, second, calibration, coverage }, 0, candidates.count, () => true)!;
    const pairs = Array.from(logOdds, (odds, k) => ({
      ...{ k, left: left.places[candidates.left[k]!]!, right: right.places[candidates.right[k]!]! },
      score: logistic(odds),
    }));
    /** The evidence of these pairs. */
    const explainAll = (chosen: readonly (typeof pairs)[number][]): Evidence[][] => {
      const shown = { left: newMembers(), right: newMembers() };
      const places = { left: new Uint32Array(kept.length), right: new Uint32Array(kept.length) };
      for (const pair of chosen)
        for (const side of ['left', 'right'] as const) places[side][pair.k] = shown[side].join(pair[side]);
      const compiled = fewOf(index, shown.left.places, shown.right.places);
      const comparer = comparerOf(index, compiled);
      const view: Scored = {
        ...{ compiled, comparer, coverage, rows, first, logOdds },
        candidates: { ...candidates, ...places },
      };
      const recordAt = (side: Side, place: number) => index[side].records[place]!;
      return chosen.map((pair) =>
        explain(view, index.model, pair.k, recordAt('left', pair.left), recordAt('right', pair.right)),
      );
    };
    return { pairs, explainAll };
  };

  return { expand, partnersOf, judge };
}

const NONE = new Uint32Array(0);

/** Places in the order in which they joined. */
function newMembers() {
  const places: number[] = [];
  const numbers = new Map<number, number>();
  return {
    places,
    join: (place: number): number => {
      const known = numbers.get(place);
      if (known !== undefined) return known;
      numbers.set(place, places.length);
      return places.push(place) - 1;
    },
  };
}

/** The records at these places as two small catalogues, with the namesakes that they have in the whole. */
function fewOf(index: KeptIndex, left: readonly number[], right: readonly number[]): Compiled {
  const few = (side: Side, places: readonly number[]): Catalogue => {
    const kept = index[side];
    const own = gather(places.map((place) => readAt(kept, place)));
    own.signature.forEach((signature, i) => {
      own.homonyms[i] = Math.min(kept.names.get(signature) ?? 1, 65_535);
    });
    return own;
  };
  const { kind, workspace } = index;
  const { words, addressWords } = workspace;
  return { kind, workspace, words, addressWords, left: few('left', left), right: few('right', right) };
}

function comparerOf(index: KeptIndex, few: Compiled): Comparer {
  const plain = newComparer(few, weightsOf(index.rarity), index.contrasts);
  return { ...plain, lexicon: { ...plain.lexicon, synonyms: index.synonyms, stride: index.wordCount } };
}

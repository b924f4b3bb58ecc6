import type { Candidates } from './candidate-pairs.ts';
import type { Catalogue, Compiled } from './catalogue.ts';
import { type Comparer, newComparer } from './comparer.ts';
import { explain } from './explain.ts';
import { logistic } from './forest.ts';
import { type KeptIndex, readFew, type Side, weightsNow } from './kept-side.ts';
import { addListFeatures, freePromotionalTwins, ROW } from './list-features.ts';
import { candidatesOf } from './look-up.ts';
import { compareAll, type Scored } from './pipeline.ts';
import type { Evidence } from './record.ts';
import { judgeShard } from './shards.ts';
import { MINIMUM_SCORE } from './suggest.ts';

/** Places of records on either side. */
export type Places = { readonly left: readonly number[]; readonly right: readonly number[] };
export type NearPair = {
  readonly left: number;
  readonly right: number;
  readonly score: number;
  readonly evidence: Evidence[];
};
export type NearOptions = {
  /** Pairs scored lower are left out. */
  readonly minimumScore?: number;
  /** How many pairs a record may have at most, best first. */
  readonly perRecord?: number;
  readonly onProgress?: (done: number, total: number) => void;
};

type Pair = { readonly left: number; readonly right: number; readonly row: Float32Array; readonly first: number };

/**
 * All pairs of the given records and of those that are suggested for them, best first: exactly these records may have
 * other suggestions when the given ones change. `touched` says whose pairs these are. The work grows with the number of
 * records asked for, not with the catalogues.
 */
export function matchNear(
  index: KeptIndex,
  asked: Places,
  options: NearOptions = {},
): { pairs: NearPair[]; touched: Places } {
  const { minimumScore = MINIMUM_SCORE, perRecord = Number.POSITIVE_INFINITY, onProgress } = options;
  const work = around(index);
  const total = asked.left.length + asked.right.length;
  const partners = work.expand(asked, (done) => onProgress?.(done, total));
  // Rivals of a pair are all pairs of its two records: first those of the partners.
  work.expand(partners);
  const suggested = work.judge().pairs.filter(({ score }) => score >= minimumScore);
  const first = { left: new Set(asked.left), right: new Set(asked.right) };
  const touched = { left: new Set(asked.left), right: new Set(asked.right) };
  for (const { left, right } of suggested) {
    if (first.left.has(left)) touched.right.add(right);
    if (first.right.has(right)) touched.left.add(left);
  }
  // As the pairs of those suggested change with them, then those of their partners.
  work.expand(work.partnersOf({ left: [...touched.left], right: [...touched.right] }));
  const { pairs, evidenceOf } = work.judge();
  const seen = { left: new Map<number, number>(), right: new Map<number, number>() };
  const answer: NearPair[] = [];
  pairs.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right);
  for (const { left, right, score, k } of pairs) {
    if (score < minimumScore) break;
    const [ofLeft, ofRight] = [seen.left.get(left) ?? 0, seen.right.get(right) ?? 0];
    if (ofLeft >= perRecord || ofRight >= perRecord) continue;
    seen.left.set(left, ofLeft + 1);
    seen.right.set(right, ofRight + 1);
    if (touched.left.has(left) || touched.right.has(right))
      answer.push({ left, right, score: Math.round(score * 1e4) / 1e4, evidence: evidenceOf(k) });
  }
  return { pairs: answer, touched: { left: [...touched.left], right: [...touched.right] } };
}

/** The neighbourhood of a few records: pairs are found and compared ring by ring, then judged among each other. */
function around(index: KeptIndex) {
  const members = { left: newMembers(), right: newMembers() };
  const expanded = { left: new Set<number>(), right: new Set<number>() };
  const met = new Set<number>();
  const kept: Pair[] = [];
  let compiled: Compiled | undefined;

  /** Compares the records of these places with all their candidates. Answers whom they have pairs with. */
  const expand = (places: Places, onRecord?: (done: number) => void): Places => {
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
          left.push(members.left.join(l));
          right.push(members.right.join(r));
        }
      }
    }
    compiled = compileFew(index, members.left.places, members.right.places);
    const found = { count: left.length, left: Uint32Array.from(left), right: Uint32Array.from(right), leftStart: NONE };
    const { candidates, rows, first } = compareAll(comparerOf(index, compiled), found, index.model.first, () => true)!;
    for (let k = 0; k < candidates.count; k++)
      kept.push({
        ...{ left: candidates.left[k]!, right: candidates.right[k]! },
        ...{ row: rows.slice(k * ROW, (k + 1) * ROW), first: first[k]! },
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
    const few = compiled!;
    const candidates: Candidates = {
      count: kept.length,
      left: Uint32Array.from(kept, ({ left }) => left),
      right: Uint32Array.from(kept, ({ right }) => right),
      leftStart: NONE,
    };
    const rows = new Float32Array(kept.length * ROW);
    for (const [k, { row }] of kept.entries()) rows.set(row, k * ROW);
    const first = Float64Array.from(kept, (pair) => pair.first);
    addListFeatures(candidates, few.left.size, few.right.size, first, index.assignment, rows);
    const promo = { left: few.left.promo, right: few.right.promo };
    freePromotionalTwins(candidates, promo, first, index.assignment, rows);
    const { second, calibration } = index.model;
    const { coverage } = index;
    const logOdds = judgeShard({ rows, second, calibration, coverage }, 0, candidates.count, () => true)!;
    const view: Scored = {
      compiled: few,
      comparer: comparerOf(index, few),
      candidates,
      coverage,
      rows,
      first,
      logOdds,
    };
    const placeOf = (side: Side, k: number): number => members[side].places[candidates[side][k]!]!;
    const pairs = Array.from(logOdds, (odds, k) => ({
      ...{ k, left: placeOf('left', k), right: placeOf('right', k), score: logistic(odds) },
    }));
    const evidenceOf = (k: number) => {
      const record = (side: Side) => index[side].records[placeOf(side, k)]!;
      return explain(view, index.model, k, record('left'), record('right'));
    };
    return { pairs, evidenceOf };
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
function compileFew(index: KeptIndex, left: readonly number[], right: readonly number[]): Compiled {
  const few = (side: Side, places: readonly number[]): Catalogue => {
    const { records, names } = index[side];
    const own = readFew(
      index,
      places.map((place) => records[place]!),
    );
    own.signature.forEach((signature, i) => {
      own.homonyms[i] = Math.min(names.get(signature) ?? 1, 65_535);
    });
    return own;
  };
  const { words, addressWords } = index.workspace;
  return {
    kind: index.kind,
    workspace: index.workspace,
    words,
    addressWords,
    left: few('left', left),
    right: few('right', right),
  };
}

function comparerOf(index: KeptIndex, few: Compiled): Comparer {
  const plain = newComparer(few, weightsNow(index), index.contrasts);
  return { ...plain, lexicon: { ...plain.lexicon, synonyms: index.synonyms, stride: index.wordCount } };
}

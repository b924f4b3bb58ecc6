import { judge } from './calibrate.ts';
import type { Candidates } from './candidate-pairs.ts';
import { findCandidates } from './candidates.ts';
import { type Compiled, compileSide, type Ragged } from './catalogue.ts';
import { type Comparer, normsOf } from './comparer.ts';
import { explain } from './explain.ts';
import { compareRecords } from './features.ts';
import { logistic, predict } from './forest.ts';
import { fillListFeatures, freePromotionalTwins, type Rivals, ROW, rivalsOf } from './list-features.ts';
import { compareAll, compileShared, type Model, prepareComparer, type Scored, scorePairs } from './pipeline.ts';
import { invert, newTops, type Postings, scan } from './postings.ts';
import type { Assignment, Evidence, MatchKind, MatchRecord } from './record.ts';
import { sparseRows, type Weights, weigh } from './retrieval.ts';
import { KEEP, POSTING_BUDGET } from './shards.ts';
import { here, type Spread } from './spread.ts';
import { defaultAssignment, MINIMUM_SCORE, shippedModel } from './suggest.ts';

type Side = 'left' | 'right';
const KEYS = ['taxBase', 'phone', 'email', 'code'] as const;

/** Two catalogues kept ready, so that a new or changed record is matched in milliseconds. */
export type MatchIndex = {
  readonly scored: Scored;
  readonly weights: Weights;
  readonly model: Model;
  readonly assignment: Assignment;
  readonly records: { readonly left: readonly MatchRecord[]; readonly right: readonly MatchRecord[] };
  readonly postings: { readonly left: Postings; readonly right: Postings };
  readonly pairsOf: { readonly left: Ragged; readonly right: Ragged };
  /** Room for the rivals of the record being matched; only its partners' places are ever filled. */
  readonly scratch: { readonly left: Rivals; readonly right: Rivals };
  readonly holders: { readonly left: Map<number, number[]>; readonly right: Map<number, number[]> };
  readonly names: { readonly left: Map<number, number>; readonly right: Map<number, number> };
  /** Where address tokens begin in the postings, and where tokens begin that no record of the index holds. */
  readonly addressFrom: number;
  readonly addressWords: number;
};

/** Positions of records on either side. */
export type Near = { readonly left: readonly number[]; readonly right: readonly number[] };

export type IndexOptions = {
  /** Only these records and their partners will be asked for: nothing else is compared, which spares most of the work. */
  readonly near?: Near;
  readonly spread?: Spread;
};

/** Compares both catalogues once and keeps what later records need. */
export function openIndex(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  assignment: Assignment = defaultAssignment(kind),
  { near, spread = here }: IndexOptions = {},
): MatchIndex {
  const model = shippedModel();
  const scored = near
    ? compareNear(kind, left, right, near, model, spread)
    : scorePairs(kind, left, right, assignment, model, undefined, spread)!;
  const { compiled, candidates, comparer } = scored;
  const { weights } = comparer;
  const tokens = compiled.words.count + compiled.addressWords.count;
  const sideOf = <T>(make: (side: Side) => T): { left: T; right: T } => ({ left: make('left'), right: make('right') });
  return {
    scored,
    weights,
    model,
    assignment,
    records: { left, right },
    postings: sideOf((side) => invert(sparseRows(compiled, compiled[side], weights), tokens)),
    pairsOf: sideOf((side) => groupPairs(candidates[side], compiled[side].size)),
    scratch: sideOf((side) => rivalsOf(new Uint32Array(0), 0, compiled[side].size, scored.first)),
    holders: sideOf((side) => {
      const holders = new Map<number, number[]>();
      for (const key of KEYS) {
        compiled[side][key].forEach((value, i) => {
          if (value !== 0) holders.set(value, [...(holders.get(value) ?? []), i]);
        });
      }
      return holders;
    }),
    names: sideOf((side) => {
      const names = new Map<number, number>();
      for (const signature of compiled[side].signature) names.set(signature, (names.get(signature) ?? 0) + 1);
      return names;
    }),
    addressFrom: compiled.words.count,
    addressWords: compiled.addressWords.count,
  };
}

/** The first stage for the pairs that may matter to the given records: theirs, and those that compete with them. */
function compareNear(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  near: Near,
  model: Model,
  spread: Spread,
): Scored {
  const compiled = compileShared(kind, left, right, spread);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights, undefined, spread)!;
  const comparer = prepareComparer(compiled, weights, found);
  const kept = compareAll(comparer, within(found.candidates, near, compiled), model.first, () => true, spread)!;
  return { compiled, comparer, ...kept, logOdds: new Float64Array(0) };
}

/** The candidates of every record that is two steps from one of `near`: itself, its partner, or a partner's partner. */
function within(all: Candidates, near: Near, compiled: Compiled): Candidates {
  const reached = { left: new Uint8Array(compiled.left.size), right: new Uint8Array(compiled.right.size) };
  for (const side of ['left', 'right'] as const) for (const i of near[side]) reached[side][i] = 1;
  for (let step = 2; step <= 3; step++) {
    for (let k = 0; k < all.count; k++) {
      const [l, r] = [all.left[k]!, all.right[k]!];
      const [fromLeft, fromRight] = [reached.left[l]!, reached.right[r]!];
      if (fromLeft !== 0 && fromLeft < step && fromRight === 0) reached.right[r] = step;
      if (fromRight !== 0 && fromRight < step && fromLeft === 0) reached.left[l] = step;
    }
  }
  const kept: number[] = [];
  for (let k = 0; k < all.count; k++) {
    if (reached.left[all.left[k]!] !== 0 || reached.right[all.right[k]!] !== 0) kept.push(k);
  }
  return {
    count: kept.length,
    left: Uint32Array.from(kept, (k) => all.left[k]!),
    right: Uint32Array.from(kept, (k) => all.right[k]!),
    leftStart: new Uint32Array(compiled.left.size + 1),
  };
}

/** A suggestion for one record: `other` is a position on the other side. */
export type RecordSuggestion = { readonly other: number; readonly score: number; readonly evidence: Evidence[] };

/**
 * The suggestions for one record that is new on `side`, or that replaces record `replaces` there; best first. The index
 * itself does not change: open it again once many records have changed, because word frequencies then have too.
 */
export function matchRecord(index: MatchIndex, side: Side, record: MatchRecord, replaces = -1): RecordSuggestion[] {
  const { scored, model, assignment } = index;
  const { compiled } = scored;
  const otherSide: Side = side === 'left' ? 'right' : 'left';
  const own = compileSide(compiled.workspace, [record]);
  own.homonyms[0] =
    1 +
    (index.names[side].get(own.signature[0]!) ?? 0) -
    (replaces >= 0 && compiled[side].signature[replaces] === own.signature[0] ? 1 : 0);
  const weights = grown(index, compiled);
  const mini: Compiled = side === 'left' ? { ...compiled, left: own } : { ...compiled, right: own };
  const rows = known(sparseRows(mini, own, weights, UNKNOWN), index);
  const others = lookUp(rows, index.postings[otherSide], compiled[otherSide].size);
  for (const key of KEYS) for (const i of index.holders[otherSide].get(own[key][0]!) ?? []) others.add(i);
  const comparer = comparerFor(index, mini, weights, side);

  const partners = [...others].sort((a, b) => a - b);
  const count = partners.length;
  const zeros = new Uint32Array(count);
  const partnerIds = Uint32Array.from(partners);
  const candidates = {
    count,
    left: side === 'left' ? zeros : partnerIds,
    right: side === 'left' ? partnerIds : zeros,
    leftStart: new Uint32Array(2),
  };
  const features = new Float32Array(count * ROW);
  const first = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    compareRecords(comparer, candidates.left[k]!, candidates.right[k]!, features, k * ROW);
    first[k] = predict(model.first, features, k * ROW);
  }
  const ownRivals = rivalsOf(zeros, count, 1, first);
  const theirs = withNewcomer(index, otherSide, partners, first, side, replaces);
  fillListFeatures(
    candidates,
    side === 'left' ? ownRivals : theirs,
    side === 'left' ? theirs : ownRivals,
    first,
    assignment,
    features,
  );
  freePromotionalTwins(candidates, { left: mini.left.promo, right: mini.right.promo }, first, assignment, features);
  const logOdds = first.map((_, k) =>
    judge(model.calibration, features, k * ROW, predict(model.second, features, k * ROW)),
  );
  const view: Scored = { compiled: mini, comparer, candidates, rows: features, first, logOdds };
  return partners
    .map((other, k) => ({ other, k, score: logistic(logOdds[k]!) }))
    .filter(({ score }) => score >= MINIMUM_SCORE)
    .sort((a, b) => b.score - a.score || a.other - b.other)
    .map(({ other, k, score }) => {
      const partner = index.records[otherSide][other]!;
      const [left, right] = side === 'left' ? [record, partner] : [partner, record];
      return { other, score: Math.round(score * 1e4) / 1e4, evidence: explain(view, model, k, left, right) };
    });
}

/** Address tokens of a newcomer start here, beyond any word. */
const UNKNOWN = 1 << 28;

/** Weights that also cover the words which the newcomer brought: nobody else has them, so they weigh the most. */
function grown(index: MatchIndex, compiled: Compiled): Weights {
  const { weights } = index;
  const cover = (idf: Float32Array, count: number): Float32Array => {
    if (count <= idf.length) return idf;
    const larger = new Float32Array(count).fill(weights.top);
    larger.set(idf);
    return larger;
  };
  return {
    idf: cover(weights.idf, compiled.words.count),
    addressIdf: cover(weights.addressIdf, compiled.addressWords.count),
    top: weights.top,
  };
}

type Row = { readonly start: Uint32Array; readonly ids: Uint32Array; readonly weights: Float32Array };

/** Leaves only tokens that the index knows, numbered as its postings number them. */
function known(row: Row, { addressFrom, addressWords }: MatchIndex): Row {
  const ids: number[] = [];
  const weights: number[] = [];
  row.ids.forEach((id, e) => {
    const isAddress = id >= UNKNOWN;
    if (isAddress ? id - UNKNOWN >= addressWords : id >= addressFrom) return;
    ids.push(isAddress ? id - UNKNOWN + addressFrom : id);
    weights.push(row.weights[e]!);
  });
  return { start: Uint32Array.of(0, ids.length), ids: Uint32Array.from(ids), weights: Float32Array.from(weights) };
}

function lookUp(row: Row, postings: Postings, size: number): Set<number> {
  const tops = newTops(1, KEEP);
  scan(row, [0], postings, size, POSTING_BUDGET, tops, undefined);
  return new Set(tops.ids.filter((id) => id >= 0));
}

function comparerFor(index: MatchIndex, mini: Compiled, weights: Weights, side: Side): Comparer {
  const { comparer } = index.scored;
  const own = mini[side];
  return {
    ...comparer,
    compiled: mini,
    weights,
    lexicon: { ...comparer.lexicon, words: mini.words, idf: weights.idf },
    addressLexicon: { ...comparer.addressLexicon, words: mini.addressWords, idf: weights.addressIdf },
    bagNorm: { ...comparer.bagNorm, [side]: normsOf(own.bag, 1, weights) },
    extraNorm: { ...comparer.extraNorm, [side]: normsOf(own.extra, 1, weights) },
  };
}

/** The rivals of the partners with the newcomer among them; a replaced record no longer competes. */
function withNewcomer(
  index: MatchIndex,
  otherSide: Side,
  partners: readonly number[],
  first: Float64Array,
  side: Side,
  replaces: number,
): Rivals {
  const { candidates, first: all } = index.scored;
  const { scratch, pairsOf } = index;
  const rivals = scratch[otherSide];
  partners.forEach((partner, k) => {
    rivals.best[partner] = -8;
    rivals.second[partner] = -8;
    rivals.sum[partner] = 0;
    for (let e = pairsOf[otherSide].start[partner]!; e < pairsOf[otherSide].start[partner + 1]!; e++) {
      const pair = pairsOf[otherSide].values[e]!;
      if (candidates[side][pair] !== replaces) join(rivals, partner, all[pair]!);
    }
    join(rivals, partner, first[k]!);
  });
  return rivals;
}

/** The positions of every record's pairs among the candidates. */
function groupPairs(records: Uint32Array, size: number): Ragged {
  const start = new Uint32Array(size + 1);
  for (const record of records) start[record + 1]!++;
  for (let i = 0; i < size; i++) start[i + 1]! += start[i]!;
  const next = start.slice(0, size);
  const values = new Uint32Array(records.length);
  records.forEach((record, pair) => {
    values[next[record]!++] = pair;
  });
  return { start, values };
}

function join(rivals: Rivals, record: number, value: number): void {
  rivals.sum[record]! += logistic(value);
  if (value > rivals.best[record]!) {
    rivals.second[record] = rivals.best[record]!;
    rivals.best[record] = value;
  } else if (value > rivals.second[record]!) rivals.second[record] = value;
}

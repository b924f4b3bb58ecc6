import { findCandidates, gramIdf, gramRows } from './candidates.ts';
import { type Compiled, compileSide, type Workspace } from './catalogue.ts';
import type { Contrasts } from './contrasts.ts';
import { GRAM_COUNT } from './grams.ts';
import { compileShared, coverageFor, type Model, prepareComparer } from './pipeline.ts';
import { invert, type Postings } from './postings.ts';
import type { Assignment, MatchKind, MatchRecord } from './record.ts';
import { sparseRows, type Weights, weigh } from './retrieval.ts';
import { here, type Spread } from './spread.ts';
import { defaultAssignment, shippedModel } from './suggest.ts';

export type Side = 'left' | 'right';
const KEYS = ['taxBase', 'phone', 'email', 'code'] as const;

/** Words and 3-grams of one record as weights by id; address words from `ADDRESS_FROM` on. */
export type Row = {
  readonly words: ReadonlyMap<number, number>;
  readonly grams: ReadonlyMap<number, number>;
  readonly keys: readonly number[];
  readonly signature: number;
};

/** One catalogue that stays ready while its records change. A record keeps its place for good. */
export type KeptSide = {
  readonly records: (MatchRecord | undefined)[];
  readonly placeOf: Map<string, number>;
  /** Of the records as they were when the index was opened; those in `changed` count no more. */
  readonly words: Postings;
  readonly grams: Postings;
  /** Places whose record has changed, come or gone since; a row for those that are there. */
  readonly changed: Map<number, Row | undefined>;
  /** Those rows by what they hold: id → place → weight. */
  readonly changedBy: Readonly<Record<'words' | 'grams', Map<number, Map<number, number>>>>;
  /** How many records carry a name, by its signature. */
  readonly names: Map<number, number>;
  /** Places by exact key. */
  readonly holders: Map<number, number[]>;
};

/**
 * Two catalogues kept ready: what is known of words, contrasts and synonyms stays as it was when the index was opened,
 * while single records may come, change and go.
 */
export type KeptIndex = {
  readonly kind: MatchKind;
  readonly model: Model;
  readonly assignment: Assignment;
  readonly workspace: Workspace;
  /** Grows with the words; take it from `weightsNow`. */
  weights: Weights;
  readonly gramIdf: Float32Array;
  readonly contrasts: Contrasts;
  readonly synonyms: ReadonlySet<number>;
  /** How many records found a partner when the index was opened. */
  readonly coverage: number;
  /** Words and address words that the postings know; whatever came later has higher ids. */
  readonly wordCount: number;
  readonly addressCount: number;
  readonly left: KeptSide;
  readonly right: KeptSide;
};

/** Address words are told from others by starting here. */
export const ADDRESS_FROM = 1 << 28;

/** Reads both catalogues and what they tell about each other. */
export function openIndex(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  spread: Spread = here,
): KeptIndex {
  const compiled = compileShared(kind, left, right, spread);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights, undefined, spread)!;
  const comparer = prepareComparer(compiled, weights, found);
  const { contrasts, lexicon } = comparer;
  const model = shippedModel();
  const idf = gramIdf(compiled);
  return {
    kind,
    model,
    assignment: defaultAssignment(kind),
    workspace: compiled.workspace,
    weights,
    gramIdf: idf,
    contrasts,
    synonyms: lexicon.synonyms,
    coverage: coverageFor(comparer, found.candidates, model.first),
    wordCount: compiled.words.count,
    addressCount: compiled.addressWords.count,
    left: keptSide(compiled, 'left', left, weights, idf),
    right: keptSide(compiled, 'right', right, weights, idf),
  };
}

function keptSide(
  compiled: Compiled,
  side: Side,
  records: readonly MatchRecord[],
  weights: Weights,
  idf: Float32Array,
): KeptSide {
  const catalogue = compiled[side];
  const names = new Map<number, number>();
  for (const signature of catalogue.signature) count(names, signature, 1);
  const holders = new Map<number, number[]>();
  for (const key of KEYS)
    for (const [place, value] of catalogue[key].entries()) if (value !== 0) hold(holders, value, place);
  return {
    records: [...records],
    placeOf: new Map(records.map(({ id }, place) => [id, place])),
    words: invert(sparseRows(compiled, catalogue, weights), compiled.words.count + compiled.addressWords.count),
    grams: invert(gramRows(catalogue, idf), GRAM_COUNT),
    changed: new Map(),
    changedBy: { words: new Map(), grams: new Map() },
    names,
    holders,
  };
}

/** Names without words are nobody's namesakes. */
function count(names: Map<number, number>, signature: number, by: number): void {
  if (signature >= 0) names.set(signature, (names.get(signature) ?? 0) + by);
}

function hold(holders: Map<number, number[]>, key: number, place: number): void {
  const places = holders.get(key);
  if (places) places.push(place);
  else holders.set(key, [place]);
}

/** Weights that also cover words which came later: nobody else has them, so they weigh the most. */
export function weightsNow(index: KeptIndex): Weights {
  const { words, addressWords } = index.workspace;
  const { idf, addressIdf, top } = index.weights;
  const cover = (known: Float32Array, count: number): Float32Array => {
    if (count <= known.length) return known;
    const larger = new Float32Array(2 * count).fill(top);
    larger.set(known);
    return larger;
  };
  index.weights = { idf: cover(idf, words.count), addressIdf: cover(addressIdf, addressWords.count), top };
  return index.weights;
}

/** A catalogue of a few records, read with the words of the index. */
export const readFew = (index: KeptIndex, records: readonly MatchRecord[]) => compileSide(index.workspace, records);

/** What a record is looked up by. */
export function rowOf(index: KeptIndex, record: MatchRecord): Row {
  const own = readFew(index, [record]);
  const { words, addressWords } = index.workspace;
  const tables = { kind: index.kind, words, addressWords, left: own, right: own };
  const sparse = sparseRows(tables, own, weightsNow(index), ADDRESS_FROM);
  const grams = gramRows(own, index.gramIdf);
  return {
    words: new Map(Array.from(sparse.ids, (id, e) => [id, sparse.weights[e]!])),
    grams: new Map(Array.from(grams.ids, (id, e) => [id, grams.weights[e]!])),
    keys: KEYS.map((key) => own[key][0]!).filter((key) => key !== 0),
    signature: own.signature[0]!,
  };
}

/** Puts a record in the place of the one with its id, or adds it. Answers its place. */
export function putRecord(index: KeptIndex, side: Side, record: MatchRecord): number {
  const kept = index[side];
  removeRecord(index, side, record.id);
  const place = kept.placeOf.get(record.id) ?? kept.records.length;
  const row = rowOf(index, record);
  kept.records[place] = record;
  kept.placeOf.set(record.id, place);
  kept.changed.set(place, row);
  for (const by of ['words', 'grams'] as const) {
    for (const [id, weight] of row[by]) {
      const places = kept.changedBy[by].get(id);
      if (places) places.set(place, weight);
      else kept.changedBy[by].set(id, new Map([[place, weight]]));
    }
  }
  count(kept.names, row.signature, 1);
  for (const key of row.keys) hold(kept.holders, key, place);
  return place;
}

/** Takes a record out, if it is there. */
export function removeRecord(index: KeptIndex, side: Side, id: string): void {
  const kept = index[side];
  const place = kept.placeOf.get(id);
  const record = place === undefined ? undefined : kept.records[place];
  if (place === undefined || !record) return;
  const known = kept.changed.get(place);
  const row = known ?? rowOf(index, record);
  if (known) {
    for (const by of ['words', 'grams'] as const)
      for (const id of known[by].keys()) kept.changedBy[by].get(id)?.delete(place);
  }
  count(kept.names, row.signature, -1);
  for (const key of row.keys)
    kept.holders.set(
      key,
      (kept.holders.get(key) ?? []).filter((other) => other !== place),
    );
  kept.records[place] = undefined;
  kept.changed.set(place, undefined);
}

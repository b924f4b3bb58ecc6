import type { Compiled } from '../index/catalogue.ts';
import { invert } from '../index/postings.ts';
import { sparseRows, type Weights, weigh } from '../index/retrieval.ts';
import { compileShared, coverageFor, prepareComparer } from '../pipeline.ts';
import type { MatchKind, MatchRecord } from '../record.ts';
import { type Found, findCandidates, gramIdf } from '../search/candidates.ts';
import { gramRows } from '../search/rescue.ts';
import { onThisThread, type Spread } from '../search/spread.ts';
import { defaultAssignment, shippedModel } from '../suggest.ts';
import { GRAM_COUNT } from '../text/grams.ts';
import { KEYS, keysAt, type LiveIndex, type LiveSide, otherSide, readAt, rowOf, type Side } from './live-side.ts';
import { newLists } from './partner-lists.ts';
import { countRecord, newRarity } from './rarity.ts';
import { enterLists, leaveLists } from './record-changes.ts';

/** Reads both catalogues and what they tell about each other. `onProgress` is told the share of the searching done. */
export function openIndex(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  spread: Spread = onThisThread,
  onProgress?: (share: number) => void,
): LiveIndex {
  const compiled = compileShared(kind, left, right, spread);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights, (share) => onProgress?.(share) ?? true, spread)!;
  const comparer = prepareComparer(compiled, weights, found);
  const { contrasts, lexicon } = comparer;
  const model = shippedModel();
  const idf = gramIdf(compiled);
  const searched = { compiled, weights, idf, found };
  return {
    kind,
    model,
    assignment: defaultAssignment(kind),
    workspace: compiled.workspace,
    sought: weights,
    rarity: newRarity(compiled, weights),
    gramIdf: idf,
    contrasts,
    synonyms: lexicon.synonyms,
    coverage: coverageFor(comparer, found.candidates, model.first),
    wordCount: compiled.words.count,
    addressCount: compiled.addressWords.count,
    left: liveSide('left', left, searched),
    right: liveSide('right', right, searched),
  };
}

type Searched = {
  readonly compiled: Compiled;
  readonly weights: Weights;
  readonly idf: Float32Array;
  readonly found: Found;
};

function liveSide(side: Side, records: readonly MatchRecord[], { compiled, weights, idf, found }: Searched): LiveSide {
  const catalogue = compiled[side];
  const names = new Map<number, number>();
  for (const signature of catalogue.signature) count(names, signature, 1);
  const holders = new Map<number, number[]>();
  for (const key of KEYS)
    for (const [place, value] of catalogue[key].entries()) if (value !== 0) hold(holders, value, place);
  const rows = sparseRows(compiled, catalogue, weights);
  const { words, rescue } = found.lists[side];
  const others = compiled[otherSide(side)].size;
  return {
    records: [...records],
    placeOf: new Map(records.map(({ id }, place) => [id, place])),
    read: catalogue,
    rows,
    // One token more, which no record holds: it represents all that come later.
    words: invert(rows, compiled.words.count + compiled.addressWords.count + 1),
    grams: invert(gramRows(catalogue, idf), GRAM_COUNT),
    lists: {
      words: newLists(words, catalogue.size, others),
      rescue: newLists(rescue.tops, catalogue.size, others, rescue.chosen),
    },
    changed: new Map(),
    changedBy: { words: new Map(), grams: new Map() },
    names,
    holders,
  };
}

/** Names without words have no namesakes. */
function count(names: Map<number, number>, signature: number, by: number): void {
  if (signature >= 0) names.set(signature, (names.get(signature) ?? 0) + by);
}

function hold(holders: Map<number, number[]>, key: number, place: number): void {
  const places = holders.get(key);
  if (places) places.push(place);
  else holders.set(key, [place]);
}

/** Puts a record in the place of the one with its id, or adds it. Answers its place. */
export function putRecord(index: LiveIndex, side: Side, record: MatchRecord): number {
  const kept = index[side];
  removeRecord(index, side, record.id);
  const place = kept.placeOf.get(record.id) ?? kept.records.length;
  const row = rowOf(index, record);
  kept.records[place] = record;
  kept.placeOf.set(record.id, place);
  kept.changed.set(place, row);
  for (const by of ['words', 'grams'] as const) {
    for (const [e, id] of row[by].ids.entries()) {
      const holder = { place, weight: row[by].weights[e]! };
      const holders = kept.changedBy[by].get(id);
      if (holders) holders.push(holder);
      else kept.changedBy[by].set(id, [holder]);
    }
  }
  count(kept.names, row.own.signature[0]!, 1);
  countRecord(index.rarity, readAt(kept, place), 1);
  for (const key of keysAt(kept, place)) hold(kept.holders, key, place);
  enterLists(index, side, place);
  return place;
}

/** Takes a record out, if it is there. */
export function removeRecord(index: LiveIndex, side: Side, id: string): void {
  const kept = index[side];
  const place = kept.placeOf.get(id);
  if (place === undefined || !kept.records[place]) return;
  const known = kept.changed.get(place);
  if (known) {
    for (const by of ['words', 'grams'] as const)
      for (const id of known[by].ids) {
        const holders = kept.changedBy[by].get(id) ?? [];
        kept.changedBy[by].set(
          id,
          holders.filter((holder) => holder.place !== place),
        );
      }
  }
  const { from, i } = readAt(kept, place);
  count(kept.names, from.signature[i]!, -1);
  countRecord(index.rarity, { from, i }, -1);
  for (const key of keysAt(kept, place))
    kept.holders.set(
      key,
      (kept.holders.get(key) ?? []).filter((other) => other !== place),
    );
  kept.records[place] = undefined;
  kept.changed.set(place, undefined);
  leaveLists(index, side, place);
}

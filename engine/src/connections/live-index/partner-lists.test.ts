import { describe, expect, test } from 'vitest';
import { compileSide } from '../index/catalogue.ts';
import { weigh } from '../index/retrieval.ts';
import type { MatchRecord } from '../record.ts';
import { RESCUE_BELOW } from '../search/rescue.ts';
import { KEEP, POSTING_BUDGET, RESCUE_BUDGET, RESCUE_KEEP } from '../search/shards.ts';
import { generatePartners } from '../testing/partners.ts';
import { generateProducts } from '../testing/products.ts';
import { newRandom, nextRandom, pick } from '../testing/random.ts';
import { openIndex, putRecord, removeRecord } from './live-index.ts';
import { gramsAt, type LiveIndex, type LiveSide, otherSide, type RowAt, type Side, wordsAt } from './live-side.ts';
import { candidatesOf } from './look-up.ts';
import { byRank, listOf, type Near } from './partner-lists.ts';
import { weightsOf } from './rarity.ts';
import { mendSome } from './record-changes.ts';

const SIDES = ['left', 'right'] as const;
const placesOf = ({ records }: LiveSide): number[] => records.flatMap((record, place) => (record ? place : []));
const entriesOf = ({ rows, i }: RowAt): [number, number][] =>
  Array.from({ length: rows.start[i + 1]! - rows.start[i]! }, (_, k) => {
    const e = rows.start[i]! + k;
    return [rows.ids[e]!, rows.weights[e]!];
  });

/** A row's score of a record, computed plainly: token by token, rarest first within the budget. */
function score(row: RowAt, theirs: RowAt, held: (id: number) => number, budget: number): number {
  const entries = entriesOf(row).map(([id, weight], e) => ({ id, weight, e, held: held(id) }));
  entries.sort((a, b) => a.held - b.held || a.e - b.e);
  let [sum, left] = [0, budget];
  for (const [n, { id, weight, held }] of entries.entries()) {
    if (held > left && n >= 2) break;
    left -= held;
    for (const [other, own] of entriesOf(theirs)) if (other === id) sum = Math.fround(sum + weight * own);
  }
  return sum;
}

const heldBy = (kept: LiveSide, by: 'words' | 'grams') => (id: number) =>
  (kept[by].start[id + 1] ?? 0) - (kept[by].start[id] ?? 0);

const bestOf = (all: readonly Near[], keep: number): Near[] =>
  all
    .filter((one) => one.score > 0)
    .sort(byRank)
    .slice(0, keep);

/** All lists as scoring every record with every other gives them. */
function fromScratch(index: LiveIndex) {
  const held = heldBy(index.right, 'words');
  const words = { left: new Map<number, Near[]>(), right: new Map<number, Near[]>() };
  for (const left of placesOf(index.left))
    for (const right of placesOf(index.right)) {
      const value = score(wordsAt(index.left, left), wordsAt(index.right, right), held, POSTING_BUDGET);
      words.left.set(left, [...(words.left.get(left) ?? []), { place: right, score: value }]);
      words.right.set(right, [...(words.right.get(right) ?? []), { place: left, score: value }]);
    }
  const rescueOf = (side: Side, place: number): Near[] => {
    const other = otherSide(side);
    const own = gramsAt(index[side], place, index.gramIdf);
    const heldGrams = heldBy(index[other], 'grams');
    return bestOf(
      placesOf(index[other]).map((each) => ({
        place: each,
        score: score(own, gramsAt(index[other], each, index.gramIdf), heldGrams, RESCUE_BUDGET),
      })),
      RESCUE_KEEP,
    );
  };
  return (side: Side, place: number) => {
    const best = bestOf(words[side].get(place) ?? [], KEEP);
    return { words: best, rescue: (best[0]?.score ?? 0) < RESCUE_BELOW ? rescueOf(side, place) : [] };
  };
}

/**
 * Adds, changes and removes records at random, on both sides; some come back as they were, some as another record's
 * double.
 */
function stir(index: LiveIndex, seed: number, records: Readonly<Record<Side, readonly MatchRecord[]>>, times: number) {
  const random = newRandom(seed);
  const any = (side: Side) => pick(random, records[side]);
  for (let n = 0; n < times; n++) {
    const side = nextRandom(random) < 0.5 ? 'left' : 'right';
    const one = any(side);
    const what = nextRandom(random);
    if (what < 0.2) removeRecord(index, side, one.id);
    else if (what < 0.4) putRecord(index, side, one);
    else if (what < 0.6) putRecord(index, side, { ...any(otherSide(side)), id: one.id });
    else if (what < 0.7) putRecord(index, side, { ...any(side), id: `new ${n}` });
    else if (what < 0.8) putRecord(index, side, { id: one.id, name: `Hoàn toàn mới Zq${n}` });
    else putRecord(index, side, { ...one, name: `${one.name} Xw${n % 3} màu đỏ` });
  }
}

const gapsOf = (index: LiveIndex): number =>
  SIDES.flatMap((side) => Object.values(index[side].lists)).reduce((sum, { gaps }) => sum + gaps.size, 0);

describe('partner lists', () => {
  test.each([
    ['product', generateProducts(newRandom(507), 100), 1],
    ['partner', generatePartners(newRandom(511), 100, true), 2],
  ] as const)(
    'of %ss are what scoring everybody anew gives, after any changes',
    { timeout: 60_000 },
    (kind, made, seed) => {
      const index = openIndex(kind, made.left, made.right);
      for (let round = 0; round < 2; round++) {
        stir(index, 10 * seed + round, made, 40);
        while (mendSome(index, 7)) expect(gapsOf(index)).toBeGreaterThan(0);
        expect(gapsOf(index)).toBe(0);
        const expected = fromScratch(index);
        for (const side of SIDES)
          for (const place of placesOf(index[side])) {
            const { words, rescue } = expected(side, place);
            expect(listOf(index[side].lists.words, place), `${side} ${place}`).toEqual(words);
            expect(listOf(index[side].lists.rescue, place), `${side} ${place} by 3-grams`).toEqual(rescue);
          }
      }
    },
  );

  test('make a pair a candidate of both records or of neither', () => {
    const { left, right } = generateProducts(newRandom(509), 200);
    const index = openIndex('product', left, right);
    stir(index, 5, { left, right }, 60);
    mendSome(index);
    const pairs = (side: Side) =>
      placesOf(index[side]).flatMap((place) =>
        [...candidatesOf(index, side, place)].map((other) =>
          side === 'left' ? `${place} ${other}` : `${other} ${place}`,
        ),
      );
    expect(pairs('left').length).toBeGreaterThan(1000);
    expect(pairs('left').sort()).toEqual(pairs('right').sort());
  });
});

test('words weigh as much as in a whole run, after any changes', () => {
  const { left, right } = generatePartners(newRandom(512), 200, true);
  const index = openIndex('partner', left, right);
  stir(index, 7, { left, right }, 90);
  const now = weightsOf(index.rarity);
  const sideOf = (side: Side) =>
    compileSide(
      index.workspace,
      index[side].records.flatMap((record) => record ?? []),
    );
  const { words, addressWords } = index.workspace;
  const tables = { kind: index.kind, words, addressWords, left: sideOf('left'), right: sideOf('right') };
  const whole = weigh(tables);
  expect(now.top).toBe(whole.top);
  const different = (of: 'bag' | 'address', mine: Float32Array, theirs: Float32Array) =>
    [tables.left, tables.right].flatMap((side) => [...side[of].values]).filter((id) => mine[id] !== theirs[id]);
  expect(different('bag', now.idf, whole.idf)).toEqual([]);
  expect(different('address', now.addressIdf, whole.addressIdf)).toEqual([]);
  expect(now.idf).not.toEqual(index.sought.idf);
});

import { describe, expect, test } from 'vitest';
import type { MatchRecord } from '../record.ts';
import { suggestConnections } from '../suggest.ts';
import { generatePartners } from '../testing/partners.ts';
import { generateProducts } from '../testing/products.ts';
import { newRandom } from '../testing/random.ts';
import { openIndex, putRecord, removeRecord } from './live-index.ts';
import type { LiveIndex } from './live-side.ts';
import { matchNear } from './match-near.ts';

/** Places that both catalogues have. */
const some = [3, 17, 40, 41, 70, 90, 120, 155, 190, 210];
/** An earlier record in the same place, of the same length, so that words are as rare as they are now. */
const before = (record: MatchRecord, n: number): MatchRecord => ({ id: record.id, name: `Tên cũ Zq${n} Xw${n}` });

/** Opens the catalogues as they were before some records of both sides changed, then changes these one by one. */
function changedOneByOne(kind: 'product' | 'partner', left: readonly MatchRecord[], right: readonly MatchRecord[]) {
  const old = (records: readonly MatchRecord[]) => records.map((one, n) => (some.includes(n) ? before(one, n) : one));
  const index = openIndex(kind, old(left), old(right));
  for (const n of some) {
    putRecord(index, 'left', left[n]!);
    putRecord(index, 'right', right[n]!);
  }
  return index;
}

describe('matchNear', () => {
  test.each([
    ['product', generateProducts(newRandom(504), 500)],
    ['partner', generatePartners(newRandom(502), 500, true)],
  ] as const)('changed %ss get what a whole run gives them', (kind, { left, right }) => {
    const index = changedOneByOne(kind, left, right);
    const near = matchNear(index, { left: some, right: some });
    const whole = suggestConnections(kind, left, right);
    const mine = whole.filter((pair) => some.includes(pair.left) || some.includes(pair.right));
    expect(mine.length).toBeGreaterThan(10);
    const found = new Map(near.pairs.map((pair) => [`${pair.left} ${pair.right}`, pair]));
    const sure = mine.filter(({ score }) => score >= 0.5);
    for (const { left: l, right: r } of sure) expect(found.has(`${l} ${r}`), `${l} ${r}`).toBe(true);
    const close = mine.filter((pair) => {
      const same = found.get(`${pair.left} ${pair.right}`);
      return same && Math.abs(same.score - pair.score) < 0.05;
    });
    expect(close.length / mine.length).toBeGreaterThan(0.85);
    for (const { score, evidence } of near.pairs)
      expect(Math.abs(evidence.reduce((sum, { contribution }) => sum + contribution, 0) - score)).toBeLessThan(1e-9);
  });

  test.each([
    ['product', generateProducts(newRandom(508), 400)],
    ['partner', generatePartners(newRandom(505), 400, true)],
  ] as const)('unchanged %ss, asked for alone, get exactly what a whole run gives them', (kind, { left, right }) => {
    const index = openIndex(kind, left, right);
    const whole = suggestConnections(kind, left, right);
    let asked = 0;
    for (const side of ['left', 'right'] as const)
      for (let n = 0; n < (side === 'left' ? left : right).length; n += 2) {
        const near = matchNear(index, { left: [], right: [], [side]: [n] }).pairs.filter((pair) => pair[side] === n);
        const mine = whole.filter((pair) => pair[side] === n);
        asked += mine.length;
        const told = ({ left, right, score, evidence }: (typeof near)[number]) => ({ left, right, score, evidence });
        const byPlaces = (a: { left: number; right: number }, b: typeof a) => a.left - b.left || a.right - b.right;
        expect(near.sort(byPlaces)).toEqual(mine.map(told).sort(byPlaces));
      }
    expect(asked).toBeGreaterThan(100);
  });

  test('answers all pairs of the records asked for and of those suggested for them, and names these records', () => {
    const { left, right } = generateProducts(newRandom(506), 300);
    const index = openIndex('product', left, right);
    const best = suggestConnections('product', left, right).find((pair) => pair.best && pair.score > 0.9)!;
    const { touched, pairs } = matchNear(index, { left: [best.left], right: [] });
    expect(touched.left).toEqual([best.left]);
    expect(touched.right).toContain(best.right);
    const ofPartner = matchNear(index, { left: [], right: [best.right] }).pairs.filter((p) => p.right === best.right);
    expect(pairs.filter((p) => p.right === best.right).map((p) => p.left)).toEqual(ofPartner.map((p) => p.left));
  });
});

describe('a live index', () => {
  const { left, right } = generateProducts(newRandom(503), 60);
  const rightsOf = (index: LiveIndex, place: number) =>
    matchNear(index, { left: [place], right: [] }).pairs.flatMap((pair) => (pair.left === place ? pair.right : []));

  test('takes in a new record, also one with words never seen before', () => {
    const index = openIndex('product', left, right);
    expect(rightsOf(index, putRecord(index, 'left', { id: 'x', name: 'Zzyzx qwrtpsd 123ABC' }))).toEqual([]);
    const place = putRecord(index, 'right', { id: 'y', name: 'Zzyzx qwrtpsd 123ABC', address: 'Xyzzy 77' });
    expect(place).toBe(right.length);
    expect(rightsOf(index, index.left.placeOf.get('x')!)).toEqual([place]);
  });

  test('suggests a removed record no more, and again once it is back in its place', () => {
    const index = openIndex('product', left, right);
    const best = suggestConnections('product', left, right).find((pair) => pair.best && pair.score > 0.9)!;
    expect(rightsOf(index, best.left)).toContain(best.right);
    removeRecord(index, 'right', right[best.right]!.id);
    removeRecord(index, 'right', 'nobody');
    expect(rightsOf(index, best.left)).not.toContain(best.right);
    expect(putRecord(index, 'right', right[best.right]!)).toBe(best.right);
    expect(rightsOf(index, best.left)).toContain(best.right);
  });
});

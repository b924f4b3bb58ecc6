import { describe, expect, test } from 'vitest';
import { matchRecord, openIndex } from './incremental.ts';
import { suggestConnections } from './suggest.ts';
import { generatePartners } from './training/partners.ts';
import { generateProducts } from './training/products.ts';
import { newRandom } from './training/random.ts';

describe('matchRecord', () => {
  test.each([
    ['product', generateProducts(newRandom(501), 300)],
    ['partner', generatePartners(newRandom(502), 300, true)],
  ] as const)('a %s matched on its own gets what the whole run gave it', (kind, { left, right }) => {
    const whole = suggestConnections(kind, left, right);
    const index = openIndex(kind, left, right);
    let [same, asked] = [0, 0];
    for (const pair of whole.filter((each) => each.best).slice(0, 60)) {
      const alone = matchRecord(index, 'left', left[pair.left]!, pair.left);
      asked++;
      const found = alone.find((each) => each.other === pair.right);
      if (found && Math.abs(found.score - pair.score) < 0.02) same++;
      const sum = (found?.evidence ?? []).reduce((total, item) => total + item.contribution, 0);
      expect(Math.abs(sum - (found?.score ?? 0))).toBeLessThan(1e-9);
    }
    expect(same / asked).toBeGreaterThan(0.95);
  });

  test('a new record with words never seen before is handled', () => {
    const { left, right } = generateProducts(newRandom(503), 60);
    const index = openIndex('product', left, right);
    expect(matchRecord(index, 'left', { id: 'x', name: 'Zzyzx qwrtpsd 123ABC' })).toEqual([]);
    expect(matchRecord(index, 'right', { id: 'y', name: left[0]!.name, address: 'Xyzzy 77' })[0]?.other).toBe(0);
  });

  test.each([
    ['product', generateProducts(newRandom(504), 250)],
    ['partner', generatePartners(newRandom(505), 250, true)],
  ] as const)('an index for a few %ss compares less and says the same of them', (kind, { left, right }) => {
    const near = { left: [3, 70, 120], right: [11, 90] };
    const [whole, few] = [openIndex(kind, left, right), openIndex(kind, left, right, undefined, { near })];
    expect(few.scored.candidates.count).toBeLessThan(whole.scored.candidates.count);
    for (const side of ['left', 'right'] as const) {
      const records = side === 'left' ? left : right;
      for (const position of near[side]) {
        const found = matchRecord(few, side, records[position]!, position);
        expect(found).toEqual(matchRecord(whole, side, records[position]!, position));
        // Its partners too are judged among all their rivals.
        const other = side === 'left' ? 'right' : 'left';
        for (const { other: partner } of found.slice(0, 2)) {
          const record = (other === 'left' ? left : right)[partner]!;
          expect(matchRecord(few, other, record, partner)).toEqual(matchRecord(whole, other, record, partner));
        }
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gathered, KEY_FANOUT, type Offer, pairsByKey } from './gather.ts';

const pairsOf = ({ left, right }: { left: Uint32Array; right: Uint32Array }): string[] =>
  Array.from(left, (l, k) => `${l}-${right[k]!}`);

describe('gathered', () => {
  test('keeps every offered pair once, by left, then by right', () => {
    const pair = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 200 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 600, size: 'max' }), (pairs) => {
        const found = gathered(6, (offer) => {
          for (const [l, r] of pairs) offer(l, r);
        });
        const expected = [...new Set(pairs.map(([l, r]) => l * 1000 + r))].sort((a, b) => a - b);
        expect(pairsOf(found)).toEqual(expected.map((key) => `${Math.floor(key / 1000)}-${key % 1000}`));
        expect(found.count).toBe(expected.length);
        for (let l = 0; l < 6; l++) {
          const own = found.left.subarray(found.leftStart[l], found.leftStart[l + 1]);
          expect(own.every((each) => each === l)).toBe(true);
        }
        expect(found.leftStart[6]).toBe(expected.length);
      }),
    );
  });
});

describe('pairsByKey', () => {
  const offered = (left: number[], right: number[]): string[] => {
    const found: string[] = [];
    const offer: Offer = (l, r) => found.push(`${l}-${r}`);
    pairsByKey(Uint32Array.from(left), Uint32Array.from(right))(offer);
    return found;
  };

  test('pairs records of one key, none without a key', () => {
    expect(offered([0, 7, 9, 12], [7, 0, 7, 3])).toEqual(['1-0', '1-2']);
  });

  test('a key that many records share pairs none', () => {
    expect(
      offered(
        [5],
        Array.from({ length: KEY_FANOUT }, () => 5),
      ),
    ).toHaveLength(KEY_FANOUT);
    expect(
      offered(
        [5],
        Array.from({ length: KEY_FANOUT + 1 }, () => 5),
      ),
    ).toEqual([]);
  });
});

import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { generatePartners } from '@khop/engine/connections/testing/partners.ts';
import { generateProducts } from '@khop/engine/connections/testing/products.ts';
import { newRandom } from '@khop/engine/connections/testing/random.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type MatchPool, openMatchPool, threadsFor } from './match-pool.ts';

let pool: MatchPool | undefined;
afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

describe('openMatchPool', () => {
  test.each([1, 2, 3])('%i threads give what one gives, to the last digit', (threads) => {
    pool = openMatchPool(threads);
    for (const [kind, { left, right }] of [
      ['product', generateProducts(newRandom(611), 250)],
      ['partner', generatePartners(newRandom(612), 250, true)],
    ] as const) {
      const alone = suggestConnections(kind, left, right);
      expect(alone.length).toBeGreaterThan(50);
      expect(suggestConnections(kind, left, right, { spread: pool.spread })).toEqual(alone);
    }
  });

  test('progress runs forward over all shards, and stopping gives nothing', () => {
    pool = openMatchPool(2);
    const { left, right } = generateProducts(newRandom(613), 300);
    const seen: number[] = [];
    const onProgress = (done: number): boolean => {
      seen.push(done);
      return true;
    };
    const whole = suggestConnections('product', left, right, { spread: pool.spread, onProgress });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(left.length);
    expect(suggestConnections('product', left, right, { spread: pool.spread, onProgress: () => false })).toEqual([]);
    expect(suggestConnections('product', left, right, { spread: pool.spread })).toEqual(whole);
  });

  test('small catalogues are not worth a thread', () => {
    expect(threadsFor(500, 800)).toBe(0);
  });
});

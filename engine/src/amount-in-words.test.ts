import fc from 'fast-check';
import { expect, test } from 'vitest';
import golden from '../golden/invoice-issuance/words.json' with { type: 'json' };
import { amountInWords } from './amount-in-words.ts';

test.each(golden)('the words of $given đồng are as agreed to', ({ given, expect: words }) => {
  expect(amountInWords(given)).toBe(words);
});

/** Reads the words back, independently of how they were made: every name adds or multiplies. */
function amountOf(words: string): number {
  const digits = new Map(
    'không một hai ba bốn năm sáu bảy tám chín'.split(' ').map((word, value) => [word, value] as const),
  );
  for (const [word, value] of [
    ['mốt', 1],
    ['tư', 4],
    ['lăm', 5],
  ] as const)
    digits.set(word, value);
  let [billions, millions, total, group, digit] = [0, 0, 0, 0, 0];
  const close = (times: number) => {
    total += (group + digit) * times;
    [group, digit] = [0, 0];
  };
  for (const word of words
    .toLowerCase()
    .replace(/ đồng( chẵn)?\.$/, '')
    .split(' ')) {
    if (word === 'trăm') [group, digit] = [group + digit * 100, 0];
    else if (word === 'mươi') [group, digit] = [group + digit * 10, 0];
    else if (word === 'mười') group += 10;
    else if (word === 'nghìn') close(1000);
    else if (word === 'triệu') {
      close(1_000_000);
      millions += total;
      total = 0;
    } else if (word === 'tỷ') {
      close(1);
      billions = millions + total;
      [millions, total] = [0, 0];
    } else if (word !== 'linh') digit = digits.get(word) ?? Number.NaN;
  }
  close(1);
  return billions * 1_000_000_000 + millions + total;
}

test('the words of any amount up to 10^15 read back as the amount', () => {
  const amounts = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.maxSafeInteger().map((n) => (Math.abs(n) % 1e15) + 1),
    fc.integer({ min: 0, max: 14 }).map((zeros) => 10 ** zeros),
  );
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(amountOf(amountInWords(amount))).toBe(amount);
    }),
    { numRuns: 2000 },
  );
});

test('every three digits read back in every place, beside every kind of neighbour', () => {
  const neighbours = [0, 1, 105, 999];
  for (let place = 0; place < 5; place++) {
    for (let digits = 0; digits < 1000; digits++) {
      for (const neighbour of neighbours) {
        const groups = [4, 3, 2, 1, 0].map((at) => (at === place ? digits : neighbour));
        const amount = groups.reduce((sum, group) => sum * 1000 + group, 0);
        if (amount > 0) expect(amountOf(amountInWords(amount))).toBe(amount);
      }
    }
  }
  expect(amountOf(amountInWords(1e15))).toBe(1e15);
});

test('refuses amounts that no invoice can have', () => {
  expect(() => amountInWords(1e15 + 1)).toThrow(/vượt quá/);
  expect(() => amountInWords(0.5)).toThrow();
});

import { expect, test } from 'vitest';
import type { Shortage } from '../types.ts';
import { ShortagesByPlace } from './in-ledger-order.ts';

const shortage = (line: string, message: string): Shortage => ({
  ...{ line, message, reason: 'NEEDS_REVIEW', remedy: '', competitors: [] },
  ...{ baseQuantity: 0n, amount: 1, vatAmount: 0 },
});

test('shortages come in the order of the ledger: lost lines first, those of one line as they were added', () => {
  const left = new ShortagesByPlace();
  for (const [place, message] of [
    [4, 'a'],
    [0, 'b'],
    [-1, 'c'],
    [4, 'd'],
    [2, 'e'],
    [0, 'f'],
    [-1, 'g'],
  ] as const)
    left.add(place, shortage(`L${place}`, message));
  expect(left.inOrder(5).map(({ message }) => message)).toEqual(['c', 'g', 'b', 'f', 'e', 'a', 'd']);
  expect(new ShortagesByPlace().inOrder(0)).toEqual([]);
});

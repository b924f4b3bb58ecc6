import { expect, test } from 'vitest';
import { by, compare } from './order.ts';

test('texts are compared by code unit, not by the order of a language', () => {
  expect([compare('a', 'b'), compare('b', 'a'), compare('a', 'a'), compare('Z', 'a')]).toEqual([-1, 1, 0, -1]);
});

test('numbers are compared by value, and records by one thing of theirs, equals as they come', () => {
  expect([compare(10, 9), compare(2n, 10n)]).toEqual([1, -1]);
  const records = ['B2', 'A9', 'B1', 'A10'].map((name) => ({ name, of: name[0]! }));
  expect(records.toSorted(by(({ of }) => of)).map(({ name }) => name)).toEqual(['A9', 'A10', 'B2', 'B1']);
});

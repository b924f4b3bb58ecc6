import fc from 'fast-check';
import { expect, test } from 'vitest';
import { by, compare, inStep, merged } from './order.ts';

test('texts are compared by code unit, not by the order of a language', () => {
  expect([compare('a', 'b'), compare('b', 'a'), compare('a', 'a'), compare('Z', 'a')]).toEqual([-1, 1, 0, -1]);
});

test('numbers are compared by value, and records by one thing of theirs, equals as they come', () => {
  expect([compare(10, 9), compare(2n, 10n)]).toEqual([1, -1]);
  const records = ['B2', 'A9', 'B1', 'A10'].map((name) => ({ name, of: name[0]! }));
  expect(records.toSorted(by(({ of }) => of)).map(({ name }) => name)).toEqual(['A9', 'A10', 'B2', 'B1']);
});

test('two lists in order are one list in order, with equal ones of the first list first', () => {
  const things = (list: string) => fc.array(fc.nat(9)).map((all) => all.sort(compare).map((of) => ({ of, list })));
  const order = by<{ of: number }>(({ of }) => of);
  fc.assert(
    fc.property(things('a'), things('b'), (ordered, further) => {
      expect(merged(ordered, further, order)).toEqual([...ordered, ...further].toSorted(order));
    }),
  );
});

test('a list is in step with another one as far as its things follow one another there', () => {
  expect(['', 'ac', 'ca', 'abcd', 'xa', 'acx'].map((list) => inStep([...list], [...'abc']))).toEqual([
    0, 2, 1, 3, 0, 2,
  ]);
});

import { expect, it } from 'vitest';
import { placesOf, type SeveralLine } from './lines-alike.ts';

const line = (place: number, says: string, warehouse = 'K1'): SeveralLine => ({
  ...{ base: 'given/CN01/HD/1/2026-09-05/VT1', place },
  ...{ content: `${says} ${warehouse}`, ground: `goods|${warehouse}` },
});
const places = (given: SeveralLine[], known: SeveralLine[]) => {
  const found = placesOf(given, known);
  return given.map((one) => found.get(one));
};
const stored = [line(1, '5 lon', 'K1'), line(2, '3 lon', 'K2'), line(3, '3 lon', 'K1')];

it('a file in another order, or with some of the lines, speaks of the same lines', () => {
  expect(places([line(1, '3 lon', 'K2'), line(2, '3 lon', 'K1'), line(3, '5 lon', 'K1')], stored)).toEqual([2, 3, 1]);
  expect(places([line(1, '3 lon', 'K1')], stored)).toEqual([3]);
});

it('a line whose figures are mended is the one of its warehouse that nothing else is', () => {
  expect(places([line(1, '4 lon', 'K2')], stored)).toEqual([2]);
  expect(places([line(1, '4 lon', 'K1'), line(2, '5 lon', 'K1')], stored)).toEqual([3, 1]);
  // Of another warehouse now: the first that is left.
  expect(places([line(1, '9 lon', 'K9'), line(2, '5 lon', 'K1')], stored)).toEqual([2, 1]);
});

it('lines that say the same stay in their order, and a line beyond the stored ones is new', () => {
  const twice = [line(1, '1 lon'), line(2, '1 lon')];
  expect(places(twice, twice)).toEqual([1, 2]);
  expect(places([line(1, '1 lon'), line(2, '7 lon'), line(3, '1 lon')], twice)).toEqual([1, 3, 2]);
  expect(places([line(1, '7 lon'), line(2, '8 lon')], [])).toEqual([1, 2]);
});

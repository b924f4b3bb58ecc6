import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentKeyOf } from '../bravo/sales-line.ts';
import { compareNatural, sortLines } from './canonical-input.ts';
import { issuanceInput } from './plan-fixture.ts';

test.each([
  ['L2', 'L10', -1],
  ['L10', 'L2', 1],
  ['L2', 'L2', 0],
  ['L02', 'L2', -1],
  ['L', 'L2', -1],
  ['A2', 'B1', -1],
  ['B1', 'A2', 1],
  ['1', 'A', -1],
  ['A', '1', 1],
  ['A1B2', 'A1B10', -1],
  ['A1B2C', 'A1B2', 1],
  ['A95', 'A100', -1],
  ['A105', 'A1005', -1],
  ['A', 'AB', -1],
  ['A1', 'AB', -1],
  ['1', '12', -1],
])('«%s» compared with «%s» gives %d', (a, b, order) => {
  expect(Math.sign(compareNatural(a, b))).toBe(order);
  expect(Math.sign(compareNatural(b, a))).toBe(0 - order + 0);
});

test('texts are compared run by run, whatever their runs are', () => {
  const runs = (text: string) => text.match(/\d+|\D+/g) ?? [];
  const ofRuns = (x: string, y: string): number =>
    (/^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : 0) || (x < y ? -1 : x > y ? 1 : 0);
  const naive = (a: string, b: string): number => {
    const [left, right] = [runs(a), runs(b)];
    const sides = Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
      ofRuns(left[at] ?? '', right[at] ?? ''),
    );
    return Math.sign(sides.find((one) => one !== 0) ?? 0);
  };
  const text = fc.string({ unit: fc.constantFrom('0', '1', '9', 'A', '/'), maxLength: 7 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareNatural(a, b))).toBe(naive(a, b));
    }),
    { numRuns: 2000 },
  );
});

test('lines are ordered by day, document and source key', () => {
  const line = (id: string, date: string, doc: string) => ({
    ...{ id, date, doc },
    partner: 'K',
    item: 'V',
    quantity: '1',
    amount: 1,
  });
  const { lines } = issuanceInput({
    profiles: [],
    lines: [
      line('10', '2026-09-02', 'D1'),
      line('2', '2026-09-02', 'D1'),
      line('3', '2026-09-02', 'D0'),
      line('9', '2026-09-01', 'D9'),
    ],
  });
  expect(sortLines(lines).map(({ id }) => id)).toEqual(['9', '3', '2', '10']);
});

test('documents are ordered by their whole keys, where one code goes on where another ends as well', () => {
  const documents = [
    ['HN-1', 'BH'],
    ['HN', 'BH-2'],
    ['HN', 'BH'],
    ['HN', 'BN'],
    ['HN0', 'BH'],
    ['SG', 'BH'],
  ] as const;
  const [line] = issuanceInput({
    profiles: [],
    lines: [{ id: '0', date: '2026-09-02', doc: 'D', partner: 'K', item: 'V', quantity: '1', amount: 1 }],
  }).lines;
  const lines = documents.map(([branchCode, docCode], index) => ({ ...line!, id: `${index}`, branchCode, docCode }));
  const keys = sortLines(lines.toReversed()).map(documentKeyOf);
  expect(keys).toEqual(lines.map(documentKeyOf).toSorted());
  expect(keys).toEqual(lines.map(documentKeyOf));
});

test('lines are in one order whatever is known of that order from before', () => {
  const line = issuanceInput({
    profiles: [],
    lines: [{ id: '0', date: '2026-09-02', doc: 'D', partner: 'K', item: 'V', quantity: '1', amount: 1 }],
  }).lines[0]!;
  const all = Array.from({ length: 6 }, (_, at) => ({ ...line, docNo: `D${at}` }));
  const some = fc.shuffledSubarray(all);
  fc.assert(
    fc.property(some, fc.subarray(all), (given, known) => {
      expect(sortLines(given, known)).toEqual(all.filter((one) => given.includes(one)));
    }),
  );
});

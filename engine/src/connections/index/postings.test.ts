import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invert, newTops, scan, type Tops } from './postings.ts';
import type { SparseRows } from './retrieval.ts';

/** Rows of (token, weight in tenths). */
type Rows = readonly (readonly (readonly [number, number])[])[];

function sparse(rows: Rows): SparseRows {
  const start = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => {
    start[i + 1] = start[i]! + row.length;
  });
  const entries = rows.flat();
  return {
    start,
    ids: Uint32Array.from(entries, ([id]) => id),
    weights: Float32Array.from(entries, ([, tenths]) => tenths / 10),
  };
}

const KEEP = 3;
const TOKENS = 12;
/** Records of the right side lie this far from each other, so that they fall into several blocks. */
const APART = 1500;

/** The partners of record `i`, best first, as `[partner, score]`. */
const partnersOf = ({ ids, scores }: Tops, i: number): [number, number][] =>
  Array.from({ length: KEEP }, (_, k): [number, number] => [ids[i * KEEP + k]!, scores[i * KEEP + k]!])
    .filter(([id]) => id >= 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);

const bestOf = (scored: [number, number][]): [number, number][] =>
  scored
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, KEEP);

describe('scan', () => {
  const row = fc.array(fc.tuple(fc.nat({ max: TOKENS - 1 }), fc.integer({ min: 1, max: 9 })), { maxLength: 4 });
  const rows = fc.array(row, { minLength: 1, maxLength: 12 });

  test('keeps the best partners of both sides, in whichever block they are', () => {
    fc.assert(
      fc.property(rows, rows, (left, few) => {
        const right = few.flatMap((each) => [each, ...Array.from({ length: APART - 1 }, () => [])]);
        const [leftTops, rightTops] = [newTops(left.length, KEEP), newTops(right.length, KEEP)];
        const chosen = left.map((_, i) => i);
        const postings = invert(sparse(right), TOKENS);
        scan({ rows: sparse(left), chosen, postings, rightSize: right.length, budget: 1e9 }, leftTops, rightTops);
        // Rarest token first, in single precision, as the scan adds.
        const holders = (token: number): number => few.flat().filter(([id]) => id === token).length;
        const score = (l: number, r: number): number => {
          const own = [...left[l]!].sort((a, b) => holders(a[0]) - holders(b[0]));
          return own.reduce(
            (sum, [id, mine]) =>
              right[r]!.filter(([other]) => other === id).reduce(
                (part, [, theirs]) => Math.fround(part + Math.fround(mine / 10) * Math.fround(theirs / 10)),
                sum,
              ),
            0,
          );
        };
        const places = few.map((_, r) => r * APART);
        expect(left.map((_, l) => partnersOf(leftTops, l))).toEqual(
          left.map((_, l) => bestOf(places.map((r): [number, number] => [r, score(l, r)]))),
        );
        expect(places.map((r) => partnersOf(rightTops, r))).toEqual(
          places.map((r) => bestOf(left.map((_, l): [number, number] => [l, score(l, r)]))),
        );
      }),
      { numRuns: 60 },
    );
  });
});

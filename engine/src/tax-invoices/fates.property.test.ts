import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FateNode } from './fates.ts';
import { fatesOf } from './fates.ts';
import type { TaxInvoiceState } from './tax-list.ts';

const [OURS, OTHERS] = ['0101243150', '0314409058'];
const keyAt = (seller: string, at: number): string => `${seller}|1|C26TAA|${at}`;

/** A room of up to nine invoices of one seller, and two of another, whose relations are of every kind and may name what is not there. */
const room = (states: readonly (TaxInvoiceState | null)[]): fc.Arbitrary<FateNode[]> => {
  const seller = (at: number): string => (at < 9 ? OURS! : OTHERS!);
  const relation = fc.record({
    relation: fc.constantFrom('replaces' as const, 'replaces' as const, 'adjusts' as const, 'unknown' as const),
    key: fc.option(
      fc.nat(13).map((at) => keyAt(seller(at), at)),
      { nil: null, freq: 8 },
    ),
  });
  const node = (at: number): fc.Arbitrary<FateNode> =>
    fc.record({
      key: fc.constant(keyAt(seller(at), at)),
      sellerTaxCode: fc.constant(seller(at)),
      date: fc.option(
        fc.nat(11).map((month) => `2026-${String(month + 1).padStart(2, '0')}-05`),
        { nil: null },
      ),
      total: fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: null }),
      relation: fc.array(relation, { maxLength: 2 }),
      state: fc.constantFrom(...states),
      hasXml: fc.boolean(),
    });
  return fc.tuple(...Array.from({ length: 11 }, (_, at) => node(at))).chain((all) => fc.shuffledSubarray(all));
};
const STATES = [null, 'new', 'replacing', 'adjusting', 'replaced', 'adjusted', 'cancelled'] as const;

test('every invoice has one fate, its relations are told alike at both ends, and the order of the room is no matter', () => {
  fc.assert(
    fc.property(room(STATES), (nodes) => {
      const fates = fatesOf(nodes);
      expect([...fates.keys()]).toEqual(nodes.map(({ key }) => key));
      for (const [key, { corrects, correctedBy }] of fates) {
        for (const { key: other, relation } of corrects)
          if (fates.has(other)) expect(fates.get(other)!.correctedBy).toContainEqual({ key, relation });
        for (const { key: other, relation } of correctedBy)
          expect(fates.get(other)!.corrects).toContainEqual({ key, relation });
      }
      for (const [key, fate] of fatesOf(nodes.toReversed())) {
        const { counts, originMonth, review } = fates.get(key)!;
        expect(fate).toMatchObject({ counts, originMonth });
        expect(new Set(fate.review)).toEqual(new Set(review));
      }
    }),
  );
});

test('an invoice is out of the count only for a state of the list or for a replacement by its own seller, which is shown', () => {
  fc.assert(
    fc.property(room(STATES), (nodes) => {
      const fates = fatesOf(nodes);
      for (const { key, state, sellerTaxCode } of nodes) {
        const { counts, correctedBy } = fates.get(key)!;
        const replacers = correctedBy.filter(({ relation }) => relation === 'replaces');
        expect(counts).toBe(state !== 'replaced' && state !== 'cancelled' && replacers.length === 0);
        for (const one of replacers) expect(one.key.startsWith(sellerTaxCode)).toBe(true);
      }
    }),
  );
});

test('where no list speaks, each replaced invoice leads to one that counts: replacing makes no money go', () => {
  fc.assert(
    fc.property(room([null]), (nodes) => {
      const fates = fatesOf(nodes);
      for (const [key] of fates) {
        let at = key;
        for (let steps = 0; !fates.get(at)!.counts; steps += 1) {
          expect(steps).toBeLessThan(nodes.length);
          at = fates.get(at)!.correctedBy.find(({ relation }) => relation === 'replaces')!.key;
        }
      }
    }),
  );
});

test('a relation that is not believed is asked about', () => {
  fc.assert(
    fc.property(room(STATES), (nodes) => {
      const fates = fatesOf(nodes);
      for (const { key, relation } of nodes)
        for (const one of relation) {
          const { corrects, review } = fates.get(key)!;
          const believed = corrects.some((other) => other.key === one.key && other.relation === one.relation);
          expect(believed || review.length > 0).toBe(true);
          if (believed && !fates.has(one.key!))
            expect(review).toContainEqual(expect.objectContaining({ reason: 'RELATED_MISSING', key: one.key }));
        }
    }),
  );
});

test('a chain as long as the room is followed to its end', () => {
  const length = 50_000;
  const nodes = Array.from(
    { length },
    (_, at): FateNode => ({
      ...{ key: keyAt(OURS!, at), sellerTaxCode: OURS!, date: '2026-03-01', total: 1, state: null, hasXml: true },
      relation: at === 0 ? [] : [{ relation: 'replaces', key: keyAt(OURS!, at - 1) }],
    }),
  );
  const fates = fatesOf(nodes);
  expect([...fates.values()].filter(({ counts }) => counts)).toHaveLength(1);
  expect(fates.get(keyAt(OURS!, length - 1))!.counts).toBe(true);
});

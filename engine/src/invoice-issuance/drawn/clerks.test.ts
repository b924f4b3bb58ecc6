import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Clerks, DEEDS, type GivenSale, type Step } from './clerks-fixture.ts';

const sale: fc.Arbitrary<GivenSale> = fc.record({
  date: fc.integer({ min: 10, max: 25 }).map((day) => `2026-09-${day}`),
  partner: fc.constantFrom('K1', 'K2', 'W1', 'W2'),
  item: fc.constantFrom('A', 'B', 'C'),
  quantity: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 10, max: 99 }).map((thousands) => thousands * 1000),
});
const step: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...DEEDS), fc.nat(999), fc.nat(999));

test('no sale leaves twice and none is lost without a word, whatever clerks change in Bravo and AMIS between hand-overs', () => {
  fc.assert(
    fc.property(
      fc.array(sale, { minLength: 2, maxLength: 8 }),
      fc.array(step, { minLength: 6, maxLength: 28 }),
      (sales, steps) => {
        const clerks = new Clerks(sales);
        clerks.report();
        for (const one of steps) {
          clerks.do(one);
          expect(clerks.broken).toEqual([]);
        }
        clerks.end();
        expect(clerks.faults()).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

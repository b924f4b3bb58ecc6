import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import { day, decimals, stepped, tangled } from './instance-fixture.ts';
import { brokenLaws } from './laws.ts';
import type { AllocationInstance, AllocationPlan } from './types.ts';

const runs = { numRuns: 300 };
const parts = (plan: AllocationPlan): string[] =>
  plan.allocations.map((a) => `${a.line}←${a.lot} ${a.lineQuantity}/${a.quantity} ${a.amount}`);

/** What real books hold besides the plain cases, all in one instance. */
const odd = fc
  .record({
    instance: fc.oneof(tangled, stepped),
    stock: fc.array(fc.constantFrom('0', '-3', '-0.000001', '0.000001', '7.333333', '4'), {
      minLength: 8,
      maxLength: 8,
    }),
    factors: fc.array(fc.constantFrom('0.333333', '1/3', '3', '1', '0.000001', '1000'), { minLength: 6, maxLength: 6 }),
    free: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
    pins: fc.array(fc.tuple(fc.nat(11), fc.nat(9), decimals), { maxLength: 5 }),
    previous: fc.array(fc.tuple(fc.nat(12), fc.nat(9), decimals), { maxLength: 5 }),
    isOneDay: fc.boolean(),
  })
  .map(({ instance, stock, factors, free, pins, previous, isOneDay }): AllocationInstance => {
    const oneDay = isOneDay ? { date: day(4) } : {};
    return {
      lots: [
        ...instance.lots.map((lot, k) => ({
          ...lot,
          ...(k % 2 === 0 && { quantity: stock[k]! }),
          ...(isOneDay && { availableFrom: day(4) }),
        })),
        { id: 'K9', profile: 'P', warehouse: 'W', product: 'nobody sells this', availableFrom: day(0), quantity: '5' },
      ],
      lines: instance.lines.map((line, l) => ({
        ...line,
        ...oneDay,
        // Free goods, amounts that no quantity divides, and lines that nobody may issue for.
        ...(free[l] === 0 && { amount: 0 }),
        ...(free[l] === 1 && { amount: 7 }),
        ...(free[l] === 2 && l % 3 === 0 && { profiles: [] }),
        // The same lot may be pinned twice, a pin may be of nothing, too large, or of an unknown lot.
        pinned: pins.filter(([at]) => at === l).map(([, lot, lineQuantity]) => ({ lot: `K${lot}`, lineQuantity })),
      })),
      // Pairs connected twice, with other factors.
      links: [...instance.links, ...instance.links.slice(0, 3).map((link, at) => ({ ...link, factor: factors[at]! }))],
      previous: previous.map(([line, lot, lineQuantity]) => ({ line: `L${line}`, lot: `K${lot}`, lineQuantity })),
    };
  });

describe('instances as odd as real books', () => {
  it('keep every law, with pins, steps and a last plan together', () => {
    fc.assert(
      fc.property(odd, (instance) => {
        expect(brokenLaws(instance, allocate(instance))).toEqual([]);
      }),
      runs,
    );
  });

  it('give the same plan again, whatever the order of what happened before', () => {
    fc.assert(
      fc.property(odd, (instance) => {
        const plan = allocate(instance);
        expect(parts(allocate(instance))).toEqual(parts(plan));
        const again = allocate({ ...instance, previous: plan.allocations });
        expect(again.stats.documentProfilePairs).toBeLessThanOrEqual(plan.stats.documentProfilePairs);
        expect(parts(allocate({ ...instance, previous: again.allocations }))).toEqual(parts(again));
      }),
      runs,
    );
  });

  it('never give less for a last plan that is stale', () => {
    fc.assert(
      fc.property(odd, ({ previous, ...instance }) => {
        const [fresh, near] = [allocate(instance), allocate({ ...instance, previous: previous ?? [] })];
        const slack = fresh.allocations.length + near.allocations.length + fresh.shortages.length;
        expect(near.stats.allocatedAmount).toBeGreaterThanOrEqual(fresh.stats.allocatedAmount - slack);
        expect(near.stats.priority1Amount).toBeGreaterThanOrEqual(fresh.stats.priority1Amount - slack);
      }),
      runs,
    );
  });

  it('take nothing from parts of a last plan that are nothing', () => {
    const lot = { id: 'K', profile: 'P', warehouse: 'W', product: 'S', availableFrom: day(0), quantity: '1.4' };
    const line = { document: 'D', date: day(1), priority: 1 as const, item: 'I', amount: 0 };
    const instance: AllocationInstance = {
      lots: [lot],
      lines: [
        { ...line, id: 'A', quantity: '5' },
        { ...line, id: 'B', quantity: '1.7' },
      ],
      links: [{ item: 'I', profile: 'P', product: 'S', factor: '12' }],
    };
    for (const lineQuantity of ['-1', '0', '-0.000001']) {
      const plan = allocate({ ...instance, previous: [{ line: 'B', lot: 'K', lineQuantity }] });
      expect(parts(plan)).toEqual(parts(allocate(instance)));
    }
  });
});

import { allocate } from '@khop/engine/allocation/allocate.ts';
import { brokenLaws } from '@khop/engine/allocation/laws.ts';
import type { AllocationInstance } from '@khop/engine/allocation/types.ts';
import { describe, expect, it } from 'vitest';
import { fewestPairs, optimum, steppedOptimum } from './allocate/highs.ts';
import { instanceOf, inWholeSteps, type Shape, unitsOf } from './allocate/instances.ts';

const small: Shape = {
  profiles: 3,
  items: 4,
  lots: 10,
  lines: 14,
  documents: 6,
  days: 10,
  factors: ['1'],
  consistent: true,
  shared: 0.3,
  stock: 12,
  whole: true,
  prices: 2,
};

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

async function expectOptimal(shape: Shape, seed: number, change = (one: AllocationInstance) => one): Promise<void> {
  const instance = change(instanceOf(shape, seed));
  const plan = allocate(instance);
  expect(brokenLaws(instance, plan)).toEqual([]);
  const best = await optimum(instance);
  // One đồng per allocation, and 10⁻⁶ units of the dearest line per allocation.
  const slack = 2 * plan.allocations.length + 1 + best.total * 1e-7;
  expect(Math.abs(plan.stats.priority1Amount - best.priority1), `seed ${seed} (a)`).toBeLessThanOrEqual(slack);
  expect(Math.abs(plan.stats.allocatedAmount - best.total), `seed ${seed} (b)`).toBeLessThanOrEqual(slack);
}

describe('aims (a) and (b) equal the linear-programming optimum of HiGHS', () => {
  it.each([
    ['whole quantities, factors 1', { ...small, consistent: false }],
    ['factors that split into units', small],
    ['fractional quantities', { ...small, whole: false }],
    ['many days', { ...small, days: 40, lots: 20, lines: 30, documents: 15 }],
    ['contradicting factors', { ...small, consistent: false, shared: 0.6, factors: ['1', '2', '0.5', '1/3', '12'] }],
    [
      'contradicting factors, fractions and days',
      {
        ...small,
        consistent: false,
        whole: false,
        shared: 0.9,
        days: 30,
        lots: 20,
        lines: 30,
        factors: ['1', '7', '1/24', '0.3'],
      },
    ],
    ['much sharing', { ...small, shared: 0.9, lots: 20, lines: 30 }],
  ] satisfies [string, Shape][])(
    '%s',
    async (_, shape) => {
      for (const seed of seeds(80)) await expectOptimal(shape, seed);
    },
    300_000,
  );

  it.each([
    ['factors that split into units', { ...small, stock: 5 }],
    ['contradicting factors', { ...small, consistent: false, shared: 0.6, factors: ['1', '2', '0.5', '1/3', '12'] }],
  ] satisfies [string, Shape][])(
    'with gifts, which never take what a paid line could have: %s',
    async (_, shape) => {
      const withGifts = (instance: AllocationInstance): AllocationInstance => ({
        ...instance,
        lines: instance.lines.map((line, at) => (at % 3 === 0 ? { ...line, amount: 0 } : line)),
      });
      for (const seed of seeds(80)) await expectOptimal(shape, seed, withGifts);
    },
    300_000,
  );
});

/** One step, in both units at once, of every draw that a line has or lost: the most that rounding down may cost, in đồng. */
function stepLoss(instance: AllocationInstance, plan: ReturnType<typeof allocate>): number {
  let loss = 0;
  for (const line of instance.lines) {
    const steps = instance.links
      .filter((connection) => connection.item === line.item)
      .map((connection) => Number(connection.factor.denominator));
    const draws = plan.allocations.filter((one) => one.line === line.id).length + 1;
    loss += ((draws * Math.max(0, ...steps)) / unitsOf(line.quantity)) * line.amount;
  }
  return loss;
}

describe('steps', () => {
  const counted = (seed: number): AllocationInstance => {
    return inWholeSteps(instanceOf({ ...small, consistent: false, lots: 16, lines: 24 }, seed));
  };

  it('of 1 with factors 1 and whole quantities cost nothing', async () => {
    for (const seed of seeds(60)) {
      const instance = counted(seed);
      const plan = allocate(instance);
      expect(brokenLaws(instance, plan)).toEqual([]);
      const best = await optimum(instance);
      expect(Math.abs(plan.stats.allocatedAmount - best.total)).toBeLessThanOrEqual(plan.allocations.length + 1);
      expect(Math.abs(plan.stats.priority1Amount - best.priority1)).toBeLessThanOrEqual(plan.allocations.length + 1);
    }
  });

  it('in mixed units stay lawful, and the gap says what they cost', async () => {
    for (const seed of seeds(60)) {
      const instance = inWholeSteps(instanceOf({ ...small, lots: 16, lines: 24 }, seed));
      const plan = allocate(instance);
      expect(brokenLaws(instance, plan)).toEqual([]);
      const best = await optimum(instance);
      expect(plan.stats.amountBound).toBeLessThanOrEqual(best.total + 1 + best.total * 1e-7);
      const missing = plan.stats.amountBound - plan.stats.allocatedAmount;
      expect(missing).toBeLessThanOrEqual(stepLoss(instance, plan) + plan.allocations.length + plan.shortages.length);
      if (plan.stats.gap > 0) expect(plan.stats.gap).toBeCloseTo(missing / plan.stats.amountBound, 9);
      else expect(missing).toBeLessThanOrEqual(plan.allocations.length + plan.shortages.length);
    }
  });

  it('in mixed units come near to the best that whole steps allow', async () => {
    const sums = { ours1: 0, best1: 0, ours: 0, best: 0 };
    for (const seed of seeds(40)) {
      const instance = inWholeSteps(instanceOf({ ...small, lots: 16, lines: 24 }, seed));
      const best = await steppedOptimum(instance);
      if (!best) continue;
      const { stats } = allocate(instance);
      expect(stats.priority1Amount).toBeLessThanOrEqual(best.priority1 + 1);
      sums.ours1 += stats.priority1Amount;
      sums.best1 += best.priority1;
      sums.ours += stats.allocatedAmount;
      sums.best += best.total;
    }
    expect(sums.ours1 / sums.best1).toBeGreaterThan(0.99);
    expect(sums.ours / sums.best).toBeGreaterThan(0.98);
  });
});

describe('aim (e)', () => {
  it('repeats a plan of whole boxes and cartons that compete, from its own last plan', () => {
    const shape: Shape = {
      ...small,
      profiles: 6,
      items: 30,
      lots: 60,
      lines: 120,
      documents: 40,
      days: 30,
      stock: 14,
      prices: 40,
    };
    for (const seed of [8, 16, 34, 35]) {
      const instance = inWholeSteps(instanceOf(shape, seed));
      const { allocations } = allocate(instance);
      expect(allocate({ ...instance, previous: allocations }).allocations, `seed ${seed}`).toEqual(allocations);
    }
  });
});

describe('aim (c)', () => {
  it.each<[string, Shape]>([
    ['factors that agree', small],
    ['contradicting factors', { ...small, consistent: false, factors: ['1', '2', '12', '1/24', '0.3'] }],
  ])('is near the mixed-integer optimum of HiGHS: %s', async (_, shape) => {
    let ours = 0;
    let best = 0;
    for (const seed of seeds(40)) {
      const instance = instanceOf(shape, seed);
      const plan = allocate(instance);
      const fewest = await fewestPairs(instance, await optimum(instance));
      if (fewest === undefined) continue;
      expect(plan.stats.documentProfilePairs).toBeGreaterThanOrEqual(fewest);
      expect(plan.stats.documentProfilePairsBound).toBeLessThanOrEqual(fewest);
      ours += plan.stats.documentProfilePairs;
      best += fewest;
    }

    expect(ours).toBeLessThanOrEqual(best * 1.02);
  });

  it('states a bound that holds where factors contradict too', async () => {
    const factors = ['1', '2', '12', '1/24', '0.3'];
    const shape = { ...small, consistent: false, shared: 0.5, prices: 1, lots: 16, factors };
    for (const seed of seeds(40)) {
      const instance = instanceOf(shape, seed);
      const fewest = await fewestPairs(instance, await optimum(instance));
      if (fewest !== undefined) expect(allocate(instance).stats.documentProfilePairsBound).toBeLessThanOrEqual(fewest);
    }
  });
});

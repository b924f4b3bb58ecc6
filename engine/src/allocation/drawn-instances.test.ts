import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUSY, changed } from './busy-fixture.ts';
import { counted, crowded, mixedDecimals, mixedUnits, odd, plain, stepped, tangled } from './instance-fixture.ts';
import type { JsonInstance, JsonPlan } from './json/form.ts';
import { allocate, brokenLaws } from './json-fixture.ts';

const FLAVOURS = { plain, tangled, stepped, counted, mixedUnits, mixedDecimals, crowded, odd };

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 10);

/** After the plan an accountant takes a line out, and half of a lot is sold elsewhere. */
const after = (instance: JsonInstance, { allocations }: JsonPlan): JsonInstance => ({
  ...instance,
  lines: instance.lines.slice(1),
  lots: instance.lots.map((lot, n) => (n === 1 ? { ...lot, quantity: '2' } : lot)),
  previous: allocations.map(({ line, lot, lineQuantity }) => ({ line, lot, lineQuantity })),
});

/*
 * Plans of the same worth are many; which of them is taken is fixed, and so are its statistics. Each line is one drawn
 * instance: what it serves, and the digest of its whole plan and of the plan after a change. `vitest -u` on this file
 * writes them anew.
 */
test.each(Object.entries(FLAVOURS))('the plans of drawn instances are as agreed to: %s', async (name, flavour) => {
  const text = fc.sample(flavour, { numRuns: 40, seed: 20_261_122 }).map((instance) => {
    const plan = allocate(instance);
    const { allocatedAmount, amount, documentProfilePairs } = plan.stats;
    const next = allocate(after(instance, plan));
    return `${allocatedAmount} of ${amount} on ${documentProfilePairs} · ${digest(plan)} ${digest(next)}`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot(`../../golden/drawn/allocation-${name}.txt`);
});

/* The same of busier months, where many documents want the same stock: the plan, and the plans after changes. */
test.each(Object.entries(BUSY))('the plans of busy months are as agreed to: %s', async (name, months) => {
  const text = fc.sample(months, { numRuns: 12, seed: 20_261_123 }).map((instance, n) => {
    const plan = allocate(instance);
    const next = changed(instance, plan, n);
    const after = allocate(next);
    expect(brokenLaws(instance, plan).concat(brokenLaws(next, after))).toEqual([]);
    const { allocatedAmount, amount, documentProfilePairs } = plan.stats;
    return `${allocatedAmount} of ${amount} on ${documentProfilePairs} · ${digest(plan)} ${digest(after)}`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot(`../../golden/drawn/allocation-busy-${name}.txt`);
});

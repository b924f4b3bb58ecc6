import { parseQuantity } from '../quantity.ts';
import { allocate as allocateExact } from './allocate.ts';
import type { JsonInstance, JsonPlan } from './json/form.ts';
import { readInstance } from './json/instance.ts';
import { planInJson } from './json/plan.ts';
import { brokenLaws as brokenLawsOfExact } from './laws.ts';

/** The plan of an instance, both in the form in which tests are written: quantities as decimals. */
export const allocate = (instance: JsonInstance): JsonPlan => planInJson(allocateExact(readInstance(instance)));

/** The laws that a plan breaks, of both in that form. */
export const brokenLaws = (
  instance: JsonInstance,
  { allocations, shortages }: Pick<JsonPlan, 'allocations' | 'shortages'>,
): string[] =>
  brokenLawsOfExact(readInstance(instance), {
    allocations: allocations.map((one) => ({
      ...one,
      quantity: parseQuantity(one.quantity),
      lineQuantity: parseQuantity(one.lineQuantity),
    })),
    shortages: shortages.map(({ line, lineQuantity, amount }) => ({
      line,
      lineQuantity: parseQuantity(lineQuantity),
      amount,
    })),
  });

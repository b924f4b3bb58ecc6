import { cleanGrowth, drawingWeight, type Population, populationOf } from './bound.ts';

/**
 * The order in which the pairs of a bucket are drawn: every pair has a clock of its own that runs the faster the more the
 * pair weighs, and they are drawn as their clocks go off. That is the same as drawing one after the other, each time among
 * the pairs that are left with a chance in proportion to their weight (Efraimidis, Spirakis, 2006). `uniform`: a number in
 * (0, 1) of each pair, from the seed.
 */
export function sampleOrder(pairs: readonly { readonly value: number; readonly uniform: number }[]): number[] {
  const bucket = populationOf(pairs.map(({ value }) => value));
  const rings = pairs.map(({ value, uniform }) => -Math.log(uniform) / drawingWeight(value, bucket));
  return pairs.map((_, i) => i).sort((a, b) => rings[a]! - rings[b]! || a - b);
}

/**
 * The number of pairs that a person judges until a bucket without errors is certified: with the drawing in the place of its
 * average, which is near for more than a few dozen pairs.
 */
export function expectedJudgements(values: readonly number[], maxError: number, risk: number): number {
  const bucket: Population = populationOf(values);
  if (values.length === 0) return 0;
  const allowed = Math.floor(maxError * values.length) + 1;
  const time = cleanGrowth(risk) / allowed;
  const drawn = values.reduce((sum, value) => sum + 1 - Math.exp(-drawingWeight(value, bucket) * time), 0);
  return Math.min(values.length, Math.ceil(drawn));
}

import { expect, it } from 'vitest';
import { suggestConnections } from '../suggest.ts';
import { generatePartners } from '../testing/partners.ts';
import { generateProducts } from '../testing/products.ts';
import { newRandom } from '../testing/random.ts';
import { GENERIC_PRECISION, THRESHOLDS } from './generic.ts';

/** One pair of hands is far from the mean; four are near it. */
const SEEDS = [9001, 9002, 9003, 9004];

it.each([
  ['product', (seed: number) => generateProducts(newRandom(seed), 500)],
  ['partner', (seed: number) => generatePartners(newRandom(seed), 500, true)],
] as const)('the precision told for %s pairs is what the shipped weights reach', (kind, generate) => {
  const best = SEEDS.flatMap((seed) => {
    const { left, right, gold } = generate(seed);
    const truth = new Set(gold.map(([l, r]) => `${l}|${r}`));
    const pairs = suggestConnections(kind, left, right).filter((pair) => pair.best);
    return pairs.map((pair) => ({ score: pair.score, hit: truth.has(`${pair.left}|${pair.right}`) }));
  });
  THRESHOLDS.forEach((threshold, i) => {
    const taken = best.filter(({ score }) => score >= threshold);
    const right = taken.filter(({ hit }) => hit).length;
    expect(Math.abs(right / taken.length - GENERIC_PRECISION[kind][i]!), `from ${threshold}`).toBeLessThan(0.05);
  });
});

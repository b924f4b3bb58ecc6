import { expect, it } from 'vitest';
import { suggestConnections } from '../suggest.ts';
import { generatePartners } from '../training/partners.ts';
import { generateProducts } from '../training/products.ts';
import { newRandom } from '../training/random.ts';
import { GENERIC_PRECISION, THRESHOLDS } from './generic.ts';

it.each([
  ['product', () => generateProducts(newRandom(9001), 700)],
  ['partner', () => generatePartners(newRandom(9002), 700, true)],
] as const)('the precision told for %s pairs is what the shipped weights reach', (kind, generate) => {
  const { left, right, gold } = generate();
  const truth = new Set(gold.map(([l, r]) => `${l}|${r}`));
  const best = suggestConnections(kind, left, right).filter((pair) => pair.best);
  THRESHOLDS.forEach((threshold, i) => {
    const taken = best.filter(({ score }) => score >= threshold);
    const right = taken.filter((pair) => truth.has(`${pair.left}|${pair.right}`)).length;
    expect(Math.abs(right / taken.length - GENERIC_PRECISION[kind][i]!), `from ${threshold}`).toBeLessThan(0.05);
  });
});

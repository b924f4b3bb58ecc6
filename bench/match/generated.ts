import type { Assignment, MatchKind } from '@khop/engine/connections/record.ts';
import { generateEntities } from '@khop/engine/connections/training/entities.ts';
import { generatePartners } from '@khop/engine/connections/training/partners.ts';
import { type Generated, generateProducts } from '@khop/engine/connections/training/products.ts';
import { newRandom } from '@khop/engine/connections/training/random.ts';
import { type LabelledSet, pairKey } from './sets.ts';

const labelled = (
  name: string,
  family: string,
  kind: MatchKind,
  assignment: Assignment,
  made: Generated,
): LabelledSet => ({
  name,
  family,
  kind,
  assignment,
  left: made.left,
  right: made.right,
  gold: new Set(made.gold.map(([left, right]) => pairKey(left, right))),
});

/** Generated Vietnamese products, one-to-one. */
export const vietnameseProducts = (seed: number, size: number): LabelledSet =>
  labelled(`vn-products-${seed}`, 'vn-products', 'product', 'one-to-one', generateProducts(newRandom(seed), size));

/** Generated Vietnamese partners; several right records may be one left record. */
export const vietnamesePartners = (seed: number, size: number): LabelledSet =>
  labelled(
    `vn-partners-${seed}`,
    'vn-partners',
    'partner',
    'each-right',
    generatePartners(newRandom(seed), size, true),
  );

/** Anything else, in made-up words. */
export const entities = (seed: number, size: number): LabelledSet =>
  labelled(
    `entities-${seed}`,
    'entities',
    'product',
    Math.floor(seed / 9) % 3 === 0 ? 'one-to-one' : 'each-right',
    generateEntities(newRandom(seed), size, seed),
  );

/** Small and larger catalogues: in a small one, the nearest record is often nobody. */
const SIZES = [60, 150, 300, 600, 1000, 1600];

/** What the forest is trained on beside the public sets. Seeds from 1000 on are never trained on. */
export function trainingSets(): LabelledSet[] {
  const sets: LabelledSet[] = [];
  const size = (seed: number): number => SIZES[(seed + Math.floor(seed / 6)) % SIZES.length]!;
  for (let seed = 1; seed <= 24; seed++) sets.push(vietnameseProducts(seed, size(seed)));
  for (let seed = 101; seed <= 124; seed++) sets.push(vietnamesePartners(seed, size(seed)));
  for (let seed = 201; seed <= 254; seed++) sets.push(entities(seed, size(seed)));
  return sets.filter((set) => set.gold.size >= 8);
}

import type { Assignment, MatchKind } from '@khop/engine/connections/record.ts';
import { generateCodedGoods } from '@khop/engine/connections/testing/coded-goods.ts';
import { generateEntities } from '@khop/engine/connections/testing/entities.ts';
import { generatePartners } from '@khop/engine/connections/testing/partners.ts';
import { type Generated, generateProducts } from '@khop/engine/connections/testing/products.ts';
import { newRandom } from '@khop/engine/connections/testing/random.ts';
import { generateTrades } from '@khop/engine/connections/testing/trades.ts';
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

/** Hands as careful as most, of 1. */
export const ORDINARY = 0.25;

const hands = (careless: number | undefined): string => (careless === undefined ? 'any hands' : 'ordinary hands');

/** Generated Vietnamese products, one-to-one; any two hands, or two as careless (0–1) as asked. */
export const vietnameseProducts = (seed: number, size: number, careless?: number): LabelledSet =>
  labelled(
    `products, ${hands(careless)}, seed ${seed}`,
    'vn-products',
    'product',
    'one-to-one',
    generateProducts(newRandom(seed), size, careless),
  );

/** Generated Vietnamese partners; several right records may be one left record. */
export const vietnamesePartners = (seed: number, size: number, careless?: number): LabelledSet =>
  labelled(
    `partners, ${hands(careless)}, seed ${seed}`,
    'vn-partners',
    'partner',
    'each-right',
    generatePartners(newRandom(seed), size, true, careless),
  );

/** The same, where many a name differs from another by a tone. */
const tonalPartners = (seed: number, size: number): LabelledSet =>
  labelled(
    `partners apart by tones, seed ${seed}`,
    'vn-partners',
    'partner',
    'each-right',
    generatePartners(newRandom(seed), size, true, undefined, 0.3),
  );

/** Goods distinguished by figures: steel, pipes, cables, medicines, parts, cloth. */
const trades = (seed: number, size: number): LabelledSet =>
  labelled(`trades, seed ${seed}`, 'vn-trades', 'product', 'one-to-one', generateTrades(newRandom(seed), size));

/** Goods with makers' codes, of two shops. */
export const codedGoods = (seed: number, size: number): LabelledSet =>
  labelled(`coded goods, seed ${seed}`, 'coded', 'product', 'one-to-one', generateCodedGoods(newRandom(seed), size));

/** Anything else, in made-up words. */
const entities = (seed: number, size: number): LabelledSet =>
  labelled(
    `entities-${seed}`,
    'entities',
    'product',
    Math.floor(seed / 9) % 3 === 0 ? 'one-to-one' : 'each-right',
    generateEntities(newRandom(seed), size, seed),
  );

/** Sizes of the catalogues to learn from: what a rare word or a missing rival means depends on the size. */
const SIZES = [150, 300, 600, 900, 1200, 1500, 3000];
const ENTITY_SIZES = [200, 400, 800, 1000, 1500, 2000];
/** Of these only some records are learnt from. */
const LARGE = 10_000;

/** The training sets beside the public ones. Seeds from 1000 on are never trained on. */
export function trainingSets(): LabelledSet[] {
  const sets: LabelledSet[] = [];
  const sizeOf = (sizes: readonly number[], seed: number): number =>
    sizes[(seed + Math.floor(seed / 6)) % sizes.length]!;
  for (let seed = 1; seed <= 24; seed++) sets.push(vietnameseProducts(seed, sizeOf(SIZES, seed)));
  for (let seed = 25; seed <= 27; seed++) sets.push(vietnameseProducts(seed, LARGE));
  for (let seed = 101; seed <= 128; seed++) sets.push(vietnamesePartners(seed, sizeOf(SIZES, seed)));
  for (let seed = 129; seed <= 131; seed++) sets.push(vietnamesePartners(seed, LARGE));
  for (let seed = 201; seed <= 254; seed++) sets.push(entities(seed, sizeOf(ENTITY_SIZES, seed)));
  for (let seed = 501; seed <= 518; seed++) sets.push(trades(seed, sizeOf(SIZES, seed)));
  for (let seed = 701; seed <= 718; seed++) sets.push(codedGoods(seed, sizeOf(SIZES, seed)));
  for (let seed = 601; seed <= 606; seed++) sets.push(tonalPartners(seed, sizeOf(SIZES, seed)));
  return sets.filter((set) => set.gold.size >= 8);
}

/** The sets for calibration: seeds of their own, unlike those of training and of measuring. */
export function calibrationSets(): LabelledSet[] {
  const sets: LabelledSet[] = [];
  const sizeOf = (seed: number): number => (seed % 8 === 0 ? LARGE : seed % 2 === 0 ? 2000 : 800);
  const handsOf = (seed: number): number | undefined => (seed % 3 === 0 ? ORDINARY : undefined);
  for (let seed = 301; seed <= 324; seed++) sets.push(vietnameseProducts(seed, sizeOf(seed), handsOf(seed)));
  for (let seed = 351; seed <= 374; seed++) sets.push(vietnamesePartners(seed, sizeOf(seed), handsOf(seed)));
  for (let seed = 401; seed <= 427; seed++) sets.push(entities(seed, 800));
  for (let seed = 551; seed <= 562; seed++) sets.push(trades(seed, seed % 2 === 0 ? 1500 : 500));
  for (let seed = 751; seed <= 762; seed++) sets.push(codedGoods(seed, seed % 2 === 0 ? 1500 : 500));
  return sets.filter((set) => set.gold.size >= 8);
}

/** The catalogues on which time and memory are measured. */
export const scaleSet = (size: number): LabelledSet => vietnameseProducts(1001, size, ORDINARY);

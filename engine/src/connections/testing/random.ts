/** A small seeded generator (mulberry32): training and generated catalogues must come out the same everywhere. */
export type Random = { state: number };

export const newRandom = (seed: number): Random => ({ state: seed >>> 0 });

/** The next number in [0, 1). */
export function nextRandom(random: Random): number {
  random.state = (random.state + 0x6d2b79f5) >>> 0;
  let t = random.state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

/** A whole number from 0 to below `bound`. */
export const nextInt = (random: Random, bound: number): number => Math.floor(nextRandom(random) * bound);

export const pick = <T>(random: Random, items: readonly T[]): T => items[nextInt(random, items.length)]!;

export const chance = (random: Random, probability: number): boolean => nextRandom(random) < probability;

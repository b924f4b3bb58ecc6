/** A number in [0, 1) that the seed decides (mulberry32's first). */
function startOf(seed: number): number {
  let t = (seed + 0x6d2b79f5) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

/**
 * `count` of `all`, or all when there are no more: at equal steps through the list from a start that the seed decides,
 * so that neighbours in it (a file, a function) have their share, and each is as likely as any other.
 */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  if (count >= all.length) return [...all];
  const start = startOf(seed);
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i + start) * all.length) / count)]!);
}

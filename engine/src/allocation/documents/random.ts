/** Whole numbers below a bound. */
export type Random = (below: number) => number;

/** A seeded generator (mulberry32). */
export function generator(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** Shuffles from the index `from` on. */
export function shuffle(list: number[], random: Random, from: number): void {
  for (let at = list.length - 1; at > from; at--) {
    const other = from + random(at + 1 - from);
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
}

/** Pairs of words and the times that each was counted: an open-addressing table that two threads may read. */
export type PairCounts = {
  /** Smaller id × `stride` + larger id; −1 is a free place. */
  keys: Float64Array;
  counts: Uint32Array;
  size: number;
  /** More than any id. */
  readonly stride: number;
};

export const newPairCounts = (stride: number): PairCounts => ({
  keys: new Float64Array(64).fill(-1),
  counts: new Uint32Array(64),
  size: 0,
  stride,
});

export const mix = (id: number, seed: number): number => {
  let hash = Math.imul(id + seed, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
};

/** The place of a pair, the smaller id first, or the free one where it belongs. */
function placeOf({ keys, stride }: PairCounts, low: number, high: number): number {
  const [key, mask] = [low * stride + high, keys.length - 1];
  let place = (mix(low, 17) ^ mix(high, 3)) & mask;
  while (keys[place]! >= 0 && keys[place] !== key) place = (place + 1) & mask;
  return place;
}

/** The times that a pair was counted. */
export function countOf(table: PairCounts, a: number, b: number): number {
  return table.counts[a < b ? placeOf(table, a, b) : placeOf(table, b, a)]!;
}

/** Counts a pair so many times more. */
export function countPair(table: PairCounts, a: number, b: number, times: number): void {
  if ((table.size + 1) * 2 > table.keys.length) grow(table);
  const [low, high] = a < b ? [a, b] : [b, a];
  const place = placeOf(table, low, high);
  if (table.keys[place]! < 0) {
    table.keys[place] = low * table.stride + high;
    table.size++;
  }
  table.counts[place]! += times;
}

/** Calls `visit` with every pair and how often it was counted. */
export function eachPair(
  { keys, counts, stride }: PairCounts,
  visit: (low: number, high: number, count: number) => void,
): void {
  for (let place = 0; place < keys.length; place++) {
    if (keys[place]! >= 0) visit(Math.floor(keys[place]! / stride), keys[place]! % stride, counts[place]!);
  }
}

function grow(table: PairCounts): void {
  const old = { ...table };
  table.keys = new Float64Array(old.keys.length * 2).fill(-1);
  table.counts = new Uint32Array(table.keys.length);
  eachPair(old, (low, high, count) => {
    const place = placeOf(table, low, high);
    table.keys[place] = low * table.stride + high;
    table.counts[place] = count;
  });
}

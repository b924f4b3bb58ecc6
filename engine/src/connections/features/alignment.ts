/** Longest name that is aligned word by word; the rest of a longer one is left to the cosine features. */
export const LONGEST = 48;

/** The way in which two tokens were matched. */
export const EXACT = 1;
export const TYPO = 2;
export const SHORTENED = 3;
export const JOINED = 4;
export const INITIALS = 5;
export const SYNONYM = 6;

/** One of the two aligned texts. Weights are IDF sums. */
export type Side = {
  size: number;
  /** Token ids, and per token the similarity given to it (0 = unmatched) and how it was matched. */
  readonly ids: Uint32Array;
  readonly sim: Float32Array;
  readonly way: Uint8Array;
  /** Position of the (first) partner token, −1 without. */
  readonly partner: Int16Array;
  weight: number;
  matched: number;
};

/** The outcome of the last alignment, overwritten by the next. */
export type Alignment = {
  readonly a: Side;
  readonly b: Side;
  /** Weight of matched words whose Vietnamese marks contradict each other. */
  markConflict: number;
};

const newSide = (): Side => ({
  size: 0,
  ids: new Uint32Array(LONGEST),
  sim: new Float32Array(LONGEST),
  way: new Uint8Array(LONGEST),
  partner: new Int16Array(LONGEST),
  weight: 0,
  matched: 0,
});
export const newAlignment = (): Alignment => ({ a: newSide(), b: newSide(), markConflict: 0 });

/** Gives the two tokens to each other. */
export function pair(out: Alignment, x: number, y: number, similarity: number, way: number): void {
  const { a, b } = out;
  a.sim[x] = similarity;
  b.sim[y] = similarity;
  a.way[x] = way;
  b.way[y] = way;
  a.partner[x] = y;
  b.partner[y] = x;
}

/** The number of unmatched tokens. */
export function leftOver({ sim, size }: Side): number {
  let count = 0;
  for (let t = 0; t < size; t++) if (sim[t] === 0) count++;
  return count;
}

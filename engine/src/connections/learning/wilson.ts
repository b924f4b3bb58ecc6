/** A share that was counted, and between which bounds the true one lies (95 %); nulls when nothing was counted. */
export type Share = {
  readonly right: number;
  readonly n: number;
  readonly precision: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

const Z = 1.959964;

/** Wilson's interval: honest for few cases and for shares near 0 or 1, where the usual one promises too much. */
export function wilson(right: number, n: number): Share {
  if (n === 0) return { right, n, precision: null, low: null, high: null };
  const share = right / n;
  const square = Z * Z;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const spread = (Z * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n))) / (1 + square / n);
  return { right, n, precision: share, low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) };
}

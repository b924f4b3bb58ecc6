/**
 * A linear program whose columns have at most two entries: a network with gains.
 * Maximise cost1, then cost2, subject to A·x = rhs, 0 ≤ x ≤ upper.
 */
export type Program<T> = {
  readonly rhs: readonly T[];
  /** Rows of each column; rowB is −1 when the column has one entry. */
  readonly rowA: readonly number[];
  readonly rowB: readonly number[];
  readonly coefA: readonly T[];
  readonly coefB: readonly T[];
  /** undefined = unbounded. */
  readonly upper: readonly (T | undefined)[];
  readonly cost1: readonly T[];
  readonly cost2: readonly T[];
  /** One column per row, that together are a feasible start with every other column at 0. */
  readonly start: readonly number[];
};

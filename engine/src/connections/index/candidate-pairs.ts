/** Candidate pairs ordered by left, then right; `leftStart` delimits the pairs of every left record. */
export type Candidates = {
  readonly count: number;
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly leftStart: Uint32Array;
  /** The place of every pair's row among the rows of features, −1 without; without it every pair has one in its place. */
  readonly rowOf?: Int32Array;
};

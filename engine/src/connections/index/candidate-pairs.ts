/** Candidate pairs ordered by left, then right; `leftStart` delimits the pairs of every left record. */
export type Candidates = {
  readonly count: number;
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly leftStart: Uint32Array;
};

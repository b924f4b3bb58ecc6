import type { Candidates } from '../index/candidate-pairs.ts';

/** Records asked: enough to know the share to about three points. */
const ASKED = 600;

/** About the mean of generated catalogues. */
export const USUAL = 0.7;
/** So many records of a usual catalogue are counted in: a handful of records says little about the whole. */
const ASSUMED = 30;

/** The share of the records of the smaller catalogue that have a partner more likely right than wrong (0–1). */
export function coverageOf(
  candidates: Candidates,
  leftSize: number,
  rightSize: number,
  /** First-stage log-odds of a candidate. */
  firstOf: (k: number) => number,
): number {
  const [records, size] = leftSize <= rightSize ? [candidates.left, leftSize] : [candidates.right, rightSize];
  const step = Math.max(1, Math.ceil(size / ASKED));
  const found = new Uint8Array(size);
  for (let k = 0; k < candidates.count; k++) {
    const record = records[k]!;
    if (record % step === 0 && found[record] === 0 && firstOf(k) > 0) found[record] = 1;
  }
  return (found.reduce((sum, one) => sum + one, 0) + ASSUMED * USUAL) / (Math.ceil(size / step) + ASSUMED);
}

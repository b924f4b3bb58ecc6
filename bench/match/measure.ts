import { assign } from '@khop/engine/connections/assign.ts';
import type { Candidates } from '@khop/engine/connections/index/candidate-pairs.ts';
import { type LabelledSet, pairKey } from './sets.ts';

/** Quality on a set whose truth is known. */
export type Quality = {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Expected calibration error over all pairs that would be written (score ≥ 0.05), ten equal bins. */
  readonly ece: number;
  /** Precision among assigned pairs with score ≥ 0.99, and their share of the truth found there. */
  readonly surePrecision: number;
  readonly sureCoverage: number;
};

export function measure(
  set: LabelledSet,
  candidates: Candidates,
  scores: Float64Array,
  yielding?: Uint8Array,
): Quality {
  const best = assign(candidates, scores, set, yielding);
  let [chosen, right, sure, sureRight] = [0, 0, 0, 0];
  const bins = Array.from({ length: 10 }, () => ({ count: 0, sum: 0, hits: 0 }));
  let written = 0;
  for (let k = 0; k < candidates.count; k++) {
    const score = scores[k]!;
    const hit = set.gold.has(pairKey(candidates.left[k]!, candidates.right[k]!)) ? 1 : 0;
    if (score >= 0.05) {
      const bin = bins[Math.min(9, Math.floor(score * 10))]!;
      bin.count++;
      bin.sum += score;
      bin.hits += hit;
      written++;
    }
    if (best[k] === 1 && score >= 0.5) {
      chosen++;
      right += hit;
      if (score >= 0.99) {
        sure++;
        sureRight += hit;
      }
    }
  }
  const precision = chosen === 0 ? 0 : right / chosen;
  const recall = right / set.gold.size;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    ece: bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.hits), 0) / Math.max(1, written),
    surePrecision: sure === 0 ? 1 : sureRight / sure,
    sureCoverage: sureRight / set.gold.size,
  };
}

export const percent = (value: number): string => (100 * value).toFixed(1).padStart(5);

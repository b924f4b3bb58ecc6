import type { Candidates } from './index/candidate-pairs.ts';
import type { Sides } from './record.ts';

/** Pairs below this are never part of the assignment. */
export const ASSIGN_FROM = 0.5;

/**
 * Marks the pairs of the assignment greedily, best score first; ties by left, then right position. Pairs marked in
 * `yielding` (promotional twins) come after all others: they may not take the place of the goods for sale.
 */
export function assign(
  candidates: Candidates,
  scores: Float64Array,
  { left, right, assignment }: Sides,
  yielding?: Uint8Array,
): Uint8Array {
  const order: number[] = [];
  for (let k = 0; k < candidates.count; k++) if (scores[k]! >= ASSIGN_FROM) order.push(k);
  const last = (k: number): number => yielding?.[k] ?? 0;
  order.sort((a, b) => last(a) - last(b) || scores[b]! - scores[a]! || a - b);
  const best = new Uint8Array(candidates.count);
  const usedLeft = new Uint8Array(left.length);
  const usedRight = new Uint8Array(right.length);
  for (const k of order) {
    const [l, r] = [candidates.left[k]!, candidates.right[k]!];
    if (assignment !== 'each-right' && usedLeft[l] === 1) continue;
    if (assignment !== 'each-left' && usedRight[r] === 1) continue;
    best[k] = 1;
    usedLeft[l] = 1;
    usedRight[r] = 1;
  }
  return best;
}

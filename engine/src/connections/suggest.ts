import { ASSIGN_FROM, assign } from './assign.ts';
import { explain } from './explain.ts';
import { loadForest } from './model/forest.ts';
import { COLUMNS } from './model/list-features.ts';
import weights from './model/weights.json' with { type: 'json' };
import { type Model, type OnProgress, probabilities, promotionalTwins, scorePairs } from './pipeline.ts';
import type { Assignment, MatchKind, MatchRecord, Question, Suggestion } from './record.ts';
import type { Spread } from './search/spread.ts';

export type SuggestOptions = {
  /** Default: `one-to-one` for products, `each-right` for partners. */
  readonly assignment?: Assignment;
  /** Pairs scored lower are left out; 0.05 by default. */
  readonly minimumScore?: number;
  /** The most suggestions that a left or a right record may have, best first; all by default. */
  readonly perRecord?: number;
  /** `done` of `total` left records, over all stages. Answering `false` stops the work: the answer is then empty. */
  readonly onProgress?: OnProgress;
  /** Threads that share the work; the answer is the same with and without. */
  readonly spread?: Spread;
};

/** Pairs under this probability are not suggestions. */
export const MINIMUM_SCORE = 0.05;

export const defaultAssignment = (kind: MatchKind): Assignment => (kind === 'product' ? 'one-to-one' : 'each-right');

let shipped: Model | undefined;

/** The model that comes with the product. */
export function shippedModel(): Model {
  shipped ??= {
    first: loadForest(weights.first, COLUMNS),
    second: loadForest(weights.second, COLUMNS),
    calibration: weights.calibration,
  };
  return shipped;
}

/**
 * Suggests which record of `left` is which record of `right`, best first; without training, labels or network, and the
 * same answer for the same input. `score` is a calibrated probability, the evidence of a pair adds up to it.
 */
export function suggestConnections(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  options: SuggestOptions = {},
): Suggestion[] {
  const suggestions: Suggestion[] = [];
  const assignment = options.assignment ?? defaultAssignment(kind);
  eachSuggestion({ kind, left, right, assignment }, options, (suggestion) => suggestions.push(suggestion));
  return suggestions;
}

/** The same, told one after the other: the evidence of a million pairs need not be held at once. */
export function eachSuggestion(
  question: Question,
  options: Omit<SuggestOptions, 'assignment'>,
  take: (suggestion: Suggestion) => void,
): void {
  const { left, right } = question;
  if (left.length === 0 || right.length === 0) return;
  const model = shippedModel();
  const minimum = options.minimumScore ?? MINIMUM_SCORE;
  const scored = scorePairs(question, model, options.onProgress, options.spread, Math.min(minimum, ASSIGN_FROM));
  if (!scored) return;
  const { candidates } = scored;
  const scores = probabilities(scored.logOdds);
  const best = assign(candidates, scores, question, promotionalTwins(scored));
  const chosen: number[] = [];
  for (let k = 0; k < candidates.count; k++) if (scores[k]! >= minimum) chosen.push(k);
  chosen.sort((a, b) => scores[b]! - scores[a]! || best[b]! - best[a]! || a - b);
  const [leftSeen, rightSeen] = [new Uint32Array(left.length), new Uint32Array(right.length)];
  const most = options.perRecord ?? Number.POSITIVE_INFINITY;
  for (const k of chosen) {
    const [l, r] = [candidates.left[k]!, candidates.right[k]!];
    if (best[k] !== 1 && (leftSeen[l]! >= most || rightSeen[r]! >= most)) continue;
    leftSeen[l]!++;
    rightSeen[r]!++;
    take({
      left: l,
      right: r,
      score: Math.round(scores[k]! * 1e4) / 1e4,
      best: best[k] === 1,
      evidence: explain(scored, model, k, left[l]!, right[r]!),
    });
  }
}

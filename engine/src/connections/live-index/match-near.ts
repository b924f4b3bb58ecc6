import type { Evidence } from '../record.ts';
import { MINIMUM_SCORE } from '../suggest.ts';
import type { LiveIndex } from './live-side.ts';
import { Neighbourhood, type Places } from './neighbourhood.ts';

export type NearPair = {
  readonly left: number;
  readonly right: number;
  readonly score: number;
  readonly evidence: Evidence[];
};
export type NearOptions = {
  /** Pairs scored lower are left out. */
  readonly minimumScore?: number;
  /** The most pairs that a record may have, best first. */
  readonly perRecord?: number;
  readonly onProgress?: (done: number, total: number) => void;
};

/**
 * All pairs of the given records and of those that are suggested for them, best first: exactly these records may have
 * other suggestions when the given ones change. `touched` names the records that these pairs belong to. The work grows
 * with the number of records asked for, not with the catalogues.
 */
export function matchNear(
  index: LiveIndex,
  asked: Places,
  options: NearOptions = {},
): { pairs: NearPair[]; touched: Places } {
  const { minimumScore = MINIMUM_SCORE, perRecord = Number.POSITIVE_INFINITY, onProgress } = options;
  const work = new Neighbourhood(index);
  const total = asked.left.length + asked.right.length;
  work.expand(asked, (done) => onProgress?.(done, total));
  // Rivals of a pair are all pairs of its two records: first those of the partners.
  work.expand(work.partnersOf(asked, minimumScore));
  const touched = { left: new Set(asked.left), right: new Set(asked.right) };
  const first = { left: new Set(asked.left), right: new Set(asked.right) };
  for (const { left, right, score } of work.judgeThose(asked).pairs) {
    if (score < minimumScore) continue;
    if (first.left.has(left)) touched.right.add(right);
    if (first.right.has(right)) touched.left.add(left);
  }
  // As the pairs of those suggested change with them, then those of their partners.
  const all = { left: [...touched.left], right: [...touched.right] };
  work.expand(all);
  const partners = work.partnersOf(all, minimumScore);
  work.expand(partners);
  const around = {
    left: [...new Set([...all.left, ...partners.left])],
    right: [...new Set([...all.right, ...partners.right])],
  };
  // Which pairs of a crowded partner are the best few depends on all of them.
  const crowded = work.crowded(around, minimumScore, perRecord);
  work.expand(work.partnersOf(crowded, minimumScore));
  const { pairs, explainAll } = work.judgeThose(around);
  const seen = { left: new Map<number, number>(), right: new Map<number, number>() };
  const answer: typeof pairs = [];
  pairs.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right);
  for (const pair of pairs) {
    const { left, right, score } = pair;
    if (score < minimumScore) break;
    const [ofLeft, ofRight] = [seen.left.get(left) ?? 0, seen.right.get(right) ?? 0];
    if (ofLeft >= perRecord || ofRight >= perRecord) continue;
    seen.left.set(left, ofLeft + 1);
    seen.right.set(right, ofRight + 1);
    if (touched.left.has(left) || touched.right.has(right)) answer.push(pair);
  }
  const evidence = explainAll(answer);
  const named = answer.map(({ left, right, score }, n): NearPair => {
    return { left, right, score: Math.round(score * 1e4) / 1e4, evidence: evidence[n]! };
  });
  return { pairs: named, touched: { left: [...touched.left], right: [...touched.right] } };
}

import { type DecidedPair, fit, type LearnedModel, learnedScore } from './fit.ts';
import { type Share, wilson } from './wilson.ts';

/** Decisions on single pairs before anything may be learned, and how many of each answer there must be among them. */
export const MINIMUM_DECISIONS = 60;
const MINIMUM_OF_EACH = 10;
/** Mean gain in log-loss (nats per decision) that learning must bring on decisions it has not seen… */
const MARGIN = 0.01;
/** …and by how many standard errors it must be above zero. */
const SURE = 2;
const PARTS = 5;
/** The score from which people accept without much looking. */
const SAFE_SCORE = 0.95;

export type ShadowFigures = {
  /** Decisions on single pairs, each of them judged by a model that had not seen it. */
  readonly decisions: number;
  readonly logLossBefore: number;
  readonly logLossAfter: number;
  /** Share of right pairs among those scored `SAFE_SCORE` or higher; null when none is. */
  readonly precisionBefore: number | null;
  readonly precisionAfter: number | null;
};

/** The reason why learning is switched on or not. */
export type Verdict = 'better' | 'few' | 'one-sided' | 'no-gain' | 'less-precise';

export type Trial = { readonly model: LearnedModel; readonly figures: ShadowFigures; readonly verdict: Verdict };

/**
 * Learns from a company's decisions and tests the result in the shadow: every decision is judged by a model fitted to
 * the other four fifths. Only a gain that is clear, and that costs no precision where people trust the score most, is
 * `better`. Pure and deterministic: the same decisions in any order give the same answer.
 */
export function tryToLearn(given: readonly DecidedPair[]): Trial {
  const pairs = [...given].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const parts = pairs.map(({ key }) => hash(key) % PARTS);
  const tested: { accepted: boolean; before: number; after: number }[] = [];
  for (let part = 0; part < PARTS; part++) {
    const model = fit(pairs.filter((_, i) => parts[i] !== part));
    pairs.forEach((pair, i) => {
      if (parts[i] === part && pair.lookedAt)
        tested.push({ accepted: pair.accepted, before: pair.score, after: learnedScore(model, pair) });
    });
  }
  const gains = tested.map(({ accepted, before, after }) => loss(accepted, before) - loss(accepted, after));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const gain = mean(gains);
  const error = Math.sqrt(mean(gains.map((value) => (value - gain) ** 2)) / Math.max(1, gains.length - 1));
  const trusted = (of: (one: (typeof tested)[number]) => number): Share => {
    const safe = tested.filter((one) => of(one) >= SAFE_SCORE);
    return wilson(safe.filter(({ accepted }) => accepted).length, safe.length);
  };
  const [before, after] = [trusted((one) => one.before), trusted((one) => one.after)];
  const figures: ShadowFigures = {
    decisions: tested.length,
    logLossBefore: round(mean(tested.map(({ accepted, before }) => loss(accepted, before)))),
    logLossAfter: round(mean(tested.map(({ accepted, after }) => loss(accepted, after)))),
    precisionBefore: shareOf(before),
    precisionAfter: shareOf(after),
  };
  const accepted = tested.filter((one) => one.accepted).length;
  const verdict: Verdict =
    tested.length < MINIMUM_DECISIONS
      ? 'few'
      : Math.min(accepted, tested.length - accepted) < MINIMUM_OF_EACH
        ? 'one-sided'
        : gain < MARGIN || gain < SURE * error
          ? 'no-gain'
          : isLessPrecise(before, after)
            ? 'less-precise'
            : 'better';
  return { model: fit(pairs), figures, verdict };
}

const shareOf = ({ precision }: Share): number | null => (precision === null ? null : round(precision));

/** A lower share among the trusted. Of a handful it proves nothing, as long as no more of them are wrong than before. */
export function isLessPrecise(before: Share, after: Share): boolean {
  if (before.precision === null || after.precision === null || after.precision >= before.precision) return false;
  return after.n - after.right > before.n - before.right || after.high! < before.precision;
}

const EDGE = 1e-4;
const loss = (accepted: boolean, score: number): number => -Math.log(Math.max(EDGE, accepted ? score : 1 - score));
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** FNV-1a: spreads keys evenly and never changes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

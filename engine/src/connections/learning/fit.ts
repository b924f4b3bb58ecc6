import { logistic } from '../model/forest.ts';
import type { Evidence, EvidenceField } from '../record.ts';

/** A pair that a person has decided, with the shipped engine's answer about it. */
export type DecidedPair = {
  /** Names the pair; also decides in which part it is held out. */
  readonly key: string;
  readonly accepted: boolean;
  /** The shipped engine's probability. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
  /** False for pairs accepted in bulk: they teach less and prove nothing. */
  readonly lookedAt: boolean;
};

/** The fields whose agreement or difference chips tell; each may weigh more or less in one company than elsewhere. */
const FIELDS = [
  ...(['name', 'size', 'code', 'unit', 'price', 'taxCode', 'phone', 'email', 'address', 'context'] as const),
] satisfies readonly EvidenceField[];

/** log-odds = slope · the engine's + offset + Σ weight · (agrees 1, differs −1). */
export type LearnedModel = {
  readonly slope: number;
  readonly offset: number;
  readonly weights: Readonly<Record<(typeof FIELDS)[number], number>>;
};

const EDGE = 1e-4;
const clamp = (score: number): number => Math.min(1 - EDGE, Math.max(EDGE, score));
const logOdds = (score: number): number => Math.log(clamp(score) / (1 - clamp(score)));

/** 1, 0 or −1 for every field: the joint verdict of its chips. */
function signs(evidence: readonly Evidence[]): number[] {
  return FIELDS.map((field) => {
    let sum = 0;
    for (const chip of evidence) {
      if (chip.field === field)
        sum += chip.kind === 'same' || chip.kind === 'similar' ? 1 : chip.kind === 'different' ? -1 : 0;
    }
    return Math.sign(sum);
  });
}

const inputsOf = (score: number, evidence: readonly Evidence[]): number[] => [logOdds(score), 1, ...signs(evidence)];

/** Before any decision the engine is believed as it is; this much evidence it takes to move each number (1 / variance). */
const PRIOR_MEAN = [1, 0, ...FIELDS.map(() => 0)];
const PRIOR_STRENGTH = [4, 1, ...FIELDS.map(() => 3)];
const BULK_WEIGHT = 0.2;
const STEPS = 30;

/** The most probable model given the decisions; deterministic, and the engine itself when there are none. */
export function fit(pairs: readonly DecidedPair[]): LearnedModel {
  const inputs = pairs.map(({ score, evidence }) => inputsOf(score, evidence));
  const weightOf = ({ lookedAt }: DecidedPair): number => (lookedAt ? 1 : BULK_WEIGHT);
  /** The improbability of a model, given the decisions; it is minimised. */
  const cost = (model: readonly number[]): number => {
    let sum = model.reduce((total, value, i) => total + (PRIOR_STRENGTH[i]! * (value - PRIOR_MEAN[i]!) ** 2) / 2, 0);
    inputs.forEach((input, p) => {
      const margin = dot(model, input) * (pairs[p]!.accepted ? 1 : -1);
      sum += weightOf(pairs[p]!) * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    });
    return sum;
  };
  let at = [...PRIOR_MEAN];
  for (let step = 0; step < STEPS; step++) {
    const gradient = at.map((value, i) => PRIOR_STRENGTH[i]! * (PRIOR_MEAN[i]! - value));
    const curvature = at.map((_, i) => at.map((__, j) => (i === j ? PRIOR_STRENGTH[i]! : 0)));
    inputs.forEach((input, p) => {
      const { accepted } = pairs[p]!;
      const weight = weightOf(pairs[p]!);
      const chance = logistic(dot(at, input));
      const slope = weight * Math.max(1e-9, chance * (1 - chance));
      for (let i = 0; i < input.length; i++) {
        gradient[i]! += weight * input[i]! * ((accepted ? 1 : 0) - chance);
        for (let j = 0; j <= i; j++) curvature[i]![j]! += slope * input[i]! * input[j]!;
      }
    });
    for (let i = 0; i < at.length; i++) for (let j = 0; j < i; j++) curvature[j]![i] = curvature[i]![j]!;
    const change = solve(curvature, gradient);
    const before = cost(at);
    let share = 1;
    let next = at;
    // A full Newton step may overshoot where the curve is flat; half of it, often enough, is always downhill.
    for (let halving = 0; halving < 40; halving++, share /= 2) {
      next = at.map((value, i) => value + share * change[i]!);
      if (cost(next) <= before) break;
    }
    at = next;
    if (share * Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  const [slope, offset, ...weights] = at.map((value) => Math.round(value * 1e6) / 1e6);
  return {
    slope: Math.max(0.1, slope!),
    offset: offset!,
    weights: Object.fromEntries(FIELDS.map((field, i) => [field, weights[i]!])) as LearnedModel['weights'],
  };
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Solves a small symmetric positive system by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    for (let k = i + 1; k < size; k++) {
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= size; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  const answer = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let sum = rows[i]![size]!;
    for (let j = i + 1; j < size; j++) sum -= rows[i]![j]! * answer[j]!;
    answer[i] = sum / rows[i]![i]!;
  }
  return answer;
}

/** The probability after learning, to 4 decimals. */
export function learnedScore(model: LearnedModel, score: number, evidence: readonly Evidence[]): number {
  const weights = [model.slope, model.offset, ...FIELDS.map((field) => model.weights[field])];
  return Math.round(clamp(logistic(dot(weights, inputsOf(score, evidence)))) * 1e4) / 1e4;
}

/** The words of the chip that carries the learned part. */
const LEARNED_CHIP = 'Học từ quyết định của công ty';

/** The engine's score and evidence with the learned part as one more chip, so that the chips still add up. */
export function applyLearned(
  model: LearnedModel,
  { score, evidence }: { readonly score: number; readonly evidence: readonly Evidence[] },
): { score: number; evidence: readonly Evidence[] } {
  const learned = learnedScore(model, score, evidence);
  const contribution = Math.round((learned - score) * 1e4) / 1e4;
  if (contribution === 0) return { score, evidence };
  return {
    score: learned,
    evidence: [...evidence, { field: 'learned', kind: 'neutral', label: LEARNED_CHIP, contribution }],
  };
}

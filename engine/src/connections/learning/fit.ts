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
  /** The words that only one of the two names has (`leftWords`). */
  readonly leftOver: readonly string[];
  /** False for pairs accepted in bulk: they teach less and prove nothing. */
  readonly lookedAt: boolean;
};

/** The fields whose agreement or difference chips tell; each may weigh more or less in one company than elsewhere. */
const FIELDS = [
  ...(['name', 'size', 'code', 'unit', 'price', 'taxCode', 'phone', 'email', 'address', 'context'] as const),
] satisfies readonly EvidenceField[];

/** Log-odds of the engine (50 %, 90 %, 98 %) where the company's own calibration curve may bend: too sure at the top and too timid in the middle is one company. */
const BENDS = [0, 2.2, 3.9];
/** No part of the curve is flatter: what the engine scores higher stays higher. */
const LEAST_SLOPE = 0.1;

/** log-odds = Σ slope · the engine's between two bends + offset + Σ weight · (agrees 1, differs −1) + Σ weight of each word left over. */
export type LearnedModel = {
  /** Below the first of `BENDS`, between them and above the last; 1 where the engine is believed as it is. */
  readonly slopes: readonly number[];
  readonly offset: number;
  readonly weights: Readonly<Record<(typeof FIELDS)[number], number>>;
  /** Below zero for a word that distinguishes two things when only one name has it, above for one that says nothing. */
  readonly words: Readonly<Record<string, number>>;
};

/** A word that was left over in fewer decisions teaches nothing; of the others the most frequent are weighed. */
const [ENOUGH, MOST_WORDS] = [5, 40];

/** The words that decisions can teach about, in an order that no order of decisions changes. */
function teachable(pairs: readonly DecidedPair[]): string[] {
  const counts = new Map<string, number>();
  for (const { leftOver, lookedAt } of pairs)
    if (lookedAt) for (const word of leftOver) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= ENOUGH)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}

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

/** A pair as far as learning looks at it. */
type Learnable = Pick<DecidedPair, 'score' | 'evidence' | 'leftOver'>;

/** The slopes of a curve that does not bend. */
const straight = (slope: number): number[] => [slope, ...BENDS.map(() => slope)];

/** A model as it may have been kept: of before words were weighed or before curves could bend, when there was one slope. */
export type StoredModel = Omit<LearnedModel, 'slopes' | 'words'> & Partial<LearnedModel> & { readonly slope?: number };

export const storedModel = ({ slope = 1, ...model }: StoredModel): LearnedModel => ({
  words: {},
  slopes: straight(slope),
  ...model,
});

/** The parts of the engine's log-odds that lie below, between and above the bends; they add up to it. */
const partsOf = (engine: number): number[] =>
  [...BENDS, Number.POSITIVE_INFINITY].map((to, i) => {
    const from = BENDS[i - 1];
    return from === undefined ? Math.min(engine, to) : Math.max(0, Math.min(engine, to) - from);
  });

const inputsOf = ({ score, evidence, leftOver }: Learnable, words: readonly string[]): number[] => [
  ...partsOf(logOdds(score)),
  1,
  ...signs(evidence),
  ...words.map((word) => (leftOver.includes(word) ? 1 : 0)),
];

/** Before any decision the engine is believed as it is; this much evidence it takes to move each number (1 / variance). */
const PRIOR_MEAN = [...straight(1), 0, ...FIELDS.map(() => 0)];
const PRIOR_STRENGTH = [...straight(4), 1, ...FIELDS.map(() => 3)];
const WORD_STRENGTH = 3;
const BULK_WEIGHT = 0.2;
const STEPS = 30;
/** A number that is this sure beforehand does not move. */
const FIXED = 1e9;

/** Decisions as numbers, and the model that is believed before them. */
type Problem = {
  readonly inputs: readonly (readonly number[])[];
  readonly pairs: readonly DecidedPair[];
  readonly mean: readonly number[];
  readonly strength: readonly number[];
};

/** The most probable model given the decisions; deterministic, and the engine itself when there are none. */
export function fit(pairs: readonly DecidedPair[]): LearnedModel {
  const words = teachable(pairs);
  const inputs = pairs.map((pair) => inputsOf(pair, words));
  const mean = [...PRIOR_MEAN, ...words.map(() => 0)];
  const strength = [...PRIOR_STRENGTH, ...words.map(() => WORD_STRENGTH)];
  let at = mostProbable({ inputs, pairs, mean, strength });
  // A part of the curve that would fall stays at the least slope, and the rest is fitted around it.
  for (let tries = 0; tries <= BENDS.length; tries++) {
    const falling = [...BENDS.keys(), BENDS.length].filter((i) => strength[i] !== FIXED && at[i]! < LEAST_SLOPE);
    if (falling.length === 0) break;
    for (const i of falling) [mean[i], strength[i]] = [LEAST_SLOPE, FIXED];
    at = mostProbable({ inputs, pairs, mean, strength });
  }
  const rounded = at.map((value) => Math.round(value * 1e6) / 1e6);
  const [slopes, [offset, ...weights]] = [rounded.slice(0, BENDS.length + 1), rounded.slice(BENDS.length + 1)];
  const ofWords = weights.slice(FIELDS.length);
  return {
    slopes,
    offset: offset!,
    weights: Object.fromEntries(FIELDS.map((field, i) => [field, weights[i]!])) as LearnedModel['weights'],
    words: Object.fromEntries(words.map((word, i) => [word, ofWords[i]!])),
  };
}

/** Newton's method on the logistic regression. */
function mostProbable({ inputs, pairs, mean, strength }: Problem): number[] {
  const weightOf = ({ lookedAt }: DecidedPair): number => (lookedAt ? 1 : BULK_WEIGHT);
  /** The improbability of a model, given the decisions; it is minimised. */
  const cost = (model: readonly number[]): number => {
    let sum = model.reduce((total, value, i) => total + (strength[i]! * (value - mean[i]!) ** 2) / 2, 0);
    inputs.forEach((input, p) => {
      const margin = dot(model, input) * (pairs[p]!.accepted ? 1 : -1);
      sum += weightOf(pairs[p]!) * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    });
    return sum;
  };
  let at = [...mean];
  for (let step = 0; step < STEPS; step++) {
    const gradient = at.map((value, i) => strength[i]! * (mean[i]! - value));
    const curvature = at.map((_, i) => at.map((__, j) => (i === j ? strength[i]! : 0)));
    inputs.forEach((input, p) => {
      const { accepted } = pairs[p]!;
      const weight = weightOf(pairs[p]!);
      const chance = logistic(dot(at, input));
      const slope = weight * Math.max(1e-9, chance * (1 - chance));
      for (let i = 0; i < input.length; i++) {
        // Most words are in most pairs not left over.
        if (input[i] === 0) continue;
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
  return at;
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
export function learnedScore(model: LearnedModel, pair: Learnable): number {
  const known = pair.leftOver.filter((word) => Object.hasOwn(model.words, word));
  const weights = [
    ...model.slopes,
    model.offset,
    ...FIELDS.map((field) => model.weights[field]),
    ...known.map((word) => model.words[word]!),
  ];
  return Math.round(clamp(logistic(dot(weights, inputsOf(pair, known)))) * 1e4) / 1e4;
}

/** The words of the chip that carries the learned part, and from which weight on a word is named in it. */
const LEARNED_CHIP = 'Học từ quyết định của công ty';
const TELLING = 0.3;

/** The chip's words, with those left over that have moved the score. */
function labelOf(model: LearnedModel, leftOver: readonly string[]): string {
  const telling = leftOver.filter((word) => Math.abs(model.words[word] ?? 0) >= TELLING).slice(0, 3);
  return telling.length === 0 ? LEARNED_CHIP : `${LEARNED_CHIP}: ${telling.map((word) => `«${word}»`).join(', ')}`;
}

/** The engine's score and evidence with the learned part as one more chip, so that the chips still add up. */
export function applyLearned(model: LearnedModel, pair: Learnable): { score: number; evidence: readonly Evidence[] } {
  const { score, evidence, leftOver } = pair;
  const learned = learnedScore(model, pair);
  const contribution = Math.round((learned - score) * 1e4) / 1e4;
  if (contribution === 0) return { score, evidence };
  const chip: Evidence = { field: 'learned', kind: 'neutral', label: labelOf(model, leftOver), contribution };
  return { score: learned, evidence: [...evidence, chip] };
}

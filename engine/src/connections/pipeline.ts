import { type Comparer, newComparer } from './features/comparer.ts';
import { mineContrasts, namesOf } from './features/contrasts.ts';
import { coverageOf } from './features/coverage.ts';
import { FEATURE as F } from './features/feature-list.ts';
import { compareRecords } from './features/features.ts';
import { SIDES } from './features/siblings.ts';
import { mineSynonyms } from './features/synonyms.ts';
import type { Candidates } from './index/candidate-pairs.ts';
import { type Compiled, compile, type Tables } from './index/catalogue.ts';
import { joined } from './index/ragged.ts';
import { type Weights, weigh } from './index/retrieval.ts';
import { type Calibrations, leastFor } from './model/calibrate.ts';
import { type Forest, logistic, logit, predict } from './model/forest.ts';
import { addListFeatures, FAR, freePromotionalTwins, ROW } from './model/list-features.ts';
import type { MatchKind, MatchRecord, Question } from './record.ts';
import { type Found, findCandidates } from './search/candidates.ts';
import type { NextJudge } from './search/next-judge.ts';
import type { CompareInput, Tick } from './search/shards.ts';
import { onThisThread, type Spread } from './search/spread.ts';

/**
 * The two forests: `first` judges a pair alone; `second` sees that judgement, the pair and its rivals. What the second
 * says is calibrated.
 */
export type Model = { readonly first: Forest; readonly second: Forest; readonly calibration: Calibrations };

/** Everything known about the pairs worth keeping. */
export type Scored = {
  readonly compiled: Compiled;
  readonly comparer: Comparer;
  readonly candidates: Candidates;
  /** Share of the smaller catalogue that finds a partner: how far this pair of catalogues can be trusted. */
  readonly coverage: number;
  /** `ROW` features per pair. */
  readonly rows: Float32Array;
  /** First-stage log-odds. */
  readonly first: Float64Array;
  /** Final log-odds, calibrated so that 0 means even odds. */
  readonly logOdds: Float64Array;
};

/** Answering `false` stops the work. `done` counts left records, over the whole of the work. */
export type OnProgress = (done: number, total: number) => boolean | undefined;

/** Shares of the progress at the end of finding, of comparing and of judging. */
const FOUND = 0.45;
const COMPARED = 0.85;

/**
 * Runs the engine up to the scores. Returns undefined when stopped. Pairs whose probability cannot come to `minimum`
 * count as rivals only and are left out of the answer.
 */
export function scorePairs(
  question: Question,
  model: Model,
  onProgress?: OnProgress,
  spread: Spread = onThisThread,
  minimum = 0,
): Scored | undefined {
  const { kind, left, right, assignment } = question;
  const report = (share: number): boolean => onProgress?.(Math.floor(share * left.length), left.length) !== false;
  const compiled = compileShared(kind, left, right, spread);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights, (share) => report(share * FOUND), spread);
  if (!found) return undefined;
  const comparer = prepareComparer(compiled, weights, found, spread);
  const coverage = coverageFor(comparer, found.candidates, model.first);
  const bestRight = new Float64Array(spread.room(8 * right.length), 0, right.length).fill(-FAR);
  const next = minimum > 0 ? { ...nextForest(model, coverage, logit(minimum)), assignment, bestRight } : undefined;
  const kept = compareAll(
    comparer,
    found.candidates,
    { first: model.first, next },
    (share) => report(FOUND + share * (COMPARED - FOUND)),
    spread,
  );
  if (!kept) return undefined;
  const { rows } = kept;
  addListFeatures(kept.candidates, question, kept.first, rows);
  const promo = { left: compiled.left.promo, right: compiled.right.promo };
  freePromotionalTwins(kept.candidates, promo, kept.first, assignment, rows);
  const { candidates, first } = withRows(kept);
  const judged = spread.run(
    'judge',
    { rows, second: model.second, calibration: model.calibration, coverage },
    candidates.count,
    (share) => report(COMPARED + share * (1 - COMPARED)),
  );
  if (!judged || !report(1)) return undefined;
  return { compiled, comparer, candidates, coverage, rows, first, logOdds: joined(judged) };
}

/** The least that the second forest must say of a pair, by its sort, for the pair to come to `floor`. */
function nextForest(
  { second, calibration }: Model,
  coverage: number,
  floor: number,
): Pick<NextJudge, 'forest' | 'least'> {
  const least = Object.entries(calibration).map(([sort, curve]) => [sort, leastFor(curve, coverage, floor)]);
  // The keys are those of the calibrations.
  return { forest: second, least: Object.fromEntries(least) as NextJudge['least'] };
}

/** Both catalogues where every thread can read them. */
function compileShared(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  spread: Spread,
): Compiled {
  // The vocabularies stay those of the workspace: an explanation that reads a text again may add words to them.
  return compile(kind, left, right, spread.share);
}

/** The comparer of a pair of catalogues, with the contrasts within them and the synonyms that its anchors show. */
export function prepareComparer(
  compiled: Tables,
  weights: Weights,
  found: Found,
  spread: Spread = onThisThread,
): Comparer {
  const { kind, words, addressWords, left, right } = compiled;
  const tables: Tables = { kind, words, addressWords, left, right };
  const siblings = spread.run('siblings', spread.share(namesOf(tables)), SIDES, () => true)!.flat();
  const plain = newComparer(tables, weights, mineContrasts(tables, siblings));
  return { ...plain, lexicon: { ...plain.lexicon, synonyms: mineSynonyms(plain, found.anchors) } };
}

/** The coverage of a pair of catalogues, from a sample of their candidates. */
function coverageFor(comparer: Comparer, candidates: Candidates, first: Forest): number {
  const row = new Float32Array(ROW);
  return coverageOf(candidates, comparer.compiled.left.size, comparer.compiled.right.size, (k) => {
    compareRecords(comparer, candidates.left[k]!, candidates.right[k]!, row, 0);
    return predict(first, row, 0);
  });
}

/** Pairs with their first-stage log-odds, and the rows of features of those that have one. */
type Compared = { readonly candidates: Candidates; readonly rows: Float32Array; readonly first: Float64Array };

/** Computes the features of every candidate, keeping the pairs that are not hopeless; without a first forest, all. */
export function compareAll(
  comparer: Comparer,
  found: Candidates,
  { first, next }: Partial<Pick<CompareInput, 'first' | 'next'>>,
  tick: Tick,
  spread: Spread = onThisThread,
): Compared | undefined {
  const { name: _, address: __, ...shared } = comparer;
  const input = spread.share({ comparer: shared, left: found.left, right: found.right, first, next });
  const parts = spread.run('compare', input, found.count, tick);
  if (!parts) return undefined;
  const left = joined(parts.map((part) => part.left));
  const right = joined(parts.map((part) => part.right));
  const candidates = { count: left.length, left, right, leftStart: startsOf(left, comparer.compiled.left.size) };
  return {
    candidates: next ? { ...candidates, rowOf: placesOf(joined(parts.map((part) => part.hasRow))) } : candidates,
    rows: inOneRoom(
      parts.map((part) => part.rows),
      spread,
    ),
    first: joined(parts.map((part) => part.first)),
  };
}

/** The first pair of every left record, of pairs ordered by it. */
function startsOf(left: Uint32Array, size: number): Uint32Array {
  const leftStart = new Uint32Array(size + 1);
  left.forEach((record, k) => {
    leftStart[record + 1] = k + 1;
  });
  for (let i = 1; i < leftStart.length; i++) leftStart[i] = Math.max(leftStart[i - 1]!, leftStart[i]!);
  return leftStart;
}

function placesOf(hasRow: Uint8Array): Int32Array {
  let rows = 0;
  return Int32Array.from(hasRow, (has) => (has === 1 ? rows++ : -1));
}

/** All rows, where every thread can read them. */
function inOneRoom(parts: readonly Float32Array[], spread: Spread): Float32Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Float32Array(spread.room(4 * length), 0, length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The pairs that have a row, in its order. */
function withRows({ candidates, first }: Compared): Pick<Compared, 'candidates' | 'first'> {
  const { left, right, leftStart, rowOf } = candidates;
  if (!rowOf) return { candidates, first };
  const has = (_: number, k: number): boolean => rowOf[k]! >= 0;
  const kept = left.filter(has);
  const starts = startsOf(kept, leftStart.length - 1);
  return {
    candidates: { count: kept.length, left: kept, right: right.filter(has), leftStart: starts },
    first: first.filter(has),
  };
}

/** Scores as probabilities. */
export const probabilities = (logOdds: Float64Array): Float64Array => logOdds.map(logistic);

/** 1 for the pairs of promotional goods with goods for sale. */
export const promotionalTwins = ({ candidates, rows }: Scored): Uint8Array =>
  Uint8Array.from({ length: candidates.count }, (_, k) => rows[k * ROW + F.promoMismatch]!);

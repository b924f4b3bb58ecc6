import { type Comparer, newComparer } from './features/comparer.ts';
import { mineContrasts } from './features/contrasts.ts';
import { coverageOf } from './features/coverage.ts';
import { FEATURE as F } from './features/feature-list.ts';
import { compareRecords } from './features/features.ts';
import { mineSynonyms } from './features/synonyms.ts';
import type { Candidates } from './index/candidate-pairs.ts';
import { type Compiled, compile, type Tables } from './index/catalogue.ts';
import { joined } from './index/ragged.ts';
import { type Weights, weigh } from './index/retrieval.ts';
import type { Calibrations } from './model/calibrate.ts';
import { type Forest, logistic, predict } from './model/forest.ts';
import { addListFeatures, freePromotionalTwins, ROW } from './model/list-features.ts';
import type { MatchKind, MatchRecord, Question } from './record.ts';
import { type Found, findCandidates } from './search/candidates.ts';
import type { Tick } from './search/shards.ts';
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

/** Runs the engine up to the scores. Returns undefined when stopped. */
export function scorePairs(
  question: Question,
  model: Model,
  onProgress?: OnProgress,
  spread: Spread = onThisThread,
): Scored | undefined {
  const { kind, left, right, assignment } = question;
  const report = (share: number): boolean => onProgress?.(Math.floor(share * left.length), left.length) !== false;
  const compiled = compileShared(kind, left, right, spread);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights, (share) => report(share * FOUND), spread);
  if (!found) return undefined;
  const comparer = prepareComparer(compiled, weights, found);
  const coverage = coverageFor(comparer, found.candidates, model.first);
  const kept = compareAll(
    comparer,
    found.candidates,
    model.first,
    (share) => report(FOUND + share * (COMPARED - FOUND)),
    spread,
  );
  if (!kept) return undefined;
  const { candidates, first } = kept;
  addListFeatures(candidates, question, first, kept.rows);
  const promo = { left: compiled.left.promo, right: compiled.right.promo };
  freePromotionalTwins(candidates, promo, first, assignment, kept.rows);
  const rows = spread.share(kept.rows);
  const judged = spread.run(
    'judge',
    { rows, second: model.second, calibration: model.calibration, coverage },
    candidates.count,
    (share) => report(COMPARED + share * (1 - COMPARED)),
  );
  if (!judged || !report(1)) return undefined;
  return { compiled, comparer, candidates, coverage, rows, first, logOdds: joined(judged) };
}

/** Both catalogues where every thread can read them. */
function compileShared(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  spread: Spread,
): Compiled {
  const { workspace, ...read } = compile(kind, left, right);
  // The vocabularies stay those of the workspace: an explanation that reads a text again may add words to them.
  const { words, addressWords } = workspace;
  return { ...spread.share(read), words, addressWords, workspace };
}

/** The comparer of a pair of catalogues, with the contrasts within them and the synonyms that its anchors show. */
export function prepareComparer(compiled: Tables, weights: Weights, found: Found): Comparer {
  const { kind, words, addressWords, left, right } = compiled;
  const tables: Tables = { kind, words, addressWords, left, right };
  const plain = newComparer(tables, weights, mineContrasts(tables));
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

/** Computes the features of every candidate, keeping the pairs that are not hopeless. */
export function compareAll(
  comparer: Comparer,
  found: Candidates,
  first: Forest | undefined,
  tick: Tick,
  spread: Spread = onThisThread,
): { candidates: Candidates; rows: Float32Array; first: Float64Array } | undefined {
  const { name: _, address: __, ...shared } = comparer;
  const input = spread.share({ comparer: shared, left: found.left, right: found.right, first });
  const parts = spread.run('compare', input, found.count, tick);
  if (!parts) return undefined;
  const left = joined(parts.map((part) => part.left));
  const leftStart = new Uint32Array(comparer.compiled.left.size + 1);
  left.forEach((record, k) => {
    leftStart[record + 1] = k + 1;
  });
  for (let i = 1; i < leftStart.length; i++) leftStart[i] = Math.max(leftStart[i - 1]!, leftStart[i]!);
  return {
    candidates: { count: left.length, left, right: joined(parts.map((part) => part.right)), leftStart },
    rows: joined(parts.map((part) => part.rows)),
    first: joined(parts.map((part) => part.first)),
  };
}

/** Scores as probabilities. */
export const probabilities = (logOdds: Float64Array): Float64Array => logOdds.map(logistic);

/** 1 for the pairs of promotional goods with goods for sale. */
export const promotionalTwins = ({ candidates, rows }: Scored): Uint8Array =>
  Uint8Array.from({ length: candidates.count }, (_, k) => rows[k * ROW + F.promoMismatch]!);

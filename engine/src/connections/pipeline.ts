import { judge } from './calibrate.ts';
import { type Candidates, type Found, findCandidates } from './candidates.ts';
import { type Compiled, compile } from './catalogue.ts';
import { FEATURE as F } from './feature-list.ts';
import { type Comparer, compareRecords, newComparer } from './features.ts';
import { type Forest, logistic, predict, predictAbove } from './forest.ts';
import { addListFeatures, freePromotionalTwins, ROW } from './list-features.ts';
import type { Assignment, MatchKind, MatchRecord } from './record.ts';
import { type Weights, weigh } from './retrieval.ts';
import { mineSynonyms } from './synonyms.ts';

/** The two forests: `first` judges a pair alone; `second` sees that judgement, the pair and its rivals. */
export type Model = { readonly first: Forest; readonly second: Forest };

/** Everything known about the pairs worth keeping. */
export type Scored = {
  readonly compiled: Compiled;
  readonly comparer: Comparer;
  readonly candidates: Candidates;
  /** `ROW` features per pair. */
  readonly rows: Float32Array;
  /** First-stage log-odds. */
  readonly first: Float64Array;
  /** Final log-odds, calibrated so that 0 means even odds. */
  readonly logOdds: Float64Array;
};

/** Answering `false` stops the work. `done` counts left records, over the whole of the work. */
export type OnProgress = (done: number, total: number) => boolean | undefined;

/** First-stage log-odds under which a pair is forgotten. */
const HOPELESS = -5;

/** Share of the progress that finding candidates takes. */
const FINDING = 0.4;

/** Runs the engine up to the scores. Returns undefined when stopped. */
export function scorePairs(
  kind: MatchKind,
  left: readonly MatchRecord[],
  right: readonly MatchRecord[],
  assignment: Assignment,
  model: Model,
  onProgress?: OnProgress,
): Scored | undefined {
  const report = (share: number): boolean => onProgress?.(Math.floor(share * left.length), left.length) !== false;
  const compiled = compile(kind, left, right);
  const weights = weigh(compiled);
  const found = findCandidates(compiled, weights, (share) => report(share * FINDING));
  if (!found) return undefined;
  const comparer = prepareComparer(compiled, weights, found);
  const kept = compareAll(comparer, found.candidates, model.first, (share) =>
    report(FINDING + share * (0.95 - FINDING)),
  );
  if (!kept) return undefined;
  addListFeatures(kept.candidates, left.length, right.length, kept.first, assignment, kept.rows);
  const promo = { left: compiled.left.promo, right: compiled.right.promo };
  freePromotionalTwins(kept.candidates, promo, kept.first, assignment, kept.rows);
  const logOdds = new Float64Array(kept.candidates.count);
  for (let k = 0; k < logOdds.length; k++) {
    logOdds[k] = judge(kept.rows, k * ROW, predict(model.second, kept.rows, k * ROW));
  }
  if (!report(1)) return undefined;
  return { compiled, comparer, ...kept, logOdds };
}

/** The comparer of a pair of catalogues, with the synonyms that its anchors show. */
export function prepareComparer(compiled: Compiled, weights: Weights, found: Found): Comparer {
  const plain = newComparer(compiled, weights);
  return { ...plain, lexicon: { ...plain.lexicon, synonyms: mineSynonyms(plain, found.anchors) } };
}

/** Computes the features of every candidate, keeping the pairs that are not hopeless. */
export function compareAll(
  comparer: Comparer,
  found: Candidates,
  first: Forest | undefined,
  onProgress: (share: number) => boolean,
): { candidates: Candidates; rows: Float32Array; first: Float64Array } | undefined {
  const leftSize = comparer.compiled.left.size;
  let rows = new Float32Array(ROW * Math.max(64, Math.min(found.count, leftSize * 4)));
  const left = new Uint32Array(found.count);
  const right = new Uint32Array(found.count);
  const logOdds = new Float64Array(found.count);
  const leftStart = new Uint32Array(leftSize + 1);
  let count = 0;
  for (let k = 0; k < found.count; k++) {
    if ((k & 0x3fff) === 0 && !onProgress(k / found.count)) return undefined;
    if ((count + 1) * ROW > rows.length) {
      const larger = new Float32Array(rows.length * 2);
      larger.set(rows);
      rows = larger;
    }
    const [l, r] = [found.left[k]!, found.right[k]!];
    compareRecords(comparer, l, r, rows, count * ROW);
    if (first && isStranger(rows, count * ROW)) continue;
    const value = first ? predictAbove(first, rows, count * ROW, HOPELESS) : 0;
    if (value < HOPELESS) continue;
    left[count] = l;
    right[count] = r;
    logOdds[count] = value;
    leftStart[l + 1] = ++count;
  }
  for (let i = 0; i < leftSize; i++) leftStart[i + 1] = Math.max(leftStart[i]!, leftStart[i + 1]!);
  return {
    candidates: { count, left: left.slice(0, count), right: right.slice(0, count), leftStart },
    rows: rows.subarray(0, count * ROW),
    first: logOdds.slice(0, count),
  };
}

/** Nothing in common worth asking the forest about: no name, no key, no address. Most candidates end here. */
function isStranger(rows: Float32Array, at: number): boolean {
  return (
    rows[at + F.nameSoft]! < 0.25 &&
    rows[at + F.gramDice]! < 0.3 &&
    rows[at + F.bagCosine]! < 0.25 &&
    rows[at + F.taxCode]! <= 0 &&
    rows[at + F.phone]! <= 0 &&
    rows[at + F.email]! <= 0 &&
    rows[at + F.codeField]! <= 0 &&
    !(rows[at + F.addressSoft]! >= 0.5)
  );
}

/** Scores as probabilities. */
export const probabilities = (logOdds: Float64Array): Float64Array => logOdds.map(logistic);

/** 1 for the pairs of promotional goods with goods for sale. */
export const promotionalTwins = ({ candidates, rows }: Scored): Uint8Array =>
  Uint8Array.from({ length: candidates.count }, (_, k) => rows[k * ROW + F.promoMismatch]!);

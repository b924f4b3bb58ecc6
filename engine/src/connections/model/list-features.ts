import { FEATURE_COUNT, FEATURES } from '../features/feature-list.ts';
import type { Candidates } from '../index/candidate-pairs.ts';
import type { Assignment, Sides } from '../record.ts';
import { logistic } from './forest.ts';

/** A pair beside the other candidates of its two records; columns after those of the pair itself. */
const LIST_FEATURES = [
  ['first', 1],
  ['marginLeft', 1],
  ['marginRight', 1],
  ['shareLeft', 1],
  ['shareRight', 1],
  ['freeMargin', 0],
] as const satisfies readonly (readonly [string, -1 | 0 | 1])[];

const LIST_COUNT = LIST_FEATURES.length;
export const ROW = FEATURE_COUNT + LIST_COUNT;
/** Columns of the first forest's log-odds and of the leads over the rivals on either side. */
export const [FIRST, MARGIN_LEFT, MARGIN_RIGHT] = [FEATURE_COUNT, FEATURE_COUNT + 1, FEATURE_COUNT + 2];
export const COLUMNS: readonly string[] = [...FEATURES.map(([name]) => name), ...LIST_FEATURES.map(([name]) => name)];
export const MONOTONE: readonly number[] = [
  ...FEATURES.map(([, direction]) => direction),
  ...LIST_FEATURES.map(([, direction]) => direction),
];

/** Margins beyond this say nothing more. */
export const FAR = 8;
const clip = (value: number): number => Math.max(-FAR, Math.min(FAR, value));

/** Best and second best first-stage log-odds of every record and the sum of its probabilities. */
type Rivals = {
  readonly best: Float64Array;
  readonly second: Float64Array;
  readonly sum: Float64Array;
};

function rivalsOf(records: Uint32Array, count: number, size: number, first: Float64Array): Rivals {
  const best = new Float64Array(size).fill(-FAR);
  const second = new Float64Array(size).fill(-FAR);
  const sum = new Float64Array(size);
  for (let k = 0; k < count; k++) {
    const record = records[k]!;
    const value = first[k]!;
    sum[record]! += logistic(value);
    if (value > best[record]!) {
      second[record] = best[record]!;
      best[record] = value;
    } else if (value > second[record]!) second[record] = value;
  }
  return { best, second, sum };
}

/** The place of the row of pair `k`, −1 without. */
const rowAt = ({ rowOf }: Candidates, k: number): number => (rowOf ? rowOf[k]! : k);

/**
 * Fills the list columns of every row from the first-stage log-odds. Rivalry counts only on a side where a record may
 * be used once: with `each-right` a left record may serve many, so its other partners say nothing against a pair.
 */
export function addListFeatures(candidates: Candidates, sides: Sides, first: Float64Array, rows: Float32Array): void {
  const { assignment } = sides;
  const left = rivalsOf(candidates.left, candidates.count, sides.left.length, first);
  const right = rivalsOf(candidates.right, candidates.count, sides.right.length, first);
  const marginOf = (rivals: Rivals, record: number, value: number): number =>
    value - (value === rivals.best[record]! ? rivals.second[record]! : rivals.best[record]!);
  for (let k = 0; k < candidates.count; k++) {
    const row = rowAt(candidates, k);
    if (row < 0) continue;
    const [l, r, value] = [candidates.left[k]!, candidates.right[k]!, first[k]!];
    const probability = logistic(value);
    listColumns(rows, row * ROW, assignment, {
      first: value,
      marginLeft: marginOf(left, l, value),
      marginRight: marginOf(right, r, value),
      shareLeft: probability / left.sum[l]!,
      shareRight: probability / right.sum[r]!,
    });
  }
}

/** A pair beside its rivals. */
type Beside = {
  readonly first: number;
  readonly marginLeft: number;
  readonly marginRight: number;
  readonly shareLeft: number;
  readonly shareRight: number;
};

/** Writes the list columns of the row that starts at `at`. */
export function listColumns(rows: Float32Array, at: number, assignment: Assignment, beside: Beside): void {
  const leftOnce = assignment !== 'each-right';
  const rightOnce = assignment !== 'each-left';
  const [marginLeft, marginRight] = [clip(beside.marginLeft), clip(beside.marginRight)];
  rows[at + FIRST] = beside.first;
  rows[at + MARGIN_LEFT] = leftOnce ? marginLeft : Number.NaN;
  rows[at + MARGIN_RIGHT] = rightOnce ? marginRight : Number.NaN;
  rows[at + FIRST + 3] = leftOnce ? beside.shareLeft : Number.NaN;
  rows[at + FIRST + 4] = rightOnce ? beside.shareRight : Number.NaN;
  rows[at + FIRST + 5] = leftOnce && rightOnce ? Number.NaN : leftOnce ? marginRight : marginLeft;
}

/**
 * A promotional twin ("KM - …") is the same goods, so it takes nothing from the twin that is for sale: for such a pair
 * the record on the other side is contended only by other promotional twins. Runs after `addListFeatures`.
 */
export function freePromotionalTwins(
  candidates: Candidates,
  promo: { readonly left: Uint8Array; readonly right: Uint8Array },
  first: Float64Array,
  assignment: Assignment,
  rows: Float32Array,
): void {
  for (const side of ['left', 'right'] as const) {
    const other = side === 'left' ? 'right' : 'left';
    if (assignment === (side === 'left' ? 'each-left' : 'each-right')) continue;
    const twins: number[] = [];
    for (let k = 0; k < candidates.count; k++) {
      if (promo[side][candidates[side][k]!] === 1 && promo[other][candidates[other][k]!] === 0) twins.push(k);
    }
    if (twins.length === 0) continue;
    const scores = Float64Array.from(twins, (k) => first[k]!);
    const contended = Uint32Array.from(twins, (k) => candidates[other][k]!);
    const rivals = rivalsOf(contended, twins.length, promo[other].length, scores);
    const [margin, share] = other === 'right' ? [2, 4] : [1, 3];
    twins.forEach((k, t) => {
      const row = rowAt(candidates, k);
      if (row < 0) return;
      const [record, value] = [contended[t]!, scores[t]!];
      const at = row * ROW + FEATURE_COUNT;
      const best = value === rivals.best[record]! ? rivals.second[record]! : rivals.best[record]!;
      rows[at + margin] = clip(value - best);
      rows[at + share] = logistic(value) / rivals.sum[record]!;
    });
  }
}

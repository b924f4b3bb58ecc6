import { type Draw, type Population, upperBounds } from './bound.ts';

/** Pairs, and what they are worth. */
export type Part = { readonly count: number; readonly value: number };

/** The knowledge of a bucket at some moment. */
export type Known = {
  readonly bucket: Population;
  /** The judged sample, in the order of drawing, with what has become known of its pairs since. */
  readonly sample: readonly Draw[];
  /** The pairs that are accepted, or would be: without those set aside or lost. */
  readonly accepted: Part;
  /** Pairs of the sample that were not found right: they are not accepted. */
  readonly setAside: Part;
  /** Accepted pairs that a later correction has shown to be wrong, of the sample or not. */
  readonly corrected: Part;
};

export type Standing = {
  /** The largest share of wrong pairs, and of their đồng, among those that were accepted. */
  readonly rows: number;
  readonly value: number;
  /** The same among those that are still accepted, without the ones that were corrected. */
  readonly rowsLeft: number;
  readonly valueLeft: number;
};

/**
 * The bounds of a bucket, each of which holds with probability 1 − risk; so does the larger of rows and đồng for both. All
 * errors that the sample leaves possible are reckoned to be among the accepted pairs, but for those that were set aside.
 */
export function standingOf({ bucket, sample, accepted, setAside, corrected }: Known, risk: number): Standing {
  const most = upperBounds(bucket, sample, risk);
  const errors = {
    count: Math.max(most.rows - setAside.count, corrected.count),
    value: Math.max(most.value - setAside.value, corrected.value),
  };
  const share = (measure: 'count' | 'value', less: number): number => {
    const among = accepted[measure] - less;
    return among > 0 ? Math.min(1, (errors[measure] - less) / among) : 0;
  };
  return {
    rows: share('count', 0),
    value: share('value', 0),
    rowsLeft: share('count', corrected.count),
    valueLeft: share('value', corrected.value),
  };
}

/** True when neither rows nor đồng may be wrong more often than this. */
export const keepsTo = ({ rows, value }: Pick<Standing, 'rows' | 'value'>, maxError: number): boolean =>
  rows <= maxError && value <= maxError;

import type { MatchKind } from '../record.ts';

/** The scores from which a company's own precision is told. */
export const THRESHOLDS = [0.99, 0.98, 0.95, 0.9, 0.8, 0.5] as const;

/**
 * Precision of best pairs from each threshold on, measured with the shipped weights on generated Vietnamese catalogues
 * (eighteen unseen seeds of 1,500 records a kind). Not this company's: shown beside its own figures, and labelled so.
 */
export const GENERIC_PRECISION: Readonly<Record<MatchKind, readonly number[]>> = {
  product: [0.996, 0.993, 0.988, 0.986, 0.972, 0.943],
  partner: [0.999, 0.998, 0.994, 0.989, 0.975, 0.945],
};

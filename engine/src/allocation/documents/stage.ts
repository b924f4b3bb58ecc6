import type { Compiled } from '../compile.ts';
import type { Network } from '../flow/network.ts';
import type { Routing } from '../flow/routing.ts';
import type { Grouping, Units } from '../units.ts';
import type { Commitments } from './commitments.ts';

/**
 * The instance as it is when aims (a) and (b) are reached: the state that the serving of documents works on and
 * changes.
 */
export type Stage = {
  readonly c: Compiled;
  readonly units: Units;
  readonly net: Network;
  readonly routes: Routing;
  readonly records: Commitments;
  /** Lines, the most valuable ahead. */
  readonly order: Int32Array;
  /** The amount that each line receives. */
  readonly given: Float64Array;
  /** The stock that each source held at first. */
  readonly caps: Float64Array;
  readonly linesOfDocument: Grouping;
};

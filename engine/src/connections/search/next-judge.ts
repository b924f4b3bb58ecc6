import { FEATURE as F } from '../features/feature-list.ts';
import { type Sort, sortOf } from '../model/calibrate.ts';
import { type Forest, highest, logistic } from '../model/forest.ts';
import { FAR, FIRST, listColumns, ROW } from '../model/list-features.ts';
import type { Assignment } from '../record.ts';

/** The forest that will judge next, as far as it is known while pairs are still being compared: most pairs need no row. */
export type NextJudge = {
  readonly forest: Forest;
  /** By sort, the log-odds that count. */
  readonly least: Readonly<Record<Sort, number>>;
  readonly assignment: Assignment;
  /**
   * The best first-stage log-odds of every right record so far. Threads write it without taking turns: whatever is
   * there is that of a real rival or `-FAR`, and that is all that is asked of it.
   */
  readonly bestRight: Float64Array;
};

/** The pairs of one left record: row k of `rows` is about right record `right[k]`. */
export type Group = { count: number; readonly right: number[]; readonly first: number[]; rows: Float32Array };

export const newGroup = (): Group => ({ count: 0, right: [], first: [], rows: new Float32Array(64 * ROW) });

/**
 * Tells `each` the pairs of the group whose row may count. More rivals only lower the columns of the list: those known
 * so far give the most that they can come to, and with it the most that the next forest can say.
 */
export function countingRows(next: NextJudge, { count, right, first, rows }: Group, each: (k: number) => void): void {
  let [best, second, sum] = [-FAR, -FAR, 0];
  for (let k = 0; k < count; k++) {
    const value = first[k]!;
    sum += logistic(value);
    if (value > best) [second, best] = [best, value];
    else if (value > second) second = value;
  }
  for (let k = 0; k < count; k++) {
    const [at, value] = [k * ROW, first[k]!];
    const probability = logistic(value);
    const bestRight = next.bestRight[right[k]!]!;
    // A promotional twin has other promotional twins for rivals only.
    const free = rows[at + F.promoMismatch] === 1;
    listColumns(rows, at, next.assignment, {
      first: value,
      marginLeft: free ? FAR : value - (value === best ? second : best),
      marginRight: free ? FAR : value - bestRight,
      shareLeft: free ? 1 : roundedUp(probability / sum),
      shareRight: free ? 1 : roundedUp(probability / (probability + logistic(bestRight))),
    });
    if (highest(next.forest, rows, at, FIRST + 1) >= next.least[sortOf(rows, at)]) each(k);
  }
  for (let k = 0; k < count; k++) {
    if (first[k]! > next.bestRight[right[k]!]!) next.bestRight[right[k]!] = first[k]!;
  }
}

/** Sums in another order may come out a trifle lower. */
const roundedUp = (share: number): number => Math.min(1, share + 1e-6);

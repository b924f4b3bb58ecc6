import type { Field } from '../field.ts';
import { basisGraph, priceRows, solveRows } from './basis-graph.ts';
import type { Program } from './linear-program.ts';

export type Basis = { readonly basic: readonly number[]; readonly atUpper: ReadonlySet<number> };

export type Solution<T> = {
  readonly status: 'optimal' | 'infeasible' | 'stopped';
  readonly basis: Basis;
  readonly values: readonly T[];
  /** Shadow prices of the rows for both costs. */
  readonly duals1: readonly T[];
  readonly duals2: readonly T[];
};

/** Columns looked at before the best of them enters; after this many degenerate steps the first of all enters instead. */
const WINDOW = 200;
const PATIENCE = 1000;

/**
 * Bounded primal simplex with two costs in lexicographic order. The basis of such a program is a forest with one loop
 * per tree, so an iteration only touches the trees of the entering column: both linear systems are solved there by
 * peeling leaves. Bland's rule takes over while steps stay degenerate, so it ends on every exact input.
 *
 * @param from a basis to start at; 'infeasible' is returned at once when it is not a feasible one.
 */
export function solve<T>(
  field: Field<T>,
  program: Program<T>,
  from?: Basis,
  maxPivots = Number.POSITIVE_INFINITY,
): Solution<T> {
  const { rowA, rowB, coefA, coefB, upper, cost1, cost2 } = program;
  const rows = program.rhs.length;
  const columns = rowA.length;
  const graph = basisGraph(rows, rowA, rowB);
  const isBasic = new Uint8Array(columns);
  const atUpper = new Uint8Array(columns);
  const value: T[] = new Array(columns).fill(field.zero);
  const prices1: T[] = new Array(rows).fill(field.zero);
  const prices2: T[] = new Array(rows).fill(field.zero);
  const scratch: T[] = new Array(rows).fill(field.zero);
  for (const column of from?.basic ?? program.start) {
    isBasic[column] = 1;
    graph.put(column);
  }
  for (const column of from?.atUpper ?? []) {
    atUpper[column] = 1;
    value[column] = upper[column]!;
  }
  const everyRow = Array.from({ length: rows }, (_, row) => row);
  const evaluate = (): void => {
    const part = graph.unravel(everyRow);
    for (const row of everyRow) scratch[row] = program.rhs[row]!;
    for (let column = 0; column < columns; column++) {
      if (atUpper[column] === 0) continue;
      const a = rowA[column]!;
      const b = rowB[column]!;
      scratch[a] = field.subtract(scratch[a]!, field.multiply(coefA[column]!, value[column]!));
      if (b >= 0) scratch[b] = field.subtract(scratch[b]!, field.multiply(coefB[column]!, value[column]!));
    }
    solveRows(field, program, graph, part, scratch);
    for (const row of everyRow) {
      value[graph.columnOf[row]!] = scratch[row]!;
      scratch[row] = field.zero;
    }
    priceRows(field, program, graph, part, cost1, prices1);
    priceRows(field, program, graph, part, cost2, prices2);
  };
  const answer = (status: Solution<T>['status']): Solution<T> => {
    const basic: number[] = [];
    const upperSet = new Set<number>();
    for (let column = 0; column < columns; column++) {
      if (isBasic[column] === 1) basic.push(column);
      else if (atUpper[column] === 1) upperSet.add(column);
    }
    return { status, basis: { basic, atUpper: upperSet }, values: value, duals1: prices1, duals2: prices2 };
  };
  evaluate();
  for (let column = 0; column < columns; column++) {
    if (isBasic[column] === 0) continue;
    const limit = upper[column];
    const over = limit !== undefined && field.sign(field.subtract(value[column]!, limit)) > 0;
    if (over || field.sign(value[column]!) < 0) return answer('infeasible');
  }

  const reduced = (column: number, cost: readonly T[], prices: readonly T[]): T => {
    let left = field.subtract(cost[column]!, field.multiply(coefA[column]!, prices[rowA[column]!]!));
    const b = rowB[column]!;
    if (b >= 0) left = field.subtract(left, field.multiply(coefB[column]!, prices[b]!));
    return atUpper[column] === 1 ? field.subtract(field.zero, left) : left;
  };
  let pointer = 0;
  /** The best of the next improving columns, under Bland's rule the first of all; −1 at the optimum. */
  const entering = (bland: boolean): number => {
    let best = -1;
    let best1 = field.zero;
    let best2 = field.zero;
    if (bland) pointer = 0;
    for (let looked = 0; looked < columns; looked++) {
      if (best >= 0 && looked >= WINDOW) break;
      const column = pointer;
      pointer = pointer + 1 === columns ? 0 : pointer + 1;
      if (isBasic[column] === 1) continue;
      const limit = upper[column];
      if (limit !== undefined && field.sign(limit) === 0) continue;
      const first = reduced(column, cost1, prices1);
      const sign = field.sign(first);
      if (sign < 0) continue;
      const second = reduced(column, cost2, prices2);
      if (sign === 0 && field.sign(second) <= 0) continue;
      if (bland) return column;
      const order = field.sign(field.subtract(first, best1));
      if (best < 0 || order > 0 || (order === 0 && field.sign(field.subtract(second, best2)) > 0)) {
        best = column;
        best1 = first;
        best2 = second;
      }
    }
    return best;
  };

  let degenerate = 0;
  let evaluated = 0;
  for (let pivots = 0; pivots < maxPivots; pivots++) {
    let column = entering(degenerate > PATIENCE);
    if (column < 0 && evaluated < pivots) {
      // Floats drift over many updates: the optimum is declared on values and prices computed afresh.
      evaluate();
      evaluated = pivots;
      column = entering(degenerate > PATIENCE);
    }
    if (column < 0) return answer('optimal');
    const a = rowA[column]!;
    const b = rowB[column]!;
    const direction = atUpper[column] === 1 ? -1 : 1;
    const part = graph.reach([a, b]);
    const unravelled = graph.unravel(part);
    scratch[a] = coefA[column]!;
    if (b >= 0) scratch[b] = coefB[column]!;
    solveRows(field, program, graph, unravelled, scratch);
    // The entering column moves by `step`; basic ones move by −direction · change · step.
    let step = upper[column];
    let leaving = -1;
    let leavesAtUpper = false;
    for (const row of part) {
      const side = field.sign(scratch[row]!) * direction;
      if (side === 0) continue;
      const candidate = graph.columnOf[row]!;
      const limit = upper[candidate];
      if (side < 0 && limit === undefined) continue;
      const room = side > 0 ? value[candidate]! : field.subtract(limit!, value[candidate]!);
      const size = field.sign(scratch[row]!) > 0 ? scratch[row]! : field.subtract(field.zero, scratch[row]!);
      const ratio = field.sign(room) <= 0 ? field.zero : field.divide(room, size);
      const order = step === undefined ? -1 : field.sign(field.subtract(ratio, step));
      if (order < 0 || (order === 0 && leaving >= 0 && candidate < leaving)) {
        step = ratio;
        leaving = candidate;
        leavesAtUpper = side < 0;
      }
    }
    if (step === undefined) throw new Error('The program is unbounded.');
    const still = field.sign(step) === 0;
    degenerate = still ? degenerate + 1 : 0;
    const move = direction > 0 ? step : field.subtract(field.zero, step);
    for (const row of part) {
      const change = scratch[row]!;
      scratch[row] = field.zero;
      if (still || change === field.zero) continue;
      const basic = graph.columnOf[row]!;
      value[basic] = field.subtract(value[basic]!, field.multiply(change, move));
    }
    value[column] = field.add(value[column]!, move);
    if (leaving < 0) {
      atUpper[column] = direction > 0 ? 1 : 0;
      value[column] = direction > 0 ? upper[column]! : field.zero;
      continue;
    }
    value[leaving] = leavesAtUpper ? upper[leaving]! : field.zero;
    atUpper[leaving] = leavesAtUpper ? 1 : 0;
    atUpper[column] = 0;
    isBasic[leaving] = 0;
    isBasic[column] = 1;
    graph.remove(leaving);
    graph.put(column);
    const after = graph.unravel(part);
    priceRows(field, program, graph, after, cost1, prices1);
    priceRows(field, program, graph, after, cost2, prices2);
  }
  return answer('stopped');
}

import type { NumberField } from '../number-field.ts';
import { type BasisGraph, basisGraph, priceRows, type System, solveRows, type Unravelled } from './basis-graph.ts';
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
  field: NumberField<T>,
  program: Program<T>,
  from?: Basis,
  maxPivots = Number.POSITIVE_INFINITY,
): Solution<T> {
  const state = new Simplex(field, program, from);
  if (!state.isFeasible()) return state.answer('infeasible');
  let degenerate = 0;
  let evaluated = 0;
  for (let pivots = 0; pivots < maxPivots; pivots++) {
    const isStuck = degenerate > PATIENCE;
    let column = state.entering(isStuck);
    if (column < 0 && evaluated < pivots) {
      // Floats drift over many updates: the optimum is declared on values and prices computed afresh.
      state.evaluate();
      evaluated = pivots;
      column = state.entering(isStuck);
    }
    if (column < 0) return state.answer('optimal');
    degenerate = state.enter(column) ? 0 : degenerate + 1;
  }
  return state.answer('stopped');
}

/**
 * The distance by which the entering column moves, and the column that leaves; `leaving` is −1 when the entering one
 * only moves to its own other bound.
 */
type Step<T> = { readonly size: T; readonly leaving: number; readonly leavesAtUpper: boolean };

class Simplex<T> {
  readonly #field: NumberField<T>;
  readonly #program: Program<T>;
  readonly #graph: BasisGraph;
  readonly #system: System<T>;
  readonly #everyRow: readonly number[];
  readonly #isBasic: Uint8Array;
  readonly #atUpper: Uint8Array;
  readonly #value: T[];
  readonly #prices1: T[];
  readonly #prices2: T[];
  /** Zero between calls: a right-hand side on its way in, a solution on its way out. */
  readonly #scratch: T[];
  /** The column at which looking for the next entering one goes on. */
  #pointer = 0;

  constructor(field: NumberField<T>, program: Program<T>, from: Basis | undefined) {
    const { rowA, rowB, rhs, upper } = program;
    this.#field = field;
    this.#program = program;
    this.#graph = basisGraph(rhs.length, rowA, rowB);
    this.#system = { field, program, graph: this.#graph };
    this.#everyRow = Array.from(rhs, (_, row) => row);
    this.#isBasic = new Uint8Array(rowA.length);
    this.#atUpper = new Uint8Array(rowA.length);
    this.#value = new Array(rowA.length).fill(field.zero);
    this.#prices1 = new Array(rhs.length).fill(field.zero);
    this.#prices2 = new Array(rhs.length).fill(field.zero);
    this.#scratch = new Array(rhs.length).fill(field.zero);
    for (const column of from?.basic ?? program.start) {
      this.#isBasic[column] = 1;
      this.#graph.put(column);
    }
    for (const column of from?.atUpper ?? []) {
      this.#atUpper[column] = 1;
      this.#value[column] = upper[column]!;
    }
    this.evaluate();
  }

  /** Computes values and prices from the basis alone. */
  evaluate(): void {
    const { rhs, rowA, rowB, coefA, coefB } = this.#program;
    const field = this.#field;
    const scratch = this.#scratch;
    const part = this.#graph.unravel(this.#everyRow);
    for (const row of this.#everyRow) scratch[row] = rhs[row]!;
    for (let column = 0; column < rowA.length; column++) {
      if (this.#atUpper[column] === 0) continue;
      const a = rowA[column]!;
      const b = rowB[column]!;
      const value = this.#value[column]!;
      scratch[a] = field.subtract(scratch[a]!, field.multiply(coefA[column]!, value));
      if (b >= 0) scratch[b] = field.subtract(scratch[b]!, field.multiply(coefB[column]!, value));
    }
    solveRows(this.#system, part, scratch);
    for (const row of this.#everyRow) {
      this.#value[this.#graph.columnOf[row]!] = scratch[row]!;
      scratch[row] = field.zero;
    }
    this.#price(part);
  }

  isFeasible(): boolean {
    const { upper } = this.#program;
    return this.#value.every((value, column) => {
      if (this.#isBasic[column] === 0) return true;
      const limit = upper[column];
      const isOver = limit !== undefined && this.#field.sign(this.#field.subtract(value, limit)) > 0;
      return !isOver && this.#field.sign(value) >= 0;
    });
  }

  answer(status: Solution<T>['status']): Solution<T> {
    const basic: number[] = [];
    const atUpper = new Set<number>();
    for (let column = 0; column < this.#value.length; column++) {
      if (this.#isBasic[column] === 1) basic.push(column);
      else if (this.#atUpper[column] === 1) atUpper.add(column);
    }
    const basis = { basic, atUpper };
    return { status, basis, values: this.#value, duals1: this.#prices1, duals2: this.#prices2 };
  }

  /** The best of the next improving columns, under Bland's rule the first of all; −1 at the optimum. */
  entering(bland: boolean): number {
    const { cost1, cost2 } = this.#program;
    const field = this.#field;
    const columns = this.#value.length;
    let best = -1;
    let best1 = field.zero;
    let best2 = field.zero;
    if (bland) this.#pointer = 0;
    for (let looked = 0; looked < columns; looked++) {
      if (best >= 0 && looked >= WINDOW) break;
      const column = this.#pointer;
      this.#pointer = column + 1 === columns ? 0 : column + 1;
      if (!this.#canMove(column)) continue;
      const first = this.#gain(column, cost1, this.#prices1);
      const sign = field.sign(first);
      if (sign < 0) continue;
      const second = this.#gain(column, cost2, this.#prices2);
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
  }

  /** Lets a column enter the basis, or move to its other bound. @returns true when anything moved. */
  enter(column: number): boolean {
    const direction = this.#atUpper[column] === 1 ? -1 : 1;
    const part = this.#changes(column);
    const step = this.#ratioTest(column, part, direction);
    const move = direction > 0 ? step.size : this.#field.subtract(this.#field.zero, step.size);
    this.#move(column, part, move);
    if (step.leaving < 0) {
      this.#settle(column, direction > 0);
      return this.#field.sign(step.size) !== 0;
    }
    this.#settle(step.leaving, step.leavesAtUpper);
    this.#atUpper[column] = 0;
    this.#isBasic[step.leaving] = 0;
    this.#isBasic[column] = 1;
    this.#graph.remove(step.leaving);
    this.#graph.put(column);
    this.#price(this.#graph.unravel(part));
    return this.#field.sign(step.size) !== 0;
  }

  #canMove(column: number): boolean {
    if (this.#isBasic[column] === 1) return false;
    const limit = this.#program.upper[column];
    return limit === undefined || this.#field.sign(limit) !== 0;
  }

  /** The gain per unit of a column that leaves its bound. */
  #gain(column: number, cost: readonly T[], prices: readonly T[]): T {
    const { rowA, rowB, coefA, coefB } = this.#program;
    const field = this.#field;
    let left = field.subtract(cost[column]!, field.multiply(coefA[column]!, prices[rowA[column]!]!));
    const b = rowB[column]!;
    if (b >= 0) left = field.subtract(left, field.multiply(coefB[column]!, prices[b]!));
    return this.#atUpper[column] === 1 ? field.subtract(field.zero, left) : left;
  }

  /** Rows whose basic columns move with this one; by how much per unit is in the scratch. */
  #changes(column: number): readonly number[] {
    const { rowA, rowB, coefA, coefB } = this.#program;
    const a = rowA[column]!;
    const b = rowB[column]!;
    const part = this.#graph.reach([a, b]);
    const unravelled = this.#graph.unravel(part);
    this.#scratch[a] = coefA[column]!;
    if (b >= 0) this.#scratch[b] = coefB[column]!;
    solveRows(this.#system, unravelled, this.#scratch);
    return part;
  }

  /** The entering column moves by `size`; basic ones move by −direction · change · size until the first is at a bound. */
  #ratioTest(column: number, part: readonly number[], direction: 1 | -1): Step<T> {
    const { upper } = this.#program;
    const field = this.#field;
    let size = upper[column];
    let leaving = -1;
    let leavesAtUpper = false;
    for (const row of part) {
      const change = this.#scratch[row]!;
      const sign = field.sign(change);
      const side = sign * direction;
      if (side === 0) continue;
      const candidate = this.#graph.columnOf[row]!;
      const limit = upper[candidate];
      if (side < 0 && limit === undefined) continue;
      const room = side > 0 ? this.#value[candidate]! : field.subtract(limit!, this.#value[candidate]!);
      const speed = sign > 0 ? change : field.subtract(field.zero, change);
      const ratio = field.sign(room) <= 0 ? field.zero : field.divide(room, speed);
      const order = size === undefined ? -1 : field.sign(field.subtract(ratio, size));
      if (order < 0 || (order === 0 && leaving >= 0 && candidate < leaving)) {
        size = ratio;
        leaving = candidate;
        leavesAtUpper = side < 0;
      }
    }
    if (size === undefined) throw new Error('The program is unbounded.');
    return { size, leaving, leavesAtUpper };
  }

  /** Moves a column and the basic ones that depend on it, and clears the scratch. */
  #move(column: number, part: readonly number[], move: T): void {
    const field = this.#field;
    const isStill = field.sign(move) === 0;
    for (const row of part) {
      const change = this.#scratch[row]!;
      this.#scratch[row] = field.zero;
      if (isStill || change === field.zero) continue;
      const basic = this.#graph.columnOf[row]!;
      this.#value[basic] = field.subtract(this.#value[basic]!, field.multiply(change, move));
    }
    this.#value[column] = field.add(this.#value[column]!, move);
  }

  /** Puts a column on one of its bounds. */
  #settle(column: number, isAtUpper: boolean): void {
    this.#atUpper[column] = isAtUpper ? 1 : 0;
    this.#value[column] = isAtUpper ? this.#program.upper[column]! : this.#field.zero;
  }

  #price(part: Unravelled): void {
    const { cost1, cost2 } = this.#program;
    priceRows(this.#system, part, cost1, this.#prices1);
    priceRows(this.#system, part, cost2, this.#prices2);
  }
}

import type { Factor } from '../../quantity.ts';
import type { Compiled } from '../compile.ts';
import type { Draft } from '../flow/network.ts';
import { FLOATS, FRACTIONS, type Fraction, type NumberField } from '../number-field.ts';
import type { Program } from './linear-program.ts';
import { type Solution, solve } from './simplex.ts';

/** Lines of one node, priority and value per unit: one variable of the program. */
export type ValueClass = { readonly node: number; readonly priority: 1 | 2; readonly line: number; cap: number };

/** A component of the draft as a linear program. */
export type Model = {
  readonly c: Compiled;
  readonly draft: Draft;
  readonly sources: readonly number[];
  /** AMIS millionths of each source. */
  readonly caps: readonly number[];
  /** Ascending, so that the nodes of a group follow one another. */
  readonly nodes: readonly number[];
  readonly arcs: readonly number[];
  /** One per arc. */
  readonly factors: readonly Factor[];
  readonly classes: readonly ValueClass[];
};

export type Optimum = {
  /** Base-unit millionths over each arc; always feasible. */
  readonly amounts: readonly Fraction[];
  /** Đồng for priority 1 and over all. */
  readonly priority1: Fraction;
  readonly total: Fraction;
  /** True when fractions confirmed the optimum. */
  readonly proven: boolean;
  /** Shadow prices of the sources, đồng per AMIS millionth, for priority 1 and over all. */
  readonly prices1: readonly Fraction[];
  readonly prices2: readonly Fraction[];
};

/** Pivots that the float basis may still need in fractions, and rows up to which fractions may start from nothing. */
const EXACT_PIVOTS = 20_000;
const EXACT_ROWS = 5000;

/** Solves a model on floats, then checks and completes the answer in exact fractions. */
export function optimumOf(model: Model): Optimum {
  const guess = solve(FLOATS, programOf(FLOATS, model, 1_000_000n));
  const program = programOf(FRACTIONS, model, 1n);
  let exact: Solution<Fraction> = solve(FRACTIONS, program, guess.basis, EXACT_PIVOTS);
  if (exact.status !== 'optimal' && program.rhs.length <= EXACT_ROWS) exact = solve(FRACTIONS, program);
  const values = exact.status === 'infeasible' ? clipped(model, program, exact) : exact.values;
  const sum = (cost: readonly Fraction[]): Fraction =>
    values.reduce((total, value, at) => FRACTIONS.add(total, FRACTIONS.multiply(cost[at]!, value)), FRACTIONS.zero);
  return {
    amounts: values.slice(0, model.arcs.length),
    priority1: sum(program.cost1),
    total: sum(program.cost2),
    proven: exact.status === 'optimal',
    prices1: exact.duals1.slice(0, model.sources.length),
    prices2: exact.duals2.slice(0, model.sources.length),
  };
}

/** Rows: sources (AMIS units), then nodes (base units). Columns: arcs, slacks, carries, classes, idle. */
function programOf<T>(field: NumberField<T>, model: Model, scale: bigint): Program<T> {
  const { c, draft, sources, caps, nodes, arcs, factors, classes } = model;
  const columns = new Columns(field);
  const minusOne = field.subtract(field.zero, field.one);
  const start: number[] = new Array(sources.length + nodes.length).fill(-1);
  const sourceRow = new Map(sources.map((source, row) => [source, row]));
  const nodeRow = new Map(nodes.map((node, row) => [node, sources.length + row]));
  arcs.forEach((arc, a) => {
    const gain = field.from(factors[a]!.numerator, factors[a]!.denominator);
    columns.join([sourceRow.get(draft.arcSource[arc]!)!, gain], [nodeRow.get(draft.arcNode[arc]!)!, minusOne]);
  });
  for (let k = 0; k < sources.length; k++) start[k] = columns.single(k);
  nodes.forEach((node, j) => {
    const next = nodes[j + 1];
    if (next === undefined || draft.nodeGroup[node] !== draft.nodeGroup[next]) return;
    columns.join([sources.length + j, field.one], [sources.length + j + 1, minusOne]);
  });
  for (const { node, priority, line, cap } of classes) {
    const row = nodeRow.get(node)!;
    const value = field.from(BigInt(c.lineAmount[line]!), BigInt(draft.lineFull[line]!));
    const first = priority === 1 ? value : field.zero;
    const at = columns.single(row, field.from(BigInt(cap), scale), [first, value]);
    if (start[row]! < 0) start[row] = at;
  }
  for (let row = sources.length; row < start.length; row++) {
    if (start[row]! < 0) start[row] = columns.single(row, field.zero);
  }
  const rhs = start.map((_, row) => (row < caps.length ? field.from(BigInt(caps[row]!), scale) : field.zero));
  return { rhs, ...columns.written, start };
}

type Written<T> = { [Name in Exclude<keyof Program<T>, 'rhs' | 'start'>]: Program<T>[Name][number][] };

/** The columns of a program as they are written one after another; each call returns the number of its column. */
class Columns<T> {
  readonly written: Written<T> = { rowA: [], rowB: [], coefA: [], coefB: [], upper: [], cost1: [], cost2: [] };
  readonly #field: NumberField<T>;

  constructor(field: NumberField<T>) {
    this.#field = field;
  }

  /** A column of two entries, row and coefficient each; it is unbounded and costs nothing. */
  join(one: readonly [number, T], other: readonly [number, T]): number {
    return this.#add(one, other, undefined, [this.#field.zero, this.#field.zero]);
  }

  /** A column of one entry, which is one. */
  single(row: number, limit?: T, costs: readonly [T, T] = [this.#field.zero, this.#field.zero]): number {
    return this.#add([row, this.#field.one], [-1, this.#field.zero], limit, costs);
  }

  #add(
    [rowA, coefA]: readonly [number, T],
    [rowB, coefB]: readonly [number, T],
    limit: T | undefined,
    [cost1, cost2]: readonly [T, T],
  ): number {
    const { written } = this;
    written.rowA.push(rowA);
    written.rowB.push(rowB);
    written.coefA.push(coefA);
    written.coefB.push(coefB);
    written.upper.push(limit);
    written.cost1.push(cost1);
    written.cost2.push(cost2);
    return written.rowA.length - 1;
  }
}

/** A feasible point near a basis that is not: arcs one after another, each as far as its source still reaches. */
function clipped(model: Model, program: Program<Fraction>, near: Solution<Fraction>): Fraction[] {
  const left = [...program.rhs];
  return near.values.map((value, column) => {
    if (column >= model.arcs.length || FRACTIONS.sign(value) <= 0) return FRACTIONS.zero;
    const source = program.rowA[column]!;
    const gain = program.coefA[column]!;
    const most = FRACTIONS.divide(left[source]!, gain);
    const amount = FRACTIONS.sign(FRACTIONS.subtract(value, most)) > 0 ? most : value;
    left[source] = FRACTIONS.subtract(left[source]!, FRACTIONS.multiply(amount, gain));
    return amount;
  });
}

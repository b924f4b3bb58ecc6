import type { Factor } from '../../quantity.ts';
import type { Compiled } from './compile.ts';
import { type Field, FLOATS, FRACTIONS, type Fraction } from './field.ts';
import { compareRatios } from './micro.ts';
import type { Draft } from './network.ts';
import { type Program, type Solution, solve } from './simplex.ts';

/** Where a component's parts begin in the draft. */
export type Mark = { readonly sources: number; readonly arcs: number; readonly nodes: number; readonly groups: number };

export function markOf(draft: Draft): Mark {
  return {
    sources: draft.sourceLot.length,
    arcs: draft.arcNode.length,
    nodes: draft.nodeGroup.length,
    groups: draft.groups.length,
  };
}

/**
 * For a component whose factors contradict one another: solves its linear program exactly and replaces its shared
 * sources by shares of lots, each reserved for one item. Inside an item there is one unit again, so the rest of the
 * allocator works on the shares as on lots. Shares are rounded to millionths by running totals per item.
 *
 * @returns the optimum of the program in đồng (an upper bound when the exact proof was given up for size).
 */
export function reserveByProgram(c: Compiled, draft: Draft, mark: Mark, lines: Int32Array): Bound {
  const classes = valueClasses(c, draft, lines);
  const model: Model = { c, draft, mark, classes, factors: factorsOf(c, draft, mark) };
  const { amounts, bound } = optimumOf(model);
  const nodes = draft.arcNode.slice(mark.arcs);
  const sources = draft.arcSource.slice(mark.arcs);
  const lots = draft.sourceLot.slice(mark.sources);
  draft.arcNode.length = mark.arcs;
  draft.arcSource.length = mark.arcs;
  draft.sourceLot.length = mark.sources;
  draft.sourceCap.length = mark.sources;
  draft.sourceStep.length = mark.sources;
  let total = FRACTIONS.zero;
  let group = -1;
  nodes.forEach((node, a) => {
    if (draft.nodeGroup[node] !== group) total = FRACTIONS.zero;
    group = draft.nodeGroup[node]!;
    const before = total.n / total.d;
    total = FRACTIONS.add(total, amounts[a]!);
    const share = Number(total.n / total.d - before);
    if (share <= 0) return;
    draft.arcNode.push(node);
    draft.arcSource.push(draft.sourceLot.length);
    draft.sourceLot.push(lots[sources[a]! - mark.sources]!);
    draft.sourceCap.push(share);
    draft.sourceStep.push(0);
  });
  return bound;
}

/** Đồng, exact: the most for priority 1, and the most over all that is compatible with it. */
export type Bound = { readonly priority1: Fraction; readonly total: Fraction; readonly proven: boolean };

type ValueClass = { readonly node: number; readonly priority: 1 | 2; readonly line: number; cap: number };
type Model = {
  readonly c: Compiled;
  readonly draft: Draft;
  readonly mark: Mark;
  readonly classes: readonly ValueClass[];
  readonly factors: readonly Factor[];
};

/** Lines of one node, priority and value per unit are one variable. */
function valueClasses(c: Compiled, draft: Draft, lines: Int32Array): ValueClass[] {
  const live = [...lines].filter((l) => draft.lineNode[l]! >= 0 && draft.lineCap[l]! > 0);
  const value = (a: number, b: number): number =>
    compareRatios(c.lineAmount[b]!, draft.lineFull[b]!, c.lineAmount[a]!, draft.lineFull[a]!);
  live.sort(
    (a, b) =>
      draft.lineNode[a]! - draft.lineNode[b]! || c.linePriority[a]! - c.linePriority[b]! || value(a, b) || a - b,
  );
  const classes: ValueClass[] = [];
  for (const line of live) {
    const last = classes.at(-1);
    const same =
      last !== undefined &&
      last.node === draft.lineNode[line] &&
      last.priority === c.linePriority[line] &&
      value(last.line, line) === 0;
    if (last && same) last.cap += draft.lineCap[line]!;
    else {
      const { priority } = c.source.lines[line]!;
      classes.push({ node: draft.lineNode[line]!, priority, line, cap: draft.lineCap[line]! });
    }
  }
  return classes;
}

function factorsOf(c: Compiled, draft: Draft, mark: Mark): Factor[] {
  return draft.arcNode.slice(mark.arcs).map((node, a) => {
    const lot = draft.sourceLot[draft.arcSource[mark.arcs + a]!]!;
    const { item } = draft.groups[draft.nodeGroup[node]!]!;
    return c.itemLinks[item]!.find((link) => link.cell === c.lotCell[lot])!.factor;
  });
}

/** Rows: sources (AMIS millionths), then nodes (base-unit millionths). Columns: arcs, slacks, carries, classes, idle. */
function programOf<T>(field: Field<T>, { c, draft, mark, classes, factors }: Model, scale: bigint): Program<T> {
  const sources = draft.sourceLot.length - mark.sources;
  const nodes = draft.nodeGroup.length - mark.nodes;
  const rowA: number[] = [];
  const rowB: number[] = [];
  const coefA: T[] = [];
  const coefB: T[] = [];
  const upper: (T | undefined)[] = [];
  const cost1: T[] = [];
  const cost2: T[] = [];
  const minusOne = field.subtract(field.zero, field.one);
  const column = (a: number, ca: T, b: number, cb: T, limit?: T, first = field.zero, second = field.zero): number => {
    rowA.push(a);
    rowB.push(b);
    coefA.push(ca);
    coefB.push(cb);
    upper.push(limit);
    cost1.push(first);
    cost2.push(second);
    return rowA.length - 1;
  };
  const start: number[] = new Array(sources + nodes).fill(-1);
  const rowOfNode = (node: number): number => sources + node - mark.nodes;
  factors.forEach((factor, a) => {
    const source = draft.arcSource[mark.arcs + a]! - mark.sources;
    const gain = field.from(factor.numerator, factor.denominator);
    column(source, gain, rowOfNode(draft.arcNode[mark.arcs + a]!), minusOne);
  });
  for (let k = 0; k < sources; k++) start[k] = column(k, field.one, -1, field.zero);
  for (let j = mark.nodes; j + 1 < draft.nodeGroup.length; j++) {
    if (draft.nodeGroup[j] === draft.nodeGroup[j + 1]) column(rowOfNode(j), field.one, rowOfNode(j + 1), minusOne);
  }
  for (const { node, priority, line, cap } of classes) {
    const value = field.from(BigInt(c.source.lines[line]!.amount), BigInt(draft.lineFull[line]!));
    const first = priority === 1 ? value : field.zero;
    const at = column(rowOfNode(node), field.one, -1, field.zero, field.from(BigInt(cap), scale), first, value);
    if (start[rowOfNode(node)]! < 0) start[rowOfNode(node)] = at;
  }
  for (let r = sources; r < start.length; r++) {
    if (start[r]! < 0) start[r] = column(r, field.one, -1, field.zero, field.zero);
  }
  const rhs = start.map((_, r) =>
    r < sources ? field.from(BigInt(draft.sourceCap[mark.sources + r]!), scale) : field.zero,
  );
  return { rhs, rowA, rowB, coefA, coefB, upper, cost1, cost2, start };
}

/** Beyond this many rows a program whose float basis does not survive exact checking is not started over in fractions. */
const EXACT_ROWS = 400;

function optimumOf(model: Model): { amounts: Fraction[]; bound: Bound } {
  const arcs = model.factors.length;
  const guess = solve(FLOATS, programOf(FLOATS, model, 1_000_000n), undefined, 200_000);
  const program = programOf(FRACTIONS, model, 1n);
  let exact: Solution<Fraction> = solve(FRACTIONS, program, guess.basis, EXACT_ROWS);
  if (exact.status !== 'optimal' && program.rhs.length <= EXACT_ROWS) exact = solve(FRACTIONS, program);
  const proven = exact.status === 'optimal';
  const values = exact.status === 'infeasible' ? clipped(model, program, exact) : exact.values;
  const sum = (cost: readonly Fraction[]): Fraction =>
    values.reduce(
      (total, value, column) => FRACTIONS.add(total, FRACTIONS.multiply(cost[column]!, value)),
      FRACTIONS.zero,
    );
  const bound = proven
    ? { priority1: sum(program.cost1), total: sum(program.cost2), proven }
    : {
        priority1: dualBound(program, exact.duals1, program.cost1),
        total: dualBound(program, exact.duals2, program.cost2),
        proven,
      };
  return { amounts: values.slice(0, arcs), bound };
}

/** A feasible point near a basis that is not: arcs one after another, each as far as its source still reaches. */
function clipped({ factors, draft, mark }: Model, program: Program<Fraction>, near: Solution<Fraction>): Fraction[] {
  const left = [...program.rhs];
  return near.values.map((value, a) => {
    if (a >= factors.length || FRACTIONS.sign(value) <= 0) return FRACTIONS.zero;
    const source = draft.arcSource[mark.arcs + a]! - mark.sources;
    const gain = program.coefA[a]!;
    const most = FRACTIONS.divide(left[source]!, gain);
    const amount = FRACTIONS.sign(FRACTIONS.subtract(value, most)) > 0 ? most : value;
    left[source] = FRACTIONS.subtract(left[source]!, FRACTIONS.multiply(amount, gain));
    return amount;
  });
}

/**
 * Weak duality: any non-negative prices of the sources bound the optimum from above, once each node's price is the
 * least at which it can be supplied. Valid for one cost alone, whatever the basis the prices come from.
 */
function dualBound(program: Program<Fraction>, duals: readonly Fraction[], cost: readonly Fraction[]): Fraction {
  const { rowA, rowB, coefA, upper, rhs } = program;
  const least = (a: Fraction | undefined, b: Fraction): Fraction =>
    a && FRACTIONS.sign(FRACTIONS.subtract(a, b)) <= 0 ? a : b;
  const price: (Fraction | undefined)[] = rhs.map(() => undefined);
  let total = FRACTIONS.zero;
  // Slacks have one unbounded entry in a source row: those rows carry the prices.
  rowA.forEach((row, column) => {
    if (rowB[column]! >= 0 || upper[column] !== undefined) return;
    price[row] = FRACTIONS.sign(duals[row]!) > 0 ? duals[row]! : FRACTIONS.zero;
    total = FRACTIONS.add(total, FRACTIONS.multiply(rhs[row]!, price[row]!));
  });
  // Arcs, then carries in order of time, lower the price of the node they lead to.
  rowA.forEach((row, column) => {
    const to = rowB[column]!;
    const from = price[row];
    if (to >= 0 && from) price[to] = least(price[to], FRACTIONS.multiply(coefA[column]!, from));
  });
  rowA.forEach((row, column) => {
    const limit = upper[column];
    if (limit === undefined || rowB[column]! >= 0) return;
    const surplus = FRACTIONS.subtract(cost[column]!, price[row] ?? cost[column]!);
    if (FRACTIONS.sign(surplus) > 0) total = FRACTIONS.add(total, FRACTIONS.multiply(limit, surplus));
  });
  return total;
}

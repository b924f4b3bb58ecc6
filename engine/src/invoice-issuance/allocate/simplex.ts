import type { Field } from './field.ts';

/**
 * A linear program whose columns have at most two entries: a network with gains.
 * Maximise cost1, then cost2, subject to A·x = rhs, 0 ≤ x ≤ upper.
 */
export type Program<T> = {
  readonly rhs: readonly T[];
  /** Rows of each column; rowB is −1 when the column has one entry. */
  readonly rowA: readonly number[];
  readonly rowB: readonly number[];
  readonly coefA: readonly T[];
  readonly coefB: readonly T[];
  /** undefined = unbounded. */
  readonly upper: readonly (T | undefined)[];
  readonly cost1: readonly T[];
  readonly cost2: readonly T[];
  /** One column per row, that together are a feasible start with every other column at 0. */
  readonly start: readonly number[];
};

export type Basis = { readonly basic: readonly number[]; readonly atUpper: ReadonlySet<number> };

export type Solution<T> = {
  readonly status: 'optimal' | 'infeasible' | 'stopped';
  readonly basis: Basis;
  readonly values: readonly T[];
  /** Shadow prices of the rows for both costs. */
  readonly duals1: readonly T[];
  readonly duals2: readonly T[];
};

/**
 * Bounded primal simplex with two costs in lexicographic order. The basis of such a program is a forest with one loop
 * per tree, so both linear systems of an iteration are solved by peeling leaves, in time proportional to the rows.
 * Bland's rule takes over while steps are degenerate, so it ends on every exact input.
 *
 * @param from a basis to start at; 'infeasible' is returned at once when it is not a feasible one.
 */
export function solve<T>(
  field: Field<T>,
  program: Program<T>,
  from?: Basis,
  maxPivots = Number.POSITIVE_INFINITY,
): Solution<T> {
  const { rowA, rowB, coefA, coefB, upper } = program;
  const rows = program.rhs.length;
  const columns = rowA.length;
  const basic = [...(from?.basic ?? program.start)];
  const atUpper = new Set(from?.atUpper ?? []);
  const isBasic = new Uint8Array(columns);
  for (const column of basic) isBasic[column] = 1;

  const used = new Uint8Array(columns);
  let shape = peel(rows, basic, rowA, rowB, used);
  const solvePrimal = (rhs: T[]): T[] => primal(field, program, shape, rhs);
  const basicValues = (): T[] => {
    const rhs = [...program.rhs];
    for (const column of atUpper) {
      const at = upper[column]!;
      rhs[rowA[column]!] = field.subtract(rhs[rowA[column]!]!, field.multiply(coefA[column]!, at));
      const b = rowB[column]!;
      if (b >= 0) rhs[b] = field.subtract(rhs[b]!, field.multiply(coefB[column]!, at));
    }
    return solvePrimal(rhs);
  };
  let value = basicValues();
  const answer = (status: Solution<T>['status']): Solution<T> => {
    const values: T[] = new Array(columns).fill(field.zero);
    for (const column of atUpper) values[column] = upper[column]!;
    for (let r = 0; r < rows; r++) values[shape.column[r]!] = value[r]!;
    return {
      status,
      basis: { basic: [...basic], atUpper: new Set(atUpper) },
      values,
      duals1: dual(field, program, shape, program.cost1),
      duals2: dual(field, program, shape, program.cost2),
    };
  };
  for (let r = 0; r < rows; r++) {
    const limit = upper[shape.column[r]!];
    const below = field.sign(value[r]!) < 0;
    if (below || (limit !== undefined && field.sign(field.subtract(value[r]!, limit)) > 0)) return answer('infeasible');
  }

  let degenerate = 0;
  for (let pivots = 0; pivots < maxPivots; pivots++) {
    const bland = degenerate > 20;
    const entering = price(field, program, shape, isBasic, atUpper, bland);
    if (entering < 0) return answer('optimal');
    const direction = atUpper.has(entering) ? -1 : 1;
    const rhs: T[] = new Array(rows).fill(field.zero);
    rhs[rowA[entering]!] = coefA[entering]!;
    if (rowB[entering]! >= 0) rhs[rowB[entering]!] = coefB[entering]!;
    const change = solvePrimal(rhs);
    // The entering column moves by `step`; basics move by −direction·change·step.
    let step = upper[entering];
    let leaving = -1;
    let leavesAtUpper = false;
    for (let r = 0; r < rows; r++) {
      const side = field.sign(change[r]!) * direction;
      if (side === 0) continue;
      const column = shape.column[r]!;
      const limit = upper[column];
      if (side < 0 && limit === undefined) continue;
      const room = side > 0 ? value[r]! : field.subtract(limit!, value[r]!);
      const size = field.sign(change[r]!) > 0 ? change[r]! : field.subtract(field.zero, change[r]!);
      const ratio = field.sign(room) <= 0 ? field.zero : field.divide(room, size);
      const order = step === undefined ? -1 : field.sign(field.subtract(ratio, step));
      if (order < 0 || (order === 0 && leaving >= 0 && column < shape.column[leaving]!)) {
        step = ratio;
        leaving = r;
        leavesAtUpper = side < 0;
      }
    }
    if (step === undefined) throw new Error('The program is unbounded.');
    degenerate = field.sign(step) === 0 ? degenerate + 1 : 0;
    if (leaving < 0) {
      if (!atUpper.delete(entering)) atUpper.add(entering);
      value = basicValues();
      continue;
    }
    const out = shape.column[leaving]!;
    atUpper.delete(entering);
    if (leavesAtUpper) atUpper.add(out);
    basic[basic.indexOf(out)] = entering;
    isBasic[out] = 0;
    isBasic[entering] = 1;
    shape = peel(rows, basic, rowA, rowB, used);
    value = basicValues();
  }
  return answer('stopped');
}

/** The order in which the basis unravels: rows with their own column, leaves first; then what remains are loops. */
type Shape = {
  /** The basic column that each row determines. */
  readonly column: Int32Array;
  readonly order: readonly number[];
  readonly loops: readonly (readonly number[])[];
};

/** @param used one flag per column, all 0 before and after. */
function peel(
  rows: number,
  basic: readonly number[],
  rowA: readonly number[],
  rowB: readonly number[],
  used: Uint8Array,
): Shape {
  const start = new Int32Array(rows + 1);
  for (const c of basic) {
    start[rowA[c]! + 1]!++;
    if (rowB[c]! >= 0) start[rowB[c]! + 1]!++;
  }
  for (let r = 0; r < rows; r++) start[r + 1]! += start[r]!;
  const fill = start.slice();
  const incident = new Int32Array(start[rows]!);
  for (const c of basic) {
    incident[fill[rowA[c]!]!++] = c;
    if (rowB[c]! >= 0) incident[fill[rowB[c]!]!++] = c;
  }
  const degree = Int32Array.from({ length: rows }, (_, r) => start[r + 1]! - start[r]!);
  const column = new Int32Array(rows).fill(-1);
  const order: number[] = [];
  for (let r = 0; r < rows; r++) if (degree[r] === 1) order.push(r);
  const freeColumn = (r: number): number => {
    for (let at = start[r]!; at < start[r + 1]!; at++) if (used[incident[at]!] === 0) return incident[at]!;
    throw new Error('The basis is singular.');
  };
  for (let at = 0; at < order.length; at++) {
    const r = order[at]!;
    const c = freeColumn(r);
    used[c] = 1;
    column[r] = c;
    const other = rowA[c] === r ? rowB[c]! : rowA[c]!;
    if (other >= 0 && --degree[other]! === 1) order.push(other);
  }
  const loops: number[][] = [];
  for (let first = 0; first < rows; first++) {
    if (column[first]! >= 0) continue;
    const loop: number[] = [];
    for (let r = first; column[r]! < 0; ) {
      const c = freeColumn(r);
      used[c] = 1;
      column[r] = c;
      loop.push(r);
      r = rowA[c] === r ? rowB[c]! : rowA[c]!;
    }
    loops.push(loop);
  }
  for (const c of basic) used[c] = 0;
  return { column, order, loops };
}

function coef<T>(program: Program<T>, column: number, row: number): T {
  return program.rowA[column] === row ? program.coefA[column]! : program.coefB[column]!;
}

/** Values of the basic columns, by the row that determines them. Consumes `rhs`. */
function primal<T>(field: Field<T>, program: Program<T>, shape: Shape, rhs: T[]): T[] {
  const value: T[] = new Array(rhs.length).fill(field.zero);
  for (const r of shape.order) {
    if (field.sign(rhs[r]!) === 0 && rhs[r] === field.zero) continue;
    const c = shape.column[r]!;
    const x = field.divide(rhs[r]!, coef(program, c, r));
    value[r] = x;
    const other = program.rowA[c] === r ? program.rowB[c]! : program.rowA[c]!;
    if (other >= 0) rhs[other] = field.subtract(rhs[other]!, field.multiply(coef(program, c, other), x));
  }
  for (const loop of shape.loops) {
    // Each value is base + slope·t, where t is the value of the loop's last column.
    const last = loop.length - 1;
    let base = field.zero;
    let slope = field.one;
    const bases: T[] = [];
    const slopes: T[] = [];
    for (let i = 0; i <= last; i++) {
      const r = loop[i]!;
      const before = shape.column[loop[i === 0 ? last : i - 1]!]!;
      const own = coef(program, shape.column[r]!, r);
      const link = coef(program, before, r);
      base = field.divide(field.subtract(rhs[r]!, field.multiply(link, base)), own);
      slope = field.divide(field.subtract(field.zero, field.multiply(link, slope)), own);
      bases.push(base);
      slopes.push(slope);
    }
    // The last value is t itself: t = base + slope·t.
    const t = field.divide(base, field.subtract(field.one, slope));
    loop.forEach((r, i) => {
      value[r] = i === last ? t : field.add(bases[i]!, field.multiply(slopes[i]!, t));
    });
  }
  return value;
}

/** Shadow prices: for every basic column, Σ coefficient × price of its rows = its cost. */
function dual<T>(field: Field<T>, program: Program<T>, shape: Shape, cost: readonly T[]): T[] {
  const price: T[] = new Array(program.rhs.length).fill(field.zero);
  for (const loop of shape.loops) {
    // price(next row) = base + slope·p, p being the price of the loop's first row.
    let base = field.zero;
    let slope = field.one;
    const bases: T[] = [];
    const slopes: T[] = [];
    loop.forEach((r, i) => {
      bases.push(base);
      slopes.push(slope);
      const c = shape.column[r]!;
      const next = coef(program, c, loop[(i + 1) % loop.length]!);
      const own = coef(program, c, r);
      base = field.divide(field.subtract(cost[c]!, field.multiply(own, base)), next);
      slope = field.divide(field.subtract(field.zero, field.multiply(own, slope)), next);
    });
    const p = field.divide(base, field.subtract(field.one, slope));
    loop.forEach((r, i) => {
      price[r] = field.add(bases[i]!, field.multiply(slopes[i]!, p));
    });
  }
  for (let at = shape.order.length - 1; at >= 0; at--) {
    const r = shape.order[at]!;
    const c = shape.column[r]!;
    const other = program.rowA[c] === r ? program.rowB[c]! : program.rowA[c]!;
    const rest = other >= 0 ? field.multiply(coef(program, c, other), price[other]!) : field.zero;
    price[r] = field.divide(field.subtract(cost[c]!, rest), coef(program, c, r));
  }
  return price;
}

/** The column to enter: the best improvement, or under Bland's rule the first; −1 at the optimum. */
function price<T>(
  field: Field<T>,
  program: Program<T>,
  shape: Shape,
  isBasic: Uint8Array,
  atUpper: ReadonlySet<number>,
  bland: boolean,
): number {
  const duals1 = dual(field, program, shape, program.cost1);
  const duals2 = dual(field, program, shape, program.cost2);
  const { rowA, rowB, coefA, coefB, upper } = program;
  const reduced = (column: number, cost: readonly T[], duals: readonly T[]): T => {
    let left = field.subtract(cost[column]!, field.multiply(coefA[column]!, duals[rowA[column]!]!));
    const b = rowB[column]!;
    if (b >= 0) left = field.subtract(left, field.multiply(coefB[column]!, duals[b]!));
    return atUpper.has(column) ? field.subtract(field.zero, left) : left;
  };
  let best = -1;
  let best1 = field.zero;
  let best2 = field.zero;
  for (let column = 0; column < rowA.length; column++) {
    if (isBasic[column] === 1) continue;
    const limit = upper[column];
    if (limit !== undefined && field.sign(limit) === 0) continue;
    const first = reduced(column, program.cost1, duals1);
    const sign1 = field.sign(first);
    if (sign1 < 0) continue;
    const second = reduced(column, program.cost2, duals2);
    if (sign1 === 0 && field.sign(second) <= 0) continue;
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

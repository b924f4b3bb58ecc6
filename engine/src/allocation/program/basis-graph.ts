import type { NumberField } from '../number-field.ts';
import type { Program } from './linear-program.ts';

/** The order in which a part of the basis unravels: rows with their own column, leaves first; what remains are loops. */
export type Unravelled = {
  readonly order: readonly number[];
  readonly loops: readonly (readonly number[])[];
};

/** The basis as a graph: rows joined by their basic columns, a column with one entry being a loop at its row. */
export type BasisGraph = {
  readonly put: (column: number) => void;
  readonly remove: (column: number) => void;
  /** Rows connected to these by basic columns, these included. */
  readonly reach: (rows: readonly number[]) => readonly number[];
  /** Unravels connected rows; afterwards `columnOf[row]` is the column that each of them determines. */
  readonly unravel: (rows: readonly number[]) => Unravelled;
  readonly columnOf: Int32Array;
};

export function basisGraph(rows: number, rowA: readonly number[], rowB: readonly number[]): BasisGraph {
  const incident: number[][] = Array.from({ length: rows }, () => []);
  const used = new Uint8Array(rowA.length);
  const degree = new Int32Array(rows);
  const columnOf = new Int32Array(rows).fill(-1);
  const seen = new Int32Array(rows);
  let round = 0;
  const other = (column: number, row: number): number => (rowA[column] === row ? rowB[column]! : rowA[column]!);
  const drop = (list: number[], column: number): void => {
    const at = list.indexOf(column);
    list[at] = list[list.length - 1]!;
    list.pop();
  };
  const freeColumn = (row: number): number => {
    for (const column of incident[row]!) if (used[column] === 0) return column;
    throw new Error('The basis is singular.');
  };
  return {
    columnOf,
    put: (column) => {
      incident[rowA[column]!]!.push(column);
      if (rowB[column]! >= 0) incident[rowB[column]!]!.push(column);
    },
    remove: (column) => {
      drop(incident[rowA[column]!]!, column);
      if (rowB[column]! >= 0) drop(incident[rowB[column]!]!, column);
    },
    reach: (from) => {
      round++;
      const queue: number[] = [];
      const visit = (row: number): void => {
        if (row < 0 || seen[row] === round) return;
        seen[row] = round;
        queue.push(row);
      };
      for (const row of from) visit(row);
      for (let at = 0; at < queue.length; at++) {
        const row = queue[at]!;
        for (const column of incident[row]!) visit(other(column, row));
      }
      return queue;
    },
    unravel: (part) => {
      const order: number[] = [];
      for (const row of part) {
        degree[row] = incident[row]!.length;
        columnOf[row] = -1;
        for (const column of incident[row]!) used[column] = 0;
        if (degree[row] === 1) order.push(row);
      }
      for (let at = 0; at < order.length; at++) {
        const row = order[at]!;
        const column = freeColumn(row);
        used[column] = 1;
        columnOf[row] = column;
        const next = other(column, row);
        if (next >= 0 && --degree[next]! === 1) order.push(next);
      }
      const loops: number[][] = [];
      if (order.length < part.length) {
        for (const first of part) {
          if (columnOf[first]! >= 0) continue;
          const loop: number[] = [];
          for (let row = first; columnOf[row]! < 0; ) {
            const column = freeColumn(row);
            used[column] = 1;
            columnOf[row] = column;
            loop.push(row);
            row = other(column, row);
          }
          loops.push(loop);
        }
      }
      return { order, loops };
    },
  };
}

function coef<T>(program: Program<T>, column: number, row: number): T {
  return program.rowA[column] === row ? program.coefA[column]! : program.coefB[column]!;
}

/** A program with its basis, in one field of numbers. */
export type System<T> = { readonly field: NumberField<T>; readonly program: Program<T>; readonly graph: BasisGraph };

/** Solves basis · x = rhs on an unravelled part; x replaces rhs, row by row (the value of the row's column). */
export function solveRows<T>({ field, program, graph }: System<T>, part: Unravelled, rhs: T[]): void {
  const { columnOf } = graph;
  for (const row of part.order) {
    if (rhs[row] === field.zero) continue;
    const column = columnOf[row]!;
    const x = field.divide(rhs[row]!, coef(program, column, row));
    rhs[row] = x;
    const next = program.rowA[column] === row ? program.rowB[column]! : program.rowA[column]!;
    if (next >= 0) rhs[next] = field.subtract(rhs[next]!, field.multiply(coef(program, column, next), x));
  }
  for (const loop of part.loops) {
    // Each value is base + slope·t, where t is the value of the loop's last column.
    const last = loop.length - 1;
    let base = field.zero;
    let slope = field.one;
    const bases: T[] = [];
    const slopes: T[] = [];
    for (let i = 0; i <= last; i++) {
      const row = loop[i]!;
      const coupling = coef(program, columnOf[loop[i === 0 ? last : i - 1]!]!, row);
      const own = coef(program, columnOf[row]!, row);
      base = field.divide(field.subtract(rhs[row]!, field.multiply(coupling, base)), own);
      slope = field.divide(field.subtract(field.zero, field.multiply(coupling, slope)), own);
      bases.push(base);
      slopes.push(slope);
    }
    // The last value is t itself: t = base + slope·t.
    const t = field.divide(base, field.subtract(field.one, slope));
    loop.forEach((row, i) => {
      rhs[row] = i === last ? t : field.add(bases[i]!, field.multiply(slopes[i]!, t));
    });
  }
}

/** Sets the prices of an unravelled part: for its basic columns, Σ coefficient × price of their rows = their cost. */
export function priceRows<T>(
  { field, program, graph }: System<T>,
  part: Unravelled,
  cost: readonly T[],
  prices: T[],
): void {
  const { columnOf } = graph;
  for (const loop of part.loops) {
    // price(next row) = base + slope·p, p being the price of the loop's first row.
    let base = field.zero;
    let slope = field.one;
    const bases: T[] = [];
    const slopes: T[] = [];
    loop.forEach((row, i) => {
      bases.push(base);
      slopes.push(slope);
      const column = columnOf[row]!;
      const next = coef(program, column, loop[(i + 1) % loop.length]!);
      const own = coef(program, column, row);
      base = field.divide(field.subtract(cost[column]!, field.multiply(own, base)), next);
      slope = field.divide(field.subtract(field.zero, field.multiply(own, slope)), next);
    });
    const p = field.divide(base, field.subtract(field.one, slope));
    loop.forEach((row, i) => {
      prices[row] = field.add(bases[i]!, field.multiply(slopes[i]!, p));
    });
  }
  for (let at = part.order.length - 1; at >= 0; at--) {
    const row = part.order[at]!;
    const column = columnOf[row]!;
    const next = program.rowA[column] === row ? program.rowB[column]! : program.rowA[column]!;
    const rest = next >= 0 ? field.multiply(coef(program, column, next), prices[next]!) : field.zero;
    prices[row] = field.divide(field.subtract(cost[column]!, rest), coef(program, column, row));
  }
}

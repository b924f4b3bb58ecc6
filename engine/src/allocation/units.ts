import type { Compiled } from './compile.ts';
import { gcd } from './micro.ts';
import { bigGcd } from './pins.ts';

/**
 * One connected part of the instance and the unit in which its goods are counted.
 *
 * When factors are consistent, every item i and cell c has a scale such that `lineQuantity × scale(i) = quantity × scale(c)`
 * for every connection: then all its quantities are whole numbers of one unit, and stock flows without gains or losses.
 * `scaled(micro, scale)` is `micro × scale / divisor`, always a whole number.
 */
export type Component = {
  readonly items: readonly number[];
  readonly cells: readonly number[];
  /** False when factors contradict one another around a cycle, or the unit would be too fine for 2^53. */
  readonly exact: boolean;
  readonly divisor: number;
  /** The least scale of its items. */
  readonly finestScale: number;
  /** Steps differ in a way that whole flows alone do not respect. */
  readonly mixedSteps: boolean;
  /** The step, in the component's unit, that every allocation of the component is a multiple of; 0 if none. */
  readonly commonStep: number;
};

export type Units = {
  readonly components: readonly Component[];
  readonly componentOfItem: Int32Array;
  readonly itemScale: Float64Array;
  readonly cellScale: Float64Array;
};

/** `micro × scale / divisor`; exact by construction of the divisor. */
export function scaled(micro: number, scale: number, divisor: number): number {
  const product = micro * scale;
  return product <= Number.MAX_SAFE_INTEGER
    ? product / divisor
    : Number((BigInt(micro) * BigInt(scale)) / BigInt(divisor));
}

type Rational = { n: bigint; d: bigint };
const reduced = (n: bigint, d: bigint): Rational => {
  const g = bigGcd(n, d);
  return g === 1n ? { n, d } : { n: n / g, d: d / g };
};

/** The state that the walk reads and fills. */
type Ground = Pick<Units, 'componentOfItem' | 'itemScale' | 'cellScale'> & {
  readonly c: Compiled;
  readonly linesOfItem: Grouping;
  readonly lotsOfCell: Grouping;
  readonly itemsOfCell: readonly (readonly number[])[];
};

/** Finds the components over items that have something to allocate, and their units. */
export function findUnits(c: Compiled, linesOfItem: Grouping, lotsOfCell: Grouping): Units {
  const itemsOfCell: number[][] = Array.from({ length: c.cellProfile.length }, () => []);
  c.itemConnections.forEach((connections, item) => {
    if (linesOfItem.size(item) === 0) return;
    for (const connection of connections)
      if (lotsOfCell.size(connection.cell) > 0) itemsOfCell[connection.cell]!.push(item);
  });
  const componentOfItem = new Int32Array(c.itemConnections.length).fill(-1);
  const itemScale = new Float64Array(c.itemConnections.length).fill(1);
  const cellScale = new Float64Array(c.cellProfile.length).fill(1);
  const ground = { c, linesOfItem, lotsOfCell, itemsOfCell, componentOfItem, itemScale, cellScale };
  const components: Component[] = [];
  for (let root = 0; root < c.itemConnections.length; root++) {
    if (componentOfItem[root]! >= 0 || linesOfItem.size(root) === 0) continue;
    components.push(chooseUnit(ground, walkComponent(ground, root, components.length)));
  }
  return { components, componentOfItem, itemScale, cellScale };
}

/** Rows of each key: rows[start[key] … start[key + 1]]; `of` is the same as a view, for places that are not hot. */
export type Grouping = {
  readonly start: Int32Array;
  readonly rows: Int32Array;
  readonly size: (key: number) => number;
  readonly of: (key: number) => Int32Array;
};

/** Groups 0…keys.length−1 by key, leaving out those that `keep` refuses; order inside a group is the input's. */
export function groupBy(keys: Int32Array, count: number, keep: (index: number) => boolean): Grouping {
  const start = new Int32Array(count + 1);
  for (let i = 0; i < keys.length; i++) if (keep(i)) start[keys[i]! + 1]!++;
  for (let key = 0; key < count; key++) start[key + 1]! += start[key]!;
  const at = start.slice();
  const rows = new Int32Array(start[count]!);
  for (let i = 0; i < keys.length; i++) if (keep(i)) rows[at[keys[i]!]!++] = i;
  return {
    start,
    rows,
    size: (key) => start[key + 1]! - start[key]!,
    of: (key) => rows.subarray(start[key]!, start[key + 1]!),
  };
}

type Walk = {
  items: number[];
  cells: number[];
  itemPotential: Map<number, Rational>;
  cellPotential: Map<number, Rational>;
  consistent: boolean;
};

function walkComponent(ground: Ground, root: number, id: number): Walk {
  const { c, itemsOfCell, lotsOfCell, componentOfItem } = ground;
  const walk: Walk = {
    items: [root],
    cells: [],
    itemPotential: new Map([[root, { n: 1n, d: 1n }]]),
    cellPotential: new Map(),
    consistent: true,
  };
  componentOfItem[root] = id;
  for (let at = 0; at < walk.items.length; at++) {
    const item = walk.items[at]!;
    const potential = walk.itemPotential.get(item)!;
    for (const { cell, factor } of c.itemConnections[item]!) {
      if (lotsOfCell.size(cell) === 0) continue;
      const n = potential.n * factor.denominator;
      const d = potential.d * factor.numerator;
      const known = walk.cellPotential.get(cell);
      if (known) {
        if (known.n * d !== n * known.d) walk.consistent = false;
        continue;
      }
      const here = reduced(n, d);
      walk.cellPotential.set(cell, here);
      walk.cells.push(cell);
      for (const other of itemsOfCell[cell]!) {
        if (componentOfItem[other]! >= 0) continue;
        componentOfItem[other] = id;
        walk.items.push(other);
        const { factor: f } = c.itemConnections[other]!.find((connection) => connection.cell === cell)!;
        walk.itemPotential.set(other, reduced(here.n * f.numerator, here.d * f.denominator));
      }
    }
  }
  return walk;
}

function chooseUnit(ground: Ground, walk: Walk): Component {
  const { c, linesOfItem, lotsOfCell, itemScale, cellScale } = ground;
  const { items, cells } = walk;
  const stepped =
    items.some((item) => linesOfItem.of(item).some((l) => c.lineStep[l]! > 0)) ||
    cells.some((cell) => lotsOfCell.of(cell).some((k) => c.lotStep[k]! > 0));
  const inexact = { items, cells, exact: false, divisor: 1, finestScale: 1, mixedSteps: stepped, commonStep: 0 };
  if (!walk.consistent) return inexact;
  let common = 1n;
  for (const { d } of [...walk.itemPotential.values(), ...walk.cellPotential.values()]) common *= d / bigGcd(common, d);
  for (const item of items) {
    const { n, d } = walk.itemPotential.get(item)!;
    itemScale[item] = Number((n * common) / d);
  }
  for (const cell of cells) {
    const { n, d } = walk.cellPotential.get(cell)!;
    cellScale[cell] = Number((n * common) / d);
  }
  const everySafe = items.every((i) => itemScale[i]! < 2 ** 53) && cells.every((k) => cellScale[k]! < 2 ** 53);
  const amounts = everySafe ? countIn(ground, walk) : undefined;
  if (!amounts) {
    for (const item of items) itemScale[item] = 1;
    for (const cell of cells) cellScale[cell] = 1;
    return inexact;
  }
  return {
    items,
    cells,
    exact: true,
    divisor: amounts.divisor,
    finestScale: items.reduce((least, item) => Math.min(least, itemScale[item]!), Number.POSITIVE_INFINITY),
    ...stepsOf(ground, walk, amounts.divisor),
  };
}

/** The coarsest divisor that keeps every quantity of the component whole; undefined when sums could leave 2^53. */
function countIn(
  { c, linesOfItem, lotsOfCell, itemScale, cellScale }: Ground,
  { items, cells }: Walk,
): { divisor: number } | undefined {
  let micro = 0;
  // Nearly all are multiples of what the first few have in common.
  const divide = (quantity: number): void => {
    if (micro === 0 || quantity % micro !== 0) micro = gcd(micro, quantity);
  };
  for (const item of items) {
    for (let at = linesOfItem.start[item]!; at < linesOfItem.start[item + 1]!; at++) {
      const l = linesOfItem.rows[at]!;
      divide(c.lineQuantity[l]!);
      divide(c.lineLeft[l]!);
      divide(c.lineStep[l]!);
    }
  }
  for (const cell of cells)
    for (const k of lotsOfCell.of(cell)) {
      divide(c.lotLeft[k]!);
      divide(c.lotStep[k]!);
    }
  if (micro === 0) return { divisor: 1 };
  let scale = 0;
  for (const item of items) scale = gcd(scale, itemScale[item]!);
  for (const cell of cells) scale = gcd(scale, cellScale[cell]!);
  const divisor = BigInt(micro) * BigInt(scale);
  if (divisor > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  let total = 0;
  for (const item of items) {
    const unit = itemScale[item]! / scale;
    for (let at = linesOfItem.start[item]!; at < linesOfItem.start[item + 1]!; at++)
      total += (c.lineQuantity[linesOfItem.rows[at]!]! / micro) * unit;
  }
  for (const cell of cells) {
    const unit = cellScale[cell]! / scale;
    for (const k of lotsOfCell.of(cell)) total += (c.lotLeft[k]! / micro) * unit;
  }
  return total < 2 ** 52 ? { divisor: Number(divisor) } : undefined;
}

function stepsOf(
  { c, linesOfItem, lotsOfCell, itemScale, cellScale }: Ground,
  { items, cells }: Walk,
  divisor: number,
): { mixedSteps: boolean; commonStep: number } {
  const lineSteps = new Set<number>();
  const lotSteps = new Set<number>();
  for (const item of items) {
    // The lines of an item mostly have one step.
    let last = -1;
    for (let at = linesOfItem.start[item]!; at < linesOfItem.start[item + 1]!; at++) {
      const step = c.lineStep[linesOfItem.rows[at]!]!;
      if (step === last) continue;
      last = step;
      lineSteps.add(scaled(step, itemScale[item]!, divisor));
    }
  }
  for (const cell of cells)
    for (const k of lotsOfCell.of(cell)) lotSteps.add(scaled(c.lotStep[k]!, cellScale[cell]!, divisor));
  const every = [...lineSteps, ...lotSteps];
  if (every.every((step) => step === 0)) return { mixedSteps: false, commonStep: 0 };
  // Every allocation is a multiple of a step shared by all lines (or by all lots), so all capacities may be floored to it.
  const shared = (steps: Set<number>): number => (steps.size === 1 ? [...steps][0]! : 0);
  const commonStep = Math.max(shared(lineSteps), shared(lotSteps));
  return { commonStep, mixedSteps: commonStep === 0 || every.some((step) => step > 0 && commonStep % step !== 0) };
}

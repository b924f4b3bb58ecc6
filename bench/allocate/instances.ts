import type { AllocationInstance, Connection, Lot, SaleLine } from '@khop/engine/allocation/types.ts';
import { ONE, parseFactor, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';

/** A small seeded generator: the same seed gives the same instance on every machine. */
export function random(seed: number): {
  int: (below: number) => number;
  pick: <T>(from: readonly T[]) => T;
  chance: (p: number) => boolean;
} {
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    return (x ^ (x >>> 15)) >>> 0;
  };
  const int = (below: number): number => Math.floor((next() / 4294967296) * below);
  return { int, pick: (from) => from[int(from.length)]!, chance: (p) => next() / 4294967296 < p };
}

export type Shape = {
  readonly profiles: number;
  readonly items: number;
  readonly lots: number;
  readonly lines: number;
  readonly documents: number;
  readonly days: number;
  /** Factors drawn from here; a consistent instance uses units of items and products instead. */
  readonly factors: readonly string[];
  readonly consistent: boolean;
  /** Products that several items share, and items that several products of a profile serve. */
  readonly shared: number;
  readonly stock: number;
  readonly whole: boolean;
  readonly prices: number;
};

/** The quantity as a float, for yardsticks only. */
export const unitsOf = (quantity: Quantity): number => Number(quantity) / Number(ONE);

const day = (index: number): string => new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10);

/** A random instance of the given shape. */
export function instanceOf(shape: Shape, seed: number): AllocationInstance {
  const { int, pick, chance } = random(seed);
  const itemUnit = Array.from({ length: shape.items }, () => pick([1, 1, 2, 6, 12]));
  const productUnit = new Map<string, number>();
  const links: Connection[] = [];
  const known = new Set<string>();
  const connect = (item: number, profile: number, product: string): void => {
    const key = `${item}/${profile}/${product}`;
    if (known.has(key)) return;
    known.add(key);
    const cell = `${profile}/${product}`;
    if (!productUnit.has(cell)) productUnit.set(cell, pick([1, 1, 2, 6, 12, 24]));
    const factor = shape.consistent ? `${itemUnit[item]}/${productUnit.get(cell)}` : pick(shape.factors);
    links.push({ item: `I${item}`, profile: `P${profile}`, product, factor: parseFactor(factor) });
  };
  for (let item = 0; item < shape.items; item++) {
    for (let profile = 0; profile < shape.profiles; profile++) {
      if (chance(0.7)) connect(item, profile, `S${item}`);
      if (chance(shape.shared)) connect(item, profile, `S${int(shape.items)}`);
    }
  }
  const amountOf = (most: number): Quantity =>
    shape.whole ? BigInt(1 + int(most)) * ONE : parseQuantity((0.001 * (1 + int(most * 1000))).toFixed(3));
  const lots: Lot[] = Array.from({ length: shape.lots }, (_, k) => {
    const connection = links.length > 0 ? pick(links) : { profile: 'P0', product: 'S0' };
    return {
      id: `K${k}`,
      profile: connection.profile,
      warehouse: `W${int(2)}`,
      product: connection.product,
      availableFrom: day(chance(0.5) ? 0 : int(shape.days)),
      quantity: amountOf(shape.stock),
    };
  });
  const prices = Array.from({ length: shape.items }, () =>
    Array.from({ length: shape.prices }, () => 1000 * (1 + int(90))),
  );
  const lines: SaleLine[] = Array.from({ length: shape.lines }, (_, l) => {
    const document = int(shape.documents);
    const item = int(shape.items);
    const quantity = amountOf(12);
    const every = Array.from({ length: shape.profiles }, (__, p) => `P${p}`);
    return {
      id: `L${l}`,
      document: `D${document}`,
      date: day((document * 7) % shape.days),
      priority: document % 3 === 0 ? 1 : 2,
      item: `I${item}`,
      quantity,
      amount: Math.round(unitsOf(quantity) * pick(prices[item]!)),
      ...(document % 4 === 1 && { profiles: every.filter((__, p) => (p + document) % 2 === 0) }),
    };
  });
  return { lots, lines, links };
}

/** The same instance in counted goods: everything is drawn in whole units of both sides. */
export function inWholeSteps({ lots, lines, links }: AllocationInstance): AllocationInstance {
  const step = ONE;
  return { lots: lots.map((lot) => ({ ...lot, step })), lines: lines.map((line) => ({ ...line, step })), links };
}

/**
 * A large, lifelike instance: items sold in several pack sizes, each held by a handful of profiles, branches that may
 * issue from some profiles only, stock that falls short of demand here and there, purchases during the period.
 */
export function largeInstance(size: {
  lines: number;
  lots: number;
  profiles: number;
  /** A fiftieth of the lines when absent. */
  items?: number;
  /** The most profiles that hold one item; 6 when absent. */
  holders?: number;
  seed?: number;
}): AllocationInstance {
  const { int, pick, chance } = random(size.seed ?? 7);
  const items = size.items ?? Math.max(3, Math.round(size.lines / 50));
  const branches = Math.max(1, Math.round(size.profiles / 5));
  const setOf = Array.from({ length: branches }, (_, branch) =>
    Array.from({ length: size.profiles }, (__, p) => p)
      .filter((p) => p % branches === branch || (p + branch) % 3 === 0)
      .map((p) => `P${p}`),
  );
  const links: Connection[] = [];
  const cells: { profile: string; product: string; item: number; factor: number }[] = [];
  for (let item = 0; item < items; item++) {
    const factor = pick([1, 1, 1, 12, 24]);
    const holders = new Set(Array.from({ length: 2 + int((size.holders ?? 6) - 1) }, () => int(size.profiles)));
    for (const holder of holders) {
      const profile = `P${holder}`;
      const product = `S${item}`;
      links.push({ item: `I${item}`, profile, product, factor: parseFactor(`1/${factor}`) });
      cells.push({ profile, product, item, factor });
      if (chance(0.1)) {
        // A promotional twin: the same goods of the item next to it.
        links.push({ item: `I${(item + 1) % items}`, profile, product, factor: parseFactor(`1/${factor}`) });
      }
    }
  }
  const perLot = (size.lines * 6.5) / size.lots;
  const lots: Lot[] = Array.from({ length: size.lots }, (_, k) => {
    const cell = k < cells.length ? cells[k]! : pick(cells);
    return {
      id: `K${k}`,
      profile: cell.profile,
      warehouse: 'KHO',
      product: cell.product,
      availableFrom: chance(0.6) ? day(0) : day(int(30)),
      quantity: BigInt(Math.ceil((perLot * (1 + int(20))) / 10 / cell.factor)) * ONE,
    };
  });
  // Texts that repeat are shared, as they are after reading JSON.
  const itemNames = Array.from({ length: items }, (_, item) => `I${item}`);
  const days = Array.from({ length: 30 }, (_, index) => day(index));
  const price = Array.from({ length: items }, () => 1000 * (5 + int(500)));
  const lines: SaleLine[] = [];
  for (let document = 0; lines.length < size.lines; document++) {
    const branch = int(branches);
    const date = pick(days);
    const name = `D${document}`;
    const priority = chance(0.3) ? 1 : 2;
    const rows = 1 + int(7);
    for (let row = 0; row < rows && lines.length < size.lines; row++) {
      const item = int(items);
      const quantity = 1 + int(12);
      lines.push({
        id: `L${lines.length}`,
        document: name,
        date,
        priority,
        item: itemNames[item]!,
        quantity: BigInt(quantity) * ONE,
        amount: quantity * price[item]! - (chance(0.2) ? 1000 * int(quantity) : 0),
        profiles: setOf[branch]!,
      });
    }
  }
  return { lots, lines, links };
}

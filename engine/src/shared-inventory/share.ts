import { scaleVnd, sumVnd, type Vnd } from '../money.ts';
import { by } from '../order.ts';
import { convert, FACTOR_ONE, type Factor, greatestCommonDivisor, minQuantity, type Quantity } from '../quantity.ts';
import { foldText } from '../text/fold.ts';

export type SharedInventoryInput = {
  /** AMIS stock by product over the warehouses that count. */
  readonly products: readonly {
    readonly code: string;
    readonly name: string;
    readonly unit: string;
    readonly quantity: Quantity;
    readonly value: Vnd;
  }[];
  /** Bravo stock by item, in base units. */
  readonly items: readonly {
    readonly code: string;
    readonly name: string;
    readonly unit: string;
    readonly quantity: Quantity;
  }[];
  readonly connections: readonly {
    readonly product: string;
    readonly item: string;
    /** AMIS units per Bravo base unit. */
    readonly factor: Factor | undefined;
  }[];
};

export type SharedInventoryState = 'matched' | 'differs' | 'only_amis' | 'only_bravo' | 'factor_missing';

/** One connected group of products and items, counted in the unit of its first product. */
export type SharedInventoryRow = {
  readonly products: SharedInventoryInput['products'];
  readonly items: readonly (SharedInventoryInput['items'][number] & { readonly factor: Factor | undefined })[];
  readonly unit: string;
  /** In the row's unit; while factors are missing or contradict one another, of the products that are counted in it. */
  readonly amisQuantity: Quantity;
  /** In the row's unit; undefined while a factor is missing or factors contradict one another. */
  readonly bravoQuantity: Quantity | undefined;
  /** The smaller of the two, never negative. */
  readonly shared: Quantity;
  /** AMIS minus Bravo. */
  readonly difference: Quantity | undefined;
  /** The shared quantity at AMIS's average value. */
  readonly value: Vnd;
  readonly state: SharedInventoryState;
};

/**
 * Lays AMIS stock beside Bravo stock, one row per connected group (products and items that connections join, directly or
 * through one another), and one row for each unconnected product or item with stock. Rows come in order of their first code.
 *
 * In a group every quantity is converted along the connections into the unit of the product with the smallest code. A missing
 * factor, or factors that contradict one another around a cycle, leave the group `factor_missing`.
 */
export function shareInventory(input: SharedInventoryInput): SharedInventoryRow[] {
  const products = new Map(input.products.map((product) => [product.code, product]));
  const items = new Map(input.items.map((item) => [item.code, item]));
  const connections = input.connections.filter(
    (connection) => products.has(connection.product) && items.has(connection.item),
  );
  const byProduct = groupBy(connections, (connection) => connection.product);
  const byItem = groupBy(connections, (connection) => connection.item);
  const rows: SharedInventoryRow[] = [];
  const seen = new Set<string>();
  for (const code of [...products.keys()].sort()) {
    if (seen.has(code)) continue;
    const group = collect(code, byProduct, byItem, seen);
    const own = [...group.products].map(([product, scale]) => ({ product: products.get(product)!, scale }));
    const theirs = [...group.items].map(([item, scale]) => ({ item: items.get(item)!, scale }));
    const row = rowOf(own, theirs, group.isSound, byItem);
    // Đồng without a quantity are in AMIS's total as well.
    if (theirs.length > 0 || row.amisQuantity !== 0n || own.some(({ product }) => product.value !== 0)) rows.push(row);
  }
  const connected = new Set(connections.map((connection) => connection.item));
  for (const item of input.items.toSorted(by(({ code }) => code))) {
    if (connected.has(item.code) || item.quantity === 0n) continue;
    rows.push(rowOf([], [{ item, scale: FACTOR_ONE }], true, byItem));
  }
  return rows;
}

type Connections = SharedInventoryInput['connections'];

type Group = {
  /** Code → units of the row per own unit. */
  readonly products: Map<string, Factor>;
  readonly items: Map<string, Factor>;
  isSound: boolean;
};

/** Walks a group from its first product, carrying the conversion into that product's unit. */
function collect(
  first: string,
  byProduct: ReadonlyMap<string, Connections>,
  byItem: ReadonlyMap<string, Connections>,
  seen: Set<string>,
): Group {
  const group: Group = { products: new Map([[first, FACTOR_ONE]]), items: new Map(), isSound: true };
  const queue = [first];
  seen.add(first);
  for (const product of queue) {
    const scale = group.products.get(product)!;
    for (const { item, factor } of byProduct.get(product) ?? []) {
      if (!factor) group.isSound = false;
      const itemScale = multiply(scale, factor ?? FACTOR_ONE);
      const known = group.items.get(item);
      if (known) {
        if (!isSame(known, itemScale)) group.isSound = false;
        continue;
      }
      group.items.set(item, itemScale);
      for (const connection of byItem.get(item) ?? []) {
        if (group.products.has(connection.product)) continue;
        if (!connection.factor) group.isSound = false;
        group.products.set(connection.product, multiply(itemScale, invert(connection.factor ?? FACTOR_ONE)));
        seen.add(connection.product);
        queue.push(connection.product);
      }
    }
  }
  return group;
}

function rowOf(
  products: readonly { readonly product: SharedInventoryInput['products'][number]; readonly scale: Factor }[],
  items: readonly { readonly item: SharedInventoryInput['items'][number]; readonly scale: Factor }[],
  isSound: boolean,
  byItem: ReadonlyMap<string, Connections>,
): SharedInventoryRow {
  const first = products[0]?.product;
  const amisQuantity = isSound
    ? sumConverted(products.map(({ product: { quantity }, scale }) => ({ quantity, scale })))
    : products.reduce((sum, { product: one }) => (isSameUnit(one.unit, first!.unit) ? sum + one.quantity : sum), 0n);
  const bravoQuantity = isSound
    ? sumConverted(items.map(({ item: { quantity }, scale }) => ({ quantity, scale })))
    : undefined;
  const shared = bravoQuantity === undefined ? 0n : positive(minQuantity(amisQuantity, bravoQuantity));
  const value = sumVnd(products.map(({ product }) => product.value));
  const factorOf = (item: string) =>
    byItem.get(item)?.find((connection) => connection.product === first?.code)?.factor ?? byItem.get(item)?.[0]?.factor;
  return {
    products: products.map(({ product }) => product),
    items: items.map(({ item }) => ({ ...item, factor: factorOf(item.code) })),
    unit: first?.unit ?? items[0]?.item.unit ?? '',
    amisQuantity,
    bravoQuantity,
    shared,
    difference: bravoQuantity === undefined ? undefined : amisQuantity - bravoQuantity,
    value: amisQuantity > 0n ? scaleVnd(value, shared, amisQuantity) : 0,
    state: items.length === 0 ? 'only_amis' : stateOf(amisQuantity, bravoQuantity),
  };
}

/** The sum in the row's unit, rounded once: three thirds are one. */
function sumConverted(parts: readonly { readonly quantity: Quantity; readonly scale: Factor }[]): Quantity {
  let [above, below] = [0n, 1n];
  for (const { quantity, scale } of parts) {
    above = above * scale.denominator + quantity * scale.numerator * below;
    below *= scale.denominator;
    const divisor = greatestCommonDivisor(above, below);
    [above, below] = [above / divisor, below / divisor];
  }
  return convert(above, { numerator: 1n, denominator: below });
}

const isSameUnit = (a: string, b: string): boolean => foldText(a) === foldText(b);

function stateOf(amis: Quantity, bravo: Quantity | undefined): SharedInventoryState {
  if (bravo === undefined) return 'factor_missing';
  if (amis === bravo) return 'matched';
  if (bravo === 0n) return 'only_amis';
  return amis === 0n ? 'only_bravo' : 'differs';
}

const positive = (quantity: Quantity): Quantity => (quantity > 0n ? quantity : 0n);
const invert = ({ numerator, denominator }: Factor): Factor => ({ numerator: denominator, denominator: numerator });
const isSame = (a: Factor, b: Factor): boolean => a.numerator * b.denominator === b.numerator * a.denominator;

function multiply(a: Factor, b: Factor): Factor {
  const numerator = a.numerator * b.numerator;
  const denominator = a.denominator * b.denominator;
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

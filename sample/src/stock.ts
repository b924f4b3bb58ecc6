import { addDays, type Day, daysBetween } from '@khop/engine/day.ts';
import { scaleVnd, type Vnd } from '@khop/engine/money.ts';
import type { Demand } from './demand.ts';
import type { IssuedEntry } from './issued.ts';
import type { AmisProduct, Good, Milli } from './model.ts';
import { type Random, randomOf } from './random.ts';

/** One row of "Tổng hợp tồn kho": opening + in − out = closing, in quantity and in value. AMIS units. */
export type StockRow = {
  readonly product: AmisProduct;
  readonly warehouse: string;
  readonly opening: Milli;
  readonly in: Milli;
  readonly out: Milli;
  readonly openingValue: Vnd;
  readonly inValue: Vnd;
  readonly outValue: Vnd;
};

export const closingOf = (row: StockRow): Milli => row.opening + row.in - row.out;
export const closingValueOf = (row: StockRow): Vnd => row.openingValue + row.inValue - row.outValue;

export type Purchase = {
  readonly date: Day;
  readonly product: AmisProduct;
  readonly warehouse: string;
  readonly quantity: Milli;
  readonly unitPrice: Vnd;
  readonly amount: Vnd;
};

export type ProfileStock = { readonly rows: StockRow[]; readonly purchases: Purchase[] };

/** How well a good is supplied, in thousandths of goods: enough, too little, enough but late, not at all. */
type Supply = { readonly percent: number; readonly late: boolean };

/** Best sellers are watched: they may come late, but never run short for the whole period. */
const supplyOf = (random: Random, isBestSeller: boolean): Supply => {
  const draw = random.int(1, 100);
  if (isBestSeller) return { percent: random.int(165, 230), late: draw <= 8 };
  if (draw <= 79) return { percent: random.int(150, 230), late: false };
  if (draw <= 88) return { percent: random.int(55, 95), late: false };
  if (draw <= 98) return { percent: random.int(140, 200), late: true };
  return { percent: 0, late: false };
};

/**
 * Stocks every profile so that most of what was sold can be invoiced from somewhere: some goods are scarce and the
 * profiles' buyers compete for them, some arrive after the first sales, some never.
 */
export function stockProfiles(
  seed: number,
  goods: readonly Good[],
  products: readonly (readonly AmisProduct[])[],
  demand: Demand,
  fromDate: Day,
  toDate: Day,
): ProfileStock[] {
  const random = randomOf(seed, 'stock');
  const holders = holdersOf(goods.length, products);
  const issued = demand.issued.map(issuedByProduct);
  const bestSellers = bestSellersOf(goods, demand);
  const stocks: ProfileStock[] = products.map(() => ({ rows: [], purchases: [] }));
  for (const good of goods) {
    if (good.kind !== 'goods') continue;
    const supply = supplyOf(random, bestSellers.has(good.index));
    const total =
      Math.ceil((Math.max(0, demand.wanted[good.index]!) * supply.percent) / 100) || random.int(0, 40) * 1000;
    for (const { product, share } of sharesOf(random, total, holders[good.index]!)) {
      const planned = wholeUnits(product, share);
      const gone = issued[product.profile]!.get(product.code) ?? 0;
      const stock = stocks[product.profile]!;
      stockOne(random, stock, product, planned, gone, supply.late, fromDate, toDate);
    }
  }
  return stocks;
}

/** The tenth of the goods that brings in most. */
function bestSellersOf(goods: readonly Good[], { wanted }: Demand): Set<number> {
  const takings = (good: Good): number => wanted[good.index]! * good.price * (good.bravoInCartons ? good.carton : 1);
  const ranked = [...goods].sort((a, b) => takings(b) - takings(a) || a.index - b.index);
  return new Set(ranked.slice(0, Math.ceil(goods.length / 10)).map(({ index }) => index));
}

function holdersOf(count: number, products: readonly (readonly AmisProduct[])[]): AmisProduct[][] {
  const holders: AmisProduct[][] = Array.from({ length: count }, () => []);
  for (const list of products) for (const product of list) holders[product.good.index]!.push(product);
  return holders;
}

function issuedByProduct(entries: readonly IssuedEntry[]): Map<string, Milli> {
  const gone = new Map<string, Milli>();
  for (const { product, quantity } of entries) gone.set(product.code, (gone.get(product.code) ?? 0) + quantity);
  return gone;
}

/** A good's supply split over its products, in base units; a promotional twin gets a small part. */
function sharesOf(
  random: Random,
  supply: Milli,
  holders: readonly AmisProduct[],
): { product: AmisProduct; share: Milli }[] {
  const weights = holders.map((product) => (product.promotional ? 15 : random.int(40, 100)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return holders.map((product, index) => ({ product, share: Math.ceil((supply * weights[index]!) / total) }));
}

/** Base units in the product's own unit: whole ones for counted goods, tenths for goods by weight or length. */
function wholeUnits(product: AmisProduct, base: number): Milli {
  const quantity = (base * Number(product.factor.numerator)) / Number(product.factor.denominator);
  const step = product.good.divisible ? 100 : 1000;
  return Math.round(quantity / step) * step;
}

const part = (product: AmisProduct, quantity: Milli, percent: number): Milli => {
  const step = product.good.divisible ? 100 : 1000;
  return Math.floor((quantity * percent) / 100 / step) * step;
};

const worth = (quantity: Milli, price: Vnd): Vnd => scaleVnd(price, BigInt(quantity), 1000n);

function stockOne(
  random: Random,
  stock: ProfileStock,
  product: AmisProduct,
  planned: Milli,
  gone: Milli,
  late: boolean,
  fromDate: Day,
  toDate: Day,
): void {
  const opening = part(product, planned, late ? random.int(0, 20) : random.int(55, 100));
  const bought = buy(random, product, planned - opening, late, fromDate, toDate);
  stock.purchases.push(...bought);
  const bookedIn = bought.reduce((sum, { quantity }) => sum + quantity, 0);
  const inValue = bought.reduce((sum, { amount }) => sum + amount, 0);
  const idle = product.promotional || planned <= 20_000;
  const negative = random.chance(idle ? 180 : 25) ? random.int(1, 30) * 1000 : 0;
  const moved = random.chance(60) ? part(product, opening, random.int(10, 40)) : 0;
  const usedUp = negative > 0 || (idle && random.chance(80)) ? opening + bookedIn - moved : 0;
  const out = gone + moved + usedUp + negative;
  stock.rows.push(rowOf(random, product, 'KHO1', opening + gone, bookedIn, out, inValue));
  if (moved > 0) stock.rows.push(rowOf(random, product, 'KHO2', 0, moved, 0, worth(moved, product.cost)));
  if (random.chance(60)) {
    const warehouse = random.pick(['KHO-AO', 'KHO-CXHD']);
    stock.rows.push(rowOf(random, product, warehouse, random.int(5, 200) * 1000, 0, 0, 0));
  }
}

function rowOf(
  random: Random,
  product: AmisProduct,
  warehouse: string,
  opening: Milli,
  bookedIn: Milli,
  out: Milli,
  inValue: Vnd,
): StockRow {
  const openingValue = worth(opening, product.cost);
  const held = opening + bookedIn;
  const empty = held === out;
  const stray = empty && random.chance(500) ? random.int(1, 900) * 100 : 0;
  const average = held > 0 ? scaleVnd(openingValue + inValue, BigInt(out), BigInt(held)) : worth(out, product.cost);
  return {
    product,
    warehouse,
    opening,
    in: bookedIn,
    out,
    openingValue: openingValue + stray,
    inValue,
    outValue: empty ? openingValue + inValue : average,
  };
}

/** One to three arrivals; late goods come in the second half of the period. */
function buy(
  random: Random,
  product: AmisProduct,
  total: Milli,
  late: boolean,
  fromDate: Day,
  toDate: Day,
): Purchase[] {
  const length = daysBetween(fromDate, toDate);
  const [first, last] = late ? [Math.floor(length * 0.4), Math.floor(length * 0.8)] : [1, Math.floor(length * 0.6)];
  const purchases: Purchase[] = [];
  let left = total;
  for (let arrivals = random.int(1, 3); arrivals > 0 && left > 0; arrivals--) {
    const quantity = arrivals === 1 ? left : part(product, left, random.int(30, 70));
    if (quantity <= 0) continue;
    left -= quantity;
    const unitPrice = scaleVnd(product.cost, BigInt(random.int(97, 104)), 100n);
    const date = addDays(fromDate, random.int(first, last));
    purchases.push({ date, product, warehouse: 'KHO1', quantity, unitPrice, amount: worth(quantity, unitPrice) });
  }
  return purchases;
}

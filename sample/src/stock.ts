import { addDays, type Day, daysBetween } from '@khop/engine/day.ts';
import { scaleVnd } from '@khop/engine/money.ts';
import type { Quantity } from '@khop/engine/quantity.ts';
import { eveningOf, type Movement } from './amis-world/model.ts';
import type { OutsideSale } from './amis-world/outside-sales.ts';
import { worthOf } from './amis-world/stock-report.ts';
import type { Demand } from './demand.ts';
import type { IssuedEntry } from './issued.ts';
import type { AmisProduct, Good, Milli } from './model.ts';
import { type Random, randomOf } from './random.ts';

/** The movements in one profile's warehouses other than sales that Bravo knows. */
export type ProfileStock = { readonly movements: Movement[]; readonly outside: OutsideSale[] };

/** The supply of a good, in thousandths of goods: enough, too little, enough but late, not at all. */
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
 * Stocks every profile so that most sales can be invoiced from somewhere: some goods are scarce and the profiles'
 * buyers compete for them, some arrive after the first sales, some never.
 */
export function stockProfiles(
  seed: number,
  goods: readonly Good[],
  products: readonly (readonly AmisProduct[])[],
  demand: Demand,
  period: { readonly fromDate: Day; readonly toDate: Day },
): ProfileStock[] {
  const random = randomOf(seed, 'stock');
  const holders = holdersOf(goods.length, products);
  const issued = demand.issued.map(issuedByProduct);
  const bestSellers = bestSellersOf(goods, demand);
  const stocks: ProfileStock[] = products.map(() => ({ movements: [], outside: [] }));
  for (const good of goods) {
    if (good.kind !== 'goods') continue;
    const supply = supplyOf(random, bestSellers.has(good.index));
    const total =
      Math.ceil((Math.max(0, demand.wanted[good.index]!) * supply.percent) / 100) || random.int(0, 40) * 1000;
    for (const { product, share } of sharesOf(random, total, holders[good.index]!)) {
      const planned = wholeUnits(product, share);
      const gone = issued[product.profile]!.get(product.code) ?? 0;
      const stock = stocks[product.profile]!;
      stockOne(random, stock, product, { planned, gone, late: supply.late }, period);
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

const exact = (quantity: Milli): Quantity => BigInt(quantity) * 1000n;

type Days = { readonly fromDate: Day; readonly toDate: Day };

/**
 * One product's month: opening stock, arrivals, goods carried to the branch's warehouse (some come back), goods made here,
 * goods used up, and goods sold past Bravo, now and then more of them than there are.
 */
function stockOne(
  random: Random,
  stock: ProfileStock,
  product: AmisProduct,
  supply: { readonly planned: Milli; readonly gone: Milli; readonly late: boolean },
  days: Days,
): void {
  const { planned, gone, late } = supply;
  const opening = part(product, planned, late ? random.int(0, 20) : random.int(55, 100));
  const made = random.chance(30) ? part(product, planned - opening, 50) : 0;
  const put = (kind: Movement['kind'], date: Day, warehouse: string, quantity: Milli, value = 0) =>
    stock.movements.push({
      kind,
      date,
      recordedAt: eveningOf(date),
      product,
      warehouse,
      quantity: exact(quantity),
      value,
    });
  const worth = (quantity: Milli) => worthOf(exact(quantity), product.cost);
  const dayOf = (first: number, last: number) =>
    addDays(days.fromDate, random.int(first, Math.min(last, daysBetween(days.fromDate, days.toDate))));

  const bought = buy(random, product, planned - opening - made, late, days);
  const bookedIn = bought.reduce((sum, { quantity }) => sum + quantity, 0);
  const idle = product.promotional || planned <= 20_000;
  const negative = random.chance(idle ? 180 : 25) ? random.int(1, 30) * 1000 : 0;
  const moved = random.chance(90) ? part(product, opening, random.int(10, 30)) : 0;
  const usedUp = negative > 0 || (idle && random.chance(80)) ? opening + bookedIn + made - moved : 0;
  const isEmpty = opening + gone + bookedIn + made === moved + usedUp + gone;
  const stray = isEmpty && negative === 0 && random.chance(500) ? random.int(1, 900) * 100 : 0;
  put('opening', days.fromDate, 'KHO1', opening + gone, worth(opening + gone) + stray);
  for (const { date, quantity, amount } of bought) put('purchase', date, 'KHO1', quantity, amount);
  if (made > 0) put('production', dayOf(3, 20), 'KHO1', made, worth(made));
  if (moved > 0) {
    const date = dayOf(2, 22);
    put('transfer', date, 'KHO1', -moved);
    put('transfer', date, 'KHO2', moved, worth(moved));
    const back = random.chance(200) ? part(product, moved, 40) : 0;
    if (back > 0) {
      put('transfer', addDays(date, 3), 'KHO2', -back);
      put('transfer', addDays(date, 3), 'KHO1', back, worth(back));
    }
  }
  if (usedUp > 0) put('use', dayOf(23, 27), 'KHO1', -usedUp);
  if (random.chance(60)) {
    const quantity = random.int(5, 200) * 1000;
    put('opening', days.fromDate, random.pick(['KHO-AO', 'KHO-CXHD']), quantity, worth(quantity));
  }
  const sold = negative > 0 ? negative : random.chance(60) ? part(product, opening, random.int(2, 8)) : 0;
  if (sold > 0)
    stock.outside.push({ product, quantity: exact(sold), date: negative > 0 ? dayOf(27, 29) : dayOf(4, 29) });
}

type Arrival = { readonly date: Day; readonly quantity: Milli; readonly amount: number };

/** One to three arrivals; late goods come in the second half of the period. */
function buy(random: Random, product: AmisProduct, total: Milli, late: boolean, { fromDate, toDate }: Days): Arrival[] {
  const length = daysBetween(fromDate, toDate);
  const [first, last] = late ? [Math.floor(length * 0.4), Math.floor(length * 0.8)] : [1, Math.floor(length * 0.6)];
  const arrivals: Arrival[] = [];
  let left = total;
  for (let trucks = random.int(1, 3); trucks > 0 && left > 0; trucks--) {
    const quantity = trucks === 1 ? left : part(product, left, random.int(30, 70));
    if (quantity <= 0) continue;
    left -= quantity;
    const unitPrice = scaleVnd(product.cost, BigInt(random.int(97, 104)), 100n);
    const date = addDays(fromDate, random.int(first, last));
    arrivals.push({ date, quantity, amount: worthOf(exact(quantity), unitPrice) });
  }
  return arrivals;
}

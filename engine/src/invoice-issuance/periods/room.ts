import type { Day } from '../../day.ts';
import { by } from '../../order.ts';
import { maxQuantity, minQuantity, type Quantity } from '../../quantity.ts';
import type { ProfileBooks } from '../books.ts';
import { isInStockReport } from '../stock/moments.ts';
import { foldCode, stockKeyOf, warehouseResolver } from '../stock-keys.ts';
import type { LaterPeriod } from './held-goods.ts';

type Movements = { readonly into: Map<Day, Quantity>; readonly out: Map<Day, Quantity> };

/**
 * The room of a (warehouse, product): the quantity that may still leave it before a later period begins so that its
 * stock is not below zero at the end of any of that period's days. It is the lowest of those balances. Goods that the
 * report counts as gone without a day count from the first day, goods that came in without a day do not count at all:
 * the room is understated rather than overstated.
 *
 * @returns the room in AMIS units by key; undefined for goods that the later report does not name
 */
export function roomBefore(period: LaterPeriod, own: ProfileBooks): (key: string) => Quantity | undefined {
  const books = { ...own, ...period.books };
  const excluded = new Set(own.terms.excludedWarehouseCodes);
  const resolve = warehouseResolver(books);
  // Codes as AMIS compares them.
  const keyOf = (warehouse: string, product: string) => stockKeyOf(foldCode(warehouse), foldCode(product));
  const rows = Map.groupBy(
    books.inventory.filter(({ warehouse }) => !excluded.has(warehouse)),
    ({ warehouse, product }) => keyOf(warehouse, product),
  );
  const purchases = Map.groupBy(
    books.purchases.filter(({ date, quantity }) => date >= period.fromDate && date <= period.toDate && quantity > 0n),
    ({ warehouse, product }) => keyOf(resolve(warehouse, product), product),
  );
  const entries = books.salesLedger.filter(({ documentDate }) => documentDate >= period.fromDate);
  // An entry that names no warehouse may have left any of them.
  const sales = Map.groupBy(entries, ({ warehouse, product }) => keyOf(warehouse, product));
  const held = Map.groupBy(period.held, ({ warehouse, product }) => keyOf(warehouse, product));
  return (asked) => {
    const [warehouse, product] = asked.split('\u0000') as [string, string];
    const key = keyOf(warehouse, product);
    const own = rows.get(key);
    if (!own) return undefined;
    const total = (field: 'opening' | 'incoming' | 'outgoing' | 'closing') =>
      own.reduce((sum, row) => sum + row[field], 0n);
    const [opening, incoming, closing] = [total('opening'), total('incoming'), total('closing')];
    const moved: Movements = { into: new Map(), out: new Map() };
    let unexplained = incoming;
    for (const { date, quantity } of (purchases.get(key) ?? []).toSorted(by(({ date }) => date))) {
      const part = minQuantity(quantity, maxQuantity(0n, unexplained));
      unexplained -= part;
      add(moved.into, date, part);
    }
    let dated = 0n;
    for (const entry of [...(sales.get(key) ?? []), ...(sales.get(keyOf('', product)) ?? [])]) {
      const { documentDate, quantity } = entry;
      if (quantity <= 0n) continue;
      add(moved.out, documentDate, quantity);
      // One that a ledger of after the report is the first to show is no part of what that says is gone.
      if (documentDate <= period.toDate && isInStockReport(entry, period.books.moments)) dated += quantity;
    }
    // Goods that the report says are gone, or that are missing at its end, without a sale that has a day for them.
    const gone = maxQuantity(total('outgoing'), opening + incoming - closing);
    add(moved.out, period.fromDate, maxQuantity(0n, gone - dated));
    for (const { day, quantity } of held.get(key) ?? [])
      add(moved.out, day < period.fromDate ? period.fromDate : day, quantity);
    return lowest(opening, moved);
  };
}

function lowest(opening: Quantity, { into, out }: Movements): Quantity {
  let balance = opening;
  let low = opening;
  for (const day of [...new Set([...into.keys(), ...out.keys()])].sort()) {
    balance += (into.get(day) ?? 0n) - (out.get(day) ?? 0n);
    low = minQuantity(low, balance);
  }
  return maxQuantity(0n, low);
}

const add = (sums: Map<Day, Quantity>, day: Day, quantity: Quantity) => sums.set(day, (sums.get(day) ?? 0n) + quantity);

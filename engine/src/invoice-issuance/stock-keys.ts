import type { Day } from '../day.ts';
import type { Quantity } from '../quantity.ts';
import type { InventoryRow, ProfileBooks, PurchaseLine } from './books.ts';

/** One (warehouse, product) of a profile while its lots are being made. */
export type StockKey = {
  readonly warehouse: string;
  readonly product: string;
  opening: Quantity;
  incoming: Quantity;
  outgoing: Quantity;
  closing: Quantity;
  readonly purchases: PurchaseLine[];
};

export const stockKeyOf = (warehouse: string, product: string): string => `${warehouse}\u0000${product}`;

/** A code as AMIS compares it: without case. */
export const foldCode = (code: string): string => code.trim().normalize('NFC').toLocaleLowerCase('vi');

/** The digits of a code that has nothing else, without the zeros before them, which spreadsheets drop; undefined for any other code. */
export const digitsOf = (code: string): string | undefined => /^0*([1-9]\d*)$/.exec(code)?.[1];

/**
 * Adds up the inventory rows per key and lays the period's purchases beside them. Excluded warehouses are left out, and so is
 * what was bought and sent back: AMIS counts it as come in and as gone.
 */
export function stockKeys(
  books: ProfileBooks,
  period: { readonly fromDate: Day; readonly toDate: Day },
): Map<string, StockKey> {
  const excluded = new Set(books.terms.excludedWarehouseCodes);
  const keys = new Map<string, StockKey>();
  for (const row of books.inventory) {
    if (!excluded.has(row.warehouse)) addRow(keys, row);
  }
  const resolveWarehouse = warehouseResolver(books);
  const returned = new Map<StockKey, Quantity>();
  for (const purchase of books.purchases) {
    const { date, quantity, warehouse, product } = purchase;
    if (date < period.fromDate || date > period.toDate) continue;
    const stock = keys.get(stockKeyOf(resolveWarehouse(warehouse, product), product));
    if (stock && quantity > 0n) stock.purchases.push(purchase);
    if (stock && purchase.returned) returned.set(stock, (returned.get(stock) ?? 0n) + purchase.returned);
  }
  for (const [stock, quantity] of returned) leaveOutReturned(books, period, stock, quantity);
  return keys;
}

/**
 * Purchases are net of what went back, and the report shows both ways: counted as gone it would take other goods off the earliest
 * lots. Only where what came in holds the purchases whole, and what is gone holds this beside the sales of the ledger.
 */
function leaveOutReturned(
  { salesLedger }: ProfileBooks,
  { fromDate, toDate }: { readonly fromDate: Day; readonly toDate: Day },
  stock: StockKey,
  returned: Quantity,
): void {
  const bought = stock.purchases.reduce((sum, { quantity }) => sum + quantity, 0n);
  // An entry that names no warehouse may have left any of them.
  const sold = salesLedger
    .filter(({ product, warehouse }) => product === stock.product && ['', stock.warehouse].includes(warehouse))
    .filter(({ documentDate }) => fromDate <= documentDate && documentDate <= toDate)
    .reduce((sum, { quantity }) => (quantity > 0n ? sum + quantity : sum), 0n);
  if (bought + returned > stock.incoming || sold + returned > stock.outgoing) return;
  stock.incoming -= returned;
  stock.outgoing -= returned;
}

function addRow(keys: Map<string, StockKey>, row: InventoryRow): void {
  const key = stockKeyOf(row.warehouse, row.product);
  const stock = keys.get(key);
  if (!stock) {
    keys.set(key, { ...row, purchases: [] });
    return;
  }
  stock.opening += row.opening;
  stock.incoming += row.incoming;
  stock.outgoing += row.outgoing;
  stock.closing += row.closing;
}

/**
 * The warehouse of a ledger row that names none: the only one with incoming stock of the product, else the product's
 * default, else the profile's default.
 */
export function warehouseResolver(books: ProfileBooks): (warehouse: string, product: string) => string {
  const excluded = new Set(books.terms.excludedWarehouseCodes);
  const receiving = new Map<string, Set<string>>();
  for (const row of books.inventory) {
    if (row.incoming <= 0n || excluded.has(row.warehouse)) continue;
    const warehouses = receiving.get(row.product);
    if (warehouses) warehouses.add(row.warehouse);
    else receiving.set(row.product, new Set([row.warehouse]));
  }
  const defaults = new Map(books.products.map((product) => [product.code, product.defaultWarehouseCode]));
  return (warehouse, product) => {
    if (warehouse !== '') return warehouse;
    const candidates = receiving.get(product);
    if (candidates?.size === 1) return [...candidates][0]!;
    return defaults.get(product) || books.terms.defaultWarehouseCode;
  };
}

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

/** Adds up the inventory rows per key and lays the period's purchases beside them. Excluded warehouses are left out. */
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
  for (const purchase of books.purchases) {
    if (purchase.date < period.fromDate || purchase.date > period.toDate || purchase.quantity <= 0n) continue;
    keys
      .get(stockKeyOf(resolveWarehouse(purchase.warehouse, purchase.product), purchase.product))
      ?.purchases.push(purchase);
  }
  return keys;
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

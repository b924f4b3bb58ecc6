import type { Day } from '../day.ts';
import { formatDay } from '../day.ts';
import { formatQuantity, maxQuantity, minQuantity, type Quantity } from '../quantity.ts';
import type { InventoryRow, ProfileBooks, PurchaseLine } from './books.ts';
import type { PlannedInvoice, StockLot, Warning } from './types.ts';

/** One (warehouse, product) of a profile while its lots are being made. */
type StockKey = {
  readonly warehouse: string;
  readonly product: string;
  opening: Quantity;
  incoming: Quantity;
  outgoing: Quantity;
  closing: Quantity;
  readonly purchases: PurchaseLine[];
};

type Draft = { -readonly [K in keyof StockLot]: StockLot[K] };

/** Lots, each with its total and the day from which it exists; see docs/decisions/0004-lots.md. */
export type StockOfPeriod = {
  readonly lots: readonly StockLot[];
  /** Lot id → what kept invoices have not reserved: all that a new plan may draw. */
  readonly free: ReadonlyMap<string, Quantity>;
  readonly warnings: readonly Warning[];
};

const keyOf = (warehouse: string, product: string): string => `${warehouse}\u0000${product}`;

/**
 * Makes the stock lots of one profile from its inventory report, its purchase ledger and its sales ledger.
 *
 * Per (warehouse, product) the lots add up to the closing stock, never more, and a negative closing counts as 0. Goods that
 * have left are taken off the earliest lots, so that no lot promises goods earlier than the books can prove them.
 * `settled` are the kept invoices already in the AMIS ledger: their stock has left there. Other kept ones reserve theirs.
 */
export function buildLots(
  books: ProfileBooks,
  period: { readonly fromDate: Day; readonly toDate: Day },
  kept: readonly PlannedInvoice[],
  settled: ReadonlySet<string>,
): StockOfPeriod {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, invoice?: string) =>
    warnings.push({ code, message, profile: books.terms.code, ...(invoice !== undefined && { invoice }) });
  const keys = stockKeys(books, period);
  const extraOutgoing = unreportedSales(books, period, keys, warn);
  const lots: Draft[] = [];
  const byKey = new Map<string, Draft[]>();
  const ids = new Set<string>();
  const unexplained: string[] = [];
  const overExplained: string[] = [];
  for (const [key, stock] of [...keys].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = lotsOfKey(books.terms.code, stock, period, unexplained, overExplained);
    for (const lot of own) {
      while (ids.has(lot.id)) lot.id = `${lot.id}~`;
      ids.add(lot.id);
    }
    const total = maxQuantity(0n, stock.closing);
    const sum = own.reduce((all, lot) => all + lot.quantity, 0n);
    removeEarliest(own, sum - total + (extraOutgoing.get(key) ?? 0n));
    if (stock.closing < 0n) {
      warn(
        'NEGATIVE_STOCK',
        `Mã «${stock.product}» tồn âm ${formatQuantity(stock.closing)} ở kho «${stock.warehouse}»: tính là 0.`,
      );
    }
    byKey.set(key, own);
    lots.push(...own);
  }
  if (unexplained.length > 0) {
    warn(
      'OTHER_INCOMING',
      `${unexplained.length} mã có nhập kho ngoài sổ mua hàng, chưa rõ ngày: chỉ dùng từ ${formatDay(period.toDate)} (${examples(unexplained)}).`,
    );
  }
  if (overExplained.length > 0) {
    warn(
      'PURCHASES_EXCEED_INCOMING',
      `${overExplained.length} mã có sổ mua hàng nhiều hơn nhập kho: tin báo cáo tồn kho, bớt lần mua sau cùng (${examples(overExplained)}).`,
    );
  }
  const promised = lots.filter((lot) => lot.quantity > 0n).map((lot) => ({ ...lot }));
  reserveKept(
    kept.filter((invoice) => invoice.profile === books.terms.code && !settled.has(invoice.key)),
    byKey,
    warn,
  );
  return { lots: promised, free: new Map(lots.map((lot) => [lot.id, lot.quantity])), warnings };
}

const examples = (names: readonly string[]): string => names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');

/** Adds up the inventory rows per key and lays the period's purchases beside them. */
function stockKeys(
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
    keys.get(keyOf(resolveWarehouse(purchase.warehouse, purchase.product), purchase.product))?.purchases.push(purchase);
  }
  return keys;
}

function addRow(keys: Map<string, StockKey>, row: InventoryRow): void {
  const key = keyOf(row.warehouse, row.product);
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
function warehouseResolver(books: ProfileBooks): (warehouse: string, product: string) => string {
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

/**
 * AMIS sales that the inventory report cannot contain: those dated after it, and those of its own days that exceed its
 * Xuất kho (then the report was exported before the ledger). Both still have to leave the lots.
 */
function unreportedSales(
  books: ProfileBooks,
  period: { readonly fromDate: Day; readonly toDate: Day },
  keys: ReadonlyMap<string, StockKey>,
  warn: (code: string, message: string, invoice?: string) => void,
): Map<string, Quantity> {
  const resolveWarehouse = warehouseResolver(books);
  const inside = new Map<string, Quantity>();
  const extra = new Map<string, Quantity>();
  for (const entry of books.salesLedger) {
    if (entry.documentDate < period.fromDate) continue;
    const key = keyOf(resolveWarehouse(entry.warehouse, entry.product), entry.product);
    const sums = entry.documentDate > period.toDate ? extra : inside;
    sums.set(key, (sums.get(key) ?? 0n) + entry.quantity);
  }
  const drifted: string[] = [];
  for (const [key, quantity] of extra) extra.set(key, maxQuantity(0n, quantity));
  for (const [key, quantity] of inside) {
    const stock = keys.get(key);
    if (!stock || quantity <= stock.outgoing) continue;
    extra.set(key, (extra.get(key) ?? 0n) + quantity - stock.outgoing);
    drifted.push(stock.product);
  }
  if (drifted.length > 0) {
    warn(
      'SNAPSHOT_DRIFT',
      `${drifted.length} mã có sổ bán hàng AMIS nhiều hơn xuất kho của báo cáo tồn: báo cáo tồn cũ hơn sổ, phần chênh đã được trừ khỏi tồn (${examples(drifted)}). Hãy xuất lại hai báo cáo cùng lúc.`,
    );
  }
  return extra;
}

/** Opening stock, then purchases by date, then what came in otherwise: before anything has left. */
function lotsOfKey(
  profile: string,
  stock: StockKey,
  period: { readonly fromDate: Day; readonly toDate: Day },
  unexplained: string[],
  overExplained: string[],
): Draft[] {
  const { warehouse, product } = stock;
  const prefix = `${profile}/${warehouse}/${product}`;
  const base = { profile, warehouse, product };
  const opening: Draft = {
    ...base,
    id: `${prefix}/dau-ky`,
    availableFrom: period.fromDate,
    quantity: maxQuantity(0n, stock.opening),
    source: 'opening',
  };
  stock.purchases.sort(
    (a, b) =>
      compare(a.date, b.date) || compare(a.voucherNumber, b.voucherNumber) || compareQuantity(a.quantity, b.quantity),
  );
  const perVoucher = new Map<string, number>();
  const purchases = stock.purchases.map((purchase): Draft => {
    const ordinal = (perVoucher.get(purchase.voucherNumber) ?? 0) + 1;
    perVoucher.set(purchase.voucherNumber, ordinal);
    return {
      ...base,
      id: `${prefix}/${purchase.voucherNumber}-${ordinal}`,
      availableFrom: purchase.date,
      quantity: purchase.quantity,
      source: 'purchase',
    };
  });
  const bought = purchases.reduce((sum, lot) => sum + lot.quantity, 0n);
  if (bought > stock.incoming) {
    removeEarliest([...purchases].reverse(), bought - maxQuantity(0n, stock.incoming));
    overExplained.push(product);
  }
  const movements = stock.opening + stock.incoming - stock.outgoing;
  const other = maxQuantity(0n, stock.incoming - bought) + maxQuantity(0n, stock.closing - movements);
  if (other === 0n) return [opening, ...purchases];
  unexplained.push(product);
  return [
    opening,
    ...purchases,
    { ...base, id: `${prefix}/nhap-khac`, availableFrom: period.toDate, quantity: other, source: 'other_incoming' },
  ];
}

const compareQuantity = (a: Quantity, b: Quantity): number => (a < b ? -1 : a > b ? 1 : 0);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Takes a quantity off the lots in their order; whatever they do not hold is ignored. */
function removeEarliest(lots: readonly Draft[], quantity: Quantity): Quantity {
  let rest = quantity;
  for (const lot of lots) {
    if (rest <= 0n) return 0n;
    const part = minQuantity(lot.quantity, rest);
    lot.quantity -= part;
    rest -= part;
  }
  return maxQuantity(0n, rest);
}

/**
 * Kept invoices that AMIS does not know yet hold their goods: their own lot first, then the earliest of the same key. What
 * has left comes before drafts, so that goods which are gone are missed by the invoice that can still be changed.
 */
function reserveKept(
  kept: readonly PlannedInvoice[],
  byKey: ReadonlyMap<string, readonly Draft[]>,
  warn: (code: string, message: string, invoice?: string) => void,
): void {
  const isDraft = (invoice: PlannedInvoice) => Number(invoice.status === 'draft');
  for (const invoice of kept.toSorted((a, b) => isDraft(a) - isDraft(b))) {
    for (const item of invoice.items) {
      const lots = byKey.get(keyOf(item.warehouse, item.product)) ?? [];
      for (const draw of item.allocations) {
        if (draw.lot === null) continue;
        const own = lots.filter((lot) => lot.id === draw.lot);
        const missing = removeEarliest([...own, ...lots], draw.quantity);
        if (missing > 0n) {
          warn(
            'KEPT_INVOICE_WITHOUT_STOCK',
            `Hóa đơn «${invoice.voucherNumber}» được giữ lại nhưng kho «${item.warehouse}» thiếu ${formatQuantity(missing)} mã «${item.product}».`,
            invoice.key,
          );
        }
      }
    }
  }
}

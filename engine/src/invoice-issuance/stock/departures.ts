import { by } from '../../order.ts';
import { maxQuantity, minQuantity, type Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, ProfileBooks } from '../books.ts';
import { foldCode, type StockKey, stockKeyOf } from '../stock-keys.ts';
import type { PeriodTerms, PlannedInvoice } from '../types.ts';
import { isInStockReport } from './moments.ts';

/**
 * Goods that leave a profile's stock, by (warehouse, product), beside those that have left in the stock report's Cuối
 * kỳ.
 */
export type Departures = {
  /** Sold in AMIS and not in the report: they still have to leave the lots. */
  readonly foreign: ReadonlyMap<string, Quantity>;
  /** Invoices of ours that the report contains, with the day on which their goods left: part of Xuất kho, oldest first. */
  readonly own: ReadonlyMap<string, readonly { readonly day: string; readonly quantity: Quantity }[]>;
  /** Key of an invoice of ours → the goods of it that the report does not contain. Absent: all that it draws. */
  readonly needs: ReadonlyMap<string, ReadonlyMap<string, Quantity>>;
  /** Sold according to the ledger beyond Xuất kho though the report should contain it. */
  readonly drift: ReadonlyMap<string, Quantity>;
};

type Sums = Map<string, Quantity>;
const add = (sums: Sums, key: string, quantity: Quantity) => sums.set(key, (sums.get(key) ?? 0n) + quantity);

/**
 * Tells from the sales ledger and its moments which sales the stock report contains. In doubt goods count as gone: an
 * entry without a known warehouse leaves every warehouse that has the product, and a return brings nothing back before
 * a report shows it.
 */
export function departures(
  books: ProfileBooks,
  period: Pick<PeriodTerms, 'fromDate' | 'toDate'>,
  keys: ReadonlyMap<string, StockKey>,
  kept: readonly PlannedInvoice[],
): Departures {
  const ledger = new Ledger(books, period, keys);
  const foreign: Sums = new Map();
  const own = new Map<string, { day: string; quantity: Quantity }[]>();
  const needs = new Map<string, Sums>();
  const told: Told = { placed: new Map(), loose: new Map() };
  const byVoucher = Map.groupBy(books.salesLedger, (entry) => entry.voucherNumber);
  const ours = new Map<string, PlannedInvoice>();
  for (const invoice of kept) if (byVoucher.has(invoice.voucherNumber)) ours.set(invoice.voucherNumber, invoice);
  for (const [voucher, entries] of byVoucher) {
    const invoice = ours.get(voucher);
    const inside = entries.filter((entry) => ledger.isInside(entry));
    ledger.addInPeriod(inside, told);
    if (!invoice) {
      const outside = entries.filter((entry) => !inside.includes(entry));
      for (const [key, quantity] of positive(ledger.leaving(outside))) add(foreign, key, quantity);
      continue;
    }
    const shown = ledger.leaving(inside, invoice);
    const day = inside.map((entry) => entry.documentDate).toSorted()[0];
    for (const [key, quantity] of positive(shown)) own.set(key, [...(own.get(key) ?? []), { day: day!, quantity }]);
    needs.set(invoice.key, needsOf(invoice, entries, ledger.leaving(entries, invoice), shown));
  }
  for (const parts of own.values()) parts.sort(by(({ day }) => day));
  return { foreign, own, needs, drift: driftOf(told, keys, ledger) };
}

const positive = (sums: Sums): [string, Quantity][] => [...sums].filter(([, quantity]) => quantity > 0n);

/** An invoice's draws on stock, by key. */
function drawsOf(invoice: PlannedInvoice): Sums {
  const draws: Sums = new Map();
  for (const item of invoice.items)
    for (const { lot, quantity } of item.allocations)
      if (lot !== null) add(draws, stockKeyOf(item.warehouse, item.product), quantity);
  return draws;
}

/**
 * The goods that the report lacks of an invoice that the ledger shows. Once AMIS has numbered it, its rows are the
 * goods that left; before that, and for goods that no row shows, the larger of our quantity and AMIS's.
 */
function needsOf(invoice: PlannedInvoice, entries: readonly AmisSalesEntry[], ledger: Sums, shown: Sums): Sums {
  const ours = drawsOf(invoice);
  const isNumbered = entries.some((entry) => entry.invoiceNumber !== '');
  const products = new Set(entries.map((entry) => foldCode(entry.product)));
  const needs: Sums = new Map();
  for (const key of new Set([...ours.keys(), ...ledger.keys()])) {
    const there = maxQuantity(0n, ledger.get(key) ?? 0n);
    const isTold = isNumbered && products.has(foldCode(key.slice(key.indexOf('\u0000') + 1)));
    const left = isTold ? there : maxQuantity(there, ours.get(key) ?? 0n);
    const need = left - maxQuantity(0n, shown.get(key) ?? 0n);
    if (need > 0n) needs.set(key, need);
  }
  return needs;
}

/** Sold according to the ledger: by stock key, and by folded product where it is in several warehouses and nothing says which it left. */
type Told = { readonly placed: Sums; readonly loose: Sums };

function driftOf({ placed, loose }: Told, keys: ReadonlyMap<string, StockKey>, ledger: Ledger): Sums {
  const drift: Sums = new Map();
  const outgoing = (key: string): Quantity => maxQuantity(0n, keys.get(key)?.outgoing ?? 0n);
  for (const [key, quantity] of placed)
    if (keys.has(key) && quantity > outgoing(key)) drift.set(key, quantity - outgoing(key));
  for (const [product, quantity] of loose) {
    const places = ledger.keysOf(product);
    const explained = places.reduce((sum, key) => sum + maxQuantity(0n, outgoing(key) - (placed.get(key) ?? 0n)), 0n);
    if (quantity > explained) for (const key of places) add(drift, key, quantity - explained);
  }
  return drift;
}

/** The stock keys from which the entries of a sales ledger take their goods. */
class Ledger {
  readonly #books: ProfileBooks;
  readonly #period: Pick<PeriodTerms, 'fromDate' | 'toDate'>;
  /** Product, folded → its keys in the report. */
  readonly #keysOf = new Map<string, StockKey[]>();
  readonly #warehouses: ReadonlySet<string>;
  readonly #folded = new Map<string, string>();

  constructor(
    books: ProfileBooks,
    period: Pick<PeriodTerms, 'fromDate' | 'toDate'>,
    keys: ReadonlyMap<string, StockKey>,
  ) {
    this.#books = books;
    this.#period = period;
    this.#warehouses = new Set([...books.inventory.map((row) => row.warehouse), ...books.terms.excludedWarehouseCodes]);
    for (const stock of keys.values()) {
      const code = this.#fold(stock.product);
      const known = this.#keysOf.get(code);
      if (known) known.push(stock);
      else this.#keysOf.set(code, [stock]);
    }
  }

  /** Goods of another month's sale have not left by the last day of the period, whenever the report was made. */
  isInside(entry: AmisSalesEntry): boolean {
    return entry.documentDate <= this.#period.toDate && isInStockReport(entry, this.#books.moments);
  }

  /**
   * The goods that leave by key, net of those that a voucher gives back. An invoice of ours names the place of goods
   * that its rows do not place.
   */
  leaving(entries: readonly AmisSalesEntry[], invoice?: PlannedInvoice): Sums {
    const sums: Sums = new Map();
    for (const { warehouse, product, quantity } of entries) {
      if (product === '' || quantity === 0n) continue;
      for (const key of this.#places(warehouse, product, invoice)) add(sums, key, quantity);
    }
    return sums;
  }

  /** A ledger names each product many times. */
  #fold(product: string): string {
    const folded = this.#folded.get(product) ?? foldCode(product);
    this.#folded.set(product, folded);
    return folded;
  }

  #places(warehouse: string, product: string, invoice: PlannedInvoice | undefined): string[] {
    const code = this.#fold(product);
    const stocks = this.#keysOf.get(code) ?? [];
    if (warehouse !== '' && this.#warehouses.has(warehouse)) {
      const own = stocks.find((stock) => stock.warehouse === warehouse);
      return own ? [stockKeyOf(own.warehouse, own.product)] : [];
    }
    const item = invoice?.items.find((one) => one.warehouse !== '' && this.#fold(one.product) === code);
    if (item) return [stockKeyOf(item.warehouse, item.product)];
    return this.keysOf(product);
  }

  /** The keys of a product in the report. */
  keysOf(product: string): string[] {
    return (this.#keysOf.get(this.#fold(product)) ?? []).map((stock) => stockKeyOf(stock.warehouse, stock.product));
  }

  /**
   * Adds the entries' share of Xuất kho in the period, of one voucher. A guess of their warehouse would prove nothing against
   * the report: goods that may have left several are compared with what all of these have given out.
   */
  addInPeriod(entries: readonly AmisSalesEntry[], { placed, loose }: Told): void {
    const own: Told = { placed: new Map(), loose: new Map() };
    for (const { documentDate, warehouse, product, quantity } of entries) {
      if (documentDate < this.#period.fromDate) continue;
      const places = this.#places(warehouse, product, undefined);
      if (places.length > 1) add(own.loose, this.#fold(product), quantity);
      else for (const key of places) add(own.placed, key, quantity);
    }
    for (const [key, quantity] of positive(own.placed)) add(placed, key, quantity);
    for (const [product, quantity] of positive(own.loose)) add(loose, product, quantity);
  }
}

/** Takes a quantity off things that hold one, in their order. @returns the rest that they did not hold. */
export function takeInOrder(lots: Iterable<{ quantity: Quantity }>, quantity: Quantity): Quantity {
  let rest = quantity;
  for (const lot of lots) {
    if (rest <= 0n) return 0n;
    const part = minQuantity(lot.quantity, rest);
    lot.quantity -= part;
    rest -= part;
  }
  return maxQuantity(0n, rest);
}

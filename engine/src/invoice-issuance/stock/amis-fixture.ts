import { addDays, type Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, InventoryRow, PurchaseLine } from '../books.ts';
import { stockKeyOf } from '../stock-keys.ts';

/**
 * A small AMIS of one profile for tests: every movement of goods with the moment at which it was entered and the day on
 * which it is posted. Reports are made from it as of a moment, and the real stock of any day can be read.
 */
export type Movement = {
  readonly kind: 'opening' | 'purchase' | 'transfer' | 'sale' | 'return';
  /** ISO instant of its entry into AMIS. */
  readonly at: string;
  readonly day: Day;
  readonly voucher: string;
  readonly warehouse: string;
  readonly product: string;
  /** The change of the stock: positive into the warehouse. */
  readonly change: Quantity;
  readonly amount?: Vnd;
  readonly invoiceNumber?: string;
  readonly customer?: string;
};

type Days = { readonly fromDate: Day; readonly toDate: Day };
type Wanted = (movement: Movement) => boolean;

const sum = (movements: readonly Movement[], wanted: Wanted): Quantity =>
  movements.reduce((all, one) => (wanted(one) ? all + one.change : all), 0n);

/** "Tổng hợp tồn kho" of some days as AMIS exports it at a moment. */
export function stockReport(movements: readonly Movement[], moment: string, days: Days): InventoryRow[] {
  const known = movements.filter((one) => one.at <= moment && one.day <= days.toDate);
  const rows = Map.groupBy(known, (one) => stockKeyOf(one.warehouse, one.product));
  return [...rows.values()].map((own) => {
    const opening = sum(own, (one) => one.kind === 'opening' || one.day < days.fromDate);
    const within = own.filter((one) => one.kind !== 'opening' && one.day >= days.fromDate);
    const incoming = sum(within, ({ change }) => change > 0n);
    const outgoing = -sum(within, ({ change }) => change < 0n);
    const { warehouse, product } = own[0]!;
    return { warehouse, product, opening, incoming, outgoing, closing: opening + incoming - outgoing };
  });
}

/** "Sổ chi tiết bán hàng" as AMIS exports it at a moment: sales and returns. */
export const salesLedger = (movements: readonly Movement[], moment: string): AmisSalesEntry[] =>
  movements
    .filter((one) => one.at <= moment && (one.kind === 'sale' || one.kind === 'return'))
    .map((one, index) => ({
      id: `${one.voucher}#${index}`,
      voucherNumber: one.voucher,
      documentDate: one.day,
      invoiceNumber: one.invoiceNumber ?? '',
      invoiceDate: one.invoiceNumber ? one.day : undefined,
      customerCode: one.customer ?? '',
      customerName: one.customer ?? '',
      product: one.product,
      warehouse: one.warehouse,
      unit: 'cái',
      quantity: -one.change,
      amount: one.amount ?? 0,
      vatAmount: 0,
    }));

/** "Sổ chi tiết mua hàng" as AMIS exports it at a moment. */
export const purchaseLedger = (movements: readonly Movement[], moment: string): PurchaseLine[] =>
  movements
    .filter((one) => one.at <= moment && one.kind === 'purchase')
    .map(({ voucher, day, warehouse, product, change }) => ({
      ...{ id: voucher, voucherNumber: voucher, date: day, warehouse, product, quantity: change },
    }));

export type Taken = {
  readonly warehouse: string;
  readonly product: string;
  readonly day: Day;
  readonly quantity: Quantity;
};

/** Key → the stock at the end of every day from the first to the last, after `taken` has left too. */
export function balances(movements: readonly Movement[], taken: readonly Taken[], days: Days): Map<string, Quantity[]> {
  const count = daysOf(days).length;
  const all = new Map<string, Quantity[]>();
  const change = (warehouse: string, product: string, day: Day, quantity: Quantity): void => {
    const key = stockKeyOf(warehouse, product);
    const own = all.get(key) ?? Array.from({ length: count }, () => 0n);
    all.set(key, own);
    const from = Math.max(0, daysOf(days).indexOf(day));
    for (let index = from; index < count; index++) own[index]! += quantity;
  };
  for (const one of movements) change(one.warehouse, one.product, one.day, one.change);
  for (const one of taken) change(one.warehouse, one.product, one.day, -one.quantity);
  return all;
}

const known = new Map<string, Day[]>();
export function daysOf({ fromDate, toDate }: Days): Day[] {
  const name = `${fromDate} ${toDate}`;
  const found = known.get(name);
  if (found) return found;
  const list: Day[] = [];
  for (let day = fromDate; day <= toDate; day = addDays(day, 1)) list.push(day);
  known.set(name, list);
  return list;
}

/** False when AMIS would refuse to take the goods: on that day or a later one they would not be there. */
export const canTake = (movements: readonly Movement[], taken: readonly Taken[], days: Days): boolean => {
  const touched = new Set(taken.map(({ warehouse, product }) => stockKeyOf(warehouse, product)));
  const left = balances(
    movements.filter(({ warehouse, product }) => touched.has(stockKeyOf(warehouse, product))),
    taken,
    days,
  );
  return [...left.values()].every((own) => own.every((quantity) => quantity >= 0n));
};

/** The entries of a newer ledger with the moments at which each was first seen, from those of the ledger before. */
export function withHistory(
  entries: readonly AmisSalesEntry[],
  moment: string,
  before: { readonly entries: readonly AmisSalesEntry[]; readonly moment: string } | undefined,
): AmisSalesEntry[] {
  const seen = new Map(before?.entries.map((entry) => [entry.id, entry.seen]));
  return entries.map((entry) => ({
    ...entry,
    seen: seen.get(entry.id) ?? { first: moment, ...(before && { absent: before.moment }) },
  }));
}

import { type Day, daysBetween } from '../day.ts';
import type { Vnd } from '../money.ts';
import { convert, type Factor, minQuantity, ONE, type Quantity } from '../quantity.ts';
import { type CountedLine, countedLines, namedBy } from './counted-lines.ts';
import { type PurchaseInvoice, supplierItemKey } from './purchase-invoice.ts';
import { bareNumber, isReceiptOf, type PurchaseReceipt } from './receipts.ts';

/**
 * `unconnected`: no accountant has said yet which AMIS product it is, so no receipt can be looked for. `expected`: invoiced and not in the
 * purchase ledger; `overdue`: for more than a month. `partly`, `received`: as the ledger shows. `cancelled`: its invoice was
 * replaced, or it was adjusted away.
 */
export const EXPECTED_STATES = ['unconnected', 'expected', 'overdue', 'partly', 'received', 'cancelled'] as const;
export type ExpectedState = (typeof EXPECTED_STATES)[number];

/** The decision about a supplier's item: an AMIS product with its factor (AMIS units per unit of the supplier), or no goods in stock. */
export type ItemConnection = { readonly product: string; readonly factor: Factor } | 'not_stock';

export type ExpectedLot = {
  /** `<id of the invoice>/<line>`. */
  readonly id: string;
  readonly invoice: PurchaseInvoice;
  readonly at: number;
  /** The supplier's name and unit of it. */
  readonly name: string;
  readonly unitName: string;
  /** In the supplier's unit, as it counts now. */
  readonly invoiced: Quantity;
  /** Null: not connected. */
  readonly product: string | null;
  /** In the unit of the AMIS product; null: not connected. */
  readonly quantity: Quantity | null;
  /** AMIS units per unit of the supplier; null: not connected. */
  readonly factor: Factor | null;
  readonly received: Quantity;
  readonly receipts: readonly PurchaseReceipt[];
  readonly value: Vnd | null;
  readonly state: ExpectedState;
};

/**
 * Days after which goods that were invoiced should be in the books: a month, when the VAT return that the invoice belongs to is due
 * (by the 20th of the next month, Luật Quản lý thuế 38/2019/QH14 Điều 44); by then their receipt has its voucher.
 */
const OVERDUE_AFTER_DAYS = 30;

/** AMIS shows two places: a receipt that lacks less than this is whole. */
export const ROUNDING = ONE / 100n;

type Books = {
  readonly invoices: readonly PurchaseInvoice[];
  /** By `supplierItemKey`. */
  readonly connections: ReadonlyMap<string, ItemConnection>;
  readonly receipts: readonly PurchaseReceipt[];
  readonly today: Day;
};

/** The expected lots of one profile, in the order of their invoices; goods that AMIS does not keep in stock are none. */
export function expectedLots({ invoices, connections, receipts, today }: Books): ExpectedLot[] {
  const find = receiptFinder(receipts, numbersFinder(invoices));
  const lots = countedLines(invoices).flatMap((counted): ExpectedLot[] => {
    const { invoice, line } = counted;
    const connection = connections.get(
      supplierItemKey({ supplier: invoice.supplier, item: line.item, unit: line.unit }),
    );
    if (connection === 'not_stock') return [];
    return [connection ? connectedLot(counted, connection, find, today) : lotOf(counted, 'unconnected')];
  });
  return lots.toSorted(byDay);
}

const byDay = (a: ExpectedLot, b: ExpectedLot): number => {
  const [one, other] = [a.invoice.date ?? '', b.invoice.date ?? ''];
  return one < other
    ? -1
    : one > other
      ? 1
      : a.invoice.id < b.invoice.id
        ? -1
        : a.invoice.id > b.invoice.id
          ? 1
          : a.at - b.at;
};

function lotOf({ invoice, line, quantity, value }: CountedLine, state: ExpectedState): ExpectedLot {
  return {
    id: `${invoice.id}/${line.at}`,
    invoice,
    at: line.at,
    name: line.name,
    unitName: line.unitName,
    invoiced: quantity,
    product: null,
    quantity: null,
    factor: null,
    received: 0n,
    receipts: [],
    value,
    state: quantity === 0n ? 'cancelled' : state,
  };
}

type Found = { readonly of: PurchaseReceipt; readonly taken: Quantity };
type Find = (invoice: PurchaseInvoice, product: string, quantity: Quantity) => Found[];

function connectedLot(
  counted: CountedLine,
  { product, factor }: Exclude<ItemConnection, 'not_stock'>,
  find: Find,
  today: Day,
): ExpectedLot {
  const quantity = convert(counted.quantity, factor);
  const found = find(counted.invoice, product, quantity);
  const received = found.reduce((sum, { taken }) => sum + taken, 0n);
  return {
    ...lotOf(counted, stateOf(quantity, received, counted.invoice.date, today)),
    product,
    quantity,
    factor,
    received,
    receipts: found.map(({ of }) => of),
  };
}

function stateOf(quantity: Quantity, received: Quantity, day: Day | null, today: Day): ExpectedState {
  if (quantity - received < ROUNDING && received > 0n) return 'received';
  if (received > 0n) return 'partly';
  return day !== null && daysBetween(day, today) > OVERDUE_AFTER_DAYS ? 'overdue' : 'expected';
}

/** The number of an invoice, and those of the ones it takes the place of: the goods may have come in under the first. */
function numbersFinder(invoices: readonly PurchaseInvoice[]): (invoice: PurchaseInvoice) => string[] {
  const byKey = new Map(invoices.map((invoice) => [invoice.key, invoice]));
  return (invoice) => {
    const numbers = new Set<string>();
    const keys = [invoice.key!];
    for (const key of keys) {
      numbers.add(key.slice(key.lastIndexOf('|') + 1));
      const known = byKey.get(key);
      keys.push(...(known ? namedBy(known, 'replaces').filter((one) => !keys.includes(one)) : []));
    }
    return [...numbers];
  };
}

/** Hands the receipts of an invoice and product out, each quantity once. */
function receiptFinder(receipts: readonly PurchaseReceipt[], numbersOf: (invoice: PurchaseInvoice) => string[]): Find {
  const placeOf = (number: string, product: string): string =>
    JSON.stringify([bareNumber(number), product.toLowerCase()]);
  const byPlace = Map.groupBy(receipts, (one) => placeOf(one.invoiceNumber, one.product));
  const left = new Map(receipts.map((one) => [one, one.quantity]));
  return (invoice, product, quantity) => {
    const found: Found[] = [];
    let rest = quantity;
    for (const number of numbersOf(invoice))
      for (const receipt of byPlace.get(placeOf(number, product)) ?? []) {
        const taken = minQuantity(rest, left.get(receipt)!);
        if (taken <= 0n || !isReceiptOf(receipt, { ...invoice, number, day: invoice.date })) continue;
        left.set(receipt, left.get(receipt)! - taken);
        rest -= taken;
        found.push({ of: receipt, taken });
      }
    return found;
  };
}

const OPEN: ReadonlySet<ExpectedState> = new Set(['expected', 'overdue', 'partly']);

/** True when goods of a known product are still to be booked. */
export const isOpen = ({ state }: Pick<ExpectedLot, 'state'>): boolean => OPEN.has(state);

/** The part of a lot that the purchase ledger does not have, in the unit of the AMIS product. */
export const missingOf = ({ quantity, received }: ExpectedLot): Quantity => (quantity ?? 0n) - received;

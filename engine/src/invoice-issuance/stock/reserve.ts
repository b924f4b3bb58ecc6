import type { Day } from '../../day.ts';
import { formatQuantity, minQuantity, type Quantity } from '../../quantity.ts';
import { stockKeyOf } from '../stock-keys.ts';
import type { PlannedInvoice, StockLot } from '../types.ts';
import { takeInOrder } from './departures.ts';

type Draft = { -readonly [K in keyof StockLot]: StockLot[K] };

/** Goods of one draw of an invoice that the lots do not prove. */
export type Missing = { readonly invoice: PlannedInvoice; readonly message: string };

/** Goods of one lot that several invoices have drawn from it, since the first of their days. */
export type LotDraw = {
  readonly warehouse: string;
  readonly product: string;
  readonly quantity: Quantity;
  readonly since: Day;
  /** False: some of the invoices name other goods or another warehouse. */
  readonly isOneKey: boolean;
};

type Wanted = {
  readonly invoice: PlannedInvoice;
  readonly warehouse: string;
  readonly product: string;
  readonly lot: string | undefined;
  rest: Quantity;
};

/**
 * Takes from the lots the goods that invoices hold and that the stock report does not contain (`needs`, by invoice):
 * each from its own lot, then from the latest lots of its goods that are there on its day, so that early goods are left
 * for early sales. Invoices that have left come before drafts, so that missing goods fall to an invoice that can still
 * be changed.
 *
 * An invoice that has left takes goods that are not there on its day from later lots as well: they are gone. A draft
 * misses them. `draws` are the sums of further invoices that have left, by lot. @returns the missing goods, and the lots whose sums
 * cannot be taken as one: they do not hold all that has been drawn from them, so that it counts which invoice comes first.
 */
export function reserve(
  kept: readonly PlannedInvoice[],
  needs: ReadonlyMap<string, ReadonlyMap<string, Quantity>>,
  lotsOf: ReadonlyMap<string, readonly Draft[]>,
  draws: ReadonlyMap<string, LotDraw>,
): { readonly missing: readonly Missing[]; readonly tight: ReadonlySet<string> } {
  const missing: Missing[] = [];
  const ownLots = new Map<string, Draft>();
  for (const lots of lotsOf.values()) for (const lot of lots) ownLots.set(lot.id, lot);
  const tight = takeSums(draws, ownLots);
  for (const isDraft of [false, true]) {
    const wanted: Wanted[] = [];
    // The goods of its own lot are taken at once: a month that has left draws nearly all of its goods like that.
    for (const invoice of kept) {
      if ((invoice.status === 'draft') !== isDraft) continue;
      const needed = needs.get(invoice.key);
      if (!needed) takeDraws(invoice, ownLots, wanted);
      else
        for (const one of wantedOf(invoice, needed)) {
          takeOwn(one, ownLots);
          if (one.rest > 0n) wanted.push(one);
        }
    }
    if (!isDraft) for (const { lot } of wanted) if (lot !== undefined && draws.has(lot)) tight.add(lot);
    for (const one of wanted) {
      takeOnDay(one, lotsOf);
      if (one.rest > 0n) missing.push(...takeLater(one, lotsOf, isDraft));
    }
  }
  return { missing, tight };
}

/** Takes sums from their lots. @returns the lots that do not have them. */
function takeSums(draws: ReadonlyMap<string, LotDraw>, lots: ReadonlyMap<string, Draft>): Set<string> {
  const tight = new Set<string>();
  for (const [lot, { warehouse, product, quantity, since, isOneKey }] of draws) {
    const own = lots.get(lot);
    const isThere = isOneKey && own?.warehouse === warehouse && own.product === product && own.availableFrom <= since;
    if (isThere && own.quantity >= quantity) own.quantity -= quantity;
    else tight.add(lot);
  }
  return tight;
}

/** The invoice's draws as far as they are needed, and the goods that AMIS sold beyond them. */
function wantedOf(invoice: PlannedInvoice, needs: ReadonlyMap<string, Quantity>): Wanted[] {
  const left = new Map(needs);
  const wanted: Wanted[] = [];
  for (const { warehouse, product, allocations } of invoice.items) {
    const key = stockKeyOf(warehouse, product);
    for (const { lot, quantity } of allocations) {
      const rest = lot === null ? 0n : minQuantity(quantity, left.get(key) ?? 0n);
      if (lot === null || rest <= 0n) continue;
      left.set(key, left.get(key)! - rest);
      wanted.push({ invoice, warehouse, product, lot, rest });
    }
  }
  for (const [key, rest] of left) {
    const [warehouse = '', product = ''] = key.split('\u0000');
    if (rest > 0n) wanted.push({ invoice, warehouse, product, lot: undefined, rest });
  }
  return wanted;
}

/** Takes all draws of an invoice from their own lots; those that these do not hold are `wanted` elsewhere. */
function takeDraws(invoice: PlannedInvoice, lots: ReadonlyMap<string, Draft>, wanted: Wanted[]): void {
  for (const { warehouse, product, allocations } of invoice.items)
    for (const { lot, quantity } of allocations) {
      if (lot === null || quantity <= 0n) continue;
      const own = ownLot({ invoice, warehouse, product, lot }, lots);
      if (own && own.quantity >= quantity) {
        own.quantity -= quantity;
        continue;
      }
      const one = { invoice, warehouse, product, lot, rest: quantity };
      takeOwn(one, lots);
      wanted.push(one);
    }
}

type Lots = ReadonlyMap<string, readonly Draft[]>;
const lotsAt = ({ warehouse, product }: Wanted, lots: Lots): readonly Draft[] =>
  lots.get(stockKeyOf(warehouse, product)) ?? [];

/** The lot that a draw names, if it has its goods on the invoice's day. */
function ownLot(
  { lot, warehouse, product, invoice }: Omit<Wanted, 'rest'>,
  lots: ReadonlyMap<string, Draft>,
): Draft | undefined {
  const own = lot === undefined ? undefined : lots.get(lot);
  const isThere = own?.warehouse === warehouse && own.product === product;
  return isThere && own.availableFrom <= invoice.documentDate ? own : undefined;
}

function takeOwn(one: Wanted, lots: ReadonlyMap<string, Draft>): void {
  const own = ownLot(one, lots);
  if (own) one.rest = takeInOrder([own], one.rest);
}

function takeOnDay(one: Wanted, lots: Lots): void {
  const there = lotsAt(one, lots).filter(({ availableFrom }) => availableFrom <= one.invoice.documentDate);
  one.rest = takeInOrder(there.toReversed(), one.rest);
}

function takeLater(one: Wanted, lots: Lots, isDraft: boolean): Missing[] {
  const missing = takeInOrder(lotsAt(one, lots), one.rest);
  const told = isDraft ? one.rest : missing;
  if (told === 0n) return [];
  const message = `Hóa đơn «${one.invoice.voucherNumber}» được giữ lại nhưng kho «${one.warehouse}» thiếu ${formatQuantity(told)} mã «${one.product}».`;
  return [{ invoice: one.invoice, message }];
}

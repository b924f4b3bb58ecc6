import type { Day } from '../../day.ts';
import { by, compare } from '../../order.ts';
import { formatQuantity, maxQuantity, minQuantity, type Quantity } from '../../quantity.ts';
import type { ProfileBooks } from '../books.ts';
import type { StockOfPeriod } from '../stock/lots.ts';
import { stockKeyOf as keyOf } from '../stock-keys.ts';
import type { PlannedInvoice, StockLot, Warning } from '../types.ts';
import type { HeldGoods, OtherPeriods } from './held-goods.ts';
import { roomBefore } from './room.ts';

export const NO_OTHER_PERIODS: OtherPeriods = { reserved: [], later: [] };

/** Goods that kept invoices hold though another period needs them. */
export type StockConflict = { readonly invoice: PlannedInvoice; readonly message: string };

export type StockBesideOthers = StockOfPeriod & { readonly conflicts: readonly StockConflict[] };

/**
 * Takes goods that are not this period's to sell off a profile's free stock: goods that earlier periods hold, off the
 * earliest lots, and those that the later periods' books could not do without. `kept` are the live invoices, for which
 * `stock` has reserved goods; where they hold too much themselves, the last drafts are named as conflicts.
 */
export function besideOtherPeriods(
  stock: StockOfPeriod,
  books: ProfileBooks,
  others: OtherPeriods,
  kept: readonly PlannedInvoice[],
): StockBesideOthers {
  const { code } = books.terms;
  const reserved = others.reserved.filter((one) => one.profile === code);
  const later = others.later.filter((one) => one.profile === code);
  if (reserved.length === 0 && later.length === 0) return { ...stock, conflicts: [] };
  const free = new Map(stock.free);
  const lotsOf = Map.groupBy(stock.lots, (lot) => keyOf(lot.warehouse, lot.product));
  const own = kept.filter((invoice) => invoice.profile === code);
  const conflicts = new Map<string, StockConflict>();
  const warnings: Warning[] = [];

  const drawsOf = drawsByKey(own);
  for (const [key, held] of Map.groupBy(reserved, (one) => keyOf(one.warehouse, one.product))) {
    const lots = lotsOf.get(key) ?? [];
    const wanted = sumOf(held);
    const draws = drawsOf.get(key) ?? [];
    const early = shortOnADay(draws, lots, free, wanted);
    const missing = takeFree(free, lots, wanted);
    if (missing > 0n) contend(draws, key, missing, namesOf(held), conflicts);
    else if (early) contend(early.until, key, early.missing, namesOf(held), conflicts);
  }
  if (reserved.length > 0) warnings.push(heldWarning(code, reserved));

  for (const period of later) {
    const contained = new Set(period.contained);
    const room = roomBefore(period, books);
    for (const key of new Set([...lotsOf.keys(), ...drawsOf.keys()])) {
      const left = room(key);
      if (left === undefined) continue;
      const waiting = (drawsOf.get(key) ?? []).filter(({ invoice }) => !contained.has(invoice.key));
      const rest = left - sumOf(waiting);
      if (rest < 0n) contend(waiting, key, -rest, [period.name], conflicts);
      const lots = lotsOf.get(key) ?? [];
      const offered = lots.reduce((sum, lot) => sum + (free.get(lot.id) ?? 0n), 0n);
      takeFree(free, lots, offered - maxQuantity(0n, rest));
    }
  }
  return { ...stock, free, warnings: [...stock.warnings, ...warnings], conflicts: [...conflicts.values()] };
}

type Draw = { readonly invoice: PlannedInvoice; readonly lot: string; readonly quantity: Quantity };

/** The draws of invoices by (warehouse, product), in the order of their days. */
function drawsByKey(invoices: readonly PlannedInvoice[]): Map<string, Draw[]> {
  const draws = new Map<string, Draw[]>();
  for (const invoice of invoices.toSorted(by(({ documentDate }) => documentDate))) {
    for (const { warehouse, product, allocations } of invoice.items) {
      const key = keyOf(warehouse, product);
      for (const { lot, quantity } of allocations) {
        if (lot === null) continue;
        const own = draws.get(key);
        if (own) own.push({ invoice, lot, quantity });
        else draws.set(key, [{ invoice, lot, quantity }]);
      }
    }
  }
  return draws;
}

/**
 * The most that is missing at the end of any day when `wanted` had left before the period, though later lots make up for it:
 * goods that come in on the 17th cannot have been sold on the 16th. With it the draws up to that day.
 * @param draws of the same goods, in the order of their days.
 */
function shortOnADay(
  draws: readonly Draw[],
  lots: readonly StockLot[],
  free: ReadonlyMap<string, Quantity>,
  wanted: Quantity,
): { readonly missing: Quantity; readonly until: readonly Draw[] } | undefined {
  const all = new Map(lots.map(({ id }) => [id, free.get(id) ?? 0n]));
  for (const { lot, quantity } of draws) all.set(lot, (all.get(lot) ?? 0n) + quantity);
  let worst: { readonly missing: Quantity; readonly day: Day } | undefined;
  let drawn = 0n;
  for (const [day, ofDay] of Map.groupBy(draws, ({ invoice }) => invoice.documentDate)) {
    drawn += sumOf(ofDay);
    const there = lots.reduce((sum, { id, availableFrom }) => (availableFrom <= day ? sum + all.get(id)! : sum), 0n);
    const missing = minQuantity(wanted, wanted + drawn - there);
    if (missing > (worst?.missing ?? 0n)) worst = { missing, day };
  }
  return worst && { ...worst, until: draws.filter(({ invoice }) => invoice.documentDate <= worst.day) };
}

/** Takes a quantity off the free part of the lots, in their order. @returns the rest that they did not hold */
function takeFree(free: Map<string, Quantity>, lots: readonly StockLot[], quantity: Quantity): Quantity {
  let rest = quantity;
  for (const { id } of lots) {
    if (rest <= 0n) return 0n;
    const part = minQuantity(free.get(id) ?? 0n, rest);
    free.set(id, (free.get(id) ?? 0n) - part);
    rest -= part;
  }
  return maxQuantity(0n, rest);
}

/** Names the invoices that hold the missing goods: drafts before invoices that have left, the last ones first. */
function contend(
  draws: readonly Draw[],
  key: string,
  missing: Quantity,
  periods: readonly string[],
  conflicts: Map<string, StockConflict>,
): void {
  const rank = (invoice: PlannedInvoice) => Number(invoice.status !== 'draft');
  const drawsOf = Map.groupBy(draws, ({ invoice }) => invoice);
  const latest = [...drawsOf.keys()].sort((a, b) => rank(a) - rank(b) || compare(b.documentDate, a.documentDate));
  let rest = missing;
  for (const invoice of latest) {
    if (rest <= 0n) return;
    const drawn = sumOf(drawsOf.get(invoice)!);
    if (drawn <= 0n) continue;
    rest -= drawn;
    const [warehouse, product] = key.split('\u0000');
    if (conflicts.has(invoice.key)) continue;
    conflicts.set(invoice.key, {
      invoice,
      message: `Hóa đơn «${invoice.voucherNumber}» lấy ${formatQuantity(drawn)} mã «${product}» ở kho «${warehouse}», mà kỳ ${periods.map((name) => `«${name}»`).join(', ')} đang giữ hàng ấy: thiếu ${formatQuantity(missing)}.`,
    });
  }
}

function heldWarning(profile: string, reserved: readonly HeldGoods[]): Warning {
  const products = [...new Set(reserved.map((one) => one.product))].sort();
  const shown = products.slice(0, 5).join(', ') + (products.length > 5 ? ', …' : '');
  const periods = namesOf(reserved).map((name) => `«${name}»`);
  return {
    code: 'STOCK_HELD_ELSEWHERE',
    profile,
    about: products.map((id) => ({ kind: 'product', id, profile })),
    message: `«${profile}»: ${products.length} mã hàng còn được hóa đơn của kỳ ${periods.join(', ')} giữ, vì chưa thấy chúng trong sổ AMIS khi lấy báo cáo tồn kho (${shown}).`,
  };
}

const namesOf = (held: readonly HeldGoods[]): string[] => [...new Set(held.map((one) => one.period))];
const sumOf = (some: readonly { readonly quantity: Quantity }[]): Quantity =>
  some.reduce((sum, { quantity }) => sum + quantity, 0n);

/** The plan's warnings about kept invoices that hold goods of another period. */
export const conflictWarnings = (conflicts: readonly StockConflict[]): Warning[] =>
  conflicts.map(({ invoice, message }) => ({
    code: 'KEPT_INVOICE_WITHOUT_STOCK',
    message,
    profile: invoice.profile,
    invoice: invoice.key,
  }));

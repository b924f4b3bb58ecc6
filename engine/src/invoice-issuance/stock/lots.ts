import type { Day } from '../../day.ts';
import { formatDay } from '../../day.ts';
import { by, compare } from '../../order.ts';
import { formatQuantity, maxQuantity, minQuantity, type Quantity } from '../../quantity.ts';
import type { ProfileBooks } from '../books.ts';
import { type StockKey, stockKeys } from '../stock-keys.ts';
import type { PlannedInvoice, StockLot, Warning } from '../types.ts';
import { type Departures, departures, takeInOrder } from './departures.ts';
import { type LotDraw, type Missing, reserve } from './reserve.ts';

type Draft = { -readonly [K in keyof StockLot]: StockLot[K] };

/** Lots, each with its total and the day from which it exists; see docs/decisions/0004-lots.md. */
export type StockOfPeriod = {
  readonly lots: readonly StockLot[];
  /** Lot id → the quantity that kept invoices have not reserved: all that a new plan may draw. */
  readonly free: ReadonlyMap<string, Quantity>;
  /** The goods of reserving invoices that the lots do not prove. */
  readonly missing: readonly Missing[];
  /** Lots whose sums of draws could not be taken as one. */
  readonly tight: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
};

const NO_DRAWS: ReadonlyMap<string, LotDraw> = new Map();

/**
 * Makes the stock lots of one profile from its inventory report, its purchase ledger and its sales ledger.
 *
 * Per (warehouse, product) the lots add up to the closing stock, never more, and a negative closing counts as 0. Goods
 * that have left are taken off the earliest lots, so that no lot promises goods earlier than the books can prove them;
 * those of our own invoices, whose day is known, off the latest that were there on it. Goods whose departure the report
 * cannot contain leave the lots as well (stock/departures.ts), and `kept` invoices reserve the goods of theirs that it
 * does not contain. `draws` are sums of further invoices that have left and that the sales ledger does not show, by lot.
 */
export function buildLots(
  books: ProfileBooks,
  period: { readonly fromDate: Day; readonly toDate: Day },
  kept: readonly PlannedInvoice[],
  draws: ReadonlyMap<string, LotDraw> = NO_DRAWS,
): StockOfPeriod {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, about: readonly StockKey[]) =>
    warnings.push({
      ...{ code, message, profile: books.terms.code },
      about: about.map(({ product, warehouse }) => ({
        kind: 'stock',
        id: product,
        profile: books.terms.code,
        warehouse,
      })),
    });
  const keys = stockKeys(books, period);
  const own = kept.filter((invoice) => invoice.profile === books.terms.code);
  const left = departures(books, period, keys, own);
  const lots: Draft[] = [];
  const byKey = new Map<string, Draft[]>();
  const ids = new Set<string>();
  const unexplained: StockKey[] = [];
  const overExplained: StockKey[] = [];
  for (const [key, stock] of [...keys].sort(by(([key]) => key))) {
    const made = lotsOfKey(books.terms.code, stock, period, unexplained, overExplained);
    for (const lot of made) {
      while (ids.has(lot.id)) lot.id = `${lot.id}~`;
      ids.add(lot.id);
    }
    takeWhatLeft(made, stock, key, left);
    if (stock.closing < 0n) {
      warn(
        'NEGATIVE_STOCK',
        `Mã «${stock.product}» tồn âm ${formatQuantity(stock.closing)} ở kho «${stock.warehouse}»: tính là 0.`,
        [stock],
      );
    }
    byKey.set(key, made);
    lots.push(...made);
  }
  const drifted = [...left.drift.keys()].map((key) => keys.get(key)!);
  if (drifted.length > 0) {
    warn(
      'SNAPSHOT_DRIFT',
      `${drifted.length} mã có sổ bán hàng AMIS nhiều hơn xuất kho của báo cáo tồn: báo cáo tồn cũ hơn sổ, phần chênh đã được trừ khỏi tồn (${examples(drifted)}). Hãy xuất lại hai báo cáo cùng lúc.`,
      drifted,
    );
  }
  if (unexplained.length > 0) {
    warn(
      'OTHER_INCOMING',
      `${unexplained.length} mã có nhập kho ngoài sổ mua hàng, chưa rõ ngày: chỉ dùng từ ${formatDay(period.toDate)} (${examples(unexplained)}).`,
      unexplained,
    );
  }
  if (overExplained.length > 0) {
    warn(
      'PURCHASES_EXCEED_INCOMING',
      `${overExplained.length} mã có sổ mua hàng nhiều hơn nhập kho: tin báo cáo tồn kho, bớt lần mua sau cùng (${examples(overExplained)}).`,
      overExplained,
    );
  }
  const promised = lots.filter((lot) => lot.quantity > 0n).map((lot) => ({ ...lot }));
  const { missing, tight } = reserve(own, left.needs, byKey, draws);
  for (const { invoice, message } of missing)
    warnings.push({ code: 'KEPT_INVOICE_WITHOUT_STOCK', message, profile: books.terms.code, invoice: invoice.key });
  return { lots: promised, free: new Map(lots.map((lot) => [lot.id, lot.quantity])), missing, tight, warnings };
}

/** Takes off a key's lots the goods that left before the report was made, and those that left since. */
function takeWhatLeft(lots: readonly Draft[], stock: StockKey, key: string, left: Departures): void {
  const sum = lots.reduce((all, lot) => all + lot.quantity, 0n);
  let gone = sum - maxQuantity(0n, stock.closing);
  for (const { day, quantity } of left.own.get(key) ?? []) {
    const part = maxQuantity(0n, minQuantity(quantity, gone));
    const there = lots.filter(({ availableFrom }) => availableFrom <= day);
    gone -= part - takeInOrder(there.toReversed(), part);
  }
  takeInOrder(lots, gone + (left.foreign.get(key) ?? 0n) + (left.drift.get(key) ?? 0n));
}

const examples = (keys: readonly StockKey[]): string =>
  keys
    .slice(0, 5)
    .map(({ product }) => product)
    .join(', ') + (keys.length > 5 ? ', …' : '');

/** Opening stock, then purchases by date, then other arrivals: before anything has left. */
function lotsOfKey(
  profile: string,
  stock: StockKey,
  period: { readonly fromDate: Day; readonly toDate: Day },
  unexplained: StockKey[],
  overExplained: StockKey[],
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
    (a, b) => compare(a.date, b.date) || compare(a.voucherNumber, b.voucherNumber) || compare(a.quantity, b.quantity),
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
    takeInOrder([...purchases].reverse(), bought - maxQuantity(0n, stock.incoming));
    overExplained.push(stock);
  }
  const movements = stock.opening + stock.incoming - stock.outgoing;
  const other = maxQuantity(0n, stock.incoming - bought) + maxQuantity(0n, stock.closing - movements);
  if (other === 0n) return [opening, ...purchases];
  unexplained.push(stock);
  return [
    opening,
    ...purchases,
    { ...base, id: `${prefix}/nhap-khac`, availableFrom: period.toDate, quantity: other, source: 'other_incoming' },
  ];
}

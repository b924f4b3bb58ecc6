import { netAmountOf } from '../../../bravo/sales-line.ts';
import { addDays, type Day } from '../../../day.ts';
import { sumVnd, type Vnd } from '../../../money.ts';
import type { PlannedInvoice } from '../../types.ts';
import type { DraftedLines } from './drafted-lines.ts';
import type { Loose, LooseVoucher } from './loose-vouchers.ts';

/** A sale by hand is dated within so many days of the sale itself. */
export const DAYS_NEAR = 3;

const WHY = 'cùng hàng, cùng tiền nhưng khác số lượng (hệ số có thể sai), AMIS không ghi rõ khách';
const WHY_UNKNOWN = 'cùng ngày, cùng tổng tiền, mã hàng AMIS chưa nối, AMIS không ghi rõ khách';
const WHY_LINES =
  'cùng ngày, từng dòng cùng tiền với một dòng của lần bán, mã hàng AMIS chưa nối, AMIS không ghi rõ khách';
const WHY_ELSEWHERE = 'cùng hàng, cùng tiền, AMIS không ghi rõ khách';

type Suspicion = { readonly voucher: LooseVoucher; readonly why: string };

/**
 * Vouchers of a customer who may be any buyer that have issued the goods of a sale for its money, in a quantity that is another by
 * the factor of today: a line of it, or what it has of an item. Such an entry is like no line where the buyer asks for invoices or the
 * day is not the very same (`pairs/candidates.ts`), so the draft would be made without a word.
 * With the vouchers of other months no line of this one has been compared: in the same quantity they are told as well.
 * Of goods that the profile has not connected nothing is known but the day, the total and, of several, the money of each.
 */
export function sameGoodsFinder(
  vouchers: readonly LooseVoucher[],
  loose: readonly Loose[],
  linesOf: DraftedLines,
): (drafts: readonly PlannedInvoice[], day: Day) => readonly Suspicion[] {
  const ofAnyBuyer = vouchers.filter(({ partners }) => partners.size === 0);
  if (ofAnyBuyer.length === 0) return () => [];
  const { byMoney, unknown } = indexed(ofAnyBuyer, loose);
  const suspectsOf = unconnectedFinder(unknown);
  return (drafts, day) => {
    const [from, to] = [addDays(day, -DAYS_NEAR), addDays(day, DAYS_NEAR)];
    const found = new Map<LooseVoucher, string>();
    const asked = linesOf(drafts).filter(({ itemCode }) => byMoney.has(itemCode));
    for (const [item, own] of Map.groupBy(asked, ({ itemCode }) => itemCode)) {
      const amounts = new Set(own.map(netAmountOf)).add(sumVnd(own.map(netAmountOf)));
      for (const amount of amounts)
        for (const voucher of byMoney.get(item)!.get(amount) ?? [])
          if (voucher.day >= from && voucher.day <= to)
            found.set(voucher, voucher.period === undefined ? WHY : WHY_ELSEWHERE);
    }
    for (const { voucher, why } of suspectsOf(drafts, day)) found.set(voucher, why);
    return Array.from(found, ([voucher, why]) => ({ voucher, why }));
  };
}

const moneyKey = (day: Day, amount: Vnd): string => `${day}\u0000${amount}`;

/**
 * By the Bravo item that the product of an entry is connected to, in the books that have the voucher, and the money of the entry;
 * apart, those of which no product is connected.
 */
function indexed(vouchers: readonly LooseVoucher[], loose: readonly Loose[]) {
  const itemsOf = new Map(
    loose.map(({ books }) => [books.terms.code, Map.groupBy(books.productConnections, ({ product }) => product)]),
  );
  const byMoney = new Map<string, Map<Vnd, Set<LooseVoucher>>>();
  const unknown: LooseVoucher[] = [];
  for (const voucher of vouchers) {
    let isKnown = false;
    for (const { product, amount } of voucher.entries)
      for (const { item } of itemsOf.get(voucher.profile)?.get(product) ?? []) {
        isKnown = true;
        const ofItem = byMoney.get(item) ?? new Map<Vnd, Set<LooseVoucher>>();
        byMoney.set(item, ofItem.set(amount, (ofItem.get(amount) ?? new Set()).add(voucher)));
      }
    if (!isKnown) unknown.push(voucher);
  }
  return { byMoney, unknown };
}

/** Vouchers of unconnected goods by day and money: a busy day has thousands of them, and as many sales. */
function unconnectedFinder(
  vouchers: readonly LooseVoucher[],
): (drafts: readonly PlannedInvoice[], day: Day) => readonly Suspicion[] {
  const byTotal = new Map<string, LooseVoucher[]>();
  const byFirstEntry = new Map<string, LooseVoucher[]>();
  const add = (index: typeof byTotal, key: string, voucher: LooseVoucher): void => {
    const own = index.get(key);
    if (own) own.push(voucher);
    else index.set(key, [voucher]);
  };
  for (const voucher of vouchers) {
    const { day, amount, entries } = voucher;
    // One đồng an entry is rounding.
    for (let off = -entries.length; off <= entries.length; off++) add(byTotal, moneyKey(day, amount + off), voucher);
    // The money of one alone may be any sale's.
    if (entries.length > 1) add(byFirstEntry, moneyKey(day, entries[0]!.amount), voucher);
  }
  return (drafts, day) => {
    const amounts = lineAmounts(drafts);
    const total = sumVnd(drafts.map(({ amount }) => amount));
    const ofLines = [...new Set(amounts)].flatMap((amount) => byFirstEntry.get(moneyKey(day, amount)) ?? []);
    return [
      ...ofLines.filter((one) => hasLinesOf(one, amounts)).map((voucher) => ({ voucher, why: WHY_LINES })),
      ...(byTotal.get(moneyKey(day, total)) ?? []).map((voucher) => ({ voucher, why: WHY_UNKNOWN })),
    ];
  };
}

/** True for a voucher whose entries have each the money of a line of its own. */
function hasLinesOf({ entries }: LooseVoucher, amounts: readonly Vnd[]): boolean {
  const left = [...amounts];
  return entries.every(({ amount }) => {
    const at = left.indexOf(amount);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function lineAmounts(drafts: readonly PlannedInvoice[]): Vnd[] {
  const amounts = new Map<string, Vnd>();
  for (const { allocations } of drafts.flatMap(({ items }) => items))
    for (const { line, amount } of allocations) amounts.set(line, (amounts.get(line) ?? 0) + amount);
  return [...amounts.values()];
}

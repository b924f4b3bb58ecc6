import { netAmountOf, type SalesLine } from '../../../bravo/sales-line.ts';
import { addDays, type Day } from '../../../day.ts';
import type { Vnd } from '../../../money.ts';
import type { Factor } from '../../../quantity.ts';
import type { AmisSalesEntry } from '../../books.ts';
import type { PlannedInvoice } from '../../types.ts';
import { sameQuantity } from '../pairs/same-quantity.ts';
import type { DraftedLines } from './drafted-lines.ts';
import type { Loose, LooseVoucher } from './loose-vouchers.ts';
import { DAYS_NEAR } from './same-goods.ts';

const WHY =
  'từng dòng cùng hàng, cùng số lượng, cùng tiền, mà khách ở AMIS là khách khác: khách của lần bán có thể đã đổi ở Bravo';

/** A voucher of one entry that suits more sales than these says nothing of any of them. */
const SALES_OF_ONE_ENTRY = 3;

type Sale = { readonly day: Day; readonly partner: string; readonly invoices: readonly PlannedInvoice[] };
type Suspicion = { readonly voucher: LooseVoucher; readonly why: string };

/**
 * Vouchers of a known buyer that have issued goods of a sale to another buyer, each entry for the quantity and the money of a line of its own. Bravo may
 * have given the sale to another partner after it was invoiced by hand, as where two partners became one: from then on the
 * voucher of a buyer who asks for invoices is like no line. One entry alone has to be of the very day, unless the ledger has no sale of its buyer any more.
 */
export function ofAnotherBuyer<S extends Sale>(
  vouchers: readonly LooseVoucher[],
  loose: readonly Loose[],
  { isSoldTo, linesOf }: { readonly isSoldTo: (partner: string) => boolean; readonly linesOf: DraftedLines },
  sales: readonly S[],
): Map<S, Suspicion[]> {
  const found = new Map<S, Suspicion[]>();
  const ofOne = vouchers.filter(({ partners }) => partners.size > 0);
  if (ofOne.length === 0) return found;
  const known = goodsOf(ofOne, loose);
  const drafts = new Map(sales.map((sale) => [sale, linesOf(sale.invoices)]));
  const byMoney = salesByMoney(known.values(), drafts);
  for (const [voucher, entries] of known) {
    const isGone = voucher.period === undefined && ![...voucher.partners].some(isSoldTo);
    const near = isGone || entries.length > 1 ? DAYS_NEAR : 0;
    const [from, to] = [addDays(voucher.day, -near), addDays(voucher.day, near)];
    // Only sales with the money of the first entry can have lines of all.
    const { entry, connections } = entries[0]!;
    const asked = new Set(connections.flatMap(({ item }) => [...(byMoney.get(item)?.get(entry.amount) ?? [])]));
    const like = [...asked].filter(
      (sale) =>
        sale.day >= from &&
        sale.day <= to &&
        !voucher.partners.has(sale.partner) &&
        hasLines(entries, drafts.get(sale)!),
    );
    if (entries.length === 1 && !isGone && like.length > SALES_OF_ONE_ENTRY) continue;
    for (const sale of like) found.set(sale, [...(found.get(sale) ?? []), { voucher, why: WHY }]);
  }
  return found;
}

/** The sales by the item and the money of each of their lines, as far as the first entry of a voucher asks for them. */
function salesByMoney<S extends Sale>(
  vouchers: Iterable<readonly Goods[]>,
  drafts: ReadonlyMap<S, readonly SalesLine[]>,
): ReadonlyMap<string, ReadonlyMap<Vnd, ReadonlySet<S>>> {
  const found = new Map<string, Map<Vnd, Set<S>>>();
  for (const [first] of vouchers)
    for (const { item } of first!.connections) {
      const ofItem = found.get(item) ?? new Map<Vnd, Set<S>>();
      found.set(item, ofItem.set(first!.entry.amount, new Set()));
    }
  for (const [sale, lines] of drafts)
    for (const line of lines) found.get(line.itemCode)?.get(netAmountOf(line))?.add(sale);
  return found;
}

type Connection = { readonly item: string; readonly factor: Factor };
type Goods = { readonly entry: AmisSalesEntry; readonly connections: readonly Connection[] };

/** The entries with the Bravo items that their products are, of vouchers whose goods are all connected. */
function goodsOf(vouchers: readonly LooseVoucher[], loose: readonly Loose[]): Map<LooseVoucher, Goods[]> {
  const connectionsOf = new Map(loose.map(({ books }) => [books.terms.code, connectionsByProduct(books)]));
  const goods = vouchers.map((voucher): [LooseVoucher, Goods[]] => [
    voucher,
    voucher.entries.map((entry) => ({
      entry,
      connections: connectionsOf.get(voucher.profile)?.get(entry.product) ?? [],
    })),
  ]);
  return new Map(goods.filter(([, entries]) => entries.every(({ connections }) => connections.length > 0)));
}

function connectionsByProduct({ productConnections }: Loose['books']): Map<string, Connection[]> {
  const whole = productConnections.flatMap(({ product, item, factor }) => (factor ? [{ product, item, factor }] : []));
  return Map.groupBy(whole, ({ product }) => product);
}

function hasLines(entries: readonly Goods[], drafted: readonly SalesLine[]): boolean {
  const left = [...drafted];
  return entries.every((goods) => {
    const at = left.findIndex((line) => isLike(goods, line));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function isLike({ entry, connections }: Goods, line: SalesLine): boolean {
  const open = { baseQuantity: line.baseQuantity, amount: netAmountOf(line) };
  return (
    open.amount === entry.amount &&
    connections.some(({ item, factor }) => item === line.itemCode && sameQuantity(entry, open, factor))
  );
}

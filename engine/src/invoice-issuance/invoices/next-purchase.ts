import { documentKeyOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { splitVnd, sumVnd, type Vnd } from '../../money.ts';
import { compare } from '../../order.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { Eligible } from '../ledger/eligibility.ts';
import { take, vatShare } from '../ledger/open-lines.ts';
import type { PlacedPart } from '../ledger/placed-part.ts';
import type { PlannedInvoice } from '../types.ts';
import type { DiscountShare, RateOf } from './services.ts';

/** The goods of one document and day that one profile invoices in this plan. */
type Purchase = {
  readonly document: string;
  readonly profile: string;
  readonly day: Day;
  readonly parts: PlacedPart[];
  /** The worth before VAT by rate, less the discounts that are on it. */
  readonly left: Map<VatRate, Vnd>;
};

/** Discounts of a plan: the parts that invoices carry, and the shares that none does. */
export type PlacedDiscounts = { readonly parts: readonly PlacedPart[]; readonly shares: readonly DiscountShare[] };

/**
 * Puts discounts of documents of their own on the buyer's next purchase (TT 91/2026/TT-BTC Điều 10 k5 b): the first one in
 * their branch, on their day or later, that is worth as much after the discounts on it and that may be invoiced by a
 * profile that may invoice the discount. It goes on whole, over the rates of the purchase in proportion to worth; one with
 * a rate of its own on goods of that rate alone. Without such a purchase it needs an adjusting invoice as before.
 */
export function onNextPurchases(
  eligible: readonly Eligible[],
  goods: readonly PlacedPart[],
  { parts, shares }: PlacedDiscounts,
  rateOf: RateOf,
): PlacedDiscounts {
  const apart = new Set(shares.flatMap(({ open, reason }) => (reason === 'DISCOUNT_TO_ADJUST' ? open.line.id : [])));
  if (apart.size === 0) return { parts, shares };
  const asking = new Map(eligible.flatMap((one) => (apart.has(one.open.line.id) ? [[one.open.line.id, one]] : [])));
  const purchases = purchasesOf([...goods, ...parts], new Set([...asking.values()].map(buyerKey)), rateOf);
  const placed = [...parts];
  const left = shares.filter((share) => {
    const one = asking.get(share.open.line.id);
    const found = one && fitting(one, purchases.get(buyerKey(one)) ?? []);
    if (!found) return true;
    placed.push(...putOn(one, found, rateOf));
    return false;
  });
  return { parts: placed, shares: left };
}

const keyOf = ({ branchCode, partnerCode }: SalesLine): string => `${branchCode}\u0000${partnerCode}`;
const buyerKey = ({ open }: Pick<Eligible, 'open'>): string => keyOf(open.line);

/** The purchases of some buyers, the earliest first. */
function purchasesOf(
  parts: readonly PlacedPart[],
  buyers: ReadonlySet<string>,
  rateOf: RateOf,
): Map<string, Purchase[]> {
  const found = new Map<string, Purchase>();
  const byBuyer = new Map<string, Purchase[]>();
  for (const part of parts) {
    const { document, profile, documentDate: day, open } = part;
    const buyer = buyerKey(part);
    const isDiscount = open.line.kind === 'discount';
    if (!buyers.has(buyer) || (open.line.kind !== 'goods' && !isDiscount)) continue;
    const key = `${buyer}\u0000${document}\u0000${profile}\u0000${day}`;
    let purchase = found.get(key);
    if (!purchase) {
      purchase = { document, profile, day, parts: [], left: new Map() };
      found.set(key, purchase);
      byBuyer.set(buyer, [...(byBuyer.get(buyer) ?? []), purchase]);
    }
    const rate = rateOf(part);
    purchase.left.set(rate, sumVnd([purchase.left.get(rate) ?? 0, part.amount]));
    if (!isDiscount) purchase.parts.push(part);
  }
  for (const own of byBuyer.values()) own.sort(inOrder);
  return byBuyer;
}

const inOrder = (a: Purchase, b: Purchase): number =>
  compare(a.day, b.day) || compare(a.document, b.document) || compare(a.profile, b.profile);

/** The worth that a discount may lower, by rate. */
const openTo = ({ line }: Eligible['open'], { left }: Purchase): [VatRate, Vnd][] =>
  [...left].filter(([rate, worth]) => worth > 0 && (line.vatRate === undefined || line.vatRate === rate));

const fitting = ({ open, profiles }: Eligible, purchases: readonly Purchase[]): Purchase | undefined =>
  purchases.find(
    (purchase) =>
      purchase.day >= open.line.docDate &&
      profiles.includes(purchase.profile) &&
      sumVnd(openTo(open, purchase).map(([, worth]) => worth)) >= -open.amount,
  );

/** Takes the whole discount, in parts that follow the goods of the purchase. */
function putOn({ open }: Eligible, purchase: Purchase, rateOf: RateOf): PlacedPart[] {
  const rates = openTo(open, purchase);
  const byRate = splitVnd(
    open.amount,
    rates.map(([, worth]) => BigInt(worth)),
  );
  return rates.flatMap(([rate], index) => {
    const share = byRate[index]!;
    purchase.left.set(rate, sumVnd([purchase.left.get(rate)!, share]));
    const goods = purchase.parts.filter((part) => part.amount > 0 && rateOf(part) === rate);
    const amounts = splitVnd(
      share,
      goods.map(({ amount }) => BigInt(amount)),
    );
    return goods.flatMap((part, position): PlacedPart[] => {
      const amount = amounts[position]!;
      if (amount === 0) return [];
      const { document, documentDate, ownDay, partner, profile, product, warehouse } = part;
      const taken = take(open, { baseQuantity: 0n, amount, vatAmount: vatShare(open, amount) });
      const place = { document, documentDate, partner, profile, product, warehouse, lot: null, quantity: 0n };
      return [{ open, ...place, ...(ownDay && { ownDay }), vatRate: rate, ...taken }];
    });
  });
}

/** The words of an invoice that carries discounts of other documents: it says which; empty for others. */
export function discountNote(
  { bravoDocument, items }: Pick<PlannedInvoice, 'bravoDocument' | 'items'>,
  lines: ReadonlyMap<string, SalesLine>,
  goods: ReadonlySet<string> = documentsOf(items, lines, 'goods'),
): string {
  const apart = [...documentsOf(items, lines, 'discount')].filter((one) => one !== bravoDocument && !goods.has(one));
  return apart.length === 0 ? '' : `chiết khấu theo chứng từ Bravo ${apart.join(', ')}`;
}

const documentsOf = (
  items: PlannedInvoice['items'],
  lines: ReadonlyMap<string, SalesLine>,
  kind: 'goods' | 'discount',
): Set<string> =>
  new Set(
    items
      .filter((item) => (item.kind === 'discount') === (kind === 'discount'))
      .flatMap(({ allocations }) => allocations.flatMap(({ line }) => lines.get(line) ?? []))
      .map(documentKeyOf),
  );

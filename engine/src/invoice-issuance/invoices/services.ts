import { documentKeyOf, type SalesLine, saleKey } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { splitVnd, sumVnd, type Vnd } from '../../money.ts';
import { convert } from '../../quantity.ts';
import type { VatRate } from '../../vat-rate.ts';
import { type Eligible, ownDayOf } from '../ledger/eligibility.ts';
import { take, takeRest, vatShare } from '../ledger/open-lines.ts';
import type { PlacedPart } from '../ledger/placed-part.ts';
import { goesWithRate } from '../rules/vat.ts';
import type { PlannedInvoice, ShortageReason } from '../types.ts';

export type RateOf = (part: Pick<PlacedPart, 'open' | 'product' | 'vatRate'>) => VatRate;

/**
 * Places services, which need no stock: with the profile that invoices the most goods value of their sale (kept
 * invoices count), among those that have a connected service product; without goods, with the first such profile in the
 * period's order. A service stays where the last plan had it (`previous`: line → profile) while that profile invoices
 * goods of the sale, or no profile does.
 */
export function placeServices(
  eligible: readonly Eligible[],
  goods: readonly PlacedPart[],
  kept: readonly PlannedInvoice[],
  previous: Readonly<Record<string, string>> = {},
): PlacedPart[] {
  const own = eligible.filter((one) => one.open.line.kind === 'service');
  const values = goodsValues(goods, kept, new Set(own.flatMap(({ open }) => salesOfLine(open.line))));
  const parts: PlacedPart[] = [];
  for (const one of own) {
    const [sale, number] = salesOfLine(one.open.line);
    const byProfile = values.get(sale) ?? values.get(number);
    let best = one.profiles[0]!;
    for (const profile of one.profiles) {
      if ((byProfile?.get(profile) ?? 0) > (byProfile?.get(best) ?? 0)) best = profile;
    }
    const last = previous[one.open.line.id];
    const isAtHome = last !== undefined && ((byProfile?.get(last) ?? 0) > 0 || !byProfile);
    if (isAtHome && one.profiles.includes(last)) best = last;
    const connection = one.connections.find((candidate) => candidate.profile === best)!;
    const quantity = convert(one.open.baseQuantity, connection.factor);
    const placed = takeRest(one.open);
    parts.push({
      open: one.open,
      document: one.document,
      documentDate: one.open.line.docDate,
      ...ownDayOf(one),
      partner: one.partner,
      profile: best,
      product: connection.product,
      warehouse: '',
      lot: null,
      quantity,
      ...placed,
    });
  }
  return parts;
}

/** The sale of some document, day and partner, and after it all those of the number to the partner: goods of the day come first. */
const salesOf = (document: string, day: Day, partner: string): readonly [string, string] => [
  saleKey(document, day, partner),
  [document, partner].join('\u0000'),
];
const salesOfLine = (line: SalesLine) => salesOf(documentKeyOf(line), line.docDate, line.partnerCode);

/** Sale → profile → value of its goods that the profile invoices; of some sales. */
function goodsValues(
  goods: readonly PlacedPart[],
  kept: readonly PlannedInvoice[],
  wanted: ReadonlySet<string>,
): Map<string, Map<string, Vnd>> {
  const values = new Map<string, Map<string, Vnd>>();
  const add = (sales: readonly string[], profile: string, amount: Vnd) => {
    for (const sale of sales) {
      if (!wanted.has(sale)) continue;
      const own = values.get(sale) ?? new Map<string, Vnd>();
      values.set(sale, own.set(profile, (own.get(profile) ?? 0) + amount));
    }
  };
  if (wanted.size === 0) return values;
  for (const { open, profile, amount } of goods) add(salesOfLine(open.line), profile, amount);
  for (const { profile, bravoDocument, documentDate, buyer, items } of kept) {
    const sales = salesOf(bravoDocument, documentDate, buyer.bravoPartnerCode);
    for (const { kind, amount } of items) if (kind === 'goods') add(sales, profile, amount);
  }
  return values;
}

/** A share of the goods of a discount's document that the discount can follow: an invoice or a shortage. */
type Target = {
  /** The worth before VAT, less the discounts that it has taken. */
  left: Vnd;
  /** The day of the sale. */
  readonly day: Day;
  /** Its partner in Bravo. */
  readonly partner: string;
} & (
  | { readonly rate: VatRate; readonly part: PlacedPart }
  | { readonly rate: VatRate | undefined; readonly reason: ShortageReason; readonly why: string }
);

/** Goods of a document that no invoice of this plan carries, so that its discount can share their fate. */
export type UnplacedGoods = {
  readonly document: string;
  readonly day: Day;
  readonly partner: string;
  readonly rate: VatRate | undefined;
  readonly amount: Vnd;
  readonly reason: ShortageReason;
  readonly why: string;
};

/**
 * Lets discounts follow the goods of their document in proportion to value: to the invoices that carry them, and to the
 * shortage where goods have none. Goods of another partner are of another sale; those of its own day come before those of other days of the number. A discount with a rate of its own follows goods of that rate only; a document without
 * goods lends its services. A discount that has nothing to follow needs an adjusting invoice; one that is larger than
 * what the discounts before it have left is for an accountant to decide. Shares without an invoice take nothing: their lines stay open by that amount.
 */
export function placeDiscounts(
  eligible: readonly Eligible[],
  goods: readonly PlacedPart[],
  services: readonly PlacedPart[],
  unplaced: readonly UnplacedGoods[],
  rateOf: RateOf,
): { readonly parts: readonly PlacedPart[]; readonly shares: readonly DiscountShare[] } {
  const discounts = eligible.filter((one) => one.open.line.kind === 'discount');
  const parts: PlacedPart[] = [];
  const shares: DiscountShare[] = [];
  const targets = new Map<string, Target[]>(discounts.map((one) => [one.document, []]));
  const targetOf = (part: PlacedPart): Target => ({
    ...{ left: part.amount, part, rate: rateOf(part) },
    ...{ day: part.open.line.docDate, partner: part.open.line.partnerCode },
  });
  const add = (document: string, target: Target) => {
    if (target.left > 0) targets.get(document)?.push(target);
  };
  for (const part of goods) add(part.document, targetOf(part));
  for (const { document, amount, ...fate } of unplaced) add(document, { left: amount, ...fate });
  for (const part of services) {
    const own = targets.get(part.document);
    if (own?.every((target) => 'part' in target && target.part.open.line.kind === 'service')) {
      add(part.document, targetOf(part));
    }
  }
  for (const one of discounts) placeDiscount(one, targets.get(one.document)!, parts, shares);
  return { parts, shares };
}

/** A share of a discount that no invoice carries. */
export type DiscountShare = {
  readonly open: Eligible['open'];
  readonly reason: ShortageReason;
  readonly why: string;
  readonly amount: Vnd;
};

function placeDiscount(one: Eligible, given: readonly Target[], parts: PlacedPart[], shares: DiscountShare[]): void {
  const { open } = one;
  // A number that Bravo gives anew is of several sales: a discount is of its own partner's, and of its own day's, if there are any.
  const ofPartner = given.filter(({ partner }) => partner === open.line.partnerCode);
  const ofDay = ofPartner.filter(({ day }) => day === open.line.docDate);
  const all = ofDay.length > 0 ? ofDay : ofPartner;
  const own = open.line.vatRate;
  const targets = all.filter(({ rate }) => goesWithRate(own, rate));
  const value = sumVnd(targets.map(({ left }) => left));
  const refuse = (why: string, reason: ShortageReason = 'NEEDS_REVIEW') =>
    shares.push({ open, reason, why, amount: open.amount });
  if (targets.length === 0) {
    const apart = 'chiết khấu không còn hàng nào trong chứng từ để đi theo';
    if (all.length > 0) refuse(`chứng từ không có hàng cùng thuế suất ${own} để chiết khấu đi theo`);
    else if (open.amount < 0) refuse(apart, 'DISCOUNT_TO_ADJUST');
    else refuse(apart);
    return;
  }
  if (open.amount > 0 || -open.amount > value) {
    refuse('chiết khấu lớn hơn tiền hàng của chứng từ');
    return;
  }
  const split = splitVnd(
    open.amount,
    targets.map(({ left }) => BigInt(left)),
  );
  targets.forEach((target, index) => {
    const amount = split[index]!;
    if (amount === 0) return;
    target.left = sumVnd([target.left, amount]);
    if ('reason' in target) {
      shares.push({ open, reason: target.reason, why: target.why, amount });
      return;
    }
    const { document, documentDate, ownDay, partner, profile, product, warehouse } = target.part;
    const taken = take(open, { baseQuantity: 0n, amount, vatAmount: vatShare(open, amount) });
    const place = {
      document,
      documentDate,
      ...(ownDay && { ownDay }),
      partner,
      profile,
      product,
      warehouse,
      lot: null,
      quantity: 0n,
      vatRate: target.rate,
    };
    parts.push({ open, ...place, ...taken });
  });
}

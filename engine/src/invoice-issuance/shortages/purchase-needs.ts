import { documentKeyOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { compare } from '../../order.ts';
import { convert, type Quantity } from '../../quantity.ts';
import { basisFinder } from '../bases/in-force.ts';
import { type ConnectedProduct, connectionsByItem, isService } from '../ledger/connection-choice.ts';
import type { IssuanceInput, IssuancePlan, ShortageReason } from '../types.ts';

/** A sale behind a need. */
export type NeedSource = {
  readonly line: string;
  readonly document: string;
  readonly day: Day;
  readonly partner: string;
  readonly item: string;
  /** Bravo base units that are still without an invoice. */
  readonly baseQuantity: Quantity;
  /** The same in the AMIS product's unit. */
  readonly quantity: Quantity;
  readonly amount: Vnd;
  readonly reason: ShortageReason;
};

/**
 * The quantity of one of its products that one entity lacks: goods that were really sold and that its books have no
 * receipt of.
 */
export type PurchaseNeed = {
  readonly profile: string;
  readonly product: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: Quantity;
  readonly amount: Vnd;
  /** Day of the first sale: goods are needed from it on. */
  readonly firstDay: Day;
  readonly sources: readonly NeedSource[];
  /** Other connected products that could serve it as well, `profile/product`; the quantity is counted once, here. */
  readonly alternatives: readonly string[];
};

export const NEEDS_NOTE =
  'Chỉ gồm hàng đã bán thật mà sổ của hồ sơ không có hàng để xuất. Tìm chứng từ nhập thật còn thiếu và ghi vào AMIS đúng ngày nhận hàng, hoặc mua hàng thật; không lùi ngày, không chuyển kho trên giấy. Hàng mua sau ngày bán chỉ xuất được cho những lần bán từ ngày nhận.';

/** Goods that no stock was found for at all. Stock that came after the sale is there already: buying more mends nothing. */
const LACKING: ReadonlySet<ShortageReason> = new Set(['NO_STOCK', 'TAKEN_BY_OTHERS']);

/**
 * The goods to be bought or received: the plan's shortages of stock, each counted once, for the first issuer of its
 * branch that has a connected product (the connection's own priority first). By profile in the period's order, the most
 * money first.
 */
export function purchaseNeeds(
  input: IssuanceInput,
  plan: Pick<IssuancePlan, 'shortages'>,
  reasons: ReadonlySet<ShortageReason> = LACKING,
): PurchaseNeed[] {
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const connections = connectionsByItem(input.profiles);
  const basisOf = basisFinder(input.period);
  const termsOf = new Map(input.profiles.map(({ terms }) => [terms.code, terms]));
  const needs = new Map<string, { -readonly [K in keyof PurchaseNeed]: PurchaseNeed[K] } & { sources: NeedSource[] }>();
  for (const { line: id, reason, baseQuantity, amount } of plan.shortages) {
    const line = lines.get(id);
    if (!line || !reasons.has(reason) || baseQuantity <= 0n) continue;
    const able = (input.period.issuers[line.branchCode] ?? []).filter((code) => {
      const terms = termsOf.get(code);
      return terms && 'basis' in basisOf(line.branchCode, terms, line.docDate);
    });
    const [connection, ...others] = candidates(line, connections, able);
    if (!connection) continue;
    const { profile, product, factor } = connection;
    const source: NeedSource = {
      ...{ line: id, document: documentKeyOf(line), day: line.docDate, partner: line.partnerCode, item: line.itemCode },
      ...{ baseQuantity, quantity: convert(baseQuantity, factor), amount, reason },
    };
    const key = `${profile}\u0000${product.code}`;
    const known = needs.get(key);
    const alternatives = others.map((one) => `${one.profile}/${one.product.code}`);
    if (!known) {
      const { code, name, unit } = product;
      const own = { profile, product: code, name, unit, quantity: source.quantity, amount, firstDay: line.docDate };
      needs.set(key, { ...own, sources: [source], alternatives });
      continue;
    }
    known.quantity += source.quantity;
    known.amount += amount;
    if (line.docDate < known.firstDay) known.firstDay = line.docDate;
    known.sources.push(source);
    known.alternatives = [...new Set([...known.alternatives, ...alternatives])];
  }
  const rank = new Map(input.profiles.map(({ terms }, index) => [terms.code, index]));
  return [...needs.values()].toSorted(
    (a, b) => rank.get(a.profile)! - rank.get(b.profile)! || b.amount - a.amount || compare(a.product, b.product),
  );
}

/** Products that could have served a line, the first choice first. */
function candidates(
  line: SalesLine,
  connections: ReadonlyMap<string, readonly ConnectedProduct[]>,
  issuers: readonly string[],
): (ConnectedProduct & { readonly factor: NonNullable<ConnectedProduct['factor']> })[] {
  return (connections.get(line.itemCode) ?? [])
    .flatMap((connection) =>
      connection.factor && issuers.includes(connection.profile) && !isService(connection.product)
        ? [{ ...connection, factor: connection.factor }]
        : [],
    )
    .toSorted((a, b) => issuers.indexOf(a.profile) - issuers.indexOf(b.profile) || a.priority - b.priority);
}

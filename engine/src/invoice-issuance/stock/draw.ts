import { allocate } from '../../allocation/allocate.ts';
import type { AllocationStats, Connection, Lot, SaleLine, ShortageDetail } from '../../allocation/types.ts';
import { ONE, type Quantity } from '../../quantity.ts';
import { foldText } from '../../text/fold.ts';
import { type Eligible, ownDayOf } from '../ledger/eligibility.ts';
import { take, vatShare } from '../ledger/open-lines.ts';
import type { PlacedPart } from '../ledger/placed-part.ts';
import type { IssuanceInput, ShortageReason, StockLot } from '../types.ts';

/** The part of a line that the stock could not serve. */
export type Unserved = {
  readonly eligible: Eligible;
  readonly reason: ShortageReason;
  readonly baseQuantity: Quantity;
  readonly amount: number;
  readonly detail: ShortageDetail;
};

export type Drawing = {
  /** The goods that were to be drawn, by source key. */
  readonly eligible: ReadonlyMap<string, Eligible>;
  readonly parts: readonly PlacedPart[];
  readonly unserved: readonly Unserved[];
  readonly stats: Pick<AllocationStats, 'documentProfilePairs' | 'gap'>;
};

/**
 * Draws goods and gifts from the lots: writes the allocator's instance, lets it decide, and turns its plan back into parts of
 * ledger lines. Counted goods are drawn whole on both sides, unless their unit is divisible or their own quantity is not whole.
 */
export function drawStock(
  input: IssuanceInput,
  eligible: readonly Eligible[],
  lots: readonly StockLot[],
  free: ReadonlyMap<string, Quantity>,
): Drawing {
  const goods = eligible.filter((one) => one.open.line.kind === 'goods' || one.open.line.kind === 'free');
  const byLine = new Map(goods.map((one) => [one.open.line.id, one]));
  const byLot = new Map(lots.map((lot) => [lot.id, lot]));
  const isCounted = countedUnits(input);
  const baseUnits = new Map(input.bravoItems.map((item) => [item.code, item.unit]));
  const amisUnits = new Map(
    input.profiles.flatMap((books) =>
      books.products.map((product) => [`${books.terms.code}\u0000${product.code}`, product.unit] as const),
    ),
  );
  const aggregated = (one: Eligible): boolean =>
    input.period.rules.aggregateConsumersPerDay && one.partner.requirement === 'not_required';
  const stepOf = (unit: string, quantity: Quantity) => (isCounted(unit) && quantity % ONE === 0n ? { step: ONE } : {});
  const plan = allocate({
    lots: lots.flatMap((lot): Lot[] => {
      const quantity = free.get(lot.id) ?? 0n;
      if (quantity <= 0n) return [];
      const { id, profile, warehouse, product, availableFrom } = lot;
      const unit = amisUnits.get(`${profile}\u0000${product}`) ?? '';
      return [{ id, profile, warehouse, product, availableFrom, quantity, ...stepOf(unit, quantity) }];
    }),
    lines: goods.map(
      (one): SaleLine => ({
        id: one.open.line.id,
        document: one.document,
        ...(aggregated(one) && { together: `${one.open.line.branchCode}/${one.open.line.docDate}` }),
        date: one.open.line.docDate,
        priority: one.partner.requirement === 'required' ? 1 : 2,
        item: one.item,
        quantity: one.open.baseQuantity,
        amount: one.open.amount,
        profiles: one.profiles,
        ...stepOf(baseUnits.get(one.open.line.itemCode) ?? one.open.line.unit, one.open.baseQuantity),
      }),
    ),
    links: connectionsOf(goods),
    previous: input.previous,
  });
  const parts = plan.allocations.map((allocation): PlacedPart => {
    const one = byLine.get(allocation.line)!;
    const lot = byLot.get(allocation.lot)!;
    const part = take(one.open, {
      baseQuantity: allocation.lineQuantity,
      amount: allocation.amount,
      vatAmount: vatShare(one.open, allocation.amount),
    });
    const product = one.connections.find(
      (connection) => connection.profile === lot.profile && connection.product.code === lot.product,
    )!.product;
    return {
      open: one.open,
      document: one.document,
      documentDate: one.open.line.docDate,
      ...ownDayOf(one),
      partner: one.partner,
      profile: lot.profile,
      product,
      warehouse: lot.warehouse,
      lot: lot.id,
      quantity: allocation.quantity,
      ...part,
    };
  });
  const unserved = plan.shortages.map(
    (shortage): Unserved => ({
      eligible: byLine.get(shortage.line)!,
      reason: shortage.reason,
      baseQuantity: shortage.lineQuantity,
      amount: shortage.amount,
      detail: shortage.detail,
    }),
  );
  const { documentProfilePairs, gap } = plan.stats;
  return { eligible: byLine, parts, unserved, stats: { documentProfilePairs, gap } };
}

function countedUnits(input: IssuanceInput): (unit: string) => boolean {
  const divisible = new Set(input.period.rules.divisibleUnits.map(foldText));
  const known = new Map<string, boolean>();
  return (unit) => {
    const answer = known.get(unit) ?? !divisible.has(foldText(unit));
    known.set(unit, answer);
    return answer;
  };
}

/** The connections of every item variant in use, each once. */
function connectionsOf(goods: readonly Eligible[]): Connection[] {
  const connections = new Map<string, Connection>();
  const done = new Set<readonly unknown[]>();
  for (const { item, connections: own } of goods) {
    if (done.has(own)) continue;
    done.add(own);
    for (const { profile, product, factor, priority } of own) {
      const key = `${item}\u0001${profile}\u0001${product.code}`;
      if (!connections.has(key)) connections.set(key, { item, profile, product: product.code, factor, priority });
    }
  }
  return [...connections.values()];
}

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
  readonly parts: readonly PlacedPart[];
  readonly unserved: readonly Unserved[];
  readonly stats: Pick<AllocationStats, 'documentProfilePairs' | 'gap'>;
};

/**
 * Draws goods and gifts from the lots: writes the allocator's instance, lets it decide, and turns its plan back into parts of
 * ledger lines. Counted goods are drawn whole on both sides, unless their unit is divisible or their own quantity is not whole.
 * The last plan's draws on kept invoices are no guide for the rest of their lines: these have them already.
 */
export function drawStock(
  input: IssuanceInput,
  eligible: readonly Eligible[],
  lots: readonly StockLot[],
  free: ReadonlyMap<string, Quantity>,
  isKept: (invoice: string) => boolean,
): Drawing {
  const goods = eligible.filter((one) => one.open.line.kind === 'goods' || one.open.line.kind === 'free');
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
  const isWhole = (unit: string, quantity: Quantity): boolean => isCounted(unit) && quantity % ONE === 0n;
  const plan = allocate({
    lots: lots.flatMap((lot): Lot[] => {
      const quantity = free.get(lot.id) ?? 0n;
      if (quantity <= 0n) return [];
      const { id, profile, warehouse, product, availableFrom } = lot;
      const unit = amisUnits.get(`${profile}\u0000${product}`) ?? '';
      const own = { id, profile, warehouse, product, availableFrom, quantity };
      return [isWhole(unit, quantity) ? { ...own, step: ONE } : own];
    }),
    lines: goods.map((one): SaleLine => {
      const { line, baseQuantity: quantity, amount } = one.open;
      const own = {
        id: line.id,
        document: one.document,
        date: line.docDate,
        priority: one.partner.requirement === 'required' ? (1 as const) : (2 as const),
        item: one.item,
        quantity,
        amount,
        profiles: one.profiles,
        step: isWhole(baseUnits.get(line.itemCode) ?? line.unit, quantity) ? ONE : undefined,
      };
      return aggregated(one) ? { ...own, together: `${line.branchCode}/${line.docDate}` } : own;
    }),
    links: connectionsOf(goods),
    previous: input.previous.filter(({ invoice }) => invoice === undefined || !isKept(invoice)),
  });
  const drawing = inTurn(goods);
  const parts = plan.allocations.map((allocation): PlacedPart => {
    const one = drawing(allocation.line);
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
  const lacking = inTurn(goods);
  const unserved = plan.shortages.map(
    (shortage): Unserved => ({
      eligible: lacking(shortage.line),
      reason: shortage.reason,
      baseQuantity: shortage.lineQuantity,
      amount: shortage.amount,
      detail: shortage.detail,
    }),
  );
  const { documentProfilePairs, gap } = plan.stats;
  return { parts, unserved, stats: { documentProfilePairs, gap } };
}

/** Finds goods by their source keys, asked for in their own order, as the allocator answers. */
function inTurn(goods: readonly Eligible[]): (line: string) => Eligible {
  let at = 0;
  return (line) => {
    while (goods[at]!.open.line.id !== line) at++;
    return goods[at]!;
  };
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

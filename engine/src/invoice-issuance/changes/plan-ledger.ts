import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import type { AlreadyInvoiced, IssuancePlan, Shortage, ShortageReason, StockLot } from '../types.ts';

/** The places of every line and lot in a plan, for looking up. */
export type PlanLedger = {
  readonly lots: ReadonlyMap<string, StockLot>;
  /** Lot → line → AMIS units that it draws. */
  readonly drawsOf: ReadonlyMap<string, ReadonlyMap<string, Quantity>>;
  readonly drawn: (lot: string, line: string) => Quantity;
  readonly lotsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The Bravo document of a line on invoices. */
  readonly documentOf: ReadonlyMap<string, string>;
  /** Base units of a line on invoices. */
  readonly served: ReadonlyMap<string, Quantity>;
  /** The ledger's figures of a line: the sum of its places. */
  readonly figures: ReadonlyMap<string, { readonly quantity: Quantity; readonly amount: Vnd }>;
  readonly already: ReadonlyMap<string, AlreadyInvoiced>;
  readonly returned: ReadonlyMap<string, Quantity>;
  /** Line → the note of its exclusion. */
  readonly excluded: ReadonlyMap<string, string>;
  /** Lines that may not be invoiced, for a reason that is no matter of stock. */
  readonly refused: ReadonlyMap<string, Shortage>;
};

const OF_STOCK = new Set<ShortageReason>(['NO_STOCK', 'STOCK_AFTER_SALE', 'TAKEN_BY_OTHERS']);

export function ledgerOf(
  plan: Pick<IssuancePlan, 'invoices' | 'shortages' | 'alreadyInvoiced' | 'netted' | 'excluded' | 'lots'>,
): PlanLedger {
  const drawsOf = new Map<string, Map<string, Quantity>>();
  const lotsOf = new Map<string, Set<string>>();
  const served = new Map<string, Quantity>();
  const figures = new Map<string, { quantity: Quantity; amount: Vnd }>();
  const returned = new Map<string, Quantity>();
  const place = (line: string, quantity: Quantity, amount: Vnd): void => {
    const known = figures.get(line) ?? { quantity: 0n, amount: 0 };
    figures.set(line, { quantity: known.quantity + quantity, amount: known.amount + amount });
  };
  const documentOf = new Map<string, string>();
  for (const { bravoDocument, items } of plan.invoices)
    for (const { allocations } of items) for (const { line } of allocations) documentOf.set(line, bravoDocument);
  for (const { line, lot, quantity, baseQuantity, amount } of plan.invoices.flatMap((invoice) =>
    invoice.items.flatMap((item) => item.allocations),
  )) {
    place(line, baseQuantity, amount);
    served.set(line, (served.get(line) ?? 0n) + baseQuantity);
    if (lot === null) continue;
    const draws = drawsOf.get(lot) ?? new Map<string, Quantity>();
    drawsOf.set(lot, draws.set(line, (draws.get(line) ?? 0n) + quantity));
    lotsOf.set(line, (lotsOf.get(line) ?? new Set()).add(lot));
  }
  for (const one of plan.alreadyInvoiced) place(one.line, one.baseQuantity, one.amount);
  for (const one of plan.shortages) place(one.line, one.baseQuantity, one.amount);
  for (const one of plan.netted) {
    place(one.saleLine, one.baseQuantity, one.amount);
    place(one.returnLine, -one.baseQuantity, -one.amount);
    returned.set(one.saleLine, (returned.get(one.saleLine) ?? 0n) + one.baseQuantity);
  }
  return {
    lots: new Map(plan.lots.map((lot) => [lot.id, lot])),
    drawsOf,
    drawn: (lot, line) => drawsOf.get(lot)?.get(line) ?? 0n,
    lotsOf,
    documentOf,
    served,
    figures,
    already: new Map(plan.alreadyInvoiced.map((one) => [one.line, one])),
    returned,
    excluded: new Map(plan.excluded.map(({ line, note }) => [line, note])),
    refused: new Map(plan.shortages.filter(({ reason }) => !OF_STOCK.has(reason)).map((one) => [one.line, one])),
  };
}

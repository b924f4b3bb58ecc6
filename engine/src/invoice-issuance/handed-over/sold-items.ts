import type { Day } from '../../day.ts';
import type { LeftInvoice } from './left-invoices.ts';

/** An invoice with the first day of its lines of an item. */
type Sale = { readonly one: LeftInvoice; day: Day };
type Sold = { readonly byItem: Map<string, Sale[]>; seen: number };

/** The invoices of partners by item, for those partners alone that are asked for: of each only what came since is looked through. */
export class SoldItems {
  readonly #ofPartner = new Map<string, Sold>();

  /**
   * @param items the last day that is asked for of each
   * @param all of the partner's invoices, which only grow
   * @returns those with a line of the partner with one of the items, until its day
   */
  *of(partner: string, items: ReadonlyMap<string, Day>, all: readonly LeftInvoice[]): Generator<LeftInvoice> {
    const sold = this.#ofPartner.get(partner) ?? { byItem: new Map(), seen: 0 };
    this.#ofPartner.set(partner, sold);
    for (; sold.seen < all.length; sold.seen++) addTo(sold.byItem, all[sold.seen]!);
    for (const [item, until] of items)
      for (const { one, day } of sold.byItem.get(item) ?? []) if (day <= until) yield one;
  }
}

function addTo(byItem: Sold['byItem'], one: LeftInvoice): void {
  for (const { itemCode, docDate: day } of one.lines) {
    const known = byItem.get(itemCode);
    const last = known?.at(-1);
    if (last?.one === one) {
      if (day < last.day) last.day = day;
    } else if (known) known.push({ one, day });
    else byItem.set(itemCode, [{ one, day }]);
  }
}

import type { LeftInvoice } from './left-invoices.ts';

type Sold = { readonly byItem: Map<string, LeftInvoice[]>; seen: number };

/** The invoices of partners by item, for those partners alone that are asked for: of each only what came since is looked through. */
export class SoldItems {
  readonly #ofPartner = new Map<string, Sold>();

  /** @param all of the partner's invoices, which only grow. @returns those with a line of the partner with one of the items */
  *of(partner: string, items: Iterable<string>, all: readonly LeftInvoice[]): Generator<LeftInvoice> {
    const sold = this.#ofPartner.get(partner) ?? { byItem: new Map(), seen: 0 };
    this.#ofPartner.set(partner, sold);
    for (; sold.seen < all.length; sold.seen++) {
      const one = all[sold.seen]!;
      for (const { itemCode } of one.lines) {
        const known = sold.byItem.get(itemCode);
        if (!known) sold.byItem.set(itemCode, [one]);
        else if (known.at(-1) !== one) known.push(one);
      }
    }
    for (const item of items) yield* sold.byItem.get(item) ?? [];
  }
}

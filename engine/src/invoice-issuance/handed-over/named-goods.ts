import type { IsOtherItem } from '../amis-ledger/changed-since/changed-goods.ts';
import type { LeftInvoice } from './left-invoices.ts';

type Named = {
  readonly profile: string;
  readonly product: string;
  readonly item: string;
  readonly by: LeftInvoice[];
};

/** The invoices that have left by the product that they name and the item that the ledger has at their lines. */
export class NamedGoods {
  readonly #all = new Map<string, Named>();

  add(one: LeftInvoice): void {
    const { profile, items } = one.invoice;
    const itemOf = new Map(one.lines.map(({ id, itemCode }) => [id, itemCode]));
    for (const { kind, product, allocations } of items)
      for (const { line } of kind === 'discount' ? [] : allocations) {
        const item = itemOf.get(line)!;
        const key = `${profile}\u0000${product}\u0000${item}`;
        const known = this.#all.get(key);
        if (!known) this.#all.set(key, { profile, product, item, by: [one] });
        else if (known.by.at(-1) !== one) known.by.push(one);
      }
  }

  /** Those of which a line has an item that is not their product's. */
  *ofOther(isOther: IsOtherItem): Generator<LeftInvoice> {
    for (const { profile, product, item, by } of this.#all.values()) if (isOther(profile, product, item)) yield* by;
  }
}

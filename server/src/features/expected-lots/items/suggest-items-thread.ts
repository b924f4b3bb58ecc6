import type { Evidence, MatchRecord } from '@khop/engine/connections/record.ts';
import { suggestConnections } from '@khop/engine/connections/suggest.ts';
import { suggestFactor } from '@khop/engine/connections/text/factor.ts';
import { threadMain } from '../../../threads/thread-main.ts';

export type MatchInput = { readonly products: readonly MatchRecord[]; readonly items: readonly MatchRecord[] };

export type MatchedItem = {
  /** Positions in the input. */
  readonly product: number;
  readonly item: number;
  readonly score: number;
  readonly evidence: readonly Evidence[];
  readonly factor: ReturnType<typeof suggestFactor>;
};

/** More alternatives for one item do not help. */
const ALTERNATIVES = 5;

threadMain<MatchInput, MatchedItem[]>(({ products, items }, { progress }) =>
  suggestConnections('product', products, items, {
    // Many suppliers sell the same goods: a product may be taken by any number of items.
    assignment: 'each-right',
    onProgress: (done, total) => {
      progress(done, total);
      return true;
    },
  })
    .toSorted((a, b) => a.right - b.right || Number(b.best) - Number(a.best) || b.score - a.score || a.left - b.left)
    .filter(({ right }, at, all) => all[at - ALTERNATIVES]?.right !== right)
    .map(({ left, right, score, evidence }) => ({
      product: left,
      item: right,
      score,
      evidence,
      factor: suggestFactor(products[left]!, supplierSide(items[right]!)),
    })),
);

/** A supplier's item has the one unit that its invoices are in; «Thùng 24 lon» says a pack as well, as names do. */
function supplierSide({ name, unit, price }: MatchRecord) {
  const packed = /^(\D+?)\s*\d/.exec(unit ?? '')?.[1];
  return packed === undefined
    ? { name, unit: unit ?? null, price: price ?? null }
    : { name: `${name} ${unit}`, unit: packed, price: price ?? null };
}

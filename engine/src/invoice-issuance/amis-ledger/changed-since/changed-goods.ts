import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { ProfileBooks } from '../../books.ts';
import type { TellOfLeft } from './left-invoices.ts';
import type { Remedies } from './remedies.ts';

/** True when an item is none of those that a product of a profile is connected to. Of a product without connections nothing is said. */
export type IsOtherItem = (profile: string, product: string, item: string) => boolean;

export function otherItems(profiles: readonly Pick<ProfileBooks, 'terms' | 'productConnections'>[]): IsOtherItem {
  const known = new Map(
    profiles.map(({ terms, productConnections }) => [
      terms.code,
      {
        products: new Set(productConnections.map(({ product }) => product)),
        pairs: new Set(productConnections.map(({ product, item }) => pairOf(product, item))),
      },
    ]),
  );
  return (profile, product, item) => {
    const own = known.get(profile);
    return own?.products.has(product) === true && !own.pairs.has(pairOf(product, item));
  };
}

const pairOf = (product: string, item: string): string => `${product}\u0000${item}`;

/**
 * An invoice that has left with goods of one item, and whose sale the ledger writes for another one by now, of the same worth: the books
 * balance, so that nothing else tells of it. Where AMIS has taken the goods off the invoice, all is done.
 */
export const changedGoods =
  (isOther: IsOtherItem, { isExchanged }: Pick<Remedies, 'isExchanged'>): TellOfLeft =>
  (invoice, _, lineOf) => {
    const { profile, voucherNumber, key, items } = invoice;
    const others = new Map<SalesLine, string>();
    for (const { kind, product, allocations } of items)
      for (const { line: id } of kind === 'discount' ? [] : allocations) {
        const line = lineOf(id);
        if (line && isOther(profile, product, line.itemCode)) others.set(line, product);
      }
    const [first] = others;
    if (!first || isExchanged(invoice, new Set([...others.keys()].map(({ id }) => id)))) return undefined;
    const [{ itemCode, itemName }, product] = first;
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao, mà ${others.size} dòng bán của nó nay là hàng khác ở Bravo: hóa đơn ghi «${product}», Bravo ghi «${itemName || itemCode}» (${itemCode}), hai mã không nối với nhau.`;
    return { code: 'KEPT_INVOICE_GOODS', message, profile, invoice: key };
  };

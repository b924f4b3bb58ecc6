import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { ProfileBooks } from '../../books.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
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
 * Invoices that have left with goods of one item, and whose sale the ledger writes for another one by now, of the same worth: the books
 * balance, so that nothing else tells of them. Lines that are left out are told as such. Where AMIS has taken the goods off the invoice,
 * all is done.
 */
export function changedGoods(
  { ledger, kept, excluded }: Seen,
  isOther: IsOtherItem,
  { isExchanged }: Pick<Remedies, 'isExchanged'>,
): Warning[] {
  const isOut = new Set(excluded.map(({ line }) => line));
  return kept.flatMap((invoice): readonly Warning[] => {
    if (invoice.status === 'draft') return NONE;
    const { profile, voucherNumber, key, items } = invoice;
    const others = new Map<SalesLine, string>();
    for (const { kind, product, allocations } of items)
      for (const { line: id } of kind === 'discount' ? [] : allocations) {
        const line = ledger.lineOf(id);
        if (line && isOther(profile, product, line.itemCode) && !isOut.has(id)) others.set(line, product);
      }
    const [first] = others;
    if (!first || isExchanged(invoice, new Set([...others.keys()].map(({ id }) => id)))) return NONE;
    const [{ itemCode, itemName }, product] = first;
    const message = `Hóa đơn «${voucherNumber}» đã bàn giao, mà ${others.size} dòng bán của nó nay là hàng khác ở Bravo: hóa đơn ghi «${product}», Bravo ghi «${itemName || itemCode}» (${itemCode}), hai mã không nối với nhau.`;
    return [{ code: 'KEPT_INVOICE_GOODS', message, profile, invoice: key }];
  });
}

type Seen = {
  readonly ledger: Pick<LedgerIndex, 'lineOf'>;
  readonly kept: readonly PlannedInvoice[];
  readonly excluded: IssuancePlan['excluded'];
};

const NONE: readonly Warning[] = [];

import type { SalesLine } from '../../../bravo/sales-line.ts';
import { areConverted, convert, type Factor, formatFactor, type Quantity } from '../../../quantity.ts';
import { quantityText } from '../../quantity-text.ts';
import { foldCode } from '../../stock-keys.ts';
import type { IssuanceInput, PlannedInvoice } from '../../types.ts';

/** Goods of an invoice that today's factor of a connection gives another quantity of. */
export type OtherQuantity = {
  readonly product: string;
  readonly unit: string;
  readonly item: string;
  readonly factor: Factor;
  /** AMIS units that the invoice states of the product, and those that it would state by today's factors. */
  readonly stated: Quantity;
  readonly due: Quantity;
};

/** Finds the products of an invoice whose quantity does not follow from its sales by the factors of today; those that are connected no more say nothing. */
export function otherQuantities(
  { profiles }: Pick<IssuanceInput, 'profiles'>,
  lines: ReadonlyMap<string, SalesLine>,
): (invoice: PlannedInvoice) => OtherQuantity[] {
  const factors = new Map(
    profiles.flatMap(({ terms, productConnections }) =>
      productConnections.map(({ product, item, factor }) => [keyOf(terms.code, product, item), factor] as const),
    ),
  );
  return ({ profile, items }) => {
    const found = new Map<string, OtherQuantity>();
    const sums = new Map<string, { stated: Quantity; due: Quantity }>();
    for (const { product, unit, allocations } of items)
      for (const { line, quantity, baseQuantity } of allocations) {
        const item = lines.get(line)?.itemCode;
        const factor = item === undefined ? undefined : factors.get(keyOf(profile, product, item));
        const isOther = factor !== undefined && !areConverted(quantity, baseQuantity, factor);
        const own = sums.get(product) ?? { stated: 0n, due: 0n };
        sums.set(product, own);
        own.stated += quantity;
        own.due += isOther ? convert(baseQuantity, factor) : quantity;
        if (isOther && !found.has(product)) found.set(product, { product, unit, item: item!, factor, ...own });
      }
    return [...found.values()].map((one) => ({ ...one, ...sums.get(one.product)! }));
  };
}

const keyOf = (profile: string, product: string, item: string): string =>
  `${profile}\u0000${foldCode(product)}\u0000${item}`;

/** The quantity that an invoice states of a product beside the one that it would state today. */
export const quantityWords = ({ product, unit, item, factor, stated, due }: OtherQuantity): string =>
  `ghi mã «${product}» số lượng ${quantityText(stated)}${unit && ` ${unit}`}, mà hệ số nay của «${item}» (${formatFactor(factor)}) cho ${quantityText(due)}${unit && ` ${unit}`}`;

import type { ItemOf } from '../../../api/operations.ts';
import { formatDecimal } from '../../../ui/format/number.ts';
import { type Line, plain, priceText, words } from '../review/pair/pair.ts';

export type SupplierItem = ItemOf<'listSupplierItems'>;
export type Suggested = SupplierItem['suggestions'][number];

/** The AMIS product that is looked at for an item: suggested, connected, or found by hand. */
export type Product = Suggested['product'] & { readonly price?: string | null };

/** The reads that one decision changes. */
export const CHANGED = [
  'listSupplierItems',
  'listExpectedLots',
  'getPurchaseNeeds',
  'getStockCauses',
  'listShortageGroups',
] as const;

export const keyOf = ({ supplierTaxCode, itemKey, unitKey }: SupplierItem) => ({ supplierTaxCode, itemKey, unitKey });
export const idOf = (item: SupplierItem): string => JSON.stringify(Object.values(keyOf(item)));

/** Both sides field by field, with what differs marked. */
export function linesOf(item: SupplierItem, product: Product | null): Line[] {
  // Beside nothing nothing differs.
  const told = product ? words : plain;
  const lines = [
    told('Tên', item.name, product?.name ?? ''),
    plain('Mã', item.code, product?.code ?? ''),
    told('ĐVT', item.unit, product?.unit ?? ''),
    plain('Giá mua', unitPrice(item), product?.price ? priceText(product.price, product.unit) : ''),
  ];
  return lines.filter(({ left, right }) => left.length > 0 || right.length > 0);
}

/** Đồng per unit of the supplier, over all of its invoices. */
function unitPrice({ value, quantity, unit }: SupplierItem): string {
  const amount = Number(quantity ?? 0);
  if (amount <= 0 || value <= 0) return '';
  return [formatDecimal(String(Math.round(value / amount))), unit].filter(Boolean).join(' / ');
}

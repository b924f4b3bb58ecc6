import { formatQuantity, type Quantity } from '../quantity.ts';

/** A quantity as people write it: `1.234,5`. */
export function quantityText(quantity: Quantity): string {
  const [whole = '0', fraction] = formatQuantity(quantity < 0n ? -quantity : quantity).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.');
  return `${quantity < 0n ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`;
}

import { grouped } from '../money.ts';
import { formatQuantity, ONE, type Quantity } from '../quantity.ts';

/** A quantity as people write it: `1.234,5`. */
export function quantityText(quantity: Quantity): string {
  // Nearly all: pieces by the dozen, without a point or a comma.
  if (quantity >= 0n && quantity < 1000n * ONE && quantity % ONE === 0n) return String(quantity / ONE);
  const [whole = '0', fraction] = formatQuantity(quantity < 0n ? -quantity : quantity).split('.');
  return `${quantity < 0n ? '-' : ''}${grouped(whole)}${fraction ? `,${fraction}` : ''}`;
}

import type { Vnd } from '../../money.ts';
import { formatQuantity, type Quantity } from '../../quantity.ts';
import { digitsOf } from '../stock-keys.ts';

type EntryContent = {
  readonly voucherNumber: string;
  readonly product: string;
  readonly quantity: Quantity;
  readonly amount: Vnd;
};

/**
 * Names the entries of one AMIS sales ledger, which has no key of its own: by voucher and content, equal ones by their
 * order. A person's decision on an entry so survives another export in which lines were added or moved, and ends when
 * it changed. Codes are compared without case, and one of digits without the zeros that spreadsheets drop, so an export that writes them
 * otherwise names the same entries.
 */
export function entryKeys(): (entry: EntryContent) => string {
  const seen = new Map<string, number>();
  return ({ voucherNumber, product, quantity, amount }) => {
    const content =
      `${voucherNumber}#${digitsOf(product) ?? product}#${formatQuantity(quantity)}#${amount}`.toLowerCase();
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    return `${content}#${nth}`;
  };
}

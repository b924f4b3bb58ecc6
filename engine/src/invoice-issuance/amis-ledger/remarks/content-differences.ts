import { formatVnd, sumVnd } from '../../../money.ts';
import { formatQuantity, type Quantity } from '../../../quantity.ts';
import type { AmisSalesEntry } from '../../books.ts';
import { foldCode } from '../../stock-keys.ts';
import type { PlannedInvoice } from '../../types.ts';

/**
 * The differences between our invoice and AMIS's with the same amount before VAT: customer, goods with their
 * quantities, VAT. One phrase each, Vietnamese; none when nothing differs. A wrong customer, rate or product makes an
 * invoice wrong in law as much as a wrong amount does (domain.md §3). A blank in the ledger says nothing: `tellsVat` is
 * false for a ledger without a column of VAT.
 */
export function contentDifferences(
  invoice: PlannedInvoice,
  entries: readonly AmisSalesEntry[],
  tellsVat: boolean,
): string[] {
  const told: string[] = [];
  const ours = invoice.buyer.customerCode;
  const other = entries.find(({ customerCode }) => customerCode !== '' && !isSameCode(customerCode, ours));
  if (other && ours !== '') told.push(`khách «${other.customerCode}» (Khớp: «${ours}»)`);
  const sold = quantities(invoice.items);
  const there = quantities(entries);
  for (const code of new Set([...sold.keys(), ...there.keys()])) {
    const [mine, theirs] = [sold.get(code)?.quantity ?? 0n, there.get(code)?.quantity ?? 0n];
    const { product } = (there.get(code) ?? sold.get(code))!;
    if (mine !== theirs) {
      told.push(`mã hàng «${product}» số lượng ${formatQuantity(theirs)} (Khớp: ${formatQuantity(mine)})`);
    }
  }
  const vat = sumVnd(entries.map(({ vatAmount }) => vatAmount));
  if (tellsVat && vat !== invoice.vatAmount) {
    told.push(`thuế GTGT ${formatVnd(vat)} đồng (Khớp: ${formatVnd(invoice.vatAmount)})`);
  }
  return told;
}

const isSameCode = (a: string, b: string): boolean => foldCode(a) === foldCode(b);

type Sold = { readonly product: string; readonly quantity: Quantity };

/** Goods by code. A row without a product or a quantity, such as a discount, moves no goods. */
function quantities(rows: readonly Sold[]): Map<string, Sold> {
  const sums = new Map<string, Sold>();
  for (const { product, quantity } of rows) {
    if (product === '' || quantity === 0n) continue;
    const code = foldCode(product);
    sums.set(code, { product, quantity: quantity + (sums.get(code)?.quantity ?? 0n) });
  }
  return sums;
}

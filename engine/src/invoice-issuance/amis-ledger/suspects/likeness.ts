import type { Vnd } from '../../../money.ts';
import type { LooseVoucher } from './loose-vouchers.ts';

/** Money before VAT, and its VAT. */
export type Money = { readonly amount: Vnd; readonly vatAmount: Vnd };

/**
 * In which words a voucher has the total of these sales: before VAT on both sides, or with it on one of them, as where prices are
 * kept with VAT. Undefined when it has another total. `sales` round their VAT each for itself.
 */
export function likeness(
  voucher: Money & Pick<LooseVoucher, 'entries'>,
  { amount, vatAmount }: Money,
  sales: number,
): string | undefined {
  // One đồng an entry is the rounding of goods that were split.
  const rounding = voucher.entries.length;
  if (Math.abs(amount - voucher.amount) <= rounding) return 'cùng tổng tiền';
  const isWith = (vat: Vnd, less: Vnd, more: Vnd): boolean =>
    vat !== 0 && Math.abs(less + vat - more) <= rounding + sales;
  if (isWith(vatAmount, amount, voucher.amount)) return 'tiền ở AMIS bằng tiền gồm thuế của lần bán';
  if (isWith(voucher.vatAmount, voucher.amount, amount)) return 'tiền gồm thuế ở AMIS bằng tiền của lần bán';
  return undefined;
}

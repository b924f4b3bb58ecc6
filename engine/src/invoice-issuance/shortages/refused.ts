import { formatVnd, type Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { type OpenLine, take, vatShare } from '../ledger/open-lines.ts';
import { quantityText } from '../quantity-text.ts';
import type { Shortage, ShortageReason } from '../types.ts';
import { REMEDIES } from './remedies.ts';

/** A shortage that no allocation decided: a refusal with its reason in words. Takes the amount from the line. */
export function refusedShortage(
  open: OpenLine,
  reason: ShortageReason,
  why: string,
  amount: Vnd = open.amount,
): Shortage {
  const baseQuantity = amount === open.amount ? open.baseQuantity : 0n;
  const { vatAmount } = take(open, { baseQuantity, amount, vatAmount: vatShare(open, amount) });
  const isReturn = reason === 'RETURN_UNMATCHED';
  const isDiscount = reason === 'DISCOUNT_TO_ADJUST';
  const sign = (isReturn || isDiscount) && amount <= 0 ? -1 : 1;
  // Of a line without money it is its VAT that has no invoice.
  const money =
    amount === 0 && vatAmount !== 0
      ? `${formatVnd(isReturn || isDiscount ? Math.abs(vatAmount) : vatAmount)} đồng tiền thuế`
      : `${formatVnd(sign * amount)} đồng`;
  const size = baseQuantity === 0n ? money : `${quantityText(BigInt(sign) * baseQuantity)} (${money})`;
  return {
    line: open.line.id,
    reason,
    baseQuantity,
    amount,
    vatAmount,
    message: `${isReturn ? 'Hàng trả lại chưa bù trừ' : isDiscount ? 'Chiết khấu chưa ghi hóa đơn' : 'Chưa xuất'} ${size}: ${why}.`,
    remedy: REMEDIES[reason],
    competitors: [],
  };
}

/**
 * For a kept invoice with a line that the ledger no longer has: the law still balances, and an accountant must look.
 */
export function ghostShortage(line: string, baseQuantity: Quantity, amount: Vnd, voucher: string): Shortage {
  return {
    line,
    reason: 'NEEDS_REVIEW',
    baseQuantity: -baseQuantity,
    amount: -amount,
    vatAmount: 0,
    message: `Hóa đơn «${voucher}» được giữ lại nhưng dòng «${line}» không còn trong sổ bán hàng.`,
    remedy:
      'Nạp lại sổ bán hàng Bravo cho đủ kỳ, hoặc điều chỉnh hóa đơn đã xuất. Chứng từ xóa rồi nhập lại y như cũ: loại trừ dòng nhập lại, hóa đơn giữ nguyên.',
    competitors: [],
  };
}

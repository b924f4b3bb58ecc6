import { take, vatShare } from '../ledger/open-lines.ts';
import type { Shortage } from '../types.ts';
import type { Unserved } from './draw.ts';
import { type StockContext, stockRemedy, stockSentence } from './stock-words.ts';

/** A shortage of stock, with the allocator's numbers in words. Takes the amount from the line. */
export function stockShortage(unserved: Unserved, context: StockContext): Shortage {
  const { open } = unserved.eligible;
  const { vatAmount } = take(open, {
    baseQuantity: unserved.baseQuantity,
    amount: unserved.amount,
    vatAmount: vatShare(open, unserved.amount),
  });
  return {
    line: open.line.id,
    reason: unserved.reason,
    baseQuantity: unserved.baseQuantity,
    amount: unserved.amount,
    vatAmount,
    message: stockSentence(unserved, context),
    remedy: stockRemedy(unserved, context),
    competitors: unserved.detail.competitors.map(({ document, line, lineQuantity }) => ({
      document,
      line,
      quantity: lineQuantity,
    })),
  };
}

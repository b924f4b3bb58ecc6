import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { HOLDING } from '../invoice-status.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { exclusionFinder } from './exclude.ts';
import { openingQuantity } from './open-lines.ts';

/** The worth of a line that no invoice has which has left, nor one of AMIS's own; undefined where nothing of the line is to be invoiced any more. */
export type WithoutInvoice = (line: SalesLine) => Vnd | undefined;

/** Finds what of the ledger is still to be invoiced; what AMIS has invoiced by hand is known from the last plan. */
export function withoutInvoice(input: IssuanceInput, plan?: IssuancePlan): WithoutInvoice {
  const isExcluded = exclusionFinder(input);
  const gone = new Map<string, { amount: Vnd; baseQuantity: Quantity }>();
  const add = (line: string, { amount, baseQuantity }: { amount: Vnd; baseQuantity: Quantity }) => {
    const own = gone.get(line) ?? { amount: 0, baseQuantity: 0n };
    gone.set(line, { amount: own.amount + amount, baseQuantity: own.baseQuantity + baseQuantity });
  };
  for (const { status, items } of plan?.invoices ?? input.kept) {
    if (status === 'draft' || !HOLDING.has(status)) continue;
    for (const { allocations } of items) for (const one of allocations) add(one.line, one);
  }
  for (const one of plan?.alreadyInvoiced ?? []) add(one.line, one);
  return (line) => {
    if (isExcluded(line)) return undefined;
    const left = gone.get(line.id);
    if (!left) return netAmountOf(line);
    const [net, quantity] = [netAmountOf(line), openingQuantity(line)];
    const amount = net - left.amount;
    // Another price of what an invoice has is for that invoice to be adjusted.
    const isGone = quantity === 0n ? amount === 0 : quantity === left.baseQuantity;
    return isGone || (net !== 0 && Math.sign(amount) !== Math.sign(net)) ? undefined : amount;
  };
}

import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import { HOLDING } from '../invoice-status.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { exclusionFinder } from './exclude.ts';
import { openingQuantity } from './open-lines.ts';

/** The worth of a line that no invoice has which has left, nor one of AMIS's own; undefined where nothing of the line is to be invoiced any more. */
export type WithoutInvoice = (line: SalesLine) => Vnd | undefined;

type Gone = { readonly amount: Vnd; readonly baseQuantity: Quantity };

/** Finds what of the ledger is still to be invoiced; what AMIS has invoiced by hand is known from the last plan. Most periods never ask. */
export function withoutInvoice(input: IssuanceInput, plan?: IssuancePlan): WithoutInvoice {
  const isExcluded = exclusionFinder(input);
  let gone: ReadonlyMap<string, Gone> | undefined;
  return (line) => {
    if (isExcluded(line)) return undefined;
    gone ??= invoicedParts(input, plan);
    const left = gone.get(line.id);
    if (!left) return netAmountOf(line);
    const [net, quantity] = [netAmountOf(line), openingQuantity(line)];
    const amount = net - left.amount;
    // Another price of what an invoice has is for that invoice to be adjusted.
    const isGone = quantity === 0n ? amount === 0 : quantity === left.baseQuantity;
    return isGone || (net !== 0 && Math.sign(amount) !== Math.sign(net)) ? undefined : amount;
  };
}

/** The parts of lines on invoices that have left, and on AMIS's own. */
function invoicedParts({ kept }: IssuanceInput, plan: IssuancePlan | undefined): Map<string, Gone> {
  const gone = new Map<string, Gone>();
  const add = (line: string, { amount, baseQuantity }: Gone) => {
    const own = gone.get(line) ?? { amount: 0, baseQuantity: 0n };
    gone.set(line, { amount: own.amount + amount, baseQuantity: own.baseQuantity + baseQuantity });
  };
  for (const { status, items } of plan?.invoices ?? kept) {
    if (status === 'draft' || !HOLDING.has(status)) continue;
    for (const { allocations } of items) for (const one of allocations) add(one.line, one);
  }
  for (const one of plan?.alreadyInvoiced ?? []) add(one.line, one);
  return gone;
}

import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { sumVnd, sumVndOf, type Vnd } from '../../money.ts';
import { ensure } from '../../problem.ts';
import type { IssuancePlan, TieOut } from '../types.ts';

/** Throws TIE_OUT_BROKEN unless ledger = invoiced + already invoiced + unallocated + excluded, to the đồng. */
function checkedTieOut(tieOut: TieOut, what: string): TieOut {
  const placed = sumVnd([tieOut.invoiced, tieOut.alreadyInvoiced, tieOut.unallocated, tieOut.excluded]);
  ensure(
    placed === tieOut.ledger,
    'TIE_OUT_BROKEN',
    `Đối chiếu ${what} không khớp: sổ ${tieOut.ledger}, đã xếp chỗ ${placed}. Đây là lỗi của Khớp, không có gì được ghi.`,
    { ...tieOut },
  );
  return tieOut;
}

/**
 * The tie-out before VAT, from the plan's own parts and the ledger: nothing is derived as "the rest". `summed` is the worth of
 * the ledger's lines that are not among the given ones, and what the invoices state that are not among the plan's.
 */
export function amountTieOut(
  lines: readonly SalesLine[],
  plan: Pick<IssuancePlan, 'invoices' | 'alreadyInvoiced' | 'shortages' | 'excluded'>,
  summed: { readonly ledger: Vnd; readonly stated: Vnd },
): TieOut {
  return checkedTieOut(
    {
      ledger: sumVnd([summed.ledger, sumVndOf(lines, netAmountOf)]),
      invoiced: sumVnd([summed.stated, sumVndOf(plan.invoices, (invoice) => invoice.amount)]),
      alreadyInvoiced: sumVndOf(plan.alreadyInvoiced, (part) => part.amount),
      unallocated: sumVndOf(plan.shortages, (shortage) => shortage.amount),
      excluded: sumVndOf(plan.excluded, (line) => line.amount),
    },
    'tiền hàng trước thuế',
  );
}

/** The tie-out of the ledger's VAT; `invoiced` is the ledger's VAT of the invoiced parts, `summed` that of lines not given. */
export function vatTieOut(
  lines: readonly SalesLine[],
  plan: Pick<IssuancePlan, 'alreadyInvoiced' | 'shortages' | 'excluded'>,
  { invoiced, summed }: { readonly invoiced: Vnd; readonly summed: Vnd },
): TieOut {
  return checkedTieOut(
    {
      ledger: sumVnd([summed, sumVndOf(lines, (line) => line.vatAmount)]),
      invoiced,
      alreadyInvoiced: sumVndOf(plan.alreadyInvoiced, (part) => part.vatAmount),
      unallocated: sumVndOf(plan.shortages, (shortage) => shortage.vatAmount),
      excluded: sumVndOf(plan.excluded, (line) => line.vatAmount),
    },
    'thuế GTGT',
  );
}

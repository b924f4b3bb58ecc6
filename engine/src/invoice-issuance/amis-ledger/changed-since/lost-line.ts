import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { Day } from '../../../day.ts';
import type { Quantity } from '../../../quantity.ts';

/** The quantity of a line and its amount before VAT. */
export type Figures = { readonly baseQuantity: Quantity; readonly amount: number };

/** As much of a line of the ledger as a lost one is known again by. */
export type SoldLine = Pick<
  SalesLine,
  | 'id'
  | 'branchCode'
  | 'docCode'
  | 'docNo'
  | 'docDate'
  | 'partnerCode'
  | 'itemCode'
  | 'baseQuantity'
  | 'amount'
  | 'discount'
>;

/** A line that the ledger has lost, as an invoice that has left has it. */
export type LostLine = Figures & {
  readonly line: string;
  readonly voucherNumber: string;
  /** The period of the invoice; absent: the own one. */
  readonly period?: string;
  /** Document, day and partner of the sale, as the invoice has them; no partner on one of many. */
  readonly document: string;
  readonly day: Day;
  readonly partner: string;
  /** The items that its product is connected to in the books of the invoice. */
  readonly items: readonly string[];
  /** Of a line that has lost a part alone, the document in which the ledger has the rest: its number may have changed since. */
  readonly rest?: string;
};

type Part = Figures & { readonly line: string };

/** The figures of each line, of all its parts together: one sale may be on invoices of several profiles. */
export function figuresByLine(parts: readonly Part[]): Map<string, Figures> {
  const whole = new Map<string, Figures>();
  for (const { line, baseQuantity, amount } of parts) {
    const known = whole.get(line);
    whole.set(line, {
      baseQuantity: (known?.baseQuantity ?? 0n) + baseQuantity,
      amount: (known?.amount ?? 0) + amount,
    });
  }
  return whole;
}

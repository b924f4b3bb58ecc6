import type { PricedLine, SalesLineKind } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { AmisSalesEntry } from '../books.ts';
import type { CorrectedInvoice } from './corrected-invoice.ts';

/** Goods of a buyer: what a return and its sale have in common. */
export type Returned = {
  readonly kind: SalesLineKind;
  readonly partnerCode: string;
  readonly itemCode: string;
};

/** A sales line of another period on an invoice that has left: a return of this period may give back from it. */
export type EarlierSale = Returned &
  CorrectedInvoice & {
    /** Name of its period. */
    readonly period: string;
    readonly line: string;
    readonly saleDay: Day;
    readonly product: string;
    readonly baseQuantity: Quantity;
    /** The whole line, as its ledger has it. */
    readonly sold: PricedLine;
  };

/** The rest of a return of another period after netting: it has its own claim on the invoices. */
export type OtherReturn = Returned & {
  readonly line: string;
  readonly docDate: Day;
  /** Positive; 0 where a difference of price alone is left. */
  readonly baseQuantity: Quantity;
  /** The worth of that rest, signed as the ledger has it: what AMIS has adjusted for it is of no other return. */
  readonly amount: Vnd;
  /** The whole line, as its ledger has it. */
  readonly returned: PricedLine;
  /** Absent where the ledger does not say it. */
  readonly vatRate?: VatRate;
  /** The VAT of the whole line, as its ledger has it. */
  readonly vatAmount?: Vnd;
};

/**
 * The word of other periods about goods that come back in this one: sales on their invoices, and their own returns, which give
 * back from the same invoices, each in the order of days. So what is left of an invoice is the same in every period.
 */
export type EarlierSales = { readonly sales: readonly EarlierSale[]; readonly returns: readonly OtherReturn[] };

/**
 * An entry of another period's AMIS ledger, by the profile whose it is. Goods come back on the last days of a month, and their
 * adjusting invoice is made in the next one: it is in that month's ledger alone.
 */
export type EntryElsewhere = { readonly profile: string; readonly entry: AmisSalesEntry };

import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import type { Quantity } from '../../quantity.ts';
import type { Decimal } from '../../tax-invoices/values/decimal.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { InvoiceStatus } from '../invoice-status.ts';

/** An invoice of ours, as far as it decides which tax invoice it is. */
export type OurInvoice = {
  readonly id: string;
  readonly status: InvoiceStatus;
  readonly voucherNumber: string;
  readonly key: string;
  /** The number that AMIS gave it, '' before that. */
  readonly number: string;
  /** '' when it is not known. */
  readonly symbol: string;
  readonly form: string;
  /** The day that the invoice carries. */
  readonly date: Day;
  readonly buyerTaxCode: string;
  readonly total: Vnd;
};

/** A tax invoice that the profile has sold by. */
export type TaxSale = {
  /** `invoiceKeyOf`. */
  readonly key: string;
  readonly form: string;
  readonly symbol: string;
  readonly number: string;
  readonly date: Day | null;
  readonly buyerTaxCode: string;
  /** In đồng; null for a foreign currency, or where only another invoice names this one. */
  readonly total: Vnd | null;
  /** Its signature has not been broken since: nothing else settles by itself. */
  readonly isProven: boolean;
  /** It replaces or adjusts another one. */
  readonly isCorrection: boolean;
  /** Another invoice names it; its own file is not there. */
  readonly isNamedOnly: boolean;
  readonly tokens: readonly string[];
};

/** One line of an invoice of ours. */
export type OurLine = {
  readonly code: string;
  readonly name: string;
  readonly kind: 'goods' | 'service' | 'discount' | 'free';
  readonly quantity: Quantity;
  readonly unitPrice: Decimal;
  readonly amount: Vnd;
  readonly rate: VatRate;
};

/** One line of a tax invoice in đồng. Notes are none. */
export type TaxLine = {
  readonly at: number;
  readonly code: string;
  readonly name: string;
  readonly isDiscount: boolean;
  readonly quantity: Quantity;
  readonly unitPrice: Decimal | null;
  /** Negative for a discount, whatever sign it is written with; null in a foreign currency without a rate. */
  readonly amount: Vnd | null;
  /** Null where its text names no rate. */
  readonly rate: VatRate | null;
};

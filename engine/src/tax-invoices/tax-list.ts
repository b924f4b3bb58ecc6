import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { InvoiceIdentity } from './tax-invoice.ts';
import type { Decimal } from './values/decimal.ts';

/**
 * The state that the portal's list gives an invoice («Trạng thái hóa đơn»): 1 mới, 2 thay thế, 3 điều chỉnh, 4 đã bị thay thế,
 * 5 đã bị điều chỉnh, 6 đã bị hủy.
 */
export type TaxInvoiceState = 'new' | 'replacing' | 'adjusting' | 'replaced' | 'adjusted' | 'cancelled';

/** «Kết quả kiểm tra hóa đơn», 0 to 8 in this order. */
export type TaxProcessing =
  | 'received'
  | 'checking'
  | 'refused'
  | 'eligible'
  | 'not_eligible'
  | 'coded'
  | 'received_without_code'
  | 'periodic_check'
  | 'received_from_register';

/** One row of the portal's list of invoices: no lines, but the newest state. Amounts are in the invoice's currency. */
export type TaxListRow = {
  /** Row of the sheet, from 1. */
  readonly row: number;
  readonly identity: InvoiceIdentity;
  readonly key: string;
  readonly date: Day;
  readonly seller: TaxListParty;
  readonly buyer: TaxListParty;
  readonly beforeVat: Decimal | null;
  readonly vat: Decimal | null;
  readonly discount: Decimal | null;
  readonly fees: Decimal | null;
  readonly total: Decimal | null;
  readonly currency: string;
  readonly exchangeRate: Decimal;
  /** × rate, each rounded once. */
  readonly inVnd: { readonly beforeVat: Vnd | null; readonly vat: Vnd | null; readonly total: Vnd };
  readonly state: TaxInvoiceState | null;
  readonly processing: TaxProcessing | null;
};

export type TaxListParty = {
  readonly taxCode: string | null;
  readonly name: string | null;
  readonly address: string | null;
};

/** Purchases or sales of the profile that a list is of. */
export type TaxSide = 'purchase' | 'sale';

/**
 * The three exports of the portal: invoices with a code of the tax authority, without one, and from cash registers. A list covers
 * those that it holds; «not in the list» is said for these alone.
 */
export const TAX_CHANNELS = ['coded', 'uncoded', 'register'] as const;
export type TaxChannel = (typeof TAX_CHANNELS)[number];

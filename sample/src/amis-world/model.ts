import type { Day } from '@khop/engine/day.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type { Quantity } from '@khop/engine/quantity.ts';
import type { AmisProduct } from '../model.ts';

/** An instant in UTC, `YYYY-MM-DDTHH:MM:SS.000Z`: texts that compare as the instants do. */
export type Moment = string;

/** Anything but a sale that changes the stock of a warehouse. */
export type Movement = {
  readonly kind: 'opening' | 'purchase' | 'transfer' | 'production' | 'use';
  readonly date: Day;
  /** When a clerk entered it: a report made earlier does not show it. */
  readonly recordedAt: Moment;
  readonly product: AmisProduct;
  readonly warehouse: string;
  /** AMIS units; negative leaves the warehouse. */
  readonly quantity: Quantity;
  /** Đồng before VAT of arrivals; departures are valued at the average. */
  readonly value: Vnd;
};

/**
 * One line of a sale in AMIS. `warehouse` is empty for lines that move no goods (services, discounts, adjustments of an
 * amount).
 */
export type SaleLine = {
  readonly product: AmisProduct;
  readonly warehouse: string;
  readonly quantity: Quantity;
  readonly returned: Quantity;
  /** Before discount. */
  readonly amount: Vnd;
  readonly discount: Vnd;
  readonly returnAmount: Vnd;
  readonly vatRate: string;
  readonly vatAmount: Vnd;
  readonly isPromotion: boolean;
};

export type SaleVoucher = {
  readonly number: string;
  readonly date: Day;
  readonly recordedAt: Moment;
  /** Empty for an invoice that has not been issued yet. */
  readonly invoiceNumber: string;
  readonly invoiceDate: Day | undefined;
  /** Absent where the profile's ledger does not show it. */
  readonly invoiceSymbol?: string;
  readonly customerCode: string;
  readonly customerName: string;
  readonly description: string;
  readonly lines: readonly SaleLine[];
  /** Serial of the Bravo document that a clerk invoiced with it; absent for sales that Bravo never hears of. */
  readonly document?: number;
  /** It came in through the import template: one of ours. */
  readonly isImported: boolean;
  /** The moment at which its invoice became void, and AMIS's word for it; absent while it is valid. */
  readonly ended?: { readonly state: string; readonly at: Moment };
};

/** True when a voucher moves goods and money in AMIS's reports of a moment. */
export const standsAt = ({ recordedAt, ended }: SaleVoucher, moment: Moment): boolean =>
  recordedAt <= moment && (ended === undefined || ended.at > moment);

/** The true books of one profile: every voucher that was ever entered. */
export type AmisBooks = {
  readonly products: readonly AmisProduct[];
  readonly customers: readonly { readonly code: string; readonly name: string }[];
  readonly movements: readonly Movement[];
  readonly sales: readonly SaleVoucher[];
};

/** Names of the warehouses in AMIS, in the order of its reports. */
export const warehouseNames: Readonly<Record<string, string>> = {
  KHO1: 'Kho hàng hóa',
  KHO2: 'Kho chi nhánh',
  'KHO-AO': 'Kho ảo',
  'KHO-CXHD': 'KHO CHƯA XUẤT HÓA ĐƠN',
};

/** The end of a working day in Vietnam. */
export const eveningOf = (day: Day): Moment => `${day}T10:00:00.000Z`;

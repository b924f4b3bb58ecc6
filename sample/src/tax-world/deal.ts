import type { Day } from '@khop/engine/day.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type { Factor, Quantity } from '@khop/engine/quantity.ts';
import { invoiceKeyOf } from '@khop/engine/tax-invoices/identity.ts';
import type { TaxChannel } from '@khop/engine/tax-invoices/tax-list.ts';
import type { Trade } from '@khop/engine/three-sides/types.ts';
import type { VatRate } from '@khop/engine/vat-rate.ts';
import type { SaleVoucher } from '../amis-world/model.ts';
import type { PurchaseVoucher } from '../files/purchase-ledger.ts';
import type { AmisProduct } from '../model.ts';

/** A seller or a buyer as an invoice names it; '' for a buyer without a tax code. */
export type Party = { readonly taxCode: string; readonly name: string; readonly address: string };

/** One line of an invoice: the goods in the seller's own hand, and what they are in the books of the profile. */
export type DealLine = {
  readonly product: AmisProduct;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** In the seller's unit. */
  readonly quantity: Quantity;
  /** Units of the profile in one of the seller's. */
  readonly factor: Factor;
  /** The unit and the quantity that the profile's own catalogue makes of it. */
  readonly ownUnit: string;
  readonly ownQuantity: Quantity;
  /** Already taken off `amount`. */
  readonly discount: Vnd;
  /** Before VAT. */
  readonly amount: Vnd;
  readonly rate: VatRate;
  readonly vat: Vnd;
};

export type Voucher = SaleVoucher | PurchaseVoucher;

/** An invoice as it was issued and a voucher as it was posted, in agreement to the đồng. */
export type Deal = {
  readonly trade: Trade;
  readonly profile: number;
  readonly own: Party;
  readonly partner: Party;
  /** The tax code in the profile's own list of partners, canonical; null when it has none there. */
  readonly listedTaxCode: string | null;
  readonly channel: TaxChannel;
  readonly symbol: string;
  /** Without leading zeros. */
  readonly number: string;
  readonly date: Day;
  readonly lines: readonly DealLine[];
  readonly voucher: Voucher;
  /** Serial of the Bravo document that was delivered; undefined for purchases and for sales past Bravo. */
  readonly document: number | undefined;
};

/**
 * An invoice as the tax authority has it; `said` are its sums as written, which may not add up. Amounts are in its currency: whole đồng,
 * or dollars with cents.
 */
export type TaxFacts = Omit<Deal, 'listedTaxCode' | 'voucher' | 'document'> & {
  readonly currency: 'VND' | 'USD';
  /** Đồng for one of the currency. */
  readonly exchangeRate: number;
  readonly rates: readonly { readonly rate: VatRate; readonly amount: number; readonly vat: number }[];
  readonly said: { readonly beforeVat: number; readonly vat: number; readonly total: number };
  /** The invoice that it replaces. */
  readonly original?: { readonly symbol: string; readonly number: string; readonly date: Day };
};

export const sellerOf = ({ trade, own, partner }: Pick<Deal, 'trade' | 'own' | 'partner'>): Party =>
  trade === 'sale' ? own : partner;
export const buyerOf = ({ trade, own, partner }: Pick<Deal, 'trade' | 'own' | 'partner'>): Party =>
  trade === 'sale' ? partner : own;

export const FORM = '1';

/** The key of the invoice, wherever it is met. */
export const keyOf = (facts: Pick<Deal, 'trade' | 'own' | 'partner' | 'symbol' | 'number'>): string =>
  // A number is always there.
  invoiceKeyOf({
    sellerTaxCode: sellerOf(facts).taxCode,
    form: FORM,
    symbol: facts.symbol,
    number: facts.number,
  })!;

/** The invoice of a deal, told as it was. */
export function factsOf(deal: Deal): TaxFacts {
  const { listedTaxCode: _, voucher: _voucher, document: _document, ...facts } = deal;
  return { ...facts, currency: 'VND', exchangeRate: 1, ...sumsOf(deal.lines) };
}

/** Sums by rate, and over all. */
export function sumsOf(lines: readonly DealLine[]): Pick<TaxFacts, 'rates' | 'said'> {
  const rates = Array.from(
    Map.groupBy(lines, ({ rate }) => rate),
    ([rate, of]) => ({
      rate,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
      vat: of.reduce((sum, { vat }) => sum + vat, 0),
    }),
  );
  return { rates, said: saidOf(rates) };
}

export function saidOf(rates: TaxFacts['rates']): TaxFacts['said'] {
  const beforeVat = rates.reduce((sum, { amount }) => sum + amount, 0);
  const vat = rates.reduce((sum, one) => sum + one.vat, 0);
  return { beforeVat, vat, total: beforeVat + vat };
}

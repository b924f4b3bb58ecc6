import type { TaxInvoice } from './tax-invoice.ts';

/** A profile and its tax code. */
export type OwnTaxCode = { readonly profileCode: string; readonly taxCode: string };

/**
 * The side of an invoice that is ours: `sale` of the profiles in `sellers`, `purchase` of those in `buyers`, `both` between two
 * profiles; `nobody`: refused, with the sentence.
 */
export type TaxDirection =
  | {
      readonly direction: 'sale' | 'purchase' | 'both';
      readonly sellers: readonly string[];
      readonly buyers: readonly string[];
    }
  | { readonly direction: 'nobody'; readonly message: string };

export type DirectionOf = (
  invoice: Pick<TaxInvoice, 'identity' | 'seller' | 'buyer'>,
  own: readonly OwnTaxCode[],
) => TaxDirection;

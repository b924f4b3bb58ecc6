import type { BooksInvoice } from './books-invoices.ts';
import type { Delivery, TaxSideInvoice } from './types.ts';

/** A row while its sides come together. */
export type DraftRow = {
  readonly tax: TaxSideInvoice | null;
  books: BooksInvoice | null;
  readonly deliveries: Delivery[];
  /** A delivery that this invoice claims and another living one has. */
  claimedTwice: Delivery | null;
  /** Other invoices adjust it: what was delivered is no longer its amount alone. */
  isAdjusted: boolean;
};

const rowOf = (sides: Pick<DraftRow, 'tax' | 'books'>, deliveries: Delivery[] = []): DraftRow => ({
  ...sides,
  deliveries,
  claimedTwice: null,
  isAdjusted: false,
});

export const rowOfTax = (tax: TaxSideInvoice): DraftRow => rowOf({ tax, books: null });
export const rowOfBooks = (books: BooksInvoice): DraftRow => rowOf({ tax: null, books });
export const rowOfDelivery = (delivery: Delivery): DraftRow => rowOf({ tax: null, books: null }, [delivery]);

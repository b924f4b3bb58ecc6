/** An invoice of the national format as its texts, ready to be written; absent fields are left out of the file. */
export type InvoiceToWrite = {
  readonly version: string;
  readonly title: string;
  readonly form: string;
  readonly symbol: string;
  readonly number?: string;
  readonly date: string;
  readonly currency: string;
  readonly exchangeRate?: string;
  readonly paymentMethod?: string;
  readonly providerTaxCode?: string;
  readonly seller: PartyToWrite;
  readonly buyer: PartyToWrite;
  readonly lines: readonly LineToWrite[];
  readonly rates: readonly { readonly rate: string; readonly amount: string; readonly vat: string }[];
  readonly beforeVat?: string;
  readonly vat?: string;
  readonly discount?: string;
  readonly fees?: readonly { readonly name: string; readonly amount: string }[];
  readonly deduction?: string;
  readonly total: string;
  readonly inWords?: string;
  readonly related?: readonly RelatedToWrite[];
  readonly authorityCode?: string;
  readonly qr?: string;
  readonly lookup?: readonly FieldToWrite[];
};

export type PartyToWrite = {
  readonly name?: string;
  readonly taxCode?: string;
  readonly address?: string;
  readonly code?: string;
  readonly person?: string;
  readonly budgetCode?: string;
  readonly citizenId?: string;
  readonly passport?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly bankAccount?: string;
  readonly bankName?: string;
};

export type LineToWrite = {
  /** TChat: 1 goods, 2 promotion, 3 discount, 4 note, 5 special goods. */
  readonly kind: string;
  readonly code?: string;
  readonly name: string;
  readonly unit?: string;
  readonly quantity?: string;
  readonly unitPrice?: string;
  readonly discountPercent?: string;
  readonly discount?: string;
  readonly amount?: string;
  readonly rate?: string;
  readonly vatSaid?: string;
};

export type RelatedToWrite = {
  /** TCHDon: 1 replaces, 2 adjusts. */
  readonly relation: string;
  readonly form?: string;
  readonly symbol?: string;
  readonly number?: string;
  readonly date?: string;
  readonly listNumber?: string;
  readonly listDate?: string;
  readonly note?: string;
};

export type FieldToWrite = { readonly name: string; readonly value: string };

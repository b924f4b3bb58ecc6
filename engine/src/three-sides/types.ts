import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { Quantity } from '../quantity.ts';
import type { TaxChannel, TaxInvoiceState, TaxProcessing } from '../tax-invoices/tax-list.ts';
import type { VatRate } from '../vat-rate.ts';
import type { KindOfDifference } from './kinds.ts';

/** The side of an invoice that a profile is on. */
export type Trade = 'sale' | 'purchase';

/** In đồng. */
export type Amounts = { readonly beforeVat: Vnd; readonly vat: Vnd; readonly total: Vnd };

/** `rate` null: not said. */
export type RateAmount = { readonly rate: VatRate | null; readonly amount: Vnd; readonly vat: Vnd };

/** Goods in the words of the profile's own catalogue; `product` null: not known which product it is. */
export type GoodsLine = {
  readonly product: string | null;
  readonly unit: string;
  readonly quantity: Quantity;
  /** It is the product, in a unit for which no connection gives a factor. */
  readonly isUnconverted?: boolean;
};

/** An invoice as the tax authority's side has it: its XML, the portal's list, or both. */
export type TaxSideInvoice = {
  /** `invoiceKeyOf`: seller, form, symbol, number. */
  readonly key: string;
  readonly symbol: string;
  /** Without leading zeros. */
  readonly number: string;
  readonly date: Day;
  /** Of the other party; '' when it has none. */
  readonly partnerTaxCode: string;
  readonly partnerName: string;
  /** Null for a foreign currency without a rate. */
  readonly amounts: Amounts | null;
  readonly currency: string;
  /** The total in its own currency, rounded to a whole number; null for VND. */
  readonly foreignTotal: number | null;
  /** Empty when only the list has it. */
  readonly rates: readonly RateAmount[];
  /** Lines with a quantity; null when only the list has it. */
  readonly goods: readonly GoodsLine[] | null;
  readonly inXml: boolean;
  readonly inList: boolean;
  /** `intact` too for a weak algorithm; null without an XML. */
  readonly proof: 'intact' | 'unsigned' | 'unreadable' | 'other_signer' | null;
  /** The signer's own claim, as an ISO instant; absent or null: not known. */
  readonly signedAt?: string | null;
  readonly hasOtherVersions: boolean;
  /** False: the sums of the signed data do not add up (XML_TOTALS). */
  readonly addsUp: boolean;
  /** The newest list's words. */
  readonly state: TaxInvoiceState | null;
  readonly processing: TaxProcessing | null;
  readonly fate: TaxSideFate;
};

/** The state of an invoice by its followers and the list. */
export type TaxSideFate = {
  /** False: replaced or cancelled, so that it is worth nothing. */
  readonly counts: boolean;
  /** Key of the invoice that replaces it. */
  readonly replacedBy: string | null;
  /** Key of the invoice that it replaces or adjusts; null: none, or it is not in hand. */
  readonly corrects: string | null;
  readonly relation: 'new' | 'replaces' | 'adjusts';
  /** It replaces or adjusts an invoice that is not in hand. */
  readonly isOriginalMissing: boolean;
  /** `YYYY-MM` by which it ages: of the original where it adjusts one. */
  readonly originMonth: string;
};

/** One row of an AMIS ledger: what the books say of an invoice. */
export type BooksEntry = {
  readonly voucher: string;
  /** '' while the voucher has no invoice. */
  readonly number: string;
  /** '' where the ledger does not tell it. */
  readonly symbol: string;
  readonly invoiceDate: Day | null;
  /** Of the voucher. */
  readonly day: Day;
  /** The day by which the books count it, where that is another one than the voucher's. */
  readonly countsOn?: Day;
  readonly partnerCode: string;
  /** Null: not known. '' : known to have none. */
  readonly partnerTaxCode: string | null;
  readonly partnerName: string;
  readonly product: string;
  readonly unit: string;
  readonly quantity: Quantity;
  readonly amount: Vnd;
  readonly vat: Vnd;
  readonly rate: VatRate | null;
  /** The ledger's own words: of an invoice that is no longer valid. */
  readonly isVoid: boolean;
};

/** A part of what Bravo delivered: under one invoice, or under none. */
export type Delivery = {
  /** Unique, and the same in every comparison: the voucher of our invoice, that of AMIS, or the document that waits. */
  readonly id: string;
  /** Id of our invoice; null: it is not one. */
  readonly invoiceId: string | null;
  readonly stage: 'draft' | 'handed_over' | 'invoiced' | 'invoiced_elsewhere' | 'waiting';
  readonly documents: readonly string[];
  readonly day: Day;
  /** Voucher in AMIS; null while it waits. */
  readonly voucher: string | null;
  readonly number: string | null;
  readonly symbol: string | null;
  /** The invoice key that reading back has settled it with; null: none. */
  readonly settledKey: string | null;
  readonly partnerTaxCode: string | null;
  readonly partnerName: string;
  readonly amounts: Amounts;
  /** Empty where it is a part that is invoiced elsewhere. */
  readonly rates: readonly RateAmount[];
  /** Null where its units are those of Bravo. */
  readonly goods: readonly GoodsLine[] | null;
  /** The reason for which it waits; '' otherwise. */
  readonly reason: string;
  /** When our invoice left for AMIS, as an ISO instant; absent or null: not known, or not one of ours. */
  readonly handedOverAt?: string | null;
  /** It is a sale of other days, which are compared by themselves. */
  readonly isOutside?: boolean;
};

/** A list of the portal that vouches for every invoice of its channel in its days; one with unread rows vouches for nothing. */
export type TaxCover = {
  readonly channel: TaxChannel;
  readonly from: Day;
  readonly to: Day;
};

/** Days of a ledger of AMIS, and when it was made there, as an ISO instant: it has nothing of later. Absent: after all that is compared. */
export type BooksCover = DaySpan & { readonly madeAt?: string };

export type DaySpan = { readonly from: Day; readonly to: Day };

/** One profile's three sides in some days. */
export type SidesInput = {
  readonly profile: string;
  readonly trade: Trade;
  /**
   * The days that are compared. All sides may have some days more, in which the other side of an invoice of these days may be. Each side
   * counts by a day of its own, and what has nothing in these days is left out.
   */
  readonly days: DaySpan;
  readonly tax: readonly TaxSideInvoice[];
  readonly books: readonly BooksEntry[];
  /** Empty for purchases, which Bravo does not tell. */
  readonly deliveries: readonly Delivery[];
  readonly cover: {
    readonly tax: readonly TaxCover[];
    /** The days that fully read ledgers of AMIS cover. */
    readonly books: readonly BooksCover[];
    /** The days whose sales were loaded from Bravo; null: none. */
    readonly deliveries: DaySpan | null;
  };
  /** Today, for «posted, without an invoice». */
  readonly asOf: Day;
};

/** All that is the same for the rows of a comparison. `tellsVat`: the ledger has a column of VAT. */
export type SidesFrame = Omit<SidesInput, 'tax' | 'books' | 'deliveries'> & { readonly tellsVat: boolean };

/** Two sides that differ: `B` Bravo, `A` AMIS, `T` tax. */
export type Pair = 'BA' | 'BT' | 'AT' | 'T' | 'A' | 'B';

/** `each`: both sides are right, each in its own month. */
export type Truth = 'tax' | 'books' | 'delivery' | 'each' | 'none';

export type Difference = {
  readonly kind: KindOfDifference;
  readonly pair: Pair;
  /** The words of each of the two: «10/10/2026», «40», «1.080.000». */
  readonly says: { readonly left: string; readonly right: string };
  /** The side that is right by the order of evidence. */
  readonly truth: Truth;
};

/** `uncovered`: another side would be needed and nothing that covers its days is loaded; `missing` says what. */
export type RowState = 'equal' | 'different' | 'uncovered';

/** One invoice, delivery or voucher as the three sides have it. */
export type ThreeSidedRow = {
  readonly profile: string;
  readonly trade: Trade;
  /** Unique in profile and trade, and the same in every comparison: the invoice key, else the voucher, else the document. */
  readonly key: string;
  readonly symbol: string;
  readonly number: string;
  readonly date: Day;
  readonly originMonth: string;
  readonly partnerTaxCode: string;
  readonly partnerName: string;
  /** The part of each side that counts in the days that are compared; null: nothing. */
  readonly delivery: Amounts | null;
  readonly books: Amounts | null;
  /** Zero for an invoice that is replaced or cancelled. */
  readonly tax: Amounts | null;
  readonly deliveryRates: readonly RateAmount[];
  readonly booksRates: readonly RateAmount[];
  readonly taxRates: readonly RateAmount[];
  readonly deliveries: readonly Delivery[];
  readonly vouchers: readonly string[];
  readonly taxKey: string | null;
  readonly state: RowState;
  /** The first is the primary one, by `KINDS`; the others hang below it. */
  readonly differences: readonly Difference[];
  /** For `uncovered`: what is not loaded, a sentence. */
  readonly missing: string;
  /** The total of the larger side. */
  readonly atStake: Vnd;
};

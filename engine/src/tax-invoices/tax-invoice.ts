import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { Quantity } from '../quantity.ts';
import type { VatRate } from '../vat-rate.ts';
import type { TaxFinding } from './tax-findings.ts';
import type { Decimal } from './values/decimal.ts';

/**
 * An electronic invoice as its XML says it. Source: the national format «Định dạng dữ liệu hóa đơn điện tử», versions 2.0.0 to
 * 2.1.0; the comments name its elements. What is absent or empty is null, a text is never ''.
 */
export type TaxInvoice = {
  readonly identity: InvoiceIdentity;
  /** `invoiceKeyOf(identity)`; null for a draft, which has no number yet. */
  readonly key: string | null;
  /** PBan: `2.0.0`, `2.0.1`, `2.1.0`, or what else is written. */
  readonly version: string | null;
  /** THDon: the name of the kind of invoice. */
  readonly title: string | null;
  /** NLap, a day in Vietnam; null when it cannot be read (finding DATE_UNREADABLE). */
  readonly date: Day | null;
  /** DVTTe: `VND`, `USD` … */
  readonly currency: string;
  /** TGia: đồng for one of the currency; `1` for VND; null for another one without it. */
  readonly exchangeRate: Decimal | null;
  /** HTTToan. */
  readonly paymentMethod: string | null;
  /** MSTTCGP: who provides the software that made it. */
  readonly providerTaxCode: string | null;
  /** MHSo. */
  readonly dossier: string | null;
  /** Id of DLHDon. */
  readonly dataId: string | null;
  readonly seller: TaxParty;
  readonly buyer: TaxParty;
  readonly lines: readonly TaxInvoiceLine[];
  readonly rates: readonly RateTotal[];
  readonly totals: TaxTotals;
  /** TTHDLQuan: the invoices that this one replaces or adjusts. */
  readonly related: readonly RelatedInvoice[];
  /** MCCQT: the code of the tax authority. Its absence proves nothing. */
  readonly authorityCode: string | null;
  /** The places where its supplier shows it; `secret` ones are masked on screens. */
  readonly lookup: readonly LookupField[];
  /** The tokens by which it may name the record that it was made from (`readTokens`). */
  readonly tokens: readonly string[];
  /** DLQRCode. */
  readonly qr: string | null;
  /** Elements that the format does not know, which are kept in the file alone. */
  readonly unknownElements: number;
  readonly findings: readonly TaxFinding[];
};

/** The only identity of an invoice: NBan/MST, KHMSHDon, KHHDon, SHDon. */
export type InvoiceIdentity = {
  /** Canonical, with `-001` of a branch. */
  readonly sellerTaxCode: string;
  /** One digit as a rule: 1 GTGT, 2 bán hàng, 6 phiếu xuất kho …; old invoices `01GTKT0/001`. */
  readonly form: string;
  /** Upper case: `C26TAA`. */
  readonly symbol: string;
  /** Without leading zeros; null: a draft. */
  readonly number: string | null;
};

/** NBan or NMua. */
export type TaxParty = {
  readonly name: string | null;
  /** Canonical when it can be read, else as written. */
  readonly taxCode: string | null;
  readonly address: string | null;
  /** MKHang of a buyer, MCHang of a seller. */
  readonly code: string | null;
  /** HVTNMHang: the person who buys for the unit. */
  readonly person: string | null;
  /** MDVQHNSach. */
  readonly budgetCode: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly bankAccount: string | null;
  readonly bankName: string | null;
  /** Personal data: stores protect it, no log, export or search ever holds it. */
  readonly personal: PersonalPapers | null;
};

/** CCCDan and SHChieu. */
export type PersonalPapers = { readonly citizenId: string | null; readonly passport: string | null };

/** TChat 1 to 5; `unknown` with the finding LINE_KIND. */
export type TaxLineKind = 'goods' | 'promotion' | 'discount' | 'note' | 'special' | 'unknown';

/** One HHDVu. Amounts are in the currency of the invoice, signs as written. */
export type TaxInvoiceLine = {
  /** Place in the file, from 1. */
  readonly at: number;
  readonly kind: TaxLineKind;
  /** STT as written. */
  readonly ordinal: string | null;
  readonly code: string | null;
  readonly name: string;
  readonly unit: string | null;
  /** Null without one. More than six places: rounded, with the finding QUANTITY_ROUNDED. */
  readonly quantity: Quantity | null;
  readonly unitPrice: Decimal | null;
  readonly discountPercent: Decimal | null;
  readonly discount: Decimal | null;
  /** ThTien: before VAT. */
  readonly amount: Decimal | null;
  /** The way in which quantity, price and discount make the amount; null when one is absent, `none` when they do not. */
  readonly amountIs: 'product' | 'product_less_discount' | 'none' | null;
  readonly rate: TaxRate | null;
  /** The VAT of the line in a supplier's own field: never used in sums. */
  readonly vatSaid: Decimal | null;
  /** TTHHDTrung: frame number, route and others of special goods. */
  readonly special: readonly ExtraField[];
};

/** TSuat: as written, and as Khớp knows it; null for texts that name no rate. */
export type TaxRate = { readonly text: string; readonly rate: VatRate | null };

/** One LTSuat. */
export type RateTotal = {
  readonly rate: TaxRate | null;
  readonly amount: Decimal | null;
  readonly vat: Decimal | null;
};

/** TToan, in the currency of the invoice. What is signed is the truth, also where it does not add up (XML_TOTALS). */
export type TaxTotals = {
  /** TgTCThue. */
  readonly beforeVat: Decimal | null;
  /** TgTThue. */
  readonly vat: Decimal | null;
  /** TTCKTMai. */
  readonly discount: Decimal | null;
  /** Sum of LPhi/TPhi. */
  readonly fees: Decimal;
  /** TGTKhac: other deductions. */
  readonly deduction: Decimal | null;
  /** TgTTTBSo. */
  readonly total: Decimal | null;
  /** TgTTTBChu. */
  readonly inWords: string | null;
  /**
   * The same in đồng: × rate, each rounded once. A total that is absent is computed from the lines. Null for a foreign currency
   * without a rate (finding EXCHANGE_RATE_MISSING).
   */
  readonly inVnd: { readonly beforeVat: Vnd; readonly vat: Vnd; readonly total: Vnd } | null;
  readonly variant: TotalsVariant;
};

/**
 * The way in which lines, totals by rate and the total were found to add up; each part null when what it needs is absent, and
 * `none` when it does not hold (XML_TOTALS).
 */
export type TotalsVariant = {
  /** Discount lines are subtracted, or added since they are negative, or left out; `plain` without any. */
  readonly lines: 'plain' | 'discounts_subtracted' | 'discounts_added' | 'discounts_left_out' | 'none' | null;
  /** True when promotions are part of the sum. */
  readonly promotionsCount: boolean;
  /** VAT of each rate from its sum, within 1 đ per line. */
  readonly vat: 'by_rate' | 'none' | null;
  /** True when TTCKTMai is taken off the total because no line holds it. */
  readonly discountInTotal: boolean;
  /** True when the other deductions are taken off it. */
  readonly deductionInTotal: boolean;
  readonly total: 'sum' | 'none' | null;
};

export type RelationKind = 'replaces' | 'adjusts' | 'unknown';

/** One invoice, or a list on paper of many, that this invoice replaces or adjusts. */
export type RelatedInvoice = {
  /** TCHDon 1 or 3: replaces, 2 or 4: adjusts. */
  readonly relation: RelationKind;
  /** LHDCLQuan: 1 invoices of NĐ 123, 2–4 older kinds. */
  readonly invoiceKind: string | null;
  readonly form: string | null;
  readonly symbol: string | null;
  readonly number: string | null;
  readonly date: Day | null;
  /** The key of the other one, the same seller's unless it names another; null for a list. */
  readonly key: string | null;
  /** SBKCLQuan, NBKCLQuan: the list itself is not in the XML. */
  readonly list: { readonly number: string | null; readonly date: Day | null } | null;
  readonly note: string | null;
};

/** One TTin of a free field. */
export type ExtraField = { readonly name: string; readonly value: string };

export type LookupField = ExtraField & { readonly meaning: 'code' | 'address'; readonly isSecret: boolean };

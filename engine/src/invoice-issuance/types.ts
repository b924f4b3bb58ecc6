import type { SalesLine } from '../bravo/sales-line.ts';
import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { Quantity } from '../quantity.ts';
import type { VatRate } from '../vat-rate.ts';
import type { EarlierSales, EntryElsewhere } from './adjustments/earlier-sales.ts';
import type { LostLine, SoldLine } from './amis-ledger/changed-since/lost-line.ts';
import type { IssuingBasis } from './bases/issuing-basis.ts';
import type { ProfileBooks } from './books.ts';
import type { ZerosRead } from './codes/zeros-read.ts';
import type { RecordRef } from './findings/record-ref.ts';
import type { InvoiceStatus } from './invoice-status.ts';
import type { NumberElsewhere } from './issued/number-elsewhere.ts';
import type { OpenElsewhere, OtherPeriods } from './periods/held-goods.ts';
import type { Incident } from './rules/incidents.ts';
import type { InvoiceRules } from './rules/invoice-rules.ts';

/** Everything one generation reads. Pure data: the same input gives the same plan, byte for byte. */
export type IssuanceInput = {
  readonly period: PeriodTerms;
  readonly lines: readonly SalesLine[];
  /** Sales of the period's days that people gave by file and that nothing has loaded yet; told where there are no others. */
  readonly waitingSales?: number;
  readonly profiles: readonly ProfileBooks[];
  readonly bravoItems: readonly { readonly code: string; readonly unit: string }[];
  readonly bravoPartners: readonly BravoBuyer[];
  readonly exclusions: readonly Exclusion[];
  /** Invoices that a regeneration must keep: hand-edited, exported or issued ones. */
  readonly kept: readonly PlannedInvoice[];
  /** The last run's draws, for aim (e): stay close to it. */
  readonly previous: readonly {
    readonly line: string;
    readonly lot: string;
    readonly lineQuantity: Quantity;
    /** Key of the invoice that it was on. */
    readonly invoice?: string;
  }[];
  /** A person's decisions on AMIS entries that could not be matched alone (see reconcile). */
  readonly reconciliations: readonly ReconciliationDecision[];
  /** Lines that have left in an invoice of another period: they wait, for invoicing them here would do it twice. */
  readonly invoicedElsewhere?: readonly {
    readonly line: string;
    readonly voucherNumber: string;
    readonly period: string;
  }[];
  /** The closing of the period, for the workbook that tells of it; absent while it is open. */
  readonly closing?: { readonly by: string; readonly at: Day; readonly note: string };
  /** Goods of the same profiles that other periods hold; absent when there are none. */
  readonly otherPeriods?: OtherPeriods;
  /** Invoiced sales and returns of other periods that returns of this one concern; absent: none are known. No plan reads them. */
  readonly earlier?: EarlierSales;
  /** Entries of other periods' ledgers that may adjust or replace invoices; absent: none are known. No plan reads them. */
  readonly adjustedElsewhere?: readonly EntryElsewhere[];
  /** Entries of other periods' ledgers that belong to no sale there; absent: none are known. No plan reads them. */
  readonly looseElsewhere?: readonly (EntryElsewhere & { readonly period: string })[];
  /** Lines that Bravo has lost since invoices of other periods left with them; absent: none are known. No plan reads them. */
  readonly lostElsewhere?: readonly LostLine[];
  /** Lines that people have left out of those periods: each may be a lost one that was found again. No plan reads them. */
  readonly leftOutElsewhere?: readonly SoldLine[];
  /** Numbers of invoices in other periods’ ledgers, of days that the own ones have, too; absent: none are known. No plan reads them. */
  readonly numbersElsewhere?: readonly NumberElsewhere[];
  /** Invoices of the same profiles in other open periods that have no number yet; absent: none. No plan reads them. */
  readonly openElsewhere?: readonly OpenElsewhere[];
  /** Invoice key → voucher number given in an earlier generation: a number, once given, stays with its invoice. */
  readonly previousVouchers?: Readonly<Record<string, string>>;
  /** Source key of a service → profile that invoiced it in the last plan. */
  readonly previousServices?: Readonly<Record<string, string>>;
  /** By profile: the codes of its files that were read as codes of its catalogues which differ in zeros alone; absent: none. */
  readonly zerosRead?: Readonly<Record<string, readonly ZerosRead[]>>;
  /** The dated rules of the installation, or those of `shipped-rules.ts`. */
  readonly invoiceRules: InvoiceRules;
};

export type PeriodTerms = {
  readonly name: string;
  readonly fromDate: Day;
  readonly toDate: Day;
  /** The day on which the invoices are really made, as a rule today: no invoice is dated after it (rules/dates.ts). */
  readonly issueDay: Day;
  /** Sales after this day wait: the days up to it are handed over first. Absent: all days until `issueDay`. */
  readonly through?: Day;
  /** Bravo branch → codes of the profiles that may lawfully invoice its sales. None declared: nothing is invoiced. */
  readonly issuers: Readonly<Record<string, readonly string[]>>;
  /** The bases of these: an entity without one in force on the day is refused. Absent: never stated, so own goods, unconfirmed. */
  readonly bases?: readonly IssuingBasis[];
  readonly rules: IssuanceRules;
};

export type IssuanceRules = {
  /** One invoice per day and profile for buyers who need no details; lawful only for some trades. Default false. */
  readonly aggregateConsumersPerDay: boolean;
  /** DocStatus values that mean a cancelled document: its lines are excluded as `cancelled`. */
  readonly cancelledDocStatuses: readonly string[];
  /** Bravo partners that are the group's own entities: their lines are excluded as `internal`. */
  readonly internalPartnerCodes: readonly string[];
  /** Quantities are drawn in whole units on both sides unless a unit is listed here (kg, mét, lít …). */
  readonly divisibleUnits: readonly string[];
  /** Profiles that put promotion and gifts on one invoice of the month, or of the quarter, as they file VAT. Absent: none. */
  readonly consolidatedMonthly?: readonly string[];
  readonly consolidatedQuarterly?: readonly string[];
  /** True: a discount of a document of its own goes on the buyer's next purchase that can bear it. Absent: never. */
  readonly discountsOnNextPurchase?: boolean;
  /** Recorded incidents of the profiles, by code. Absent: none. */
  readonly incidents?: readonly (Incident & { readonly profile: string })[];
};

export type ExclusionReason = 'cancelled' | 'internal' | 'not_a_sale';

/** A recorded decision to leave one ledger line out; the list of reasons is closed. */
export type Exclusion = { readonly line: string; readonly reason: ExclusionReason; readonly note: string };

export type BravoBuyer = {
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly email: string;
  readonly requirement: 'required' | 'not_required' | 'unset';
  /** Tax codes, comma between, for which a person has confirmed that the partner takes no invoice; absent: none. */
  readonly noInvoiceConfirmed?: string;
};

/** That an entry of AMIS is this line, or none; one that is several lines has a decision for each. */
export type ReconciliationDecision = { readonly profile: string; readonly entry: string; readonly line: string | null };

/** A stock lot: goods of one product in one warehouse of one profile, usable from a day on. AMIS units. */
export type StockLot = {
  readonly id: string;
  readonly profile: string;
  readonly warehouse: string;
  readonly product: string;
  readonly availableFrom: Day;
  readonly quantity: Quantity;
  readonly source: 'opening' | 'purchase' | 'other_incoming';
};

/** The decisions of one generation: every đồng of the ledger is in exactly one place of it. */
export type IssuancePlan = {
  readonly lots: readonly StockLot[];
  readonly invoices: readonly PlannedInvoice[];
  /** Keys of drafts that stay as they are stored, where invoices were only added (`changes/add-only.ts`). */
  readonly stays?: readonly string[];
  readonly newCustomers: readonly NewCustomer[];
  readonly alreadyInvoiced: readonly AlreadyInvoiced[];
  readonly shortages: readonly Shortage[];
  readonly excluded: readonly {
    readonly line: string;
    readonly amount: Vnd;
    readonly vatAmount: Vnd;
    readonly reason: ExclusionReason;
    readonly note: string;
  }[];
  readonly netted: readonly NettedReturn[];
  /** AMIS entries of the period that could be several ledger lines: an accountant decides, never the program. */
  readonly review: readonly {
    readonly profile: string;
    readonly entry: string;
    readonly candidates: readonly string[];
    readonly why: string;
  }[];
  readonly tieOut: TieOut;
  /** The same law for the ledger's own VAT: `invoiced` is the ledger's VAT of the invoiced parts. */
  readonly vatTieOut: TieOut;
  /** VAT written on the invoices minus `vatTieOut.invoiced`: the effect of rounding per rate group. */
  readonly vatRounding: Vnd;
  /** Kept invoices found in the AMIS sales ledger by our voucher number; their stock has already left there. */
  readonly settled: readonly SettledInvoice[];
  /** Entries of the AMIS ledgers that are no sales of their own. */
  readonly ledgerRoles: readonly LedgerRole[];
  /** The figures of the stock allocation, as the allocator states them. */
  readonly allocation: {
    readonly documentProfilePairs: number;
    /** (upper bound of the allocatable amount − allocated) ÷ upper bound; 0 when the plan is optimal. */
    readonly gap: number;
  };
  readonly warnings: readonly Warning[];
};

/** The role of an entry of an AMIS sales ledger that is not a sale of its own. */
export type LedgerRole = {
  readonly profile: string;
  readonly entry: string;
  /** `correction`: it adjusts or replaces an invoice. `void`: by its own words it is cancelled or replaced. */
  readonly role: 'correction' | 'void';
  /** Key of our invoice that it corrects; absent when that is none of ours. */
  readonly invoice?: string;
};

/** The state of an invoice of ours in the AMIS sales ledger. */
export type SettledInvoice = {
  readonly key: string;
  readonly profile: string;
  readonly voucherNumber: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: Day | undefined;
  /** Absent where the ledger has no column of it. */
  readonly invoiceSymbol?: string;
  readonly status: Exclude<InvoiceStatus, 'draft'>;
  /** AMIS amount before VAT minus ours. */
  readonly difference: Vnd;
};

/** ledger = invoiced + alreadyInvoiced + unallocated + excluded, in đồng. */
export type TieOut = {
  readonly ledger: Vnd;
  readonly invoiced: Vnd;
  readonly alreadyInvoiced: Vnd;
  readonly unallocated: Vnd;
  readonly excluded: Vnd;
};

export type NettedReturn = {
  readonly returnLine: string;
  readonly saleLine: string;
  readonly baseQuantity: Quantity;
  /** The amount that leaves both sides, positive; for returned discounts negative. */
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
};

export type AlreadyInvoiced = {
  readonly line: string;
  readonly profile: string;
  readonly entry: string;
  readonly voucherNumber: string;
  readonly invoiceNumber: string;
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  readonly signals: readonly string[];
};

export type BuyerSource = 'connection' | 'tax_code' | 'new_customer' | 'consumer' | 'chosen';

/** The identity of a buyer beside the tax code, as far as the list of customers has it (NĐ 254/2026/NĐ-CP Điều 10). */
export type BuyerIdentity = {
  /** Số định danh cá nhân, twelve digits. */
  readonly personalId?: string;
  readonly passport?: string;
  readonly nationality?: string;
  /** Mã số đơn vị có quan hệ với ngân sách, seven digits. */
  readonly budgetCode?: string;
};

export type InvoiceBuyer = {
  readonly source: BuyerSource;
  /** AMIS customer code; a new customer's is proposed by us; for a consumer the connected one or empty. */
  readonly customerCode: string;
  readonly name: string;
  readonly address: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly email: string;
  readonly identity?: BuyerIdentity;
  /** The name of a person who asked for an invoice but may not be named on it: the invoice has the consumer's text. */
  readonly realName?: string;
  /** The ledger's own buyer, always shown beside any other. */
  readonly bravoPartnerCode: string;
};

export type NewCustomer = { readonly profile: string } & Omit<InvoiceBuyer, 'source'>;

export type PlannedInvoice = {
  /** Stable over regenerations of the same content: profile, document, buyer and part. */
  readonly key: string;
  readonly profile: string;
  readonly voucherNumber: string;
  /** Date on the invoice (Ngày hóa đơn). */
  readonly date: Day;
  /** The sale's own date, never altered: Ngày hạch toán and Ngày chứng từ in AMIS. */
  readonly documentDate: Day;
  /** Document key, or `branch/day` for an aggregated consumer invoice. */
  readonly bravoDocument: string;
  readonly buyer: InvoiceBuyer;
  readonly items: readonly PlannedItem[];
  readonly vat: readonly { readonly rate: VatRate; readonly amount: Vnd; readonly vatAmount: Vnd }[];
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  readonly total: Vnd;
  readonly amountInWords: string;
  readonly warnings: readonly Warning[];
  readonly status: InvoiceStatus;
  /** The number that AMIS gave it, as far as a ledger has told it. */
  readonly invoiceNumber?: string;
  /** The date that AMIS issued it on, as far as a ledger has told it. */
  readonly issuedOn?: Day;
  /** The symbol of that number, as far as it is known: the profile has this year's alone. */
  readonly issuedSymbol?: string;
  readonly pinned: boolean;
  /** The signed tax invoice that settles it, as far as one does and no person has decided for the AMIS ledger. */
  readonly tax?: {
    /** False when the number is known from it alone: no AMIS ledger has shown the invoice. */
    readonly isInAmis: boolean;
    /** Number of the tax invoice that replaces it. */
    readonly replacedBy?: string;
  };
  /** Of a consolidated invoice that has left: the hash of the list that it left with. */
  readonly listHash?: string;
};

export type PlannedItem = {
  readonly product: string;
  readonly name: string;
  readonly unit: string;
  readonly warehouse: string;
  readonly kind: SalesLine['kind'];
  /** AMIS units; 0 for a discount line. */
  readonly quantity: Quantity;
  /** Decimal text, đồng per AMIS unit: amount ÷ quantity to 6 places, for display only. */
  readonly unitPrice: string;
  readonly amount: Vnd;
  readonly vatRate: VatRate;
  readonly vatAmount: Vnd;
  readonly allocations: readonly PlannedAllocation[];
};

/** Item ↔ Bravo line ↔ stock lot. `lot` is null for services and discounts, which need no stock. */
export type PlannedAllocation = {
  readonly line: string;
  readonly lot: string | null;
  /** AMIS units. */
  readonly quantity: Quantity;
  /** Bravo base units. */
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
};

export type ShortageReason =
  | 'ITEM_NOT_CONNECTED'
  | 'FACTOR_MISSING'
  | 'NO_STOCK'
  | 'STOCK_AFTER_SALE'
  | 'TAKEN_BY_OTHERS'
  | 'ISSUER_NOT_DECLARED'
  | 'NO_BASIS'
  | 'ISSUER_STOPPED'
  | 'INVOICE_REQUIREMENT_UNSET'
  | 'BUYER_INCOMPLETE'
  | 'PROFILE_LOCKED'
  | 'LATER_DAY'
  | 'NEXT_YEAR'
  | 'RETURN_UNMATCHED'
  | 'DISCOUNT_TO_ADJUST'
  | 'NEEDS_REVIEW'
  | 'VAT_RATE_UNKNOWN';

export type Shortage = {
  readonly line: string;
  readonly reason: ShortageReason;
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  /** The sentence an accountant reads: the needed and the given quantity, the holders, the remedy. */
  readonly message: string;
  readonly remedy: string;
  readonly competitors: readonly { readonly document: string; readonly line: string; readonly quantity: Quantity }[];
};

export type Warning = {
  readonly code: string;
  readonly message: string;
  /** The records that it is about, when they are others than its line or invoice. */
  readonly about?: readonly RecordRef[];
  readonly profile?: string;
  readonly line?: string;
  readonly invoice?: string;
  /** The one AMIS voucher that a person has to look at. */
  readonly voucher?: string;
};

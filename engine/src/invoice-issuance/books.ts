import type { Day } from '../day.ts';
import type { Vnd } from '../money.ts';
import type { Factor, Quantity } from '../quantity.ts';
import type { VatRate } from '../vat-rate.ts';
import type { InvoiceReference } from './amis-ledger/reference-words.ts';
import type { Incident } from './rules/incidents.ts';
import type { Suspension } from './rules/suspensions.ts';

export type ProfileTerms = {
  readonly code: string;
  readonly name: string;
  readonly taxCode: string;
  readonly address: string;
  readonly invoiceForm: string;
  readonly invoiceSymbol: string;
  readonly voucherPrefix: string;
  readonly defaultWarehouseCode: string;
  readonly excludedWarehouseCodes: readonly string[];
  readonly accounts: {
    readonly receivable: string;
    readonly revenue: string;
    readonly vat: string;
    readonly cogs: string;
    readonly inventory: string;
  };
  /** Every account of the entity's own chart; absent or empty: not stated, so the dated chart holds (preflight/accounts/account-findings.ts). */
  readonly chart?: readonly string[];
  readonly maxLinesPerInvoice: number;
  /** Nothing dated on or before this day may be issued, changed or exported. */
  readonly lockedThrough: Day | undefined;
  /** Date of the last invoice issued or handed over in the symbol, if any: no new one may be dated before it. */
  readonly lastIssuedDate: Day | undefined;
  /** The source of that date (amis-ledger/last-issued.ts); absent: a person typed it. */
  readonly lastIssuedFrom?: 'ledger' | 'handed_over';
  readonly exportLayout: string;
  /** True: the entity works on Saturdays. Absent: it does not. */
  readonly saturdayIsWorking?: boolean;
  /** `yes`: it works as the public service swaps its days. Absent: not known. */
  readonly followsSwaps?: 'yes' | 'no' | 'unknown';
  /** Incidents of the entity (rules/incidents.ts). Absent: none. */
  readonly incidents?: readonly Incident[];
  /** Days on which it may not issue invoices (rules/suspensions.ts). Absent: none. */
  readonly suspensions?: readonly Suspension[];
  /** False: the entity is retired. Absent: active. */
  readonly isActive?: boolean;
};

/** One legal entity's books as the period needs them. Profiles come in the period's order. */
export type ProfileBooks = {
  readonly terms: ProfileTerms;
  readonly products: readonly AmisProduct[];
  /** Accounts that the catalogue of products names: AMIS has them. Absent: none. */
  readonly accountsInUse?: readonly string[];
  readonly customers: readonly AmisCustomer[];
  readonly productConnections: readonly {
    readonly product: string;
    readonly item: string;
    readonly factor: Factor | undefined;
    readonly priority: number;
  }[];
  readonly partnerConnections: readonly {
    readonly customer: string;
    readonly partner: string;
    readonly isDefault: boolean;
  }[];
  readonly inventory: readonly InventoryRow[];
  readonly purchases: readonly PurchaseLine[];
  readonly salesLedger: readonly AmisSalesEntry[];
  /** The file that the sales ledger came from; absent when none was loaded. */
  readonly salesLedgerFile?: LedgerFile;
  /** The last day on which other periods know an invoice of the symbol to be issued. */
  readonly issuedThrough?: Day;
  /** When the reports were made in AMIS; absent: all at one moment, as the files of one folder. */
  readonly moments?: SnapshotMoments;
};

/** Moments as ISO instants in UTC with milliseconds, so that they compare as text. */
export type SnapshotMoments = {
  /** Of the stock report; absent when none was loaded. */
  readonly stock?: string;
  /** Of the sales ledger; absent when none was loaded. */
  readonly ledger?: string;
  /** When files with invoices left Khớp for AMIS. */
  readonly exports: readonly string[];
};

/** The file of a sales ledger, and whether it can vouch for everything that AMIS has issued in the period. */
export type LedgerFile = {
  /** The days that it says it covers; null when it does not say. */
  readonly fromDate: Day | null;
  readonly toDate: Day | null;
  readonly unreadRows: number;
  /** The fault of the first unread row, in a sentence; '' when that is not known. */
  readonly firstUnread: string;
  /** Remarks of the reader that say that sales may be missing. */
  readonly remarks: readonly { readonly code: string; readonly message: string }[];
};

export type AmisProduct = {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Tính chất: Hàng hóa, Dịch vụ, Thành phẩm, Nguyên vật liệu, Combo. */
  readonly kind: string;
  readonly vatRate: VatRate | undefined;
  /** Giảm thuế theo quy định: `reduced` takes the dated 8 % reduction. */
  readonly vatReduction: 'unknown' | 'none' | 'reduced';
  /** The days of supply that `vatReduction` speaks of (`reductionTermOf`). Absent: all days. */
  readonly vatReductionFrom?: Day | null;
  readonly vatReductionTo?: Day | null;
  /** The decree or the reading that says so; absent or empty: not stated. */
  readonly vatReductionSource?: string;
  readonly defaultWarehouseCode: string;
  /** False: no longer in use in AMIS (Ngừng sử dụng). Absent: in use. */
  readonly isActive?: boolean;
  /** Prices of one unit in đồng that the catalogue states, above zero: of the last purchase, of purchases on average, of sale. For plausibility alone. */
  readonly prices?: readonly number[];
};

/** Prices as their catalogue has them, without those that it does not state. */
export const pricesOf = (...stated: readonly (string | number | boolean | null | undefined)[]): readonly number[] =>
  stated.map(Number).filter((price) => price > 0);

export type AmisCustomer = {
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly taxCode: string;
  readonly idNumber: string;
  /** The kind of customer (Loại); null or absent: the list does not say. */
  readonly isOrganisation?: boolean | null;
  readonly passport?: string;
  readonly nationality?: string;
  /** Mã số đơn vị có quan hệ với ngân sách. */
  readonly budgetCode?: string;
  readonly phone: string;
  readonly email: string;
  readonly isInternal: boolean;
  readonly isActive: boolean;
};

/** One row of "Tổng hợp tồn kho": a product in a warehouse over the period, in AMIS units. */
export type InventoryRow = {
  readonly warehouse: string;
  readonly product: string;
  readonly opening: Quantity;
  readonly incoming: Quantity;
  readonly outgoing: Quantity;
  readonly closing: Quantity;
};

/** One line of "Sổ chi tiết mua hàng"; `warehouse` is empty in the short variant. Quantity is net of returns. */
export type PurchaseLine = {
  readonly id: string;
  readonly date: Day;
  readonly voucherNumber: string;
  readonly product: string;
  readonly warehouse: string;
  readonly quantity: Quantity;
  /** The part that has been sent back to the supplier, on the same line; absent: none. */
  readonly returned?: Quantity;
};

/** The figures of a purchase of which `returned` was sent back. */
export const keptOf = (bought: Quantity, returned: Quantity): Pick<PurchaseLine, 'quantity' | 'returned'> => ({
  quantity: bought - returned,
  ...(returned > 0n && { returned }),
});

/** One line of AMIS's "Sổ chi tiết bán hàng": sales that are already issued there. */
export type AmisSalesEntry = {
  readonly id: string;
  readonly voucherNumber: string;
  readonly documentDate: Day;
  readonly invoiceNumber: string;
  readonly invoiceDate: Day | undefined;
  readonly customerCode: string;
  readonly customerName: string;
  readonly product: string;
  readonly warehouse: string;
  readonly unit: string;
  /** Sold minus returned, AMIS units. */
  readonly quantity: Quantity;
  /** Doanh số bán − chiết khấu − trả lại − giảm giá, đồng before VAT. */
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  /** The rate of its VAT; absent where the ledger does not say it. */
  readonly vatRate?: VatRate;
  /** Diễn giải; may name the invoice that this one replaces or adjusts. */
  readonly description?: string;
  /** The invoice's state, from a column that the installation of AMIS has added; absent or empty without one. */
  readonly invoiceState?: string;
  /** The invoices that its invoice replaces or adjusts by the signed tax invoice of its number; `description` comes first. */
  readonly corrects?: InvoiceReference;
  /** Of an entry that replaces an invoice: the day of that one, '' where it is not known. Set with the live ledger (invoice-references.ts). */
  readonly replacedOn?: Day;
  /** Ký hiệu hóa đơn, where the ledger has a column of it. */
  readonly invoiceSymbol?: string;
  /** Since when it is known; absent: as long as the stock report. */
  readonly seen?: {
    /** The moment of the first ledger that shows it. */
    readonly first: string;
    /** The moment of the last ledger before that, which did not show it. */
    readonly absent?: string;
  };
};

/** The day of an entry's invoice; of one that has none yet, the day of its voucher. */
export const invoicedOn = ({ invoiceDate, documentDate }: Pick<AmisSalesEntry, 'invoiceDate' | 'documentDate'>): Day =>
  invoiceDate ?? documentDate;

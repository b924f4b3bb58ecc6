import type { Day } from '@khop/engine/day.ts';
import type { IssuingBasis } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import type { ProfileTerms } from '@khop/engine/invoice-issuance/books.ts';
import type { IssuanceRules } from '@khop/engine/invoice-issuance/types.ts';
import type { Vnd } from '@khop/engine/money.ts';
import type { Factor } from '@khop/engine/quantity.ts';
import type { StockLayout } from './amis-world/stock-layouts.ts';
import type { Category, VatClass } from './words/vocabulary-goods.ts';

/** The options that decide a company: the same options give the same bytes. */
export type SampleOptions = {
  readonly seed: number;
  /** Lines of the Bravo sales ledger, exactly. */
  readonly lines: number;
  readonly profiles: number;
  /** The month that is sold and invoiced, `YYYY-MM`. */
  readonly month: string;
  /** Of a thousand sales that AMIS may hold so many were invoiced there by hand before the period was opened. */
  readonly issuedPerMille: number;
  /** As many lines on every day; absent: Sundays are quiet, the last days of the month are not. */
  readonly evenDays?: boolean | undefined;
  /** The form in which every profile exports its stock; absent: each in its own form. */
  readonly stock?: StockLayout | undefined;
};

/** A quantity in thousandths: small enough for a plain number to be exact. */
export type Milli = number;

/** A thing that is really sold, whatever the catalogues call it. */
export type Good = {
  readonly index: number;
  readonly kind: 'goods' | 'service' | 'discount';
  readonly category: Category | undefined;
  /** The full, correctly spelt name. */
  readonly name: string;
  readonly brand: string;
  readonly variant: string;
  readonly size: string;
  readonly model: string;
  readonly unit: string;
  /** Small units in a carton; 1 when there is no carton. */
  readonly carton: number;
  /** Bravo counts this one in cartons. */
  readonly bravoInCartons: boolean;
  /** Đồng with VAT per small unit. */
  readonly price: Vnd;
  /** Purchase price before VAT per small unit, đồng. */
  readonly cost: Vnd;
  readonly vat: VatClass;
  readonly divisible: boolean;
  readonly bravoCode: string;
  readonly inBravo: boolean;
};

export type BravoItem = {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly units: readonly { readonly unit: string; readonly rate: number }[];
  readonly group: string;
  readonly type: string;
  readonly isActive: boolean;
  readonly modifiedAt: string;
};

/** One product of one profile's AMIS, with its real good. */
export type AmisProduct = {
  readonly profile: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: 'Hàng hóa' | 'Dịch vụ';
  readonly group: string;
  readonly vatReduction: 'unknown' | 'none' | 'reduced';
  readonly vatRate: string;
  readonly salePrice: Vnd;
  /** Đồng before VAT per AMIS unit. */
  readonly cost: Vnd;
  readonly isActive: boolean;
  readonly good: Good;
  /** AMIS units per Bravo base unit. */
  readonly factor: Factor;
  /** The "KM - …" twin of the same goods. */
  readonly promotional: boolean;
};

export type PartnerKind = 'company' | 'shop' | 'person' | 'walk_in' | 'internal' | 'supplier';

export type Partner = {
  readonly index: number;
  readonly kind: PartnerKind;
  readonly name: string;
  /** The name as clerks write it. */
  readonly shortName: string;
  readonly address: string;
  readonly oldAddress: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly email: string;
  readonly bravoCode: string;
  readonly requirement: 'required' | 'not_required' | 'unset';
};

export type AmisPartner = {
  readonly profile: number;
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly group: string;
  readonly idNumber: string;
  readonly isInternal: boolean;
  /** Undefined for entries that are no buyer ("VOUCHER"). */
  readonly partner: Partner | undefined;
  /** A second entry of a customer that already has one. */
  readonly duplicate: boolean;
};

/** A profile as period.json states it: every field of an AMIS profile. */
export type SampleProfile = Omit<ProfileTerms, 'lockedThrough' | 'lastIssuedDate'> & {
  readonly lockedThrough: Day | null;
  readonly lastIssuedDate: Day | null;
  readonly logoUrl: string | null;
  readonly isActive: boolean;
  /** Name of a warehouse → its code, for stock reports that name their warehouses only. */
  readonly warehouses: Readonly<Record<string, string>>;
};

export type Branch = { readonly code: string; readonly warehouse: string; readonly issuers: readonly number[] };

export type SamplePeriod = {
  readonly name: string;
  readonly fromDate: Day;
  readonly toDate: Day;
  /** The day on which the invoices are made: the last one of the month. */
  readonly today: Day;
  readonly profiles: readonly SampleProfile[];
  readonly issuers: Readonly<Record<string, readonly string[]>>;
  readonly bases: readonly IssuingBasis[];
  readonly rules: IssuanceRules;
};

/** One line of the sales ledger, with its true identity. Quantities and amounts are signed. */
export type LedgerLine = {
  readonly good: Good;
  readonly unit: string;
  readonly quantity: Milli;
  /** Bravo base units in one unit of the line. */
  readonly rate: number;
  /** Whole đồng per unit of the line, before VAT. */
  readonly unitPrice: Vnd;
  readonly amount: Vnd;
  readonly discount: Vnd;
  readonly vatRate: string;
  readonly vatAmount: Vnd;
  readonly kind: 'goods' | 'service' | 'discount' | 'free';
  readonly description: string;
};

export type LedgerDocument = {
  /** Serial over the whole ledger, from 1: Bravo's Stt. */
  readonly serial: number;
  readonly branch: Branch;
  readonly docCode: 'HD' | 'H2' | 'DV' | 'TL';
  readonly docNo: string;
  readonly docDate: Day;
  readonly docStatus: string;
  readonly partner: Partner;
  readonly lines: readonly LedgerLine[];
  /** Neither cancelled nor sold within the group. */
  readonly isSale: boolean;
  /** The profile whose AMIS already holds an invoice for it, and the quality of that invoice's traces. */
  readonly issued: { readonly profile: number; readonly manner: 'whole' | 'part' | 'vague' } | undefined;
};

import type { Day } from '../../day.ts';
import type { Suspension } from '../rules/suspensions.ts';

/**
 * The reasons that let an entity invoice the sales of a branch (docs/law.md, W1–W4), in the order in which one counts
 * where several are in force: its own goods; goods that another entity has sold to it with an invoice; goods of an owner that it
 * sells as agent or dependent unit; its own goods with invoices that another makes and signs for it.
 */
export const BASIS_KINDS = ['own', 'intercompany', 'agency', 'delegation'] as const;
export type BasisKind = (typeof BASIS_KINDS)[number];

export const BASIS_NAMES: Readonly<Record<BasisKind, string>> = {
  own: 'Hàng của chính đơn vị',
  intercompany: 'Mua bán giữa các đơn vị',
  agency: 'Đại lý, ký gửi',
  delegation: 'Ủy nhiệm lập hóa đơn',
};

/** Mẫu số of an invoice, which is its kind (TT 91/2026/TT-BTC Phụ lục I). */
export const INVOICE_FORM_NAMES = {
  1: 'Hóa đơn giá trị gia tăng',
  2: 'Hóa đơn bán hàng',
  3: 'Hóa đơn bán tài sản công',
  4: 'Hóa đơn bán hàng dự trữ quốc gia',
  5: 'Tem, vé, thẻ, phiếu thu',
  6: 'Phiếu xuất kho',
  7: 'Hóa đơn thương mại điện tử',
} as const;
export type InvoiceForm = keyof typeof INVOICE_FORM_NAMES;

/** The side that takes the buyer's money of invoices that a delegate makes. */
export const PAYEE_NAMES = { seller: 'Bên ủy nhiệm (bên bán)', maker: 'Bên nhận ủy nhiệm' } as const;
export type Payee = keyof typeof PAYEE_NAMES;

/** The scan of a contract. Kept apart: the basis has its name and the hash of its bytes. */
export type ContractFile = { readonly fileName: string; readonly sha256: string };

/** The other side of the contract. A profile of the installation needs no more than its code. */
export type BasisParty = {
  readonly profile?: string;
  readonly name?: string;
  readonly taxCode?: string;
  readonly address?: string;
  /** Of a profile of the installation: the days on which it may not issue invoices. */
  readonly suspensions?: readonly Suspension[];
};

/**
 * One basis of one entity for one branch. `profile` is always the seller whose goods leave: in a delegation it is the
 * delegator (bên ủy nhiệm) and `counterparty` makes and signs; in an agency and in a purchase `counterparty` is the
 * owner that the goods come from.
 */
export type IssuingBasis = {
  readonly branch: string;
  readonly profile: string;
  readonly kind: BasisKind;
  /** First and last day; no last day: for an unlimited term. */
  readonly fromDate: Day;
  readonly toDate?: Day;
  readonly contractNumber?: string;
  readonly contractDate?: Day;
  readonly contractFile?: ContractFile;
  readonly counterparty?: BasisParty;
  /** Of a delegation (NĐ 254/2026/NĐ-CP Điều 19): both sides tell the tax office, each is answered. */
  readonly delegation?: {
    readonly sellerSentOn?: Day;
    readonly sellerAcceptedOn?: Day;
    readonly makerSentOn?: Day;
    readonly makerAcceptedOn?: Day;
    /** The website, shop or newspaper where the delegation is made public. */
    readonly publishedAt?: string;
    /** Symbols that the contract allows, `C26TYY` or with the form `1C26TYY`; none: any of the seller. */
    readonly symbols?: readonly string[];
    /** The one kind of invoice that the contract is about; absent: not said. */
    readonly invoiceForm?: InvoiceForm;
    readonly purpose?: string;
    readonly paidTo?: Payee;
    /** Serial numbers of the digital certificates of both sides (01/ĐKTĐ-HĐĐT part 5). */
    readonly sellerCertificate?: string;
    readonly makerCertificate?: string;
  };
  /** Of an agency (Điều 6 k3d): d1 with an invoice at each step, d2 with a delivery note and lists of what was sold. */
  readonly agency?: { readonly mode: 'd1' | 'd2'; readonly listDays?: 5 | 10 };
  /** Of a purchase between entities (Điều 6 k3e): the first invoice by which goods came; sales before it have none. */
  readonly transfer?: { readonly invoiceNumber: string; readonly invoiceDate: Day };
};

/** The part of a basis that decides plans: its papers and their words on money and certificates change no invoice. */
export function decisiveBasis({ contractFile: _file, ...basis }: IssuingBasis): IssuingBasis {
  if (!basis.delegation) return basis;
  const {
    purpose: _purpose,
    paidTo: _payee,
    sellerCertificate: _seller,
    makerCertificate: _maker,
    ...delegation
  } = basis.delegation;
  return { ...basis, delegation };
}

import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { SignatureReport } from '@khop/engine/tax-invoices/signature.ts';
import type { TaxInvoice } from '@khop/engine/tax-invoices/tax-invoice.ts';
import type { TaxRefusalCode } from '@khop/engine/tax-invoices/tax-refusals.ts';

/** Reads what a person drops: one XML, a zip of them (with zips inside), or the portal's list as a workbook. */
export type TaxFiles = {
  /** Refuses by its name and first bytes what holds no invoice and is no workbook. Throws FILE_TYPE_NOT_SUPPORTED. */
  readonly refuseOtherFiles: (fileName: string, head: Uint8Array) => void;
  /**
   * Reads a file of any of these kinds, and hands out what it finds in pieces, in no promised order; the next piece waits until
   * `take` has answered. One bad file inside is told as refused and stops nothing. Throws a Problem with a code UPLOAD_… when the
   * whole must be refused.
   */
  readonly read: (file: string, options: TaxReading) => Promise<TaxReadSummary>;
  /** True for a workbook of any form, which can only be the portal's list; an XML or a zip of them is none. */
  readonly isWorkbook: (file: string) => Promise<boolean>;
  /** Reads the portal's list of invoices, a workbook, as it is written. Throws what the reader of workbooks throws. */
  readonly readList: (file: string, options?: { readonly signal?: AbortSignal }) => Promise<TaxListSheet>;
};

export type TaxReading = {
  readonly take: (piece: TaxPiece) => Promise<void> | void;
  readonly signal?: AbortSignal;
  /** Certificates (DER or PEM) that the installation trusts as roots. */
  readonly roots?: readonly string[];
  /** The name under which the person dropped the file; shown, never believed. */
  readonly name?: string;
};

/** Part of what a file holds. */
export type TaxPiece = {
  readonly invoices: readonly ReadTaxInvoice[];
  readonly refused: readonly RefusedTaxFile[];
  /** Workbooks in a zip, which can only be the portal's lists; absent: none. */
  readonly workbooks?: readonly TaxFile[];
};

export type ReadTaxInvoice = {
  readonly invoice: TaxInvoice;
  readonly signature: SignatureReport;
  readonly file: TaxFile;
  /** Place of the invoice among those of its file, from 1. */
  readonly ordinal: number;
};

/** The XML as it came: what is stored and can be downloaded. Invoices of one file share the object. */
export type TaxFile = {
  /** `goi.zip/1.xml`: names of others, for people's eyes. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, as hexadecimal digits. */
  readonly hash: string;
};

export type RefusedTaxFile = {
  readonly name: string;
  /** Place of the invoice in its file; null: the whole file. */
  readonly ordinal: number | null;
  readonly code: TaxRefusalCode;
  readonly message: string;
};

export type TaxReadSummary = {
  readonly files: number;
  readonly invoices: number;
  readonly refused: number;
  /** Entries of a zip that hold neither an invoice nor a list (pictures, pages, style sheets), by the ending of their names. */
  readonly ignored: Readonly<Record<string, number>>;
};

/** The portal's list by its cells: nothing is said yet of whose it is. */
export type TaxListSheet = {
  readonly rows: readonly Row[];
  readonly rowNumbers: readonly number[];
  /** Rows whose cells cannot be read, each once, by number. */
  readonly rejected: readonly { readonly row: number; readonly message: string }[];
  /** Texts above the header. */
  readonly heading: readonly string[];
  readonly fromDate: string | null;
  readonly toDate: string | null;
  /** The moment at which the workbook says that it was made. */
  readonly made: string | undefined;
};

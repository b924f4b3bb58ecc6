import type { Heading } from '../../records/record.ts';
import type { DateOrder } from '../../text/day-text.ts';

/** Every workbook layout that Khớp reads, by the name used in `khop read --layout` and in import reports. */
export type LayoutName =
  | 'amis-products'
  | 'amis-customers'
  | 'amis-suppliers'
  | 'amis-inventory'
  | 'amis-sales-ledger'
  | 'amis-purchase-ledger'
  | 'bravo-items'
  | 'bravo-partners'
  | 'bravo-sales'
  | 'invoice-requirements'
  | 'product-connections'
  | 'partner-connections'
  | 'tax-invoice-list';

/**
 * The content of a column, and the value a row gets from it: `text`, `code` string · `taxCode` string · `phone` string
 * · `vnd` whole đồng (number) · `quantity`, `price` decimal string with at most 6 places · `factor` string as
 * `parseFactor` takes · `day` `YYYY-MM-DD` · `boolean` · `vatRate` "10", "8", "KCT" … · `choice` one of the field's
 * choices.
 */
export type FieldType =
  | 'text'
  | 'code'
  | 'taxCode'
  | 'phone'
  | 'vnd'
  | 'quantity'
  | 'price'
  | 'factor'
  | 'day'
  | 'boolean'
  | 'vatRate'
  | 'choice';

/** A value of a row as it travels in JSON: amounts are whole đồng, quantities and prices decimal strings, days `YYYY-MM-DD`. */
export type Value = null | string | number | boolean;

/**
 * A row read by, or rendered into, a layout: field name → value. Without a column null, always; with a blank cell the
 * field's `blank` (null by default), so that a missing column is distinguished from a blank.
 */
export type Row = Record<string, Value>;

/**
 * The same row as a thing that is copied quickly. An object to which more than a dozen fields were added one by one is a table of hashes, and
 * so are its copies: 7 µs each for a ledger's row, where a parsed one takes .3.
 */
export const quickToCopy = (row: Row): Row => JSON.parse(JSON.stringify(row)) as Row;

/** One column of a layout. Headers are compared without case, diacritics, line breaks and "(*)". */
export type LayoutField = Heading & {
  /** Name of the value in a row, as in the API (`taxCode`, `quantityOnHand`). */
  readonly field: string;
  readonly type: FieldType;
  /** Header of the merged cell above when there are two header rows ("Cuối kỳ"), and other names of it and of `header` below it. */
  readonly group?: string;
  readonly groupAliases?: readonly string[];
  readonly inGroup?: readonly string[];
  /** Not written by `renderLayout`; read if present. */
  readonly readOnly?: boolean;
};

/**
 * When the file has no column for the first pair's field but one for its stand-in, all pairs whose stand-in is there
 * are read from it: a quantity in the main unit goes with the main unit, never with another.
 */
export type StandIn = {
  readonly pairs: readonly (readonly [field: string, from: string])[];
  /** The file is told about. */
  readonly warns?: boolean;
};

/** A check that warns about a row or a file and never rejects. */
export type CheckName =
  | 'negative-stock'
  | 'value-without-quantity'
  | 'blank-unit'
  | 'positive-return'
  | 'unstated-discount';

/** A workbook layout as data: how to recognise it, read it and write it. */
export type Layout = {
  readonly name: LayoutName;
  /** Vietnamese name, for messages and as the title of a written sheet. */
  readonly title: string;
  readonly sheetName: string;
  readonly fields: readonly LayoutField[];
  /**
   * Headers that other reports have and this one cannot; of a list within, all must be there. A title that names the
   * layout overrules them.
   */
  readonly foreign?: readonly (string | readonly string[])[];
  /** Headers that are foreign unless one of the others is there too. */
  readonly foreignUnless?: { readonly headers: readonly string[]; readonly unless: readonly string[] };
  /** Headers of a report that has the same goods in several rows, which would be added up: its title does not overrule them. */
  readonly repeated?: { readonly headers: readonly string[]; readonly report: string };
  /** Fields that together must not repeat within a file; compared without case. */
  readonly key?: readonly string[];
  /** Rows with the same key are parts of one (lots of a product): their summed fields are added up. */
  readonly addsUp?: boolean;
  /** Columns that serve a field which has none of its own. */
  readonly standIns?: readonly StandIn[];
  /** Captions of rows that open a section ("Tên kho : HH (12 )") → the field that they fill in the rows below. */
  readonly sections?: Readonly<Record<string, string>>;
  /** One of these fields has to be known of every row, by its column or by its section. */
  readonly placedBy?: readonly string[];
  /** A column of one of these is enough: its cells may be blank, as of buyers without a tax code. */
  readonly placeMayBeBlank?: boolean;
  /** Only rows with all of these filled are data; others are headings and are skipped. */
  readonly dataWhen?: readonly string[];
  /** Returns, gifts and price cuts are lines or a discount: a column of their own has no place, and its rows are rejected. */
  readonly hasNoParts?: boolean;
  readonly checks?: readonly CheckName[];
  /** Row (from 1) of the first header row when the system writes the file. */
  readonly headerRow: number;
  /** Field whose column carries the label of the total row when the system writes the file, and the label. */
  readonly totalLabel?: { readonly field: string; readonly label: string };
  /** True when row 2 holds a period line ("Từ ngày … đến ngày …"). */
  readonly hasPeriod?: boolean;
  /** It is read and recognised, and goes into the room for tax invoices: no import takes it in. */
  readonly isForTaxRoom?: boolean;
  /** Day columns are written as text dd/MM/yyyy instead of date cells. */
  readonly daysAsText?: boolean;
  /** The system writes days as texts in this order, always: no file needs to tell. */
  readonly dateOrder?: DateOrder;
};

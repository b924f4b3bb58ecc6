/** Every workbook layout that Khớp reads, by the name used in `khop read --layout` and in import reports. */
export type LayoutName =
  | 'amis-products'
  | 'amis-customers'
  | 'amis-suppliers'
  | 'amis-inventory'
  | 'amis-sales-ledger'
  | 'amis-purchase-ledger'
  | 'bravo-sales'
  | 'invoice-requirements'
  | 'product-connections'
  | 'partner-connections';

/**
 * What a column holds, and the value a row gets from it:
 * `text`, `code` string · `taxCode` string · `phone` string · `vnd` whole đồng (number) · `quantity`, `price` decimal string with at most
 * 6 places · `factor` string as `parseFactor` takes · `day` `YYYY-MM-DD` · `boolean` · `vatRate` "10", "8", "KCT" … ·
 * `choice` one of the field's choices.
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

/** A row read by, or rendered into, a layout: field name → value; without a column or with a blank cell, the field's `blank` (null by default). */
export type Row = Record<string, Value>;

/** One column of a layout. Headers are compared without case, diacritics, line breaks and "(*)". */
export type LayoutField = {
  /** Name of the value in a row, as in the API (`taxCode`, `quantityOnHand`). */
  readonly field: string;
  /** The header as the system itself writes it. */
  readonly header: string;
  /** Other headers met in real files; for a grouped field, the forms that stand alone in one header row. */
  readonly aliases?: readonly string[];
  readonly type: FieldType;
  /** Header of the merged cell above when there are two header rows ("Cuối kỳ"), and other names of it and of `header` below it. */
  readonly group?: string;
  readonly groupAliases?: readonly string[];
  readonly inGroup?: readonly string[];
  /** `column`: the file is refused without this column. `value`: and a row is rejected without a value. */
  readonly required?: 'column' | 'value';
  /** Summed into the control totals. */
  readonly total?: boolean;
  /** For `choice`: value of the row → texts met in files, the first one being what the system writes. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Value of a row when the cell is blank. Default null. */
  readonly blank?: Value;
  /** Not written by `renderLayout`; read if present. */
  readonly readOnly?: boolean;
};

/** A check that warns about a row or a file and never rejects. */
export type CheckName = 'negative-stock' | 'value-without-quantity' | 'blank-unit';

/** A workbook layout as data: how to recognise it, read it and write it. */
export type Layout = {
  readonly name: LayoutName;
  /** Vietnamese name, for messages and as the title of a written sheet. */
  readonly title: string;
  readonly sheetName: string;
  readonly fields: readonly LayoutField[];
  /** Headers that other layouts have and this one cannot. */
  readonly foreign?: readonly string[];
  /** Fields that together must not repeat within a file. */
  readonly key?: readonly string[];
  /** Only rows with all of these filled are data; others are headings and are skipped. */
  readonly dataWhen?: readonly string[];
  readonly checks?: readonly CheckName[];
  /** Row (from 1) of the first header row when the system writes the file. */
  readonly headerRow: number;
  /** Field whose column carries the label of the total row when the system writes the file, and the label. */
  readonly totalLabel?: { readonly field: string; readonly label: string };
  /** A period line ("Từ ngày … đến ngày …") stands in row 2. */
  readonly hasPeriod?: boolean;
  /** Day columns are written as text dd/MM/yyyy instead of date cells. */
  readonly daysAsText?: boolean;
};

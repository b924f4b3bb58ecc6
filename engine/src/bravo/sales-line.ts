import type { Day } from '../day.ts';
import { divideRounded, type Vnd } from '../money.ts';
import { ONE, parseFactor, type Quantity } from '../quantity.ts';
import { isReturnCode } from '../return-code.ts';
import type { VatRate } from '../vat-rate.ts';
import type { DayFacts } from './day-facts.ts';

/** The kind of goods that a ledger line sells: only goods and gifts ("free", at price 0) draw stock. */
export type SalesLineKind = 'goods' | 'service' | 'discount' | 'free';

/**
 * One line of Bravo's sales ledger, as the ledger has it. Its figures are never altered.
 * Quantities and amounts are signed: a return is negative. The line's value before VAT is `amount − discount`.
 */
export type SalesLine = {
  /** Source key, unique in the whole ledger (Bravo's BranchCode, Stt and RowId, or the file's rowId). */
  readonly id: string;
  readonly branchCode: string;
  readonly docCode: string;
  readonly docNo: string;
  readonly docDate: Day;
  readonly docStatus: string;
  readonly partnerCode: string;
  readonly itemCode: string;
  readonly itemName: string;
  /** Unit and quantity of the document; `baseQuantity` is in the item's base unit. */
  readonly unit: string;
  readonly quantity: Quantity;
  readonly baseQuantity: Quantity;
  readonly convertRate: string;
  /** Decimal text, đồng per document unit. */
  readonly unitPrice: string;
  readonly amount: Vnd;
  readonly discount: Vnd;
  readonly vatRate: VatRate | undefined;
  readonly vatAmount: Vnd;
  readonly warehouseCode: string;
  readonly kind: SalesLineKind;
  readonly description: string;
  /** Figures that the source left blank though a line of this kind has to state them: they hold 0 and mean unknown. */
  readonly unstated?: readonly Figure[];
  /** Facts that may give the line's invoice a day of its own; absent: none are known, its document's day holds. */
  readonly dayFacts?: DayFacts;
};

/** Figures whose blank must not pass for 0. A price is never used, and a blank VAT is told on the invoice. */
export type Figure = 'quantity' | 'baseQuantity' | 'amount';

const NEEDED: Readonly<Record<SalesLineKind, readonly Figure[]>> = {
  goods: ['quantity', 'baseQuantity', 'amount'],
  // A gift without an amount is worth nothing.
  free: ['quantity', 'baseQuantity'],
  service: ['amount'],
  discount: ['amount'],
};

/** The figures that a line of this kind has to state and leaves blank. A discount may state its own in `discount` instead. */
export const unstatedFigures = (kind: SalesLineKind, isBlank: (field: Figure | 'discount') => boolean): Figure[] =>
  NEEDED[kind].filter((figure) => isBlank(figure) && (kind !== 'discount' || isBlank('discount')));

/** True for a line of a document of returns that has the sign of a sale. A discount that is taken back is positive, as it has to be. */
export const isPositiveReturn = (
  line: Pick<SalesLine, 'docCode' | 'kind' | 'baseQuantity' | 'amount' | 'discount'>,
): boolean =>
  line.kind !== 'discount' &&
  isReturnCode(line.docCode) &&
  (line.baseQuantity > 0n || (line.baseQuantity === 0n && netAmountOf(line) > 0));

/** Key of the document that a line belongs to. */
export const documentKeyOf = (line: Pick<SalesLine, 'branchCode' | 'docCode' | 'docNo'>): string =>
  `${line.branchCode}/${line.docCode}/${line.docNo}`;

/** Key of the sale that a line belongs to: Bravo may give the number of a document anew, on another day or to another partner. */
export const saleKeyOf = (
  line: Pick<SalesLine, 'branchCode' | 'docCode' | 'docNo' | 'docDate' | 'partnerCode'>,
): string => saleKey(documentKeyOf(line), line.docDate, line.partnerCode);

/** The same from its document, day and partner. */
export const saleKey = (document: string, day: Day, partner: string): string => [document, day, partner].join('\u0000');

/** The key of its document for one line after another: the lines of a document mostly follow one another, and share one text then. */
export function documentKeys(): (line: SalesLine) => string {
  let last: { readonly line: SalesLine; readonly key: string } | undefined;
  return (line) => {
    const isSame =
      last?.line.docNo === line.docNo && last.line.docCode === line.docCode && last.line.branchCode === line.branchCode;
    if (!last || !isSame) last = { line, key: documentKeyOf(line) };
    return last.key;
  };
}

/** The price of goods is told by a line, or as much of one as is read of other periods. */
export type PricedLine = Pick<SalesLine, 'baseQuantity' | 'amount' | 'discount'>;

/** The line's value before VAT, in đồng: the ledger is the sum of these. */
export const netAmountOf = (line: Pick<SalesLine, 'amount' | 'discount'>): Vnd => line.amount - line.discount;

/** Unit price × quantity of the document, rounded to the đồng; undefined where no price is stated. */
export function pricedWorth({ unitPrice, quantity }: Pick<SalesLine, 'unitPrice' | 'quantity'>): Vnd | undefined {
  if (!/^\d+(\.\d+)?$/.test(unitPrice) || !/[1-9]/.test(unitPrice)) return undefined;
  const price = parseFactor(unitPrice);
  return Number(divideRounded(quantity * price.numerator, ONE * price.denominator));
}

import { addDays, type Day } from '../day.ts';
import type { Quantity } from '../quantity.ts';
import { compareTaxCodes } from '../tax-code.ts';
import { foldText } from '../text/fold.ts';

/** A line of the purchase ledger, as far as it says whose goods came in. */
export type PurchaseReceipt = {
  readonly id: string;
  readonly voucher: string;
  readonly day: Day;
  readonly invoiceNumber: string;
  /** '' when the ledger was read before suppliers were kept, or AMIS has no tax code for it. */
  readonly supplierTaxCode: string;
  readonly supplierName: string;
  readonly product: string;
  readonly warehouse: string;
  /** Received, returned goods included: they did come in. */
  readonly quantity: Quantity;
};

/** The invoice that a receipt is looked for. */
export type Invoiced = {
  readonly supplier: string;
  readonly supplierName: string;
  readonly number: string;
  readonly day: Day | null;
};

/** Numbers begin anew with every symbol: a receipt further from its invoice than this belongs to another one of that number. */
const MOST_DAYS_BEFORE = 60;
const MOST_DAYS_AFTER = 300;

/** A number as AMIS users type it: `00000123` is 123. */
export const bareNumber = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');

/** True when a receipt names this invoice: its number, its supplier as far as the ledger knows one, and about its time. */
export function isReceiptOf(receipt: PurchaseReceipt, { supplier, supplierName, number, day }: Invoiced): boolean {
  if (bareNumber(receipt.invoiceNumber) !== bareNumber(number)) return false;
  if (day !== null && (receipt.day < addDays(day, -MOST_DAYS_BEFORE) || receipt.day > addDays(day, MOST_DAYS_AFTER)))
    return false;
  if (receipt.supplierTaxCode !== '') {
    const same = compareTaxCodes(receipt.supplierTaxCode, supplier);
    return same === 'same' || same === 'same_entity';
  }
  return receipt.supplierName === '' || foldText(receipt.supplierName) === foldText(supplierName);
}

import type { Row } from '../layouts/layout.ts';
import { reportNamed } from '../recognise/known-reports.ts';
import { wrongReport } from '../recognise/refusals.ts';
import type { Plan } from './plan.ts';

/** Codes of Bravo's receipts. */
const RECEIPT = /^PN/i;

/**
 * Watches for a list of receipts under the headers of sales: every line has a receipt's code and takes goods in. Goods that
 * came back are negative, and belong among the sales. `finish` throws WRONG_REPORT.
 */
export function receiptWatch({ layout, has }: Plan): { take(row: Row): void; finish(): void } {
  let [receipts, others] = [0, 0];
  return {
    take: ({ docCode, quantity }) => {
      const isReceipt = typeof docCode === 'string' && RECEIPT.test(docCode) && !String(quantity).startsWith('-');
      if (isReceipt) receipts++;
      else others++;
    },
    finish: () => {
      if (has('docCode') && receipts > 0 && others === 0) throw wrongReport(reportNamed('bravo-receipts'), layout);
    },
  };
}

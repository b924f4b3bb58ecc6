import { paths } from '../../paths.ts';
import type { PickedFile } from '../../ui/fields/dropped-files.ts';
import { add } from './many/batch.ts';
import { isWorkbook, putInBasket, splitTaxFiles } from './tax-files.ts';

/**
 * Takes files that were dropped anywhere to where they belong: electronic invoices to «Kho hóa đơn», all others to the page
 * of many files. @returns the address of the page that goes on with them.
 */
export async function takeFiles(files: readonly PickedFile[], profileId: string | undefined): Promise<string> {
  const { tax, others } = await splitTaxFiles(files);
  if (tax.length === 0) {
    add(files, profileId);
    return paths.uploads();
  }
  // A folder of invoices has their pictures and pages as well: only workbooks are more than that.
  const workbooks = others.filter(isWorkbook);
  if (workbooks.length > 0) add(workbooks, profileId);
  putInBasket({ files: tax, ignored: others.length - workbooks.length, workbooks: workbooks.length });
  return paths.taxInvoices();
}

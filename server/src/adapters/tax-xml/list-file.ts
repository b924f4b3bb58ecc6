import { readTaxList } from '@khop/engine/tax-invoices/read-list.ts';
import { readWorkbook } from '../workbook/read-workbook.ts';
import type { TaxList, TaxListReading } from './port.ts';

/**
 * The portal's list of invoices in a workbook. `ownTaxCode`: the seller of a list of sales, which names none. Throws what `readWorkbook`
 * throws.
 */
export async function readListFile(path: string, { ownTaxCode = null, signal }: TaxListReading = {}): Promise<TaxList> {
  // The portal writes days as texts with the day first.
  const read = await readWorkbook(path, { layout: 'tax-invoice-list', dateOrder: 'dmy', signal });
  const { rows, rejected } = readTaxList(read.rows, read.rowNumbers, ownTaxCode);
  const ofCells = read.rejected.map(({ row, message }) => ({ row, message }));
  return {
    rows,
    rejected: [...ofCells, ...rejected].sort((a, b) => a.row - b.row),
    fromDate: read.fromDate,
    toDate: read.toDate,
  };
}

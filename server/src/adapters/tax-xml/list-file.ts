import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { readWorkbook } from '../workbook/read-workbook.ts';
import type { TaxListSheet } from './port.ts';

/** The layout of the portal's list. */
export const TAX_LIST = 'tax-invoice-list';

/** The portal's list of invoices in a workbook. Throws what `readWorkbook` throws. */
export async function readListFile(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<TaxListSheet> {
  return sheetOfList(await readWorkbook(path, { layout: TAX_LIST, signal }));
}

/** The portal's list as it was read with its layout: each row that is rejected once. */
export function sheetOfList(read: ReadResult): TaxListSheet {
  const rejected = new Map<number, string>();
  for (const { row, message } of read.rejected)
    rejected.set(row, rejected.has(row) ? `${rejected.get(row)} ${message}` : message);
  return {
    rows: read.rows,
    rowNumbers: read.rowNumbers,
    rejected: [...rejected].map(([row, message]) => ({ row, message })),
    heading: read.heading ?? [],
    fromDate: read.fromDate,
    toDate: read.toDate,
    made: read.moments?.[0],
  };
}

import { readWorkbook } from '../workbook/read-workbook.ts';
import type { TaxListSheet } from './port.ts';

/** The portal's list of invoices in a workbook. Throws what `readWorkbook` throws. */
export async function readListFile(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<TaxListSheet> {
  // The portal writes days as texts with the day first.
  const read = await readWorkbook(path, { layout: 'tax-invoice-list', dateOrder: 'dmy', signal });
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

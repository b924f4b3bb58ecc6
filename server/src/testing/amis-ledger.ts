import type { Run } from '@khop/contract/runs.ts';
import type { Row } from '@khop/engine/sheets/layout.ts';
import { expect } from 'vitest';
import type { SampleMonth } from './sample-month.ts';
import { workbookFile } from './workbook-file.ts';

/** The AMIS sales ledger that the period holds of one profile, as rows of the file that AMIS would export. */
export async function ledgerRows(month: SampleMonth, profileId: string): Promise<Row[]> {
  const rows = await month.api.context.db
    .selectFrom('periodAmisSales')
    .selectAll()
    .where('periodId', '=', month.periodId)
    .where('profileId', '=', profileId)
    .orderBy('rowNumber')
    .execute();
  return rows.map((row) => ({
    accountingDate: row.documentDate,
    documentDate: row.documentDate,
    voucherNumber: row.voucherNumber,
    invoiceDate: row.invoiceDate,
    invoiceNumber: row.invoiceNumber,
    customerCode: row.customerCode,
    customerName: row.customerName,
    productCode: row.productCode,
    productName: row.productName,
    unit: row.unit,
    quantity: row.quantity,
    amount: row.amount,
    vatAmount: row.vatAmount,
    warehouseCode: row.warehouseCode,
  }));
}

/** Uploads rows as the AMIS sales ledger of a profile; the run must succeed. */
export async function uploadLedger(month: SampleMonth, profileId: string, rows: readonly Row[]): Promise<Run> {
  const { fromDate, toDate } = await month.api.context.db
    .selectFrom('invoicePeriods')
    .select(['fromDate', 'toDate'])
    .where('id', '=', month.periodId)
    .executeTakeFirstOrThrow();
  const { status, body } = await month.api.upload<{ runId: string }>(
    `/invoice-issuance/periods/${month.periodId}/load-amis-sales-ledger`,
    await workbookFile('amis-sales-ledger', rows, { fromDate, toDate }),
    { profileId },
  );
  expect(status, JSON.stringify(body)).toBe(202);
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
  return run;
}

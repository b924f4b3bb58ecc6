import type { Run } from '@khop/contract/runs.ts';
import { formatQuantity, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
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

/** The rows that AMIS shows of exported vouchers once they were imported: exactly ours, with the number that each was given. */
export async function importedRows(
  month: SampleMonth,
  profileId: string,
  numberOf: (voucherNumber: string) => string,
): Promise<Row[]> {
  const rows = await month.api.context.db
    .selectFrom('invoices as i')
    .innerJoin('invoiceItems as t', 't.invoiceId', 'i.id')
    .selectAll('t')
    .select(['i.voucherNumber', 'i.documentDate', 'i.invoiceDatePlanned', 'i.buyerCustomerCode', 'i.buyerName'])
    .where('i.periodId', '=', month.periodId)
    .where('i.profileId', '=', profileId)
    .where('i.status', 'in', ['exported', 'issued', 'adjusted'])
    .orderBy('i.voucherNumber')
    .orderBy('t.lineNumber')
    .execute();
  return rows.map((row) => {
    const invoiceNumber = numberOf(row.voucherNumber);
    return {
      ...{ accountingDate: row.documentDate, documentDate: row.documentDate, voucherNumber: row.voucherNumber },
      ...{ invoiceNumber, invoiceDate: invoiceNumber === '' ? null : row.invoiceDatePlanned },
      ...{ customerCode: row.buyerCustomerCode, customerName: row.buyerName },
      ...{ productCode: row.productCode, productName: row.name, unit: row.unit, quantity: row.quantity },
      ...{ amount: row.amount, vatAmount: row.vatAmount, warehouseCode: row.warehouseCode },
    };
  });
}

/** The stock report that AMIS would export after `left` has gone: the one that the period holds, with more in Xuất kho. */
export async function stockRowsAfter(month: SampleMonth, profileId: string, left: readonly Row[]): Promise<Row[]> {
  const keyOf = (warehouse: unknown, product: unknown) => `${warehouse}|${product}`.toLowerCase();
  const gone = new Map<string, Quantity>();
  for (const { warehouseCode, productCode, quantity } of left) {
    const key = keyOf(warehouseCode, productCode);
    gone.set(key, (gone.get(key) ?? 0n) + parseQuantity(String(quantity)));
  }
  const rows = await month.api.context.db
    .selectFrom('periodInventoryRows')
    .selectAll()
    .where('periodId', '=', month.periodId)
    .where('profileId', '=', profileId)
    .execute();
  return rows.map((row) => {
    const more = gone.get(keyOf(row.warehouseCode, row.productCode)) ?? 0n;
    return {
      ...{ warehouseCode: row.warehouseCode, productCode: row.productCode, productName: row.productName },
      ...{ unit: row.unit, openingQuantity: row.opening, inQuantity: row.incoming },
      outQuantity: formatQuantity(parseQuantity(row.outgoing) + more),
      closingQuantity: formatQuantity(parseQuantity(row.closing) - more),
    };
  });
}

/** Uploads rows as a report of a profile, made at `madeAt` if that is stated; the run must succeed. */
async function uploadReport(
  month: SampleMonth,
  [place, layout]: readonly [string, 'amis-sales-ledger' | 'amis-inventory'],
  profileId: string,
  rows: readonly Row[],
  madeAt: string | undefined,
): Promise<Run> {
  const { fromDate, toDate } = await month.api.context.db
    .selectFrom('invoicePeriods')
    .select(['fromDate', 'toDate'])
    .where('id', '=', month.periodId)
    .executeTakeFirstOrThrow();
  const { status, body } = await month.api.upload<{ runId: string }>(
    `/invoice-issuance/periods/${month.periodId}/${place}`,
    await workbookFile(layout, rows, { fromDate, toDate }),
    { profileId, ...(madeAt !== undefined && { madeAt }) },
  );
  expect(status, JSON.stringify(body)).toBe(202);
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
  return run;
}

export const uploadLedger = (
  month: SampleMonth,
  profileId: string,
  rows: readonly Row[],
  madeAt?: string,
): Promise<Run> => uploadReport(month, ['load-amis-sales-ledger', 'amis-sales-ledger'], profileId, rows, madeAt);

export const uploadStock = (
  month: SampleMonth,
  profileId: string,
  rows: readonly Row[],
  madeAt?: string,
): Promise<Run> => uploadReport(month, ['load-amis-inventory', 'amis-inventory'], profileId, rows, madeAt);

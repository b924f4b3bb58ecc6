import { parseQuantity } from '@khop/engine/quantity.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { readSheet } from '@khop/engine/sheets/read-sheet.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { describe, expect, it } from 'vitest';
import { generateCompany } from '../company.ts';
import { salesLedgerRows } from '../files/amis-ledgers.ts';
import { wideLedgerSheet } from './ledger-layouts.ts';

const company = generateCompany({ seed: 11, lines: 1500 });
const cellsOf = (sheet: SheetModel): (readonly Cell[])[] =>
  Array.from(sheet.rows, (row) => ('cells' in row ? row.cells : row));

describe.each([0, 1, 2])('the sales ledger of 25 columns of profile %i', (profile) => {
  const rows = [...salesLedgerRows(company, profile)];
  const wide = cellsOf(wideLedgerSheet(rows, company.period));
  const read = readSheet(wide);
  const plain = readSheet(cellsOf(renderLayout('amis-sales-ledger', rows, company.period)));

  it('has the columns that AMIS exports by itself', () => {
    expect(wide[3]).toHaveLength(25);
    expect(read).toMatchObject({ layout: 'amis-sales-ledger', headerRow: 4, rejected: [] });
    expect(read.rows.every((row) => (row.warehouseCode ?? row.vatAmount ?? null) === null)).toBe(true);
  });

  it('has the same sales as the form of all columns, a return as a negative row', () => {
    const money = (row: Row, field: string) => Number(row[field] ?? 0);
    const said = (list: readonly Row[]) =>
      list.map((row) => ({
        ...{ voucher: row.voucherNumber, date: row.accountingDate, invoice: row.invoiceNumber, unit: row.unit },
        ...{ invoiceDate: row.invoiceDate, product: row.productCode, customer: row.customerCode },
        quantity: parseQuantity(String(row.quantity)) - parseQuantity(String(row.returnQuantity ?? '0')),
        amount: money(row, 'amount') - money(row, 'discount') - money(row, 'returnAmount'),
        ...{ total: row.totalAmount, description: row.description },
      }));
    expect(said(read.rows)).toEqual(said(plain.rows));
    expect(read.rows.some((row) => String(row.quantity).startsWith('-'))).toBe(true);
    const { rowCount, ...sums } = read.totals.read;
    expect(rowCount).toBe(plain.totals.read.rowCount);
    expect(read.totals.file).toEqual(sums);
  });
});

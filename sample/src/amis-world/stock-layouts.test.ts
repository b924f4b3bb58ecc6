import type { Cell } from '@khop/engine/sheets/cell.ts';
import { readSheet } from '@khop/engine/sheets/read-sheet.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { describe, expect, it } from 'vitest';
import { generateCompany } from '../company.ts';
import { inventoryRows } from '../files/amis-ledgers.ts';
import { type StockLayout, stockSheet } from './stock-layouts.ts';

const company = generateCompany({ seed: 11, lines: 1500 });
const rows = [...inventoryRows(company, 0)];
const cellsOf = (sheet: SheetModel): (readonly Cell[])[] =>
  Array.from(sheet.rows, (row) => ('cells' in row ? row.cells : row));
const read = (form: StockLayout) => readSheet(cellsOf(stockSheet(form, rows, company.period)));
const plain = read('with-codes');

describe.each(['by-name', 'grouped', 'three-columns', 'printed'] as const)('the stock report «%s»', (form) => {
  it('adds up to the same totals as the one with codes, and names its days', () => {
    const { layout, rejected, totals, fromDate, toDate, warnings } = read(form);
    expect({ layout, rejected, fromDate, toDate }).toEqual({
      ...{ layout: 'amis-inventory', rejected: [], fromDate: company.period.fromDate, toDate: company.period.toDate },
    });
    expect(totals.read).toEqual(plain.totals.read);
    expect(totals.file).toMatchObject(plain.totals.file!);
    expect(warnings.filter(({ code }) => code.startsWith('TOTAL'))).toEqual([]);
  });

  it('keeps every product in its warehouse', () => {
    const placed = (list: ReturnType<typeof read>['rows']) =>
      list.map((row) => [row.warehouseName, row.productCode, row.unit, row.openingQuantity, row.closingQuantity]);
    expect(placed(read(form).rows)).toEqual(placed(plain.rows));
    expect(read(form).rows.every(({ warehouseCode }) => warehouseCode === null)).toBe(true);
  });
});

it('merges many cells of the form for paper, and puts a footer on every page', () => {
  const sheet = stockSheet('printed', rows, company.period);
  expect(sheet.merges!.length).toBeGreaterThan(95);
  const footers = cellsOf(sheet).filter(([first]) => /^Trang \d+\/\d+$/.test(String(first)));
  expect(footers.length).toBe(Math.ceil(rows.length / 40));
});

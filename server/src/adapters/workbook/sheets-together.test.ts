import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileHere } from './read-file.ts';
import { compoundFile } from './testing/compound-fixture.ts';
import { cellsOf, cellsOfModel, refusalOf, testFolder } from './testing/ooxml-fixture.ts';
import { xlsStream } from './testing/xls-fixture.ts';
import { workbooks } from './workbooks.ts';
import { writeWorkbookFile } from './write/write-workbook.ts';

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const meta = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const sales = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    accountingDate: '2026-09-05',
    documentDate: '2026-09-05',
    voucherNumber: `BH${from + at}`,
    productCode: `SP${(from + at) % 7}`,
    productName: 'Nồi',
    quantity: '1.5',
    unitPrice: '1000',
    amount: 1_500,
  }));
const ledger = (name: string, rows: Row[], period = meta): SheetModel => ({
  ...renderLayout('amis-sales-ledger', rows, period),
  name,
});
/** A sheet without its title and the blank row below it. */
const untitled = (sheet: SheetModel, rows: number): SheetModel => ({
  name: sheet.name,
  columns: sheet.columns,
  rows: [...cellsOfModel(sheet)].slice(rows),
});
let count = 0;
const file = async (...sheets: SheetModel[]): Promise<string> => {
  const path = folder.path(`${++count}.xlsx`);
  await writeWorkbookFile(path, sheets);
  return path;
};
const codes = (read: { warnings: readonly { code: string }[] }) => read.warnings.map(({ code }) => code);

describe('sheets of one report', () => {
  it('are read one behind the other, with their totals added up, and that is said', async () => {
    const read = await readFileHere(await file(ledger('Phần 1', sales(0, 60)), ledger('Phần 2', sales(60, 50))), {});
    expect(read.rows.map((row) => row.voucherNumber)).toEqual(sales(0, 110).map((row) => row.voucherNumber));
    expect(read).toMatchObject({
      sheet: 'Phần 1 / Phần 2',
      rejected: [],
      totals: { file: { amount: 165_000, quantity: '165' } },
    });
    expect(read.totals.read).toMatchObject({ amount: 165_000, quantity: '165' });
    expect(codes(read)).toEqual(['SHEETS_JOINED']);
    expect(read.warnings[0]!.message).toContain('«Phần 1» (dòng 1–65), «Phần 2» (dòng 66–120)');
    expect(read.rowNumbers[60]).toBe(65 + read.rowNumbers[0]!);
  });

  it('may have their title on the first one alone, and the totals of all on the last', async () => {
    const whole = [...cellsOfModel(ledger('', sales(0, 100)))];
    const total = whole.at(-1)!;
    const first = ledger('A', sales(0, 50));
    const second = { ...untitled(ledger('B', sales(50, 50)), 3), rows: [whole[3]!, ...whole.slice(-51, -1), total] };
    const read = await readFileHere(await file(first, second), {});
    expect(read.rows).toHaveLength(100);
    expect(read.totals.file).toMatchObject({ amount: 150_000 });
    expect(codes(read)).toEqual(['SHEETS_JOINED']);
  });

  it('are marked together when rows of them are wrong', async () => {
    const sheet = ledger('B', sales(3, 2));
    const wrong = [...cellsOfModel(sheet)].map((cells) => cells.map((cell) => (cell === 1_500 ? 'sai' : cell)));
    const path = await file(ledger('A', sales(0, 3)), { ...sheet, rows: wrong });
    const read = await readFileHere(path, {});
    expect(read.rejected).toHaveLength(2);
    const marked = folder.path('marked.xlsx');
    await writeFile(marked, await buffer(await workbooks.writeErrors(path, read)));
    const rows = await cellsOf(marked);
    for (const { row } of read.rejected) expect(rows[row - 1]!.at(-1)).toContain('«sai»');
    expect(rows[read.rejected[0]!.row - 1]).toContain('BH3');
  });

  it('are refused when a row of one is in the other too', async () => {
    const copy = sales(0, 20).map((row, at) => (at === 7 ? row : { ...row, amount: 7_000 + at }));
    expect(
      await refusalOf(file(ledger('Gốc', sales(0, 20)), ledger('Chép', copy)).then((path) => readFileHere(path, {}))),
    ).toMatchObject({
      code: 'SHEETS_UNCLEAR',
      message: expect.stringMatching(/Dòng 12 của trang «Chép».*«Gốc»/),
    });
    // Stock of one product of a warehouse is added up: other amounts do not make it other stock.
    const stock = (closingQuantity: string): Row[] => [
      { warehouseCode: 'K1', productCode: 'SP1', productName: 'Nồi', unit: 'Cái', closingQuantity },
    ];
    const month = (name: string, quantity: string): SheetModel => ({
      ...renderLayout('amis-inventory', stock(quantity), meta),
      name,
    });
    const months = await file(month('T8', '5'), month('T9', '7'));
    expect(await refusalOf(readFileHere(months, {}))).toMatchObject({ code: 'SHEETS_UNCLEAR' });
  });

  it('are refused when they are of different periods, or have different columns', async () => {
    const october = { fromDate: '2026-10-01', toDate: '2026-10-31' };
    const periods = await file(ledger('T9', sales(0, 3)), ledger('T10', sales(3, 3), october));
    expect(await refusalOf(readFileHere(periods, {}))).toMatchObject({
      code: 'SHEETS_UNCLEAR',
      message: expect.stringContaining('31/10/2026'),
    });
    const sheet = ledger('B', sales(3, 3));
    const moved = { ...sheet, rows: [...cellsOfModel(sheet)].map((cells) => [null, ...cells]) };
    expect(await refusalOf(file(ledger('A', sales(0, 3)), moved).then((path) => readFileHere(path, {})))).toMatchObject(
      {
        code: 'SHEETS_UNCLEAR',
        message: expect.stringContaining('cột không giống nhau'),
      },
    );
  });
});

describe('sheets that a remembered map fits', () => {
  const headers = ['Ký hiệu riêng', 'Gọi là', 'Đếm bằng', 'Còn lại'];
  const map: ColumnMap = {
    ...{ layout: 'amis-products', sheet: 'Mẫu', headerRow: 1, headerRows: 1, headers },
    columns: ['code', 'name', 'unit', 'quantityOnHand'].map((field, at) => ({
      ...{ field, column: 'ABCD'[at]!, header: headers[at]! },
    })),
  };
  const maps = [{ id: 'cách', name: 'Của xưởng', map }];
  const own = (name: string, codes: readonly string[], of = headers): SheetModel =>
    tableSheet({
      name,
      columns: of.map((header) => ({ header, width: 20, format: 'text' })),
      rows: codes.map((code) => [code, `Hàng ${code}`, 'Cái', 5]),
    });
  const codesIn = ({ rows }: { readonly rows: readonly Row[] }) => rows.map(({ code }) => code);

  it('are read one behind the other, and by the map of that reading again', async () => {
    const other = own('Bìa', ['A9'], ['Ghi', 'chú', 'khác', 'nữa']);
    const path = await file(other, own('T9', ['A1', 'A2']), own('T10', ['A3']));
    const read = await readFileHere(path, { maps });
    expect(codesIn(read)).toEqual(['A1', 'A2', 'A3']);
    expect(read.rowNumbers).toEqual([2, 3, 5]);
    expect(codes(read)).toEqual(['SHEETS_JOINED', 'SHEETS_NOT_READ']);
    expect(read.map).toMatchObject({ id: 'cách', map: { sheet: 'T9 / T10' } });
    const again = await readFileHere(path, { map: read.map!.map });
    expect({ ...again, map: undefined }).toEqual({ ...read, map: undefined });
  });

  it('are refused where one may be a copy of the other, or has its columns in another order', async () => {
    const copy = await file(own('T9', ['A1', 'A2']), own('T9 (2)', ['A2', 'A4']));
    expect(await refusalOf(readFileHere(copy, { maps }))).toMatchObject({ code: 'SHEETS_UNCLEAR' });
    const turned = await file(own('T9', ['A1']), own('T10', ['A3'], headers.toReversed()));
    expect(await refusalOf(readFileHere(turned, { maps }))).toMatchObject({
      code: 'SHEETS_UNCLEAR',
      message: expect.stringContaining('cột không giống nhau'),
    });
  });

  it('are not the hidden ones where others fit', async () => {
    const rows = (code: string) => [headers, [code, 'Nồi', 'Cái', '5']].map((cells) => cells.map((text) => ({ text })));
    const path = folder.path(`${++count}.xls`);
    const sheets = [
      { name: 'Cũ', rows: rows('A1'), isHidden: true },
      { name: 'Mới', rows: rows('A2') },
    ];
    await writeFile(path, compoundFile({ Workbook: xlsStream(sheets) }));
    const read = await readFileHere(path, { maps });
    expect(codesIn(read)).toEqual(['A2']);
    expect(codes(read)).toEqual(['SHEETS_NOT_READ']);
  });

  it('are the one that a person says, whatever else the map fits', async () => {
    const path = await file(own('T9', ['A1']), own('T10', ['A3']));
    const read = await readFileHere(path, { map: { ...map, sheet: 'T10' } });
    expect(codesIn(read)).toEqual(['A3']);
    expect(codes(read)).toEqual(['SHEETS_NOT_READ']);
  });
});

describe('other sheets of a file', () => {
  const note = tableSheet({
    name: 'Hướng dẫn',
    columns: [{ header: 'Ghi chú', width: 20, format: 'text' }],
    rows: [['xem trang sau']],
  });

  it('are named as not read, unless nothing is in them', async () => {
    const blank = { name: 'Trống', columns: [], rows: [] };
    const read = await readFileHere(await file(note, ledger('Sổ', sales(0, 2)), blank), {});
    expect(read.warnings).toMatchObject([{ code: 'SHEETS_NOT_READ', message: 'Không đọc trang «Hướng dẫn» của tệp.' }]);
  });

  it('are read where they are hidden and no other has the layout, and said to be', async () => {
    const rows = (code: string) =>
      [
        ['Mã hàng AMIS', 'Mã hàng Bravo', 'Hệ số'],
        [code, 'B1', '0,5'],
      ].map((cells) => cells.map((text) => ({ text })));
    const xls = async (...sheets: Parameters<typeof xlsStream>[0]) => {
      const path = folder.path(`${++count}.xls`);
      await writeFile(path, compoundFile({ Workbook: xlsStream(sheets) }));
      return readFileHere(path, {});
    };
    const both = await xls({ name: 'Sổ', rows: rows('A1') }, { name: 'Cũ', rows: rows('A2'), isHidden: true });
    expect(both.rows).toMatchObject([{ amisCode: 'A1' }]);
    expect(both.warnings).toMatchObject([{ code: 'SHEETS_NOT_READ', message: expect.stringContaining('«Cũ»') }]);
    const hidden = await xls({ name: 'Bìa', rows: [] }, { name: 'Cũ', rows: rows('A2'), isHidden: true });
    expect(hidden.rows).toMatchObject([{ amisCode: 'A2' }]);
    expect(codes(hidden)).toEqual(['HIDDEN_SHEET']);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { renderExport } from '@khop/engine/sheets/render-export.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import { type CellValue, readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { convertByOffice, OFFICE } from '../../testing/office.ts';
import { readWorkbook } from './read-workbook.ts';
import { cellsOf, testFolder } from './testing/ooxml-fixture.ts';
import { writeWorkbookFile } from './write/write-workbook.ts';

// LibreOffice starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

if (!OFFICE) console.info('LibreOffice không có ở đây: bỏ qua các bài kiểm tra với LibreOffice.');

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const sales = Array.from({ length: 300 }, (_, at) => ({
  accountingDate: `2026-09-${String(1 + (at % 30)).padStart(2, '0')}`,
  documentDate: '2026-02-28',
  voucherNumber: `BHHN2026${String(at >> 2).padStart(6, '0')}`,
  invoiceNumber: at % 3 ? String(at).padStart(8, '0') : null,
  customerCode: 'MB.ĐB.Nguyễn Văn A',
  customerName: 'Công ty TNHH «Hoa Mai» & Con <đại lý>',
  productCode: `SP-${at % 40}`,
  productName: at % 7 ? 'Nồi cơm  điện 1,8 lít' : '=cmd|"/c calc"!A0',
  unit: 'Cái',
  quantity: at % 11 ? '2' : '-0.333333',
  unitPrice: '12345.678901',
  amount: (at - 20) * 123_456_789,
  discount: at % 5 ? null : 1000,
  vatRate: ['10', '8', 'KCT'][at % 3]!,
  vatAmount: at,
}));
const inventory = [
  {
    warehouseCode: 'KHO1',
    warehouseName: 'Kho ảo',
    productCode: '00123',
    productName: '+Quà tặng',
    unit: 'Hộp',
    openingQuantity: '1.5',
    openingValue: 150,
    inQuantity: '0.25',
    inValue: 25,
    outQuantity: '3',
    outValue: 300,
    closingQuantity: '-1.25',
    closingValue: -125,
  },
];
const meta = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const files = () => [
  { name: 'ledger', sheet: renderLayout('amis-sales-ledger', sales, meta) },
  { name: 'inventory', sheet: renderLayout('amis-inventory', inventory, meta) },
  { name: 'vouchers', sheet: renderExport('amis-sales-voucher', sales) },
  { name: 'short', sheet: renderExport('amis-sales-voucher-short', sales) },
  {
    name: 'customers',
    sheet: renderExport('amis-new-customers', [
      { code: 'KH1', name: '=Công ty', taxCode: '0101243150', phone: '0900000001' },
    ]),
  },
  {
    name: 'table',
    sheet: tableSheet({
      name: 'Đối chiếu',
      title: 'Đối chiếu',
      columns: [
        { header: 'Ngày', width: 12, format: 'day' },
        { header: 'Nội dung', width: 40, format: 'text' },
        { header: 'Số tiền', width: 16, format: 'vnd' },
      ],
      rows: [
        [{ day: '1900-03-01' }, ' khoảng trắng đầu', 9_007_199_254_740_991],
        [{ day: '2099-12-31' }, 'dòng 1\ndòng 2', -0.1],
        [null, '_x0041_ \u0001', true],
      ],
      total: () => ['Tổng', null, 1],
    }),
  },
];

/** Both readers' blank cells and row ends differ in form only. */
const plain = (rows: readonly (readonly (Cell | CellValue | undefined)[])[]): unknown[][] => {
  const cells = rows.map((row) => {
    const values = Array.from(row, (cell) => {
      if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) };
      return cell === '' || cell === undefined ? null : cell;
    });
    while (values.length > 0 && values.at(-1) === null) values.pop();
    return values;
  });
  while (cells.length > 0 && cells.at(-1)?.length === 0) cells.pop();
  return cells;
};

async function agreesWithHucre(path: string): Promise<void> {
  const second = await readXlsx(await readFile(path));
  for (const sheet of second.sheets) expect(plain(await cellsOf(path, sheet.name))).toEqual(plain(sheet.rows));
}

describe('a second reader (hucre)', () => {
  it.each(files().map((_, index) => index))('agrees cell by cell on file %i', async (index) => {
    const { name, sheet } = files()[index]!;
    const path = folder.path(`${name}.xlsx`);
    await writeWorkbookFile(path, [sheet]);
    await agreesWithHucre(path);
  });
});

describe.skipIf(!OFFICE)('LibreOffice', () => {
  const convert = (paths: readonly string[], to: string, into: string) => convertByOffice(paths, to, folder.path(into));

  it('opens what we write, and what it saves is read the same, by us and by the second reader', async () => {
    const written = files().filter(({ name }) => name !== 'table');
    const paths = written.map(({ name }) => folder.path(`${name}.xlsx`));
    for (const [at, { sheet }] of written.entries()) await writeWorkbookFile(paths[at]!, [sheet]);
    await convert(paths, 'xlsx', 'again');
    for (const [at, { name }] of written.entries()) {
      const again = folder.path(`again/${name}.xlsx`);
      await agreesWithHucre(again);
      expect(plain(await cellsOf(again)), name).toEqual(plain(await cellsOf(paths[at]!)));
    }
    for (const name of ['ledger', 'inventory']) {
      const first = await readWorkbook(folder.path(`${name}.xlsx`));
      expect(first.rows).toHaveLength(name === 'ledger' ? 300 : 1);
      expect(await readWorkbook(folder.path(`again/${name}.xlsx`))).toEqual(first);
    }
  });

  it('saves an old .xls that reads the same, also when its last sector is cut short, and is refused by name with a password', async () => {
    const path = folder.path('ledger.xlsx');
    await writeWorkbookFile(path, [files()[0]!.sheet]);
    await convert([path], 'xls', 'old');
    const expected = await readWorkbook(path);
    const old = folder.path('old/ledger.xls');
    expect(await readWorkbook(old)).toEqual(expected);

    const bytes = await readFile(old);
    expect(bytes.length % 512).toBe(0);
    const unpadded = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
    expect(unpadded.length % 512).not.toBe(0);
    await writeFile(old, unpadded);
    expect(await readWorkbook(old)).toEqual(expected);

    // The record behind the first one says that all others are encrypted.
    bytes.writeUInt16LE(0x2f, bytes.indexOf(Buffer.from([9, 8, 16, 0, 0, 6, 5, 0])) + 20);
    await writeFile(old, bytes);
    await expect(readWorkbook(old)).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
      message: expect.stringContaining('mật khẩu'),
    });
  });

  it('finds no formula in a text that begins like one', async () => {
    const path = folder.path('ledger.xlsx');
    await writeWorkbookFile(path, [files()[0]!.sheet]);
    await convert([path], 'csv:Text - txt - csv (StarCalc):44,34,76,1', 'csv');
    const csv = await readFile(folder.path('csv/ledger.csv'), 'utf8');
    expect(csv).toContain('=cmd|""/c calc""!A0');
  });
});

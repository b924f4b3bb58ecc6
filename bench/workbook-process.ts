import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { SheetModel } from '@khop/engine/sheets/sheet-model.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';

/**
 * One measured task in a process of its own, so that its peak memory is its own: `TASK PATH ROWS`, figures as JSON. It imports what the task
 * needs, and nothing else.
 */
const [task = '', path = '', rowsText = '0'] = process.argv.slice(2);
const rows = Number(rowsText);

const HEADERS = [
  'Ngày hạch toán',
  'Ngày chứng từ',
  'Số chứng từ',
  'Ngày hóa đơn',
  'Số hóa đơn',
  'Diễn giải chung',
  'Mã khách hàng',
  'Tên khách hàng',
  'Mã hàng',
  'Tên hàng',
  'ĐVT',
  'Tổng số lượng bán',
  'Đơn giá',
  'Doanh số bán',
  'TK Nợ',
  'TK Có',
  'Chiết khấu',
  '%Thuế',
  'Thuế GTGT',
  'Mã kho',
];
const NUMBERS = new Set([11, 12, 13, 16, 17, 18]);

/** A sales ledger of 20 columns with the repetition of a real one. */
function* ledger(): Generator<Cell[]> {
  for (let at = 0; at < rows; at++) {
    const day = { day: `2026-09-${String(1 + (at % 30)).padStart(2, '0')}` };
    const voucher = String(at >> 3).padStart(8, '0');
    const [customer, product, quantity, price] = [at % 900, at % 5000, (at % 70) / 2 + 1, 12_345 + (at % 999)];
    const texts = [`BH${voucher}`, day, voucher, `Bán hàng cho khách ${customer}`, `KH${customer}`];
    const goods = [`Công ty TNHH Thương mại số ${customer}`, `SP-${product}`, `Nồi cơm điện SHD-${product}`, 'Cái'];
    const amounts = [quantity, price, Math.round(quantity * price), '131', '5111', at % 10 ? 0 : 100, 10, at, 'KHO1'];
    yield [day, day, ...texts, ...goods, ...amounts];
  }
}

const sheet = (): SheetModel =>
  tableSheet({
    name: 'So chi tiet ban hang',
    columns: HEADERS.map((header, at) => ({ header, width: 14, format: NUMBERS.has(at) ? 'quantity' : 'text' })),
    rows: ledger(),
  });

/** Days as dates: the peer's own form. */
function* peerRows(): Generator<(string | number | boolean | Date | null)[]> {
  yield HEADERS;
  for (const row of ledger()) {
    yield row.map((cell) => (cell !== null && typeof cell === 'object' ? new Date(`${cell.day}T00:00:00Z`) : cell));
  }
}

/** A text for each cell of a sheet, none of them twice. */
const distinctStrings = (): string =>
  `<sst>${Array.from({ length: rows * HEADERS.length }, (_, at) => `<si><t>Chứng từ ${at}</t></si>`).join('')}</sst>`;

const distinctSheet = (): string => {
  const row = (at: number) =>
    HEADERS.map((_, column) => `<c t="s"><v>${at * HEADERS.length + column}</v></c>`).join('');
  return `<worksheet><sheetData>${Array.from({ length: rows }, (_, at) => `<row r="${at + 1}">${row(at)}</row>`).join('')}</sheetData></worksheet>`;
};

const reader = async () => (await import('@khop/server/adapters/workbook/read-workbook.ts')).readWorkbook;

const tasks: Readonly<Record<string, () => Promise<number>>> = {
  write: async () => {
    const { writeWorkbookFile } = await import('@khop/server/adapters/workbook/write/write-workbook.ts');
    await writeWorkbookFile(path, [sheet()]);
    return rows;
  },
  'write-hucre': async () => {
    const { writeXlsxStream } = await import('hucre');
    await writeXlsxStream(peerRows(), { name: 'S' }).pipeTo(Writable.toWeb(createWriteStream(path)));
    return rows;
  },
  'write-distinct': async () => {
    const { packageParts, writeZip } = await import('@khop/server/adapters/workbook/testing/ooxml-fixture.ts');
    const parts = packageParts({ sheets: { S: distinctSheet() }, strings: distinctStrings() });
    await writeZip(path, { '[Content_Types].xml': '<Types/>', ...parts });
    return rows;
  },
  /** The reader's programs, and nothing read. */
  start: async () => {
    await import('@khop/server/adapters/workbook/open-rows.ts');
    return rows;
  },
  /** The bytes of the sheet, and nothing of their sense. */
  inflate: async () => {
    const { openZipPackage } = await import('@khop/server/adapters/workbook/xlsx/zip-package.ts');
    const zip = await openZipPackage(path);
    for await (const _ of await zip.open('xl/worksheets/sheet1.xml'));
    zip.close();
    return rows;
  },
  /** As the peer: the cells of a file, and in one thread. */
  cells: async () => {
    const { openRows } = await import('@khop/server/adapters/workbook/open-rows.ts');
    const source = await openRows(path);
    let count = -1;
    await source.read(source.sheets[0]!, () => ++count >= 0);
    source.close();
    return count;
  },
  /** Without a thread of its own, as a program would that reads files and does nothing else. */
  'read-here': async () => {
    const { readFileHere } = await import('@khop/server/adapters/workbook/read-file.ts');
    let count = 0;
    await readFileHere(path, { layout: undefined, dateOrder: undefined, onRow: () => count++ });
    return count;
  },
  read: async () => (await (await reader())(path)).rows.length,
  'read-streamed': async () => {
    const readWorkbook = await reader();
    let count = 0;
    await readWorkbook(path, { onRow: () => count++ });
    return count;
  },
  'read-hucre': async () => {
    const { streamXlsxRows } = await import('hucre');
    let count = -1;
    for await (const _ of streamXlsxRows(await readFile(path))) count++;
    return count;
  },
};

const started = performance.now();
const count = await tasks[task]!();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const cpuSeconds = (user + system) / 1e6;
console.log(JSON.stringify({ rows: count, seconds, cpuSeconds, megabytes: process.resourceUsage().maxRSS / 1024 }));

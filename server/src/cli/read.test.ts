import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { invoiceOf, signedText } from '../adapters/tax-xml/testing/made-up.ts';
import { writeWorkbookFile } from '../adapters/workbook/write/write-workbook.ts';
import { run } from './read.ts';

// Threads and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-read-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const commandOf = (args: readonly string[]): string[] => {
  const script = `import { run } from ${JSON.stringify(new URL('./read.ts', import.meta.url).href)}; process.exit(await run(process.argv.slice(1)));`;
  return ['--input-type=module', '-e', script, '--', ...args];
};

/** Runs the command in a process of its own, as `npx khop read` does. */
const khopRead = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, commandOf(args), { maxBuffer: 1e9 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Runs it before a reader that takes the beginning and goes away, as `| head` does. */
const khopReadToHead = (...args: string[]): Promise<{ code: number | null; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, commandOf(args));
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    child.on('close', (code) => resolve({ code, stderr }));
  });

const HEADER = ['Tên kho', 'Mã hàng', 'Tên hàng', 'ĐVT', 'SL cuối kỳ', 'GT cuối kỳ'];
const sheetOf = (name: string, headers: readonly string[], rows: (string | number)[][]) =>
  tableSheet({ name, columns: headers.map((header) => ({ header, width: 14, format: 'text' })), rows });

it('prints one JSON object with what was read, whole even through a pipe', async () => {
  const path = join(folder, 'KhachHang.xlsx');
  const rows = Array.from({ length: 3000 }, (_, at) => ({
    code: `KH${at}`,
    name: 'Công ty TNHH Hoa Mai',
    taxCode: '0101243150',
  }));
  await writeWorkbookFile(path, [renderLayout('amis-customers', rows)]);
  const { code, stdout } = await khopRead(path, '--json');
  const read = JSON.parse(stdout) as Record<string, unknown> & { rows: unknown[] };
  expect(code).toBe(0);
  expect(Object.keys(read)).toEqual([
    'layout',
    'sheet',
    'headerRow',
    'columns',
    'rows',
    'rejected',
    'totals',
    'warnings',
  ]);
  expect(read).toMatchObject({ layout: 'amis-customers', sheet: 'Khach hang', headerRow: 3, rejected: [] });
  expect(read.rows).toHaveLength(3000);
  expect(read.rows[0]).toMatchObject({ code: 'KH0', taxCode: '0101243150' });
});

it('answers a refusal with its code and exit code 1', async () => {
  const { code, stdout, stderr } = await khopRead(join(folder, 'none.xlsx'), '--layout', 'amis-products', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error_code: 'FILE_NOT_FOUND' });
  expect(stderr).toContain(`Không mở được tệp: «${join(folder, 'none.xlsx')}».`);
});

it('ends quietly when its reader has seen enough', async () => {
  const path = join(folder, 'nhieu.xlsx');
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ code: `KH${at}`, name: 'Công ty TNHH Hoa Mai' }));
  await writeWorkbookFile(path, [renderLayout('amis-customers', rows)]);
  expect(await khopReadToHead(path, '--json')).toEqual({ code: 0, stderr: '' });
});

it('prints warehouses by name where the report has no codes, and adds lots up', async () => {
  const path = join(folder, 'ton.xlsx');
  const rows = [1, 2, 3].map((lot) => [lot < 3 ? 'Kho chính' : 'Kho Hà Nội', 'A1', 'Nồi cơm', 'Cái', lot, lot * 1000]);
  await writeWorkbookFile(path, [sheetOf('Ton kho', HEADER, rows)]);
  const { code, stdout } = await khopRead(path, '--layout', 'amis-inventory', '--json');
  expect(code).toBe(0);
  const read = JSON.parse(stdout) as { rows: unknown[] };
  expect(read).toMatchObject({ layout: 'amis-inventory', rejected: [], warnings: [{ code: 'PARTS_ADDED_UP' }] });
  expect(read.rows).toMatchObject([
    { warehouseCode: null, warehouseName: 'Kho chính', productCode: 'A1', closingQuantity: '3', closingValue: 3000 },
    { warehouseCode: null, warehouseName: 'Kho Hà Nội', productCode: 'A1', closingQuantity: '3', closingValue: 3000 },
  ]);
});

it('names a report for what it is, with what to export instead', async () => {
  const path = join(folder, 'no.xlsx');
  await writeWorkbookFile(path, [sheetOf('Bao cao', ['Mã khách hàng', 'Tên khách hàng', 'Tổng nợ', 'Quá hạn'], [])]);
  const { code, stdout, stderr } = await khopRead(path, '--layout', 'amis-customers', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error_code: 'WRONG_REPORT',
    details: { report: 'debt-report', belongsTo: null, expected: 'amis-customers' },
  });
  expect(stderr).toContain('Đây là «Báo cáo công nợ», không phải «Danh sách khách hàng».');
});

it('asks for the order of days that the file does not tell, and takes it', async () => {
  const path = join(folder, 'ngay.xlsx');
  const headers = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'];
  await writeWorkbookFile(path, [sheetOf('So', headers, [['05/09/2026', 'BH1', 'A1', 1, 1000]])]);
  const asked = await khopRead(path, '--json');
  expect(asked.code).toBe(1);
  expect(JSON.parse(asked.stdout)).toMatchObject({ error_code: 'DATE_ORDER_UNKNOWN', details: { column: 'A' } });
  for (const [order, day] of [
    ['dmy', '2026-09-05'],
    ['mdy', '2026-05-09'],
  ] as const) {
    const read = JSON.parse((await khopRead(path, '--date-order', order, '--json')).stdout) as unknown;
    expect(read).toMatchObject({ rows: [{ accountingDate: day }] });
  }
});

it('guesses a map of an unknown workbook, and reads by the one that a person has made of it', async () => {
  const path = join(folder, 'la.xlsx');
  const headers = ['Mã kho hàng', 'Mã SP', 'Tên SP', 'ĐVT', 'Tồn cuối tháng'];
  await writeWorkbookFile(path, [sheetOf('Kho', headers, [['K1', 'A1', 'Nồi', 'Cái', '1.234']])]);
  expect((await khopRead(path, '--layout', 'amis-inventory', '--json')).code).toBe(1);
  const guess = await khopRead(path, '--layout', 'amis-inventory', '--guess-map');
  expect(guess).toMatchObject({ code: 0, stderr: expect.stringContaining('«closingQuantity» ghi «1.234»') });
  const map = JSON.parse(guess.stdout) as { columns: { field: string; column: string; decimal?: string }[] };
  expect(map.columns.map(({ field, column }) => `${column} ${field}`)).toEqual([
    'A warehouseCode',
    'B productCode',
    'C productName',
    'D unit',
    'E closingQuantity',
  ]);
  const mapFile = join(folder, 'map.json');
  const readBy = async (value: unknown) => {
    await writeFile(mapFile, typeof value === 'string' ? value : JSON.stringify(value));
    const { code, stdout } = await khopRead(path, '--map', mapFile, '--json');
    return { code, ...(JSON.parse(stdout) as object) };
  };
  expect(await readBy(map)).toMatchObject({ code: 1, error_code: 'DECIMAL_SIGN_UNKNOWN', details: { column: 'E' } });
  map.columns[4]!.decimal = ',';
  expect(await readBy(map)).toMatchObject({ code: 0, rows: [{ warehouseCode: 'K1', closingQuantity: '1234' }] });
  expect(await readBy({ ...map, columns: map.columns.slice(1, 4) })).toMatchObject({
    code: 1,
    error_code: 'MAP_INVALID',
  });
  expect(await readBy('{')).toMatchObject({ code: 1, error_code: 'MAP_INVALID' });
});

it('takes what is answered of single columns', async () => {
  const path = join(folder, 'hai-nghia.xlsx');
  const headers = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'];
  await writeWorkbookFile(path, [sheetOf('So', headers, [['26/09/05', 'BH1', 'A1', '1.234', 1000]])]);
  const read = JSON.parse((await khopRead(path, '--notations', 'A:ymd,D:point', '--json')).stdout) as unknown;
  expect(read).toMatchObject({ rows: [{ accountingDate: '2026-09-05', quantity: '1.234' }] });
});

it.each([
  [[]],
  [['a.xlsx', '--date-order', 'ymd']],
  [['a.xlsx', 'b.xlsx']],
  [['a.xlsx', '--notations', 'A:ydm']],
  [['a.xlsx', '--layuot', 'x']],
])('says how it is used when called with %j', async (args) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await run(args)).toBe(2);
  expect(error).toHaveBeenCalledWith(expect.stringContaining('khop read'));
  error.mockRestore();
});

it('prints what a zip of signed invoices holds, personal papers and secrets masked', async () => {
  const path = join(folder, 'hoa-don.zip');
  const buyer = { ...invoiceOf().buyer, citizenId: '001099000123', name: 'Nguyễn Văn An' };
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(signedText({ buyer })), 'hd/1.xml');
  zip.addBuffer(Buffer.from('<HDon/>'), 'hd/2.xml');
  zip.end();
  await writeFile(path, await buffer(zip.outputStream));
  const { code, stdout } = await khopRead(path, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    invoices: [
      {
        file: { name: 'hoa-don.zip/hd/1.xml' },
        invoice: {
          key: '0101243150|1|C26TAA|12',
          buyer: { personal: { citizenId: '•••123', passport: null } },
          lines: [{ quantity: invoiceOf().lines[0]!.quantity }, {}, {}],
        },
        signature: { verdict: 'intact', signer: 'seller' },
      },
    ],
    refused: [{ name: 'hoa-don.zip/hd/2.xml', code: 'NOT_AN_INVOICE' }],
    summary: { files: 2, invoices: 1, refused: 1, ignored: {} },
  });
  expect(stdout).not.toContain('001099000123');
  expect(stdout).not.toContain(invoiceOf().lookup![0]!.value);
});

const LIST_HEADER = [
  ...['Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'Ngày lập', 'MST người bán', 'Tên người bán'],
  ...['MST người mua', 'Tên người mua', 'Tổng tiền chưa thuế', 'Tổng tiền thuế', 'Tổng tiền thanh toán'],
  ...['Trạng thái hóa đơn', 'Kết quả kiểm tra hóa đơn'],
];
const listBook = async (name: string, parties: readonly string[]): Promise<string> => {
  const row = (number: string, total: number) => [
    ...['1', 'C26TAA', number, '05/11/2026', ...parties, 1000, 80, total, 'Hóa đơn mới', 'Đã cấp mã hóa đơn'],
  ];
  const sheet = sheetOf('sheet 1', LIST_HEADER, [row('7', 1080), row('8', 999)]);
  const above = [[], ['DANH SÁCH HÓA ĐƠN'], ['Từ ngày 01/11/2026 đến ngày 30/11/2026'], []];
  const path = join(folder, name);
  await writeWorkbookFile(path, [{ ...sheet, rows: [...above, ...sheet.rows] }]);
  return path;
};

it('prints the list of the portal as rows with its findings, alone and in a zip', async () => {
  const bought = await listBook('mua.xlsx', ['0101243150', 'Hoa Mai', '', '']);
  const list = {
    ...{ side: 'purchase', fromDate: '2026-11-01', toDate: '2026-11-30' },
    rows: [{ key: '0101243150|1|C26TAA|7', date: '2026-11-05', state: 'new', inVnd: { total: 1080 } }],
    rejected: [{ row: 7, message: expect.stringContaining('không khớp tổng thanh toán 999') }],
  };
  const alone = JSON.parse((await khopRead(bought, '--json')).stdout);
  expect(alone).toMatchObject({ layout: 'tax-invoice-list', rows: [{ number: '7' }, { number: '8' }], list });
  const sold = await listBook('ban.xlsx', ['', '', '0314409058', 'Bình Minh']);
  const unplaced = { code: 'TAX_LIST_UNPLACED', message: expect.stringContaining('--tax-code') };
  expect(JSON.parse((await khopRead(sold, '--json')).stdout).list).toEqual({
    error_code: unplaced.code,
    message: unplaced.message,
  });
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(signedText({})), '1.xml');
  for (const file of [sold, bought]) zip.addFile(file, basename(file));
  zip.end();
  const path = join(folder, 'danh-sach.zip');
  await writeFile(path, await buffer(zip.outputStream));
  const told = JSON.parse((await khopRead(path, '--json')).stdout);
  expect(told).toMatchObject({
    invoices: [{ ordinal: 1 }],
    lists: [{ file: { name: 'danh-sach.zip/mua.xlsx' }, ...list }],
  });
  expect(told.refused).toMatchObject([{ name: 'danh-sach.zip/ban.xlsx', ...unplaced }]);
  const said = JSON.parse((await khopRead(path, '--tax-code', '0316520076', '--json')).stdout);
  // The list of purchases names sellers alone: it is taken for the firm that is said.
  expect(said.lists).toMatchObject([
    { file: { name: 'danh-sach.zip/ban.xlsx' }, side: 'sale', rows: [{ key: '0316520076|1|C26TAA|7' }] },
    { file: { name: 'danh-sach.zip/mua.xlsx' }, ...list },
  ]);
  expect(said.refused).toEqual([]);
  expect((await khopRead(path, '--tax-code', 'x', '--json')).code).toBe(2);
});

it('refuses one bad XML with its code, and still takes a spreadsheet in XML for a workbook', async () => {
  const path = join(folder, 'xau.xml');
  await writeFile(path, '<!DOCTYPE a><HDon/>');
  const refused = await khopRead(path, '--json');
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error_code: 'XML_DOCTYPE' });
  const sheet = join(folder, 'bang.xml');
  await writeFile(sheet, '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>');
  expect(JSON.parse((await khopRead(sheet, '--json')).stdout).error_code).not.toMatch(/^XML_|^NOT_/);
});

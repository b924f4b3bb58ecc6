import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import { type ListOf, readTaxList } from '@khop/engine/tax-invoices/lists/read-list.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeWorkbookFile } from '../workbook/write/write-workbook.ts';
import { readListFile } from './list-file.ts';

// Threads start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-list-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const COMMON = ['STT', 'Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'Ngày lập'];
const MONEY = [
  'Tổng tiền chưa thuế',
  'Tổng tiền thuế',
  'Tổng tiền chiết khấu thương mại',
  'Tổng tiền phí',
  'Tổng tiền thanh toán',
];
const REST = ['Đơn vị tiền tệ', 'Tỷ giá', 'Trạng thái hóa đơn', 'Kết quả kiểm tra hóa đơn'];
const PURCHASES = [
  ...COMMON,
  'MST người bán/MST người xuất hàng',
  'Tên người bán/Tên người xuất hàng',
  'Địa chỉ người bán',
  ...MONEY,
  ...REST,
];
const SALES = [
  ...COMMON,
  'MST người mua/MST người nhận hàng',
  'Tên người mua/Tên người nhận hàng',
  'Căn cước công dân',
  ...MONEY,
  ...REST,
];

async function listOf(name: string, headers: readonly string[], rows: (string | number | null)[][]): Promise<string> {
  const sheet = tableSheet({
    name: 'sheet 1',
    columns: headers.map((header) => ({ header, width: 14, format: 'text' })),
    rows,
  });
  const path = join(folder, name);
  const above = [[], [], ['DANH SÁCH HÓA ĐƠN'], ['Từ ngày 01/11/2026 đến ngày 30/11/2026'], []];
  await writeWorkbookFile(path, [{ ...sheet, rows: [...above, ...sheet.rows] }]);
  return path;
}

const OF_BUYER: ListOf = { side: 'purchase', taxCode: '0316520076', isNamed: false };
const OF_SELLER: ListOf = { side: 'sale', taxCode: '0101243150', isNamed: false };

/** The rows of a file that are believed, and all that are not. */
async function readOf(path: string, of: ListOf) {
  const sheet = await readListFile(path);
  const { rows, rejected } = readTaxList(sheet.rows, sheet.rowNumbers, of);
  const all = [...sheet.rejected, ...rejected].toSorted((a, b) => a.row - b.row);
  return { fromDate: sheet.fromDate, toDate: sheet.toDate, rows, rejected: all };
}

const row = (over: Record<number, string | number | null> = {}): (string | number | null)[] => {
  const values = [
    1,
    '1',
    'C26TAA',
    '00000012',
    '05/11/2026',
    '0101243150',
    'Công ty TNHH Hoa Mai',
    'Hà Nội',
    1000,
    100,
    null,
    null,
    1100,
  ];
  const all = [...values, 'VND', '1.0', 'Hóa đơn mới', 'Đã cấp mã hóa đơn'];
  for (const [at, value] of Object.entries(over)) all[Number(at)] = value;
  return all;
};

it('reads the list of purchases: who, when, how much, and in which state', async () => {
  const path = await listOf('mua.xlsx', PURCHASES, [
    row(),
    row({ 3: '13', 15: 'Hóa đơn đã bị thay thế', 16: 'Cục thuế đã nhận không mã' }),
    row({ 3: '14', 13: 'USD', 14: '25345.5', 8: 10, 9: 1, 12: 11, 15: '3', 16: '8' }),
  ]);
  const list = await readOf(path, OF_BUYER);
  expect(list.rejected).toEqual([]);
  expect(list).toMatchObject({ fromDate: '2026-11-01', toDate: '2026-11-30' });
  expect(list.rows).toMatchObject([
    {
      key: '0101243150|1|C26TAA|12',
      date: '2026-11-05',
      seller: { taxCode: '0101243150', name: 'Công ty TNHH Hoa Mai' },
      inVnd: { beforeVat: 1000, vat: 100, total: 1100 },
      state: 'new',
      processing: 'coded',
    },
    { state: 'replaced', processing: 'received_without_code' },
    {
      state: 'adjusting',
      processing: 'received_from_register',
      inVnd: { beforeVat: 253455, vat: 25346, total: 278801 },
    },
  ]);
});

it('reads the list of sales as those of the profile that it is said to be of, and keeps no citizen’s number', async () => {
  const path = await listOf('ban.xlsx', SALES, [row({ 5: '0314409058', 7: '001099000001' })]);
  const list = await readOf(path, OF_SELLER);
  expect(list.rows).toMatchObject([{ key: '0101243150|1|C26TAA|12', buyer: { taxCode: '0314409058' } }]);
  expect(JSON.stringify(list)).not.toContain('001099000001');
  expect((await readOf(path, OF_BUYER)).rejected).toMatchObject([
    { row: 7, message: expect.stringContaining('không có mã số thuế người bán') },
  ]);
});

it('believes a sale to a buyer without a tax code', async () => {
  const path = await listOf('ban-le.xlsx', SALES, [row({ 5: null, 6: 'Nguyễn Thị Hoa', 7: null }), row({ 3: '13' })]);
  const list = await readOf(path, OF_SELLER);
  expect(list.rejected).toEqual([]);
  expect(list.rows[0]).toMatchObject({ buyer: { taxCode: null, name: 'Nguyễn Thị Hoa' } });
});

it('rejects by number the rows that do not agree with themselves', async () => {
  const path = await listOf('lech.xlsx', PURCHASES, [
    row({ 5: 'Công ty' }),
    row({ 2: '26TAA' }),
    row({ 12: 1200 }),
    row({ 3: 'A1' }),
    row({ 4: '31/02/2026' }),
    row({ 13: 'USD', 14: null }),
    row({ 12: null }),
    row({ 15: 'Đã cấp mã hóa đơn' }),
    row(),
    row(),
    row({ 15: 'Hóa đơn đã bị thay thế' }),
  ]);
  const list = await readOf(path, OF_BUYER);
  expect(list.rejected.map((one) => one.row)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 17]);
  expect(list.rejected.at(-1)!.message).toContain('đã có ở dòng 15 với số liệu khác');
  expect(list.rows).toHaveLength(1);
});

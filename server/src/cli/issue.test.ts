import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type CellValue, readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readWorkbook } from '../adapters/workbook/read-workbook.ts';
import { convertByOffice, OFFICE } from '../testing/office.ts';
import { unzip } from '../testing/unzip.ts';
import { run } from './issue.ts';
import { writeSample } from './write-sample.ts';

/*
 * Everything here is recomputed from the input files and from the written workbooks, read with another library. The report is
 * only compared with the result at the end.
 */

if (!OFFICE) console.info('LibreOffice không có ở đây: bỏ qua việc mở DoiChieu.xlsx và BanHang.xlsx bằng LibreOffice.');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-issue-'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(() => rm(folder, { recursive: true }));

async function issue(dir: string, name: string): Promise<{ zip: Buffer; report: string }> {
  const [out, report] = [join(folder, `${name}.zip`), join(folder, `${name}.json`)];
  expect(await run(['--dir', dir, '--out', out, '--report', report])).toBe(0);
  return { zip: await readFile(out), report: await readFile(report, 'utf8') };
}

type Row = Readonly<Record<string, CellValue>>;

/** Rows of a sheet by header; the header is the first row that holds `marker`. */
async function rowsOf(bytes: Buffer, sheetName: string, marker: string): Promise<Row[]> {
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const sheet = sheets.find((one) => one.name === sheetName);
  const at = sheet?.rows.findIndex((row) => row.includes(marker)) ?? -1;
  if (!sheet || at < 0) throw new Error(`no sheet ${sheetName} with ${marker}`);
  const header = sheet.rows[at]!.map(String);
  return sheet.rows
    .slice(at + 1)
    .map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? null])));
}

/** A decimal, as text or as a double, in millionths. */
const millionths = (value: unknown): bigint => BigInt(Math.round(Number(value ?? 0) * 1_000_000));
const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
const add = (map: Map<string, bigint>, key: string, value: bigint) => map.set(key, (map.get(key) ?? 0n) + value);
const isoDay = (text: unknown): string => String(text).split('/').reverse().join('-');
const csv = async (path: string): Promise<Record<string, string>[]> =>
  parse(await readFile(path, 'utf8'), { columns: true, bom: true });

async function expectLawful(dir: string, zip: Buffer, report: string): Promise<void> {
  const period = JSON.parse(await readFile(join(dir, 'period.json'), 'utf8'));
  const sales = await csv(join(dir, 'bravo', 'sales.csv'));
  const files = await unzip(zip);
  const places = await rowsOf(files.get('DoiChieu.xlsx')!, 'Dòng Bravo', 'Khóa dòng');
  const vouchers = new Map<string, Row[]>();
  for (const { code } of period.profiles) {
    const bytes = files.get(`${code}/BanHang.xlsx`);
    if (bytes) vouchers.set(code, await rowsOf(bytes, 'Ban hang', 'Số chứng từ (*)'));
  }
  expect([...vouchers.values()].flat().length).toBeGreaterThan(0);

  expectEveryLinePlaced(sales, places);
  for (const { code, excludedWarehouseCodes } of period.profiles) {
    await expectNothingOversold(join(dir, 'amis', code), vouchers.get(code) ?? [], excludedWarehouseCodes, period);
  }
  expectVouchersEqualPlaces(vouchers, places);
  expectVatPerGroup(vouchers);
  expectLawfulContents(vouchers, period, sales);

  const amountOf = (kind: string) =>
    sum(places.filter((row) => row['Nơi đến'] === kind).map((row) => Number(row.Tiền)));
  const tieOut = {
    ledger: sum(sales.map((row) => Number(row.amount) - Number(row.discount))),
    invoiced: sum([...vouchers.values()].flat().map((row) => Number(row['Thành tiền']))),
    alreadyInvoiced: amountOf('Đã xuất ở AMIS'),
    unallocated: amountOf('Chưa xuất'),
    excluded: amountOf('Loại ra'),
  };
  expect(tieOut.ledger).toBe(tieOut.invoiced + tieOut.alreadyInvoiced + tieOut.unallocated + tieOut.excluded);
  expect(amountOf('Bù trừ trả hàng')).toBe(0);
  expect(JSON.parse(report).tieOut).toEqual(tieOut);
}

/** Each ledger line's parts add up to its amount and quantity; never more is invoiced than was sold. */
function expectEveryLinePlaced(sales: readonly Record<string, string>[], places: readonly Row[]): void {
  const byLine = new Map<string, Row[]>();
  for (const place of places) {
    const id = String(place['Khóa dòng']);
    byLine.set(id, [...(byLine.get(id) ?? []), place]);
  }
  const wrong: unknown[] = [];
  for (const line of sales) {
    const own = byLine.get(line.rowId!) ?? [];
    const amount = sum(own.map((place) => Number(place.Tiền ?? 0)));
    const quantity = own.reduce((all, place) => all + millionths(place['SL gốc']), 0n);
    const invoiced = own
      .filter((place) => place['Nơi đến'] === 'Hóa đơn lập mới')
      .reduce((all, place) => all + millionths(place['SL gốc']), 0n);
    const base = millionths(line.baseQuantity);
    if (amount !== Number(line.amount) - Number(line.discount)) wrong.push([line.rowId, 'amount', amount]);
    if (line.kind !== 'discount' && quantity !== base && own.length > 0) wrong.push([line.rowId, 'quantity', quantity]);
    if (line.kind !== 'discount' && invoiced > (base > 0n ? base : 0n)) wrong.push([line.rowId, 'over', invoiced]);
  }
  expect(wrong).toEqual([]);
  expect(byLine.size).toBe(sales.length);
}

/** Vouchers never take more than the closing stock, nor earlier than the opening stock and the purchases until that day. */
async function expectNothingOversold(
  amis: string,
  rows: readonly Row[],
  excludedWarehouses: readonly string[],
  period: { readonly toDate: string },
): Promise<void> {
  const inventory = (await readWorkbook(join(amis, 'TonKho.xlsx'), { layout: 'amis-inventory' })).rows;
  const bought = (await readWorkbook(join(amis, 'SoMuaHang.xlsx'), { layout: 'amis-purchase-ledger' })).rows;
  const closing = new Map<string, bigint>();
  const opening = new Map<string, bigint>();
  for (const row of inventory) {
    if (excludedWarehouses.includes(String(row.warehouseCode))) continue;
    closing.set(`${row.warehouseCode}|${row.productCode}`, millionths(row.closingQuantity));
    const open = millionths(row.openingQuantity);
    add(opening, String(row.productCode), open > 0n ? open : 0n);
  }
  const used = new Map<string, bigint>();
  const usedByDay = new Map<string, Map<string, bigint>>();
  for (const row of rows) {
    if (!row['Mã kho']) continue;
    const quantity = millionths(row['Số lượng']);
    add(used, `${row['Mã kho']}|${row['Mã hàng (*)']}`, quantity);
    const product = String(row['Mã hàng (*)']);
    const days = usedByDay.get(product) ?? new Map<string, bigint>();
    add(days, isoDay(row['Ngày chứng từ (*)']), quantity);
    usedByDay.set(product, days);
  }
  const wrong: unknown[] = [];
  for (const [key, quantity] of used) if (quantity > (closing.get(key) ?? 0n)) wrong.push([amis, key, quantity]);
  const purchases = new Map<string, typeof bought>();
  for (const row of bought) {
    const product = String(row.productCode);
    purchases.set(product, [...(purchases.get(product) ?? []), row]);
  }
  for (const [product, days] of usedByDay) {
    let sold = 0n;
    for (const [day, quantity] of [...days].sort()) {
      sold += quantity;
      if (day >= period.toDate) continue;
      let available = opening.get(product) ?? 0n;
      for (const row of purchases.get(product) ?? []) {
        const isByThen = String(row.accountingDate) <= day && !excludedWarehouses.includes(String(row.warehouseCode));
        if (isByThen) available += millionths(row.quantity) - millionths(row.returnQuantity);
      }
      if (sold > available) wrong.push([amis, product, day, sold, available]);
    }
  }
  expect(wrong).toEqual([]);
}

/** What AMIS will import is exactly what the reconciliation says was invoiced, per voucher and product. */
function expectVouchersEqualPlaces(vouchers: ReadonlyMap<string, readonly Row[]>, places: readonly Row[]): void {
  const amounts = new Map<string, bigint>();
  const quantities = new Map<string, bigint>();
  for (const [profile, rows] of vouchers) {
    for (const row of rows) {
      add(amounts, `${profile}|${row['Số chứng từ (*)']}|${row['Mã hàng (*)']}`, BigInt(Number(row['Thành tiền'])));
      const key = `${profile}|${row['Số chứng từ (*)']}|${row['Mã hàng (*)']}|${row['Mã kho'] ?? ''}`;
      if (row['Mã kho']) add(quantities, key, millionths(row['Số lượng']));
    }
  }
  for (const place of places.filter((row) => row['Nơi đến'] === 'Hóa đơn lập mới')) {
    const voucher = `${place['Đơn vị']}|${place['Chứng từ / lý do']}|${place['Mã hàng AMIS']}`;
    add(amounts, voucher, -BigInt(Number(place.Tiền)));
    if (place['Mã kho']) add(quantities, `${voucher}|${place['Mã kho']}`, -millionths(place['SL AMIS']));
  }
  expect([...amounts].filter(([, rest]) => rest !== 0n)).toEqual([]);
  expect([...quantities].filter(([, rest]) => rest !== 0n)).toEqual([]);
}

/** VAT per voucher and rate is the group's amount times the rate, rounded half up to the đồng. */
function expectVatPerGroup(vouchers: ReadonlyMap<string, readonly Row[]>): void {
  const groups = new Map<string, { amount: number; vat: number; rate: string }>();
  for (const [profile, rows] of vouchers) {
    for (const row of rows) {
      const rate = String(row['% thuế GTGT']);
      const key = `${profile}|${row['Số chứng từ (*)']}|${rate}`;
      const group = groups.get(key) ?? { amount: 0, vat: 0, rate };
      group.amount += Number(row['Thành tiền']);
      group.vat += Number(row['Tiền thuế GTGT']);
      groups.set(key, group);
    }
  }
  const wrong = [...groups].filter(([, { amount, vat, rate }]) => {
    const percent = rate === 'KCT' || rate === 'KKKNT' ? 0 : Number(rate);
    return Number.isNaN(percent) || vat !== Math.floor((amount * percent * 2 + 100) / 200);
  });
  expect(wrong).toEqual([]);
}

function expectLawfulContents(
  vouchers: ReadonlyMap<string, readonly Row[]>,
  period: {
    readonly plannedInvoiceDate: string;
    readonly profiles: { readonly code: string; readonly maxLinesPerInvoice: number }[];
  },
  sales: readonly Record<string, string>[],
): void {
  const saleDays = new Map(sales.map((row) => [`${row.branchCode}/${row.docCode}/${row.docNo}`, row.docDate]));
  for (const [profile, rows] of vouchers) {
    const perVoucher = new Map<string, number>();
    for (const row of rows) {
      const voucher = String(row['Số chứng từ (*)']);
      perVoucher.set(voucher, (perVoucher.get(voucher) ?? 0) + 1);
      expect(row['Ngày chứng từ (*)']).toMatch(/^\d\d\/\d\d\/\d{4}$/);
      expect(row['Mã hàng (*)']).toBeTruthy();
      expect(row['Tên khách hàng']).toBeTruthy();
      const document = String(row['Diễn giải/Lý do nộp']).split(' ').at(-1)!;
      expect(isoDay(row['Ngày chứng từ (*)'])).toBe(saleDays.get(document));
      expect(isoDay(row['Ngày hóa đơn']) >= isoDay(row['Ngày chứng từ (*)'])).toBe(true);
    }
    const limit = period.profiles.find(({ code }) => code === profile)!.maxLinesPerInvoice;
    expect(Math.max(...perVoucher.values())).toBeLessThanOrEqual(limit);
  }
}

describe('khop issue', () => {
  test('obeys every law on the sample, and gives the same bytes twice and without truth/', {
    timeout: 300_000,
  }, async () => {
    const dir = join(folder, 'small');
    await writeSample({ seed: 7, lines: 1000 }, dir);
    const first = await issue(dir, 'first');
    const second = await issue(dir, 'second');
    expect(second.zip.equals(first.zip)).toBe(true);
    expect(second.report).toBe(first.report);
    await rm(join(dir, 'truth'), { recursive: true });
    const without = await issue(dir, 'without');
    expect(without.zip.equals(first.zip)).toBe(true);
    expect(without.report).toBe(first.report);
    await expectLawful(dir, first.zip, first.report);
  });

  test.skipIf(!OFFICE)('writes workbooks that LibreOffice opens', { timeout: 300_000 }, async () => {
    const dir = join(folder, 'office');
    await writeSample({ seed: 7, lines: 200 }, dir);
    await expectOfficeOpens((await issue(dir, 'office')).zip);
  });

  test('obeys every law on 20,000 lines', { timeout: 300_000 }, async () => {
    const dir = join(folder, 'large');
    await writeSample({ seed: 7, lines: 20_000 }, dir);
    const { zip, report } = await issue(dir, 'large');
    await expectLawful(dir, zip, report);
  });

  test('refuses what it cannot use, in Vietnamese, and writes nothing', { timeout: 60_000 }, async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const said = () => String(errors.mock.calls.at(-1)?.[0]);
    expect(await run([])).toBe(2);
    const out = join(folder, 'refused.zip');
    const tryOn = (dir: string) => run(['--dir', dir, '--out', out, '--report', join(folder, 'refused.json')]);
    expect(await tryOn(join(folder, 'nowhere'))).toBe(1);
    expect(said()).toMatch(/FILE_NOT_FOUND: Không thấy tệp/);

    const dir = join(folder, 'broken');
    await writeSample({ seed: 7, lines: 60 }, dir);
    const path = join(dir, 'bravo', 'sales.csv');
    const ledger = await readFile(path, 'utf8');
    await writeFile(path, ledger.replace(/(\n[^\n]*?),2026-09-\d\d,/, '$1,31/02/2026,'));
    expect(await tryOn(dir)).toBe(1);
    expect(said()).toMatch(/Tệp bravo\/sales.csv, dòng 2: cột «docDate»: Ngày «31\/02\/2026» không hợp lệ/);
    await writeFile(path, ledger);

    const period = join(dir, 'period.json');
    const terms = await readFile(period, 'utf8');
    await writeFile(period, terms.replace('"fromDate": "2026-09-01"', '"fromDate": "2026-08-01"'));
    expect(await tryOn(dir)).toBe(1);
    expect(said()).toMatch(/INVENTORY_PERIOD_MISMATCH: Báo cáo tồn kho của «AP»/);
    expect(existsSync(out)).toBe(false);
    errors.mockRestore();
  });
});

async function expectOfficeOpens(zip: Buffer): Promise<void> {
  const written = await unzip(zip);
  const expected = [
    ['DoiChieu.xlsx', 'Đối chiếu sổ bán hàng'],
    ['AP/BanHang.xlsx', 'Số chứng từ (*)'],
    ['AP/KhachHangMoi.xlsx', 'Mã khách hàng (*)'],
  ] as const;
  const out = join(folder, 'opened');
  await mkdir(out);
  const files: string[] = [];
  for (const [path] of expected) {
    const file = join(out, path.replace('/', '-'));
    await writeFile(file, written.get(path)!);
    files.push(file);
  }
  // 44 = comma, 34 = quote, 76 = UTF-8.
  await convertByOffice(files, 'csv:Text - txt - csv (StarCalc):44,34,76', out);
  for (const [index, [, marker]] of expected.entries()) {
    expect(await readFile(files[index]!.replace(/xlsx$/, 'csv'), 'utf8')).toContain(marker);
  }
}

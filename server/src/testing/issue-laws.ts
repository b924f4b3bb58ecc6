import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type CellValue, readXlsx } from 'hucre';
import { expect } from 'vitest';
import { readWorkbook } from '../adapters/workbook/read-workbook.ts';
import { unzip } from './unzip.ts';

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
/** A product's code as AMIS compares it. */
const codeOf = (code: unknown): string => String(code).toLowerCase();
const isoDay = (text: unknown): string => String(text).split('/').reverse().join('-');
const csv = async (path: string): Promise<Record<string, string>[]> =>
  parse(await readFile(path, 'utf8'), { columns: true, bom: true });

/**
 * Every law of the main job on the folder `dir` and the zip that was issued from it: recomputed from the input files and from
 * the written workbooks, read with another library. The report is only compared with the result at the end.
 */
export async function expectLawful(dir: string, zip: Buffer, report: string): Promise<void> {
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
  for (const profile of period.profiles) {
    await expectNothingOversold(join(dir, 'amis', profile.code), vouchers.get(profile.code) ?? [], profile, period);
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
  {
    excludedWarehouseCodes: excludedWarehouses,
    warehouses,
  }: { readonly excludedWarehouseCodes: readonly string[]; readonly warehouses: Readonly<Record<string, string>> },
  period: { readonly toDate: string },
): Promise<void> {
  const report = await readWorkbook(join(amis, 'TonKho.xlsx'), { layout: 'amis-inventory' });
  const inventory = report.rows.map((row): (typeof report.rows)[number] => ({
    ...row,
    warehouseCode: row.warehouseCode ?? warehouses[String(row.warehouseName)]!,
  }));
  const bought = (await readWorkbook(join(amis, 'SoMuaHang.xlsx'), { layout: 'amis-purchase-ledger' })).rows;
  const closing = new Map<string, bigint>();
  const opening = new Map<string, bigint>();
  for (const row of inventory) {
    if (excludedWarehouses.includes(String(row.warehouseCode))) continue;
    closing.set(`${row.warehouseCode}|${codeOf(row.productCode)}`, millionths(row.closingQuantity));
    const open = millionths(row.openingQuantity);
    add(opening, codeOf(row.productCode), open > 0n ? open : 0n);
  }
  const used = new Map<string, bigint>();
  const usedByDay = new Map<string, Map<string, bigint>>();
  for (const row of rows) {
    if (!row['Mã kho']) continue;
    const quantity = millionths(row['Số lượng']);
    add(used, `${row['Mã kho']}|${codeOf(row['Mã hàng (*)'])}`, quantity);
    const product = codeOf(row['Mã hàng (*)']);
    const days = usedByDay.get(product) ?? new Map<string, bigint>();
    add(days, isoDay(row['Ngày chứng từ (*)']), quantity);
    usedByDay.set(product, days);
  }
  const wrong: unknown[] = [];
  for (const [key, quantity] of used) if (quantity > (closing.get(key) ?? 0n)) wrong.push([amis, key, quantity]);
  const purchases = new Map<string, typeof bought>();
  for (const row of bought) {
    const product = codeOf(row.productCode);
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

/** The vouchers for AMIS hold exactly what the reconciliation says was invoiced, per voucher and product. */
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
    const voucher = `${place['Hồ sơ']}|${place['Chứng từ / lý do']}|${place['Mã hàng AMIS']}`;
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
    readonly today: string;
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

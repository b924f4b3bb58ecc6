import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderExport } from '@khop/engine/sheets/render-export.ts';
import { type StockLayout, stockSheet } from '@khop/sample/amis-world/stock-layouts.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { inventoryRows } from '@khop/sample/files/amis-ledgers.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../stage/accessibility.ts';
import { openDialog } from '../stage/dialog.ts';
import { freshFolder } from '../stage/folders.ts';
import { openProduct } from '../stage/journey.ts';
import { khop, type TextFile } from '../stage/sample-folder.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { cells, exported, workbook } from '../stage/workbook.ts';

type Listed<T> = { items: T[]; total: number };
type Report = { fileName: string; read: number; created: number; changed: number; unchanged: number; rejected: number };
type Totals = { field: string; read: string; agrees: boolean }[];
type Batch = { report: Report & { controlTotals: Totals } };

const DAYS = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const WAREHOUSES = [
  ['Kho hàng hóa', 'KHO1'],
  ['Kho chi nhánh', 'KHO2'],
  ['Kho ảo', 'KHO-AO'],
  ['KHO CHƯA XUẤT HÓA ĐƠN', 'KHO-CXHD'],
] as const;

const product = openProduct();
let page: Page;
let period: string;
let folder: string;
const profiles = new Map<string, string>();

/** The sample company with its period. */
beforeAll(async () => {
  folder = await freshFolder('khop-e2e-places-');
  ({ page } = await product.visit());
  await signIn(page, product.url);
  const { items } = (await ask<Listed<{ id: string; code: string }>>(page, '/amis/profiles')).body;
  for (const { id, code } of items) profiles.set(code, id);
  period = (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods')).body.items[0]!.id;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dialog = () => openDialog(page);
const lastImport = async (layout: string, code: string) =>
  (await ask<Listed<Batch>>(page, `/imports?layout=${layout}&profileId=${profiles.get(code)}&limit=1`)).body.items[0]!
    .report;

/** Chooses a file in the upload dialog of a profile's list. */
async function intoList(code: string, what: string, file: TextFile): Promise<void> {
  await page.goto(`${product.url}/amis/profiles/${profiles.get(code)}/products`);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: what }).click();
  await send(file);
}

/** Chooses a file in one of the cockpit's upload dialogs. */
async function intoPeriod(code: string, what: 'Tồn kho' | 'Sổ bán hàng', file: TextFile): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('button', { name: new RegExp(`^Nạp (lại )?${code}:\\s*${what}`) }).click();
  await send(file);
}

async function send(file: TextFile): Promise<void> {
  await dialog().locator('input[type=file]').setInputFiles(file);
  await dialog().getByRole('button', { name: 'Tải lên', exact: true }).click();
}

const figure = async (label: string): Promise<string> =>
  (await dialog().getByText(label, { exact: true }).locator('..').innerText()).replace(/\s+/g, ' ');

/** Waits for the report in the dialog, and closes it. */
async function closeReport(): Promise<void> {
  await dialog().getByText('Dòng đã đọc').waitFor();
  await dialog().getByRole('button', { name: 'Đóng', exact: true }).last().click();
}

const stock = (warehouseCode: string | null, productCode: string, closing: string) => ({
  warehouseCode,
  warehouseName: 'Kho hàng hóa',
  productCode,
  productName: `Hàng ${productCode}`,
  unit: 'Cái',
  openingQuantity: closing,
  closingQuantity: closing,
});

describe('a file in the wrong place is named for what it is, and one click loads it where it belongs', () => {
  it('a stock report among the products', async () => {
    const rows = [stock('KHO1', 'LAC-01', '7'), stock('KHO1', 'LAC-02', '3.5')];
    await intoList('BM', 'Danh mục hàng hóa', await exported('TonKho-lac.xlsx', 'amis-inventory', rows));
    await dialog().getByText('Đây là tệp «Tổng hợp tồn kho», không phải «Danh sách hàng hóa, dịch vụ»').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Nạp tồn kho AMIS' }).click();
    await closeReport();
    expect(await lastImport('amis-inventory', 'BM')).toMatchObject({
      fileName: 'TonKho-lac.xlsx',
      read: 2,
      rejected: 0,
    });
    expect(
      (await ask<Listed<unknown>>(page, `/amis/products?profileId=${profiles.get('BM')}&q=LAC-0`)).body.total,
    ).toBe(0);
    // The file alone decides: the same stock loaded in its own place changes nothing, one more product adds one.
    const more = await exported('TonKho.xlsx', 'amis-inventory', [...rows, stock('KHO1', 'LAC-03', '1')]);
    await intoPeriod('BM', 'Tồn kho', more);
    await closeReport();
    expect(await lastImport('amis-inventory', 'BM')).toMatchObject({ created: 1, changed: 0, unchanged: 2 });
  });

  it('a sales ledger among the stock reports', async () => {
    const sale = {
      ...{ accountingDate: '2026-09-12', documentDate: '2026-09-12', voucherNumber: 'BH-LAC', customerCode: 'KL' },
      ...{ customerName: 'Khách lẻ', productCode: 'LAC-01', productName: 'Hàng LAC-01', unit: 'Cái', quantity: '2' },
      ...{ unitPrice: '10000', amount: 20000, warehouseCode: 'KHO1' },
    };
    await intoPeriod('BM', 'Tồn kho', await exported('SoBanHang.xlsx', 'amis-sales-ledger', [sale]));
    await dialog().getByText('Đây là tệp «Sổ chi tiết bán hàng», không phải «Tổng hợp tồn kho»').waitFor();
    await dialog().getByRole('button', { name: 'Nạp sổ chi tiết bán hàng AMIS' }).click();
    await closeReport();
    const entries = `/invoice-issuance/periods/${period}/amis-entries?profileId=${profiles.get('BM')}`;
    const { items } = (await ask<Listed<{ voucherNumber: string; amount: number }>>(page, entries)).body;
    expect(items).toMatchObject([{ voucherNumber: 'BH-LAC', amount: 20000 }]);
    // The stock that was loaded before is kept.
    expect(await lastImport('amis-inventory', 'BM')).toMatchObject({ fileName: 'TonKho.xlsx', read: 3 });
  });

  it('a list of customers among the products', async () => {
    const rows = [{ code: 'KH-LAC', name: 'Khách lạc đường', address: '1 Lê Lợi, Hà Nội' }];
    await intoList('BM', 'Danh mục hàng hóa', await exported('KhachHang.xlsx', 'amis-customers', rows));
    await dialog().getByRole('button', { name: 'Tải lên danh sách khách hàng' }).click();
    await closeReport();
    const found = `/amis/partners?profileId=${profiles.get('BM')}&type=customer&q=KH-LAC`;
    expect((await ask<Listed<{ name: string }>>(page, found)).body.items).toMatchObject([{ name: 'Khách lạc đường' }]);
  });

  it.each([
    ['our own BanHang.xlsx', () => workbook('BanHang.xlsx', renderExport('amis-sales-voucher', [])), '(BanHang.xlsx)'],
    [
      'a template for entry of AMIS',
      () => cells('Mau.xlsx', ['Số chứng từ (*)', 'Ngày hạch toán (*)', 'Mã hàng (*)', 'Kho (*)', 'Số lượng'], ['X1']),
      'Mẫu nhập',
    ],
    ['a ledger of items', () => cells('so-kho.xlsx', ['SỔ CHI TIẾT VẬT TƯ HÀNG HÓA'], ['Mã hàng', 'Nhập']), 'vật tư'],
  ])('%s among the ledgers is named and not read', async (_what, make, words) => {
    const before = await lastImport('amis-sales-ledger', 'BM');
    await intoPeriod('BM', 'Sổ bán hàng', await make());
    await dialog()
      .getByText(/^Đây là «/)
      .filter({ hasText: words })
      .first()
      .waitFor();
    expect(
      await dialog()
        .getByRole('button', { name: /^(Nạp|Tải lên) / })
        .count(),
    ).toBe(0);
    expect(await lastImport('amis-sales-ledger', 'BM')).toEqual(before);
  });
});

it('a file that does not tell which of day and month comes first is asked about, and loaded with the answer', async () => {
  const bought = await cells(
    'mua.xlsx',
    ['SỔ CHI TIẾT MUA HÀNG'],
    [...['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tên hàng', 'ĐVT'], 'Tổng số lượng mua', 'Đơn giá', 'Giá trị mua'],
    ['05/11/2026', 'NK-LE', 'LE-01', 'Bút lẻ', 'Cái', 3, 1000, 3000],
  );
  await intoList('BM', 'Sổ chi tiết mua hàng', bought);
  await dialog().getByText('Cột A «Ngày hạch toán» ghi «05/11/2026». Đó là ngày nào?').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Ngày/Tháng: 5 tháng 11 năm 2026' }).click();
  await closeReport();
  const read = `/amis/purchases?profileId=${profiles.get('BM')}&productCode=LE-01`;
  expect((await ask<Listed<object>>(page, read)).body.items).toMatchObject([{ accountingDate: '2026-11-05' }]);
});

it('items and partners of Bravo come by file: checked first, then for good, beside those that Bravo gives', async () => {
  const bravoItem = (await ask<Listed<{ code: string; name: string }>>(page, '/bravo/items?limit=1')).body.items[0]!;
  const file = await exported('vat-tu.xlsx', 'bravo-items', [
    { code: 'NGOAI-01', name: 'Vật tư ngoài Bravo', unit: 'Hộp', otherUnit: 'Thùng', otherRate: '24' },
    { code: bravoItem.code, name: 'Tên khác', unit: 'Hộp' },
    { code: '', name: 'Không mã', unit: 'Hộp' },
  ]);
  await page.goto(`${product.url}/bravo/items`);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục vật tư' }).click();
  await dialog().getByText('Chỉ kiểm tra', { exact: true }).click();
  await dialog().locator('input[type=file]').setInputFiles(file);
  await dialog().getByRole('button', { name: 'Kiểm tra', exact: true }).click();
  await dialog().getByText('Chỉ kiểm tra: chưa có dữ liệu nào được ghi.').waitFor();
  const given = async (of: 'items' | 'partners') =>
    (await ask<Listed<{ code: string; isActive: boolean; units?: object[] }>>(page, `/bravo/${of}?source=given`)).body
      .items;
  expect(await given('items')).toEqual([]);
  await dialog().getByRole('button', { name: 'Ghi vào hệ thống' }).click();
  const download = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Tải tệp lỗi' }).click();
  expect((await download).suggestedFilename()).toBe('vat-tu - loi.xlsx');
  await dialog()
    .getByText(/^1 vật tư đã có từ Bravo và tệp ghi tên khác/)
    .waitFor();
  await closeReport();
  expect(await given('items')).toMatchObject([
    { code: 'NGOAI-01', units: [{ unit: 'Hộp' }, { unit: 'Thùng', rate: '24' }] },
  ]);
  const known = `/bravo/items/${encodeURIComponent(bravoItem.code)}`;
  expect((await ask<{ name: string }>(page, known)).body.name).toBe(bravoItem.name);

  await page.goto(`${product.url}/bravo/partners`);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục đối tượng' }).click();
  await send(
    await exported('doi-tuong.xlsx', 'bravo-partners', [{ code: 'NGOAI-K', name: 'Khách ngoài', address: 'Huế' }]),
  );
  await closeReport();
  expect(await given('partners')).toMatchObject([{ code: 'NGOAI-K' }]);
  // A full sync of Bravo leaves both where they are.
  for (const of of ['items', 'partners'] as const) {
    await page.goto(`${product.url}/bravo/${of}`);
    await page.getByRole('button', { name: 'Đồng bộ toàn bộ' }).first().click();
    await page
      .getByText(/· toàn bộ: /)
      .first()
      .waitFor();
    expect(await given(of)).toMatchObject([{ isActive: true }]);
  }
  await page.goto(`${product.url}/bravo/items?source=given`);
  await page.getByRole('gridcell', { name: 'NGOAI-01' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

describe('stock reports that name their warehouses', () => {
  // One of the forms with codes, the others with names only; the same stock in each.
  const rows = [...inventoryRows(generateCompany({ seed: 5, lines: 300 }), 0)];
  const report = (form: StockLayout, name = `${form}.xlsx`) => workbook(name, stockSheet(form, rows, DAYS));
  const fields = (): Locator => dialog().getByText('Tệp ghi kho bằng tên. Cho biết mã kho trong AMIS một lần');

  /** Edits the codes of AP's warehouses at its card. */
  async function setWarehouses(codes: readonly (readonly [name: string, code: string])[]): Promise<void> {
    await page.goto(`${product.url}/amis/profiles`);
    const card = page.getByRole('listitem').filter({ hasText: 'AP' });
    await card.getByRole('button', { name: /^Thao tác/ }).click();
    await page.getByRole('menuitem', { name: 'Mã kho' }).click();
    for (const [name, code] of codes) await dialog().getByLabel(name).fill(code);
    expect(await axeViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Lưu' }).click();
    await dialog().waitFor({ state: 'hidden' });
  }

  it('are asked about once, remembered, and told otherwise when a person edits them', async () => {
    // The sample's accountant has told them already: a blank takes that back.
    await setWarehouses(WAREHOUSES.map(([name]) => [name, '']));
    await intoPeriod('AP', 'Tồn kho', await report('by-name'));
    await fields().waitFor();
    for (const [name, code] of WAREHOUSES) {
      const field = dialog().getByLabel(name);
      if (await field.count()) await field.fill(code);
    }
    await dialog().getByRole('button', { name: 'Ghi nhớ và nạp lại' }).click();
    await dialog().getByText('Dòng đã đọc').waitFor();
    expect(await figure('Dòng đã đọc')).toBe(`Dòng đã đọc ${rows.length.toLocaleString('vi-VN')}`);
    await closeReport();

    // Remembered: the second one asks nothing, and says the same.
    await intoPeriod('AP', 'Tồn kho', await report('printed', 'lan-hai.xlsx'));
    await dialog().getByText('Dòng đã đọc').waitFor();
    expect(await fields().count()).toBe(0);
    expect(await lastImport('amis-inventory', 'AP')).toMatchObject({
      fileName: 'lan-hai.xlsx',
      created: 0,
      changed: 0,
    });
    await closeReport();

    // The codes are edited: the goods of one warehouse now belong to another.
    await setWarehouses([['Kho hàng hóa', 'KHO-MOI']]);
    await intoPeriod('AP', 'Tồn kho', await report('by-name', 'lan-ba.xlsx'));
    const moved = rows.filter(({ warehouseName }) => warehouseName === 'Kho hàng hóa').length;
    await dialog().getByText('Dòng đã đọc').waitFor();
    expect(await lastImport('amis-inventory', 'AP')).toMatchObject({ created: moved, unchanged: rows.length - moved });
    await closeReport();
  });

  it('load in each of their forms through browser and command line with equal totals', async () => {
    await setWarehouses([['Kho hàng hóa', 'KHO1']]);
    const seen: { form: string; browser: unknown; line: unknown }[] = [];
    for (const form of ['with-codes', 'by-name', 'grouped', 'three-columns', 'printed'] as const) {
      const file = await report(form);
      await intoPeriod('AP', 'Tồn kho', file);
      await closeReport();
      const { read, rejected, created, changed, controlTotals } = (await lastImport(
        'amis-inventory',
        'AP',
      )) as Batch['report'];
      const sums = Object.fromEntries(controlTotals.map(({ field, read: value }) => [field, value]));
      expect(
        controlTotals.every(({ agrees }) => agrees),
        form,
      ).toBe(true);
      // From the second form on, what is stored is already what the file says.
      if (form !== 'with-codes') expect({ form, created, changed }).toEqual({ form, created: 0, changed: 0 });

      const onDisk = path.join(folder, file.name);
      await writeFile(onDisk, file.buffer);
      const line = JSON.parse(await khop('read', onDisk, '--layout', 'amis-inventory', '--json')) as {
        totals: { read: Record<string, string | number> };
        rejected: unknown[];
      };
      const { rowCount, ...told } = line.totals.read;
      const texts = Object.fromEntries(Object.entries(told).map(([field, value]) => [field, String(value)]));
      seen.push({
        form,
        browser: { read, rejected, closing: sums.closingQuantity, value: sums.closingValue },
        line: {
          read: rowCount,
          rejected: line.rejected.length,
          closing: texts.closingQuantity,
          value: texts.closingValue,
        },
      });
    }
    for (const { form, browser, line } of seen) {
      expect({ form, ...(browser as object) }).toEqual({ form, ...(seen[0]!.browser as object) });
      expect({ form, ...(line as object) }).toEqual({ form, ...(browser as object) });
    }
    expect(seen[0]!.browser).toMatchObject({ read: rows.length, rejected: 0 });
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../stage/accessibility.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { exportAndClose, generate, openNextPeriod } from '../stage/month-actions.ts';
import { ask } from '../stage/sign-in.ts';

type Period = { id: string; name: string; status: string; fromDate: string; profileIds: string[] };

const product = openProduct();
let page: Page;
let context: Awaited<ReturnType<typeof product.visit>>['context'];
beforeAll(async () => {
  ({ page, context } = await product.visit({ acceptDownloads: true }));
});

const periods = async () => (await ask<{ items: Period[] }>(page, '/invoice-issuance/periods')).body.items;
const shown = (on: Page) => on.getByRole('button', { name: /^Kỳ phát hành:/ });
const named = (on: Page) => new URL(on.url()).searchParams.get('ky');

describe('a first look', () => {
  it('offers the demo accounts, and the guide on F1', async () => {
    await page.goto(`${product.url}/sign-in`);
    await page.getByRole('button', { name: /ketoan@khop\.local/ }).waitFor();
    await page.getByRole('button', { name: /admin@khop\.local/ }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Các bước của kỳ').waitFor();
    await page.keyboard.press('F1');
    await page.getByRole('heading', { name: 'Tệp AMIS nào cần, xuất ở đâu' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Tổng quan →' }).first().click();
    await page.getByText('Các bước của kỳ').waitFor();
  });
});

describe('several periods', () => {
  it('the next month opens beside this one with its terms, and a link shows the same month to every reader', async () => {
    const [first] = await periods();
    expect(named(page)).toBeNull();
    expect(await openNextPeriod(page)).toBe('Tháng 10/2026');
    const second = (await periods()).find(({ name }) => name === 'Tháng 10/2026')!;
    expect(second).toMatchObject({ status: 'open', fromDate: '2026-10-01', profileIds: first!.profileIds });
    await expect.poll(() => named(page)).toBe(second.id);

    await shown(page).click();
    await page.getByRole('menuitemradio', { name: new RegExp(first!.name) }).click();
    await expect.poll(() => named(page)).toBe(first!.id);
    await page.goBack();
    await expect.poll(() => shown(page).innerText()).toContain('Tháng 10');
    await page.goForward();
    await page.getByRole('link', { name: 'Hóa đơn AMIS', exact: true }).click();
    await expect.poll(() => named(page)).toBe(first!.id);

    // Another tab remembers nothing: the address alone says which month it is.
    const other = await context.newPage();
    await other.goto(page.url());
    await expect.poll(() => shown(other).innerText()).toContain(first!.name);
    await other.goto(`${product.url}/invoices?ky=${second.id}`);
    await expect.poll(() => shown(other).innerText()).toContain('Tháng 10');
    await other.close();
  });

  it('a closed one is read with its note and downloaded again', async () => {
    const first = (await periods()).find(({ name }) => name !== 'Tháng 10/2026')!;
    await page.goto(`${product.url}/?ky=${first.id}`);
    await generate(page, 'Sinh hóa đơn');
    const note = 'Chờ phiếu nhập bổ sung, đã báo giám đốc';
    await exportAndClose(page, note);
    await page.getByText(/bởi admin@khop\.local/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Tải bộ tệp', exact: true }).and(page.locator(':enabled')).click();
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      openDialog(page).getByRole('button', { name: 'Tải bộ tệp' }).click(),
    ]);
    expect(again.suggestedFilename()).toMatch(/\.zip$/);
    expect((await periods()).find(({ id }) => id === first.id)!.status).toBe('closed');
    await page.goto(`${product.url}/?view=periods`);
    await page.getByRole('gridcell', { name: note }).waitFor();
  });
});

describe('an export layout', () => {
  it('is made from a sample workbook, its columns ordered by keyboard and by mouse', async () => {
    await page.goto(`${product.url}/admin/export-layouts`);
    await page.getByRole('button', { name: 'Thêm mẫu', exact: true }).click();
    const dialog = openDialog(page);
    await dialog.getByRole('textbox', { name: /^Mã( ?\*)?$/ }).fill('mau-chi-nhanh');
    await dialog.getByRole('textbox', { name: /^Tên( ?\*)?$/ }).fill('Mẫu chi nhánh');
    const sample = 'Số CT,Ngày CT,Mã hàng,Số lượng,Thành tiền,Ca bán\nBH1,01/09/2026,A,1,1000,sáng\n';
    await dialog
      .getByLabel('Tệp mẫu')
      .setInputFiles({ name: 'mau.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${sample}`) });
    await dialog.getByText(/1 cột chưa biết lấy từ đâu nên để trống: Ca bán/).waitFor();
    const rows = dialog.getByRole('list', { name: 'Các cột của mẫu' }).getByRole('button');
    const headers = async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[1]);
    expect(await headers()).toEqual(['Số CT', 'Ngày CT', 'Mã hàng', 'Số lượng', 'Thành tiền', 'Ca bán']);
    expect(await axeViolations(page)).toEqual([]);
    await rows.nth(0).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(headers).toEqual(['Ngày CT', 'Số CT', 'Mã hàng', 'Số lượng', 'Thành tiền', 'Ca bán']);
    await rows.nth(5).dragTo(rows.nth(2));
    await expect.poll(headers).toEqual(['Ngày CT', 'Số CT', 'Ca bán', 'Mã hàng', 'Số lượng', 'Thành tiền']);
    await dialog.getByLabel('Tiêu đề cột').fill('Ca');
    await dialog.getByRole('combobox', { name: 'Lấy từ' }).click();
    await page.getByRole('option', { name: 'Giá trị cố định' }).click();
    await dialog.getByLabel('Giá trị cố định').fill('Chiều');
    await dialog.getByRole('button', { name: 'Xem thử' }).click();
    await dialog.getByRole('region', { name: 'Xem thử' }).getByText('Chiều').first().waitFor();
    await dialog.getByRole('button', { name: 'Lưu mẫu' }).click();
    await dialog.waitFor({ state: 'hidden' });
    type Layout = { code: string; document: { columns: { header: string; field?: string; constant?: string }[] } };
    const { items } = (await ask<{ items: Layout[] }>(page, '/invoice-issuance/export-layouts')).body;
    expect(items.find(({ code }) => code === 'mau-chi-nhanh')!.document.columns.slice(0, 4)).toEqual([
      { header: 'Ngày CT', field: 'documentDate' },
      { header: 'Số CT', field: 'voucherNumber' },
      { header: 'Ca', constant: 'Chiều' },
      { header: 'Mã hàng', field: 'productCode' },
    ]);
  });
});

import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { ask, signIn } from './sign-in.ts';

type ProductRow = { id: string; code: string; name: string; unit: string; note: string; version: number };
type Page1<T> = { items: T[]; total: number };

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A signed-in visitor at a profile's products. */
async function atProducts(): Promise<Visit & { profileId: string }> {
  const visitor = await visit(browser);
  await signIn(visitor.page, product.url);
  const profileId = await profileByCode(visitor.page, 'AP');
  await visitor.page.goto(`${product.url}/amis/profiles/${profileId}/products`);
  await visitor.page.getByRole('grid', { name: 'Sản phẩm AMIS' }).waitFor();
  return { ...visitor, profileId };
}

async function profileByCode(page: Page, code: string): Promise<string> {
  const { body } = await ask<Page1<{ id: string; code: string }>>(page, '/amis/profiles');
  return body.items.find((profile) => profile.code === code)!.id;
}

const productsOf = async (page: Page, profileId: string, q: string): Promise<ProductRow[]> =>
  (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&q=${encodeURIComponent(q)}`)).body.items;

const csv = (...rows: string[][]) => ({
  name: 'hang-hoa-moi.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${rows.map((row) => row.join(';')).join('\r\n')}\r\n`),
});
const header = ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn', 'Giá trị tồn'];

type Upload = 'Danh mục hàng hóa' | 'Sổ chi tiết mua hàng';

async function chooseFile(page: Page, what: Upload, file: string | ReturnType<typeof csv>): Promise<void> {
  await page.getByRole('button', { name: 'Tải lên' }).first().click();
  await page.getByRole('menuitem', { name: what }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

describe('a catalogue', () => {
  it('takes a file in: check only, then for good, with what was refused and why', async () => {
    const { page, context, problems, profileId } = await atProducts();
    await chooseFile(
      page,
      'Danh mục hàng hóa',
      csv(header, ['MOI-01', 'Bút bi xanh', 'Cái', '10', '50000'], ['', 'Không có mã', 'Cái', '1', '1000']),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Chỉ kiểm tra', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Kiểm tra' }).click();

    await dialog.getByText('Chỉ kiểm tra: chưa có dữ liệu nào được ghi.').waitFor();
    await dialog.getByRole('region', { name: 'Dòng bị từ chối' }).getByRole('row').nth(1).waitFor();
    expect(await productsOf(page, profileId, 'MOI-01')).toEqual([]);

    await dialog.getByRole('button', { name: 'Ghi vào hệ thống' }).click();
    await dialog.getByRole('button', { name: 'Tải tệp lỗi' }).waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Tải tệp lỗi' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().click();

    await page.getByRole('searchbox').fill('MOI-01');
    await page.getByRole('gridcell', { name: 'Bút bi xanh' }).waitFor();
    expect(await productsOf(page, profileId, 'MOI-01')).toMatchObject([{ name: 'Bút bi xanh', unit: 'Cái' }]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('recognises a file that was taken in before', async () => {
    const { page, context, problems } = await atProducts();
    await chooseFile(page, 'Sổ chi tiết mua hàng', path.join(product.dataDir, 'sample/amis/AP/SoMuaHang.xlsx'));
    await page.getByRole('dialog').getByRole('button', { name: 'Tải lên', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/đã được tải lên trước đây/)
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('refuses the file of another profile and leaves everything as it was', async () => {
    const { page, context, profileId } = await atProducts();
    const before = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=1`)).body.total;
    await chooseFile(page, 'Sổ chi tiết mua hàng', path.join(product.dataDir, 'sample/amis/BM/SoMuaHang.xlsx'));
    await page.getByRole('dialog').getByRole('button', { name: 'Tải lên', exact: true }).click();
    await page.getByRole('dialog').getByText('Dữ liệu cũ còn nguyên. Hãy sửa tệp rồi tải lên lại.').waitFor();
    const after = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=1`)).body.total;
    expect(after).toBe(before);
    await context.close();
  });
});

describe('a product', () => {
  it('is changed in its drawer, and the change is in its history', async () => {
    const { page, context, problems, profileId } = await atProducts();
    const [row] = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=1&sort=code`)).body
      .items;
    await page.getByRole('gridcell', { name: row!.code, exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Sửa' }).click();
    await drawer.getByLabel('Ghi chú').fill('Hàng dễ vỡ');
    await drawer.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText(`Đã lưu mã hàng ${row!.code}.`).waitFor();
    await drawer.getByRole('tab', { name: 'Lịch sử' }).click();
    await drawer.getByText('Hàng dễ vỡ').waitFor();
    expect((await ask<ProductRow>(page, `/amis/products/${row!.id}`)).body).toMatchObject({
      note: 'Hàng dễ vỡ',
      version: row!.version + 1,
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps both people’s changes when somebody saved in between', async () => {
    const { page, context, profileId } = await atProducts();
    const [, row] = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=2&sort=code`)).body
      .items;
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto(`${product.url}/amis/profiles/${profileId}/products?id=${row!.id}`);
      await one.getByRole('dialog').getByRole('button', { name: 'Sửa' }).click();
      await one.getByRole('dialog').getByLabel('Ghi chú').waitFor();
    }
    await other.getByRole('dialog').getByLabel('Nhóm').fill('Nhóm mới');
    await other.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
    await other.getByText(`Đã lưu mã hàng ${row!.code}.`).waitFor();

    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Ghi chú').fill('Của tôi');
    await drawer.getByRole('button', { name: 'Lưu' }).click();
    await drawer.getByText('Người khác vừa sửa bản ghi này.').waitFor();
    expect((await ask<ProductRow>(page, `/amis/products/${row!.id}`)).body.note).toBe(row!.note);
    await drawer.getByRole('button', { name: 'Áp dụng lại thay đổi của tôi' }).click();
    await expect.poll(() => drawer.getByLabel('Nhóm').inputValue()).toBe('Nhóm mới');
    await drawer.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText(`Đã lưu mã hàng ${row!.code}.`).waitFor();
    expect((await ask<ProductRow>(page, `/amis/products/${row!.id}`)).body).toMatchObject({
      note: 'Của tôi',
      group: 'Nhóm mới',
    });
    await context.close();
  });
});

import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Visit } from './stage/browser.ts';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type ProductRow = { id: string; code: string; name: string; unit: string; note: string; version: number };
type Page1<T> = { items: T[]; total: number };

const product = openProduct();

/** A signed-in visitor at a profile's products. */
async function atProducts(): Promise<Visit & { profileId: string }> {
  const visitor = await product.visit();
  await signIn(visitor.page, product.url);
  const profileId = await profileByCode(visitor.page, 'AP');
  await visitor.page.goto(`${product.url}/amis/profiles/${profileId}/products`);
  await visitor.page.getByRole('grid', { name: 'Hàng hóa AMIS' }).waitFor();
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
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: what }).click();
  await openDialog(page).locator('input[type=file]').setInputFiles(file);
}

describe('a catalogue', () => {
  it('takes a file in: check only, then for good, with what was refused and why', async () => {
    const { page, problems, profileId } = await atProducts();
    await chooseFile(
      page,
      'Danh mục hàng hóa',
      csv(header, ['MOI-01', 'Bút bi xanh', 'Cái', '10', '50000'], ['', 'Không có mã', 'Cái', '1', '1000']),
    );
    const dialog = openDialog(page);
    await dialog.getByText('Chỉ kiểm tra', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Kiểm tra', exact: true }).click();

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
  });

  it('recognises a file that was taken in before', async () => {
    const { page, problems } = await atProducts();
    await chooseFile(page, 'Sổ chi tiết mua hàng', path.join(product.dataDir, 'sample/amis/AP/SoMuaHang.xlsx'));
    await openDialog(page).getByRole('button', { name: 'Tải lên', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/đã được tải lên trước đây/)
      .waitFor();
    expect(problems).toEqual([]);
  });

  it('refuses the file of another profile and leaves everything as it was', async () => {
    const { page, profileId } = await atProducts();
    const before = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=1`)).body.total;
    await chooseFile(page, 'Sổ chi tiết mua hàng', path.join(product.dataDir, 'sample/amis/BM/SoMuaHang.xlsx'));
    await openDialog(page).getByRole('button', { name: 'Tải lên', exact: true }).click();
    await openDialog(page).getByText('Dữ liệu cũ còn nguyên. Hãy mở hồ sơ ấy rồi tải tệp ở đó.').waitFor();
    // The tray hears of it too, and does not tell a second time what the dialog has told.
    await openDialog(page).getByRole('button', { name: 'Đóng', exact: true }).last().click();
    await page.getByRole('button', { name: /^Tác vụ/ }).click();
    for (let answers = 0; answers < 2; answers++) await page.waitForResponse(/\/v1\/runs\?/);
    await page
      .getByRole('list', { name: 'Tác vụ' })
      .getByText(/^Tệp có vẻ thuộc hồ sơ/)
      .first()
      .waitFor();
    expect(await page.getByRole('region', { name: 'Thông báo' }).getByText('thất bại').count()).toBe(0);
    const after = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=1`)).body.total;
    expect(after).toBe(before);
  });
});

describe('an upload', () => {
  const file = csv(header, ['LAM-01', 'Bút dạ', 'Cái', '10', '50000'], ['LAM-02', 'Bút chì', 'Cái', '1', '1000']);
  const codes = async (page: Page, profileId: string) =>
    (await productsOf(page, profileId, 'LAM-0')).map(({ code }) => code).sort();
  const undo = async (page: Page): Promise<void> => {
    await openDialog(page).getByRole('button', { name: 'Hoàn tác', exact: true }).click();
    const confirm = openDialog(page).filter({ hasText: 'Hoàn tác lần tải tệp' });
    await confirm.getByText('2 bản ghi mới của tệp sẽ bị bỏ').waitFor();
    await confirm.getByRole('button', { name: 'Hoàn tác lần tải' }).click();
  };

  it('is taken back with one button, stays in the list as such, and can be sent again', async () => {
    const { page, problems, profileId } = await atProducts();
    for (let round = 0; round < 2; round += 1) {
      await chooseFile(page, 'Danh mục hàng hóa', file);
      await openDialog(page).getByRole('button', { name: 'Tải lên', exact: true }).click();
      await openDialog(page).getByRole('button', { name: 'Hoàn tác', exact: true }).waitFor();
      expect(await codes(page, profileId)).toEqual(['LAM-01', 'LAM-02']);
      await undo(page);
      await openDialog(page).getByText('dữ liệu đã trở lại như trước lần tải này').waitFor();
      expect(await codes(page, profileId)).toEqual([]);
      await openDialog(page).getByRole('button', { name: 'Đóng', exact: true }).last().click();
    }
    await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Các lần tải trước' }).click();
    await expect.poll(() => openDialog(page).getByText('Đã hoàn tác', { exact: true }).count()).toBe(2);
    expect(problems).toEqual([]);
  });

  it('is kept while other data depends on it, and the screen says which', async () => {
    const { page, profileId } = await atProducts();
    const later = csv(header, ['LAM-01', 'Bút dạ đỏ', 'Cái', '10', '50000']);
    for (const one of [file, later]) {
      await chooseFile(page, 'Danh mục hàng hóa', one);
      await openDialog(page).getByRole('button', { name: 'Tải lên', exact: true }).click();
      await openDialog(page).getByRole('button', { name: 'Hoàn tác', exact: true }).waitFor();
      await openDialog(page).getByRole('button', { name: 'Đóng', exact: true }).last().click();
    }
    await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Các lần tải trước' }).click();
    await openDialog(page).getByRole('listitem').nth(1).getByRole('button').click();
    await undo(page);
    await openDialog(page)
      .getByRole('alert')
      .getByText(/^Mã hàng «LAM-01» đã được tệp «hang-hoa-moi\.csv» sửa lúc .*Hãy hoàn tác lần tải đó trước\.$/)
      .waitFor();
    expect(await codes(page, profileId)).toEqual(['LAM-01', 'LAM-02']);
  });
});

describe('a product', () => {
  it('is changed in its drawer, and the change is in its history', async () => {
    const { page, problems, profileId } = await atProducts();
    const [row] = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=1&sort=code`)).body
      .items;
    await page.getByRole('gridcell', { name: row!.code, exact: true }).click();
    const drawer = openDialog(page);
    await drawer.getByRole('button', { name: 'Sửa', exact: true }).click();
    await drawer.getByLabel('Ghi chú').fill('Hàng dễ vỡ');
    await drawer.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByText(`Đã lưu mã hàng ${row!.code}.`).waitFor();
    await drawer.getByRole('tab', { name: 'Lịch sử' }).click();
    await drawer.getByText('Hàng dễ vỡ').first().waitFor();
    expect((await ask<ProductRow>(page, `/amis/products/${row!.id}`)).body).toMatchObject({
      note: 'Hàng dễ vỡ',
      version: row!.version + 1,
    });
    expect(problems).toEqual([]);
  });

  it('keeps both people’s changes when a colleague has saved in between', async () => {
    const { page, context, profileId } = await atProducts();
    const [, row] = (await ask<Page1<ProductRow>>(page, `/amis/products?profileId=${profileId}&limit=2&sort=code`)).body
      .items;
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto(`${product.url}/amis/profiles/${profileId}/products?id=${row!.id}`);
      await openDialog(one).getByRole('button', { name: 'Sửa', exact: true }).click();
      await openDialog(one).getByLabel('Ghi chú').waitFor();
    }
    await openDialog(other).getByLabel('Nhóm').fill('Nhóm mới');
    await openDialog(other).getByRole('button', { name: 'Lưu', exact: true }).click();
    await other.getByText(`Đã lưu mã hàng ${row!.code}.`).waitFor();

    const drawer = openDialog(page);
    await drawer.getByLabel('Ghi chú').fill('Của tôi');
    await drawer.getByRole('button', { name: 'Lưu', exact: true }).click();
    await drawer.getByText('Người khác vừa sửa bản ghi này.').waitFor();
    expect((await ask<ProductRow>(page, `/amis/products/${row!.id}`)).body.note).toBe(row!.note);
    await drawer.getByRole('button', { name: 'Áp dụng lại thay đổi của tôi' }).click();
    await expect.poll(() => drawer.getByLabel('Nhóm').inputValue()).toBe('Nhóm mới');
    await drawer.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByText(`Đã lưu mã hàng ${row!.code}.`).waitFor();
    expect((await ask<ProductRow>(page, `/amis/products/${row!.id}`)).body).toMatchObject({
      note: 'Của tôi',
      group: 'Nhóm mới',
    });
  });
});

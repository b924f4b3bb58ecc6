import { readFile } from 'node:fs/promises';
import { type CellValue, readXlsx } from 'hucre';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, WIDE } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { overflow, violations } from '../stage/look.ts';
import type { TextFile } from '../stage/sample-folder.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { cells } from '../stage/workbook.ts';

type Listed<T> = { items: T[] };

const product = openProduct();
let page: Page;
let problems: readonly string[];
let profileId: string;

beforeAll(async () => {
  ({ page, problems } = await product.visit());
  await signIn(page, product.url);
  const { items } = (await ask<Listed<{ id: string; code: string }>>(page, '/amis/profiles')).body;
  profileId = items.find(({ code }) => code === 'AP')!.id;
});

const HEADER = ['Ký hiệu', 'Gọi là', 'Đếm bằng', 'Còn'];
const productsNamed = async (q: string) =>
  (
    await ask<Listed<{ code: string; name: string; quantityOnHand: string; salePrice: string }>>(
      page,
      `/amis/products?profileId=${profileId}&q=${q}`,
    )
  ).body.items;

/** Sends a file to the products of the profile. */
async function send(file: TextFile): Promise<void> {
  await page.goto(`${product.url}/amis/profiles/${profileId}/products`);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục hàng hóa' }).click();
  await openDialog(page).locator('input[type=file]').setInputFiles(file);
  await openDialog(page).getByRole('button', { name: 'Tải lên', exact: true }).click();
}

/** Says in the head of a column what it is. */
async function choose(column: string, field: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^Cột ${column} .*là$`) }).click();
  await page
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .first()
    .click();
}

async function rowsOf(download: Download): Promise<(readonly (CellValue | undefined)[])[]> {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
  return sheets[0]!.rows;
}

describe('a workbook with headers of its own', () => {
  it('is mapped by hand with its effect in sight, imported, mended by its error workbook, and undone; the next one needs no hand', async () => {
    await send(
      await cells(
        'kho-rieng.xlsx',
        ['Sổ riêng của thủ kho'],
        HEADER,
        ['RIENG-01', 'Nồi đất', 'Cái', '1.250'],
        ['RIENG-02', null, 'Cái', '3'],
      ),
    );
    await openDialog(page).getByRole('button', { name: 'Chọn cột bằng tay' }).click();
    await page.getByRole('heading', { name: 'Kết quả đọc thử' }).waitFor();

    await page.getByRole('button', { name: 'Dòng 2 là dòng tiêu đề' }).click();
    await choose('A', 'Mã');
    await choose('B', 'Tên');
    await page.getByText('Chưa chọn cột nào là «Đơn vị tính chính».').waitFor();
    expect(await page.getByRole('button', { name: 'Nạp tệp' }).isDisabled()).toBe(true);
    await choose('C', 'Đơn vị tính chính');
    await choose('D', 'Số lượng tồn');
    await page.getByText(/^Cột D «Còn» ghi số bằng chữ \(ví dụ «1\.250»\)/).waitFor();
    await page.getByRole('combobox', { name: /^Cột D .*ghi số$/ }).click();
    await page.getByRole('option', { name: 'Phần lẻ sau dấu phẩy' }).click();

    await page.getByText('Cộng Số lượng tồn').waitFor();
    const effect = page.locator('section', { has: page.getByRole('heading', { name: 'Kết quả đọc thử' }) }).first();
    expect((await effect.innerText()).replace(/\s+/g, ' ')).toMatch(
      /Dòng đọc được 1 Dòng bị từ chối 1 Cộng Số lượng tồn 1\.250 .*Dòng 4, cột B «Gọi là»: đang trống/,
    );
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
    }
    await page.setViewportSize(WIDE);
    expect(await productsNamed('RIENG')).toEqual([]);

    await page.getByRole('button', { name: 'Xem thay đổi trước' }).click();
    await page.getByText('Chỉ kiểm tra: chưa có dữ liệu nào được ghi.').waitFor();
    await page.getByRole('tab', { name: 'Mới 1' }).waitFor();
    expect(await page.getByRole('region', { name: 'Mới', exact: true }).innerText()).toContain('RIENG-01\tNồi đất');
    expect(await productsNamed('RIENG')).toEqual([]);
    await page.getByRole('button', { name: 'Sửa lại các cột' }).click();

    await page.getByLabel('Tên cách đọc').fill('Sổ thủ kho');
    await page.getByRole('button', { name: 'Nạp tệp' }).click();
    await page.getByText('Tệp được đọc theo cách đọc đã ghi nhớ «Sổ thủ kho».').waitFor();
    expect(await productsNamed('RIENG')).toMatchObject([{ code: 'RIENG-01', quantityOnHand: '1250' }]);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Tải tệp lỗi' }).click();
    const [title, header, ...rows] = await rowsOf(await saved);
    expect(header).toEqual([...HEADER, 'Lỗi']);
    expect(rows[1]!.at(-1)).toContain('cột B «Gọi là»: đang trống');
    const mended = rows.map((row) => row.map((cell, at) => (at === 1 && !cell ? 'Chảo gang' : (cell ?? null))));

    await send(await cells('kho-rieng-da-sua.xlsx', ...([title, header, ...mended] as string[][])));
    const dialog = openDialog(page);
    await dialog.getByText('Tệp được đọc theo cách đọc đã ghi nhớ «Sổ thủ kho».').waitFor();
    expect((await productsNamed('RIENG')).map(({ code }) => code).toSorted()).toEqual(['RIENG-01', 'RIENG-02']);

    await dialog.getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByRole('button', { name: 'Hoàn tác lần tải' }).click();
    await page.getByText(/^Đã hoàn tác lúc/).waitFor();
    expect((await productsNamed('RIENG')).map(({ code }) => code)).toEqual(['RIENG-01']);
    expect(problems).toEqual([]);
  });

  it('shows each cell that it changes before it is taken in, and keeps them to be looked at', async () => {
    const price = ['Mã', 'Tên', 'Đơn vị tính chính', 'Đơn giá bán 1'];
    await send(
      await cells('gia-moi.xlsx', price, ['RIENG-01', 'Nồi đất', 'Cái', 150000], ['RIENG-05', 'Ấm', 'Cái', 9]),
    );
    await openDialog(page)
      .getByRole('tab', { name: /^Không có trong tệp/ })
      .waitFor();
    await page.getByRole('button', { name: 'Đóng', exact: true }).last().click();

    await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Danh mục hàng hóa' }).click();
    const dialog = openDialog(page);
    const rows = [
      ['RIENG-01', 'Nồi đất nung', 'Cái', 175500.5],
      ['RIENG-06', 'Chõ', 'Cái', 7],
    ];
    await dialog.locator('input[type=file]').setInputFiles(await cells('gia-thang-sau.xlsx', price, ...rows));
    await dialog.getByRole('checkbox', { name: 'Chỉ kiểm tra' }).check();
    await dialog.getByRole('button', { name: 'Kiểm tra', exact: true }).click();
    const told = dialog.getByRole('region', { name: 'Tệp đổi những gì' });
    await told.getByRole('tab', { name: 'Thay đổi 1' }).waitFor();
    const changed = told.getByRole('region', { name: 'Thay đổi', exact: true });
    expect((await changed.innerText()).replace(/\s+/g, ' ')).toContain(
      'RIENG-01 Nồi đất nung Tên hàng: Nồi đất → Nồi đất nung Giá bán: 150.000 → 175.500,5',
    );
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
    }
    await page.setViewportSize(WIDE);
    await told.getByRole('tab', { name: /^Không có trong tệp/ }).click();
    await told.getByLabel('Tìm bản ghi').fill('am');
    await told.getByRole('region', { name: 'Không có trong tệp' }).getByText('RIENG-05').waitFor();
    const saved = page.waitForEvent('download');
    await told.getByRole('button', { name: 'Tải bảng thay đổi' }).click();
    expect(await rowsOf(await saved)).toContainEqual(
      expect.arrayContaining(['Thay đổi', 'RIENG-01', 'Giá bán', '150000', '175500.5']),
    );
    await dialog.getByRole('button', { name: 'Ghi vào hệ thống' }).click();
    await dialog.getByText('Tệp đã đổi những gì').waitFor();
    expect((await productsNamed('RIENG-01'))[0]).toMatchObject({ name: 'Nồi đất nung', salePrice: '175500.5' });
    expect(problems).toEqual([]);
  });

  it('has its map among the remembered ones, to be changed and removed', async () => {
    await page.goto(`${product.url}/uploads`);
    await page.getByRole('button', { name: 'Sửa cách đọc Sổ thủ kho' }).click();
    const dialog = openDialog(page);
    await dialog.getByLabel('Tên cách đọc').fill('Sổ thủ kho mới');
    await dialog.getByRole('combobox', { name: /^Cột C .*là$/ }).click();
    await page.getByRole('option', { name: 'Không đọc' }).click();
    await dialog.getByText('Chưa chọn cột nào là «Đơn vị tính chính».').waitFor();
    expect(await dialog.getByRole('button', { name: 'Lưu' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: /^Cột C .*là$/ }).click();
    await page.getByRole('option', { name: /^Đơn vị tính chính/ }).click();
    await dialog.getByRole('button', { name: 'Lưu' }).click();
    await page.getByRole('button', { name: 'Bỏ cách đọc Sổ thủ kho mới' }).click();
    await openDialog(page).getByRole('button', { name: 'Bỏ cách đọc', exact: true }).click();
    await page.getByText('Đã bỏ cách đọc «Sổ thủ kho mới».').waitFor();
    expect((await ask<Listed<object>>(page, '/file-maps')).body.items).toEqual([]);
    await send(await cells('kho-rieng-nua.xlsx', HEADER, ['RIENG-03', 'Ấm', 'Cái', '3']));
    await openDialog(page).getByRole('button', { name: 'Chọn cột bằng tay' }).waitFor();
    expect(problems).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { lookAtBothSizes } from '../stage/look.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { type TaxFile, tampered, taxFilesOf, taxList, taxZip } from '../stage/tax-files.ts';
import { taxScreens } from '../stage/tax-screens.ts';

type Profile = { readonly code: string; readonly name: string; readonly taxCode: string };
type Row = { readonly id: string; readonly number: string; readonly total: number };

const product = openProduct();
let visitor: Visit;
let own: Profile;
let files: readonly TaxFile[];

beforeAll(async () => {
  visitor = await product.visit();
  await signIn(visitor.page, product.url);
  const { items } = (await ask<{ items: Profile[] }>(visitor.page, '/amis/profiles')).body;
  own = items.find(({ code }) => code === 'AP')!;
  files = taxFilesOf(own);
});

const rowsOf = async (page: Page): Promise<Row[]> =>
  (await ask<{ items: Row[] }>(page, '/tax-invoices?sort=number')).body.items;

/** The figures of the report in the dialog, by their names. */
async function figures(page: Page): Promise<Record<string, string>> {
  const dialog = openDialog(page);
  await dialog.getByText('Hóa đơn mới').waitFor();
  const names = ['Tệp XML đã xem', 'Hóa đơn mới', 'Đã có', 'Bản khác', 'Bị từ chối'];
  const value = (name: string) => dialog.getByText(name, { exact: true }).locator('xpath=following-sibling::*[1]');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await value(name).innerText()])));
}

async function upload(page: Page, given: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole('button', { name: 'Nạp hóa đơn' }).first().click();
  await openDialog(page).getByLabel('Các tệp').setInputFiles(given);
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
}

const close = (page: Page) => openDialog(page).getByRole('button', { name: 'Đóng', exact: true }).last().click();

it('a zip that is dropped on any page comes in: purchases, sales, and what in it is no invoice', async () => {
  const { page, problems } = visitor;
  await page.getByText('Các bước của kỳ').waitFor();
  const zip = await taxZip('thang-9.zip', files);
  const dropped = await page.evaluateHandle(
    ({ name, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
      return data;
    },
    { name: zip.name, base64: zip.buffer.toString('base64') },
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await openDialog(page).getByText('thang-9.zip').waitFor();
  // By keyboard alone from here.
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).focus();
  await page.keyboard.press('Enter');
  expect(await figures(page)).toEqual({
    ...{ 'Tệp XML đã xem': '4', 'Hóa đơn mới': '4', 'Đã có': '0', 'Bản khác': '0', 'Bị từ chối': '0' },
  });
  await openDialog(page).getByText('Trong số vừa nhận: 3 hóa đơn mua vào, 1 hóa đơn bán ra.').waitFor();
  await openDialog(page)
    .getByText(/^Bỏ qua 2 tệp không phải hóa đơn: /)
    .waitFor();
  await close(page);
  expect(new URL(page.url()).pathname).toBe('/tax-invoices');
  const grid = page.getByRole('grid', { name: 'Kho hóa đơn' });
  await grid.getByRole('gridcell', { name: 'Cửa hàng Bình Minh' }).waitFor();
  await page.getByRole('combobox', { name: /^Chiều: / }).click();
  await page.getByRole('option', { name: 'Mua vào' }).click();
  await grid.getByRole('gridcell', { name: 'Cửa hàng Bình Minh' }).waitFor({ state: 'detached' });
  expect(await grid.getByRole('gridcell', { name: 'Công ty TNHH Vật tư Hồng Hà' }).count()).toBe(3);
  expect(problems).toEqual([]);
});

it('one invoice is read as on paper, says what its signature proves, and its file is had byte by byte', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/tax-invoices?sort=number`);
  await page.locator('[data-open]', { hasText: /^13$/ }).click();
  const paper = page.getByRole('article', { name: 'Nội dung hóa đơn' });
  await paper.getByRole('heading', { name: 'Hóa đơn giá trị gia tăng' }).waitFor();
  const row = (await rowsOf(page)).find(({ number }) => number === '13')!;
  await paper.getByText(row.total.toLocaleString('vi-VN'), { exact: true }).waitFor();
  await page
    .getByText('Chữ ký toàn vẹn, người ký: Công ty TNHH Vật tư Hồng Hà, MST 0107777776.', { exact: true })
    .waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/hợp lệ/i);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải tệp XML gốc' }).click();
  const saved = await readFile(await (await download).path());
  expect(saved.equals(files.find(({ name }) => name === 'mua-13.xml')!.bytes)).toBe(true);
  const thread = page.getByRole('list', { name: 'Chuỗi hóa đơn' });
  await thread.getByRole('link', { name: '1C26TAA số 12' }).click();
  await thread.getByText('thay thế cho 1C26TAA số 12').waitFor();
  await page.getByText('Hóa đơn này không được tính nữa.').waitFor();
  expect(problems).toEqual([]);
});

it('the same zip again changes nothing, and a file changed by one digit is refused with its reason', async () => {
  const { page, problems } = visitor;
  const before = await rowsOf(page);
  await page.goto(`${product.url}/tax-invoices`);
  await upload(page, await taxZip('thang-9.zip', files));
  expect(await figures(page)).toMatchObject({ 'Hóa đơn mới': '0', 'Đã có': '4', 'Bị từ chối': '0' });
  await openDialog(page).getByText('Mọi hóa đơn trong tệp đã có ở kho, nên không có gì thay đổi.').waitFor();
  await openDialog(page).getByRole('button', { name: 'Nạp tệp khác' }).click();
  const { name, bytes } = tampered(files[0]!);
  await openDialog(page).getByLabel('Các tệp').setInputFiles({ name, mimeType: 'text/xml', buffer: bytes });
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
  expect(await figures(page)).toMatchObject({ 'Hóa đơn mới': '0', 'Đã có': '0', 'Bị từ chối': '1' });
  const refused = openDialog(page).getByRole('region', { name: 'Tệp bị từ chối' });
  await refused.getByText('sua-mua-12.xml').waitFor();
  await refused.getByText(/^Chữ ký của người bán đã bị phá vỡ\./).waitFor();
  await close(page);
  expect(await rowsOf(page)).toEqual(before);
  // Its report is found again.
  await page.getByRole('button', { name: 'Các lần nạp trước' }).click();
  await openDialog(page)
    .getByRole('button', { name: /^sua-mua-12\.xml/ })
    .click();
  await refused.getByText('sua-mua-12.xml').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
});

it('the portal’s list that is dropped among other files is led here, shows the states and the invoices without XML', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/uploads`);
  await page.getByLabel('Các tệp').setInputFiles(await taxList(own));
  await page.getByRole('button', { name: 'Mở ở «Kho hóa đơn»' }).click();
  await openDialog(page).getByText('danh-sach-9.xlsx').waitFor();
  await openDialog(page).getByRole('button', { name: 'Nạp hóa đơn' }).click();
  await openDialog(page).getByText('3 hóa đơn: 3 mới ở danh sách.').waitFor();
  await close(page);
  const grid = page.getByRole('grid', { name: 'Kho hóa đơn' });
  await grid.getByRole('gridcell', { name: 'Bị thay thế' }).waitFor();
  await grid.getByRole('gridcell', { name: 'Bị điều chỉnh' }).waitFor();
  await page.getByRole('combobox', { name: /^Nguồn: / }).click();
  await page.getByRole('option', { name: 'Chỉ có ở danh sách' }).click();
  await grid.getByRole('gridcell', { name: 'Thay thế' }).first().waitFor({ state: 'detached' });
  await page.locator('[data-open]', { hasText: /^15$/ }).click();
  await page.getByText(/^Kho chưa có tệp XML của hóa đơn này/).waitFor();
  await page.getByText(/nhưng kho chưa có hóa đơn nào làm việc đó/).waitFor();
  expect(await page.getByRole('article', { name: 'Nội dung hóa đơn' }).count()).toBe(0);
  const replaced = (await rowsOf(page)).find(({ number }) => number === '12')!;
  await page.goto(`${product.url}/tax-invoices/${replaced.id}`);
  await page.getByText('Hóa đơn này không được tính nữa. Danh sách mới nhất ghi: bị thay thế.').waitFor();
  await page.getByRole('list', { name: 'Chuỗi hóa đơn' }).getByRole('link', { name: '1C26TAA số 13' }).click();
  await page.getByText('Hóa đơn này được tính. Danh sách mới nhất ghi: thay thế.').waitFor();
  await page.goto(`${product.url}/tax-invoices`);
  await page.getByRole('button', { name: 'Danh sách đã nạp' }).click();
  const cover = openDialog(page).getByRole('region', { name: 'Đủ đến đâu' });
  await cover.getByRole('row', { name: '09/2026 AP Mua vào Đủ Chưa có Chưa có 3 2 1' }).waitFor();
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
});

it('a list that was loaded by mistake is taken back in its dialog, and may come again', async () => {
  const { page, problems } = visitor;
  const before = (await rowsOf(page)).length;
  await page.goto(`${product.url}/tax-invoices`);
  await page.getByRole('button', { name: 'Danh sách đã nạp' }).click();
  await openDialog(page).getByRole('button', { name: 'Bỏ danh sách danh-sach-9.xlsx' }).click();
  await openDialog(page).getByText('điều nó nói về 3 hóa đơn trở lại như trước khi nạp', { exact: false }).waitFor();
  await openDialog(page).getByRole('button', { name: 'Bỏ danh sách', exact: true }).click();
  await page.getByText('Đã bỏ danh sách «danh-sach-9.xlsx».').first().waitFor();
  expect((await rowsOf(page)).length).toBe(before - 1);
  await page.keyboard.press('Escape');
  await upload(page, await taxList(own));
  await openDialog(page).getByText('3 hóa đơn: 3 mới ở danh sách.').waitFor();
  await close(page);
  expect((await rowsOf(page)).length).toBe(before);
  expect(problems).toEqual([]);
});

it('the list, its dialogs and one invoice are without axe violations, on both sizes and in both themes', async () => {
  const { page } = visitor;
  await page.goto(`${product.url}/tax-invoices`);
  expect(await lookAtBothSizes(page, await taxScreens(page))).toEqual({});
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { generate } from '../stage/month-actions.ts';
import { ask, DEMO_PASSWORD, fillSignIn, signIn } from '../stage/sign-in.ts';

type Listed = { items: { id: string; code: string }[] };

const product = openProduct();
let visitor: Visit;
let products: string;

beforeAll(async () => {
  visitor = await product.visit();
  await signIn(visitor.page, product.url);
  await generate(visitor.page, 'Sinh hóa đơn');
  const { items } = (await ask<Listed>(visitor.page, '/amis/profiles')).body;
  products = `${product.url}/amis/profiles/${items.find(({ code }) => code === 'AP')!.id}/products`;
});

it('says nothing of a period that is still on its way: neither that nothing was made nor that all is well', async () => {
  const { page, problems } = visitor;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // The session and the list of periods come at once; the contents of a period are held back.
  await page.route(/\/v1\/invoice-issuance\/periods\/[^?]+/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(product.url);
  await page.getByText('Cân đối với sổ Bravo').waitFor();
  await page.getByText('Kiểm tra kỳ').waitFor();
  const early =
    /Chưa sinh|Khớp đến từng đồng|Tiền hàng khớp|Không có vướng mắc|Chưa có hóa đơn|Chưa nạp|0 hóa đơn|0 dòng/;
  for (let looks = 0; looks < 5; looks += 1) {
    expect(await page.locator('#content').innerText()).not.toMatch(early);
    await page.waitForTimeout(200);
  }
  letGo();
  await page.getByText(/Khớp đến từng đồng|Tiền hàng khớp/).waitFor();
  await page.unroute(/\/v1\/invoice-issuance\/periods\/[^?]+/);
  expect(problems).toEqual([]);
});

it('a file that cannot be sent says so in its dialog, which keeps it to be sent again', async () => {
  const { page, problems } = visitor;
  await page.goto(products);
  await page.getByRole('button', { name: 'Tải lên', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Danh mục hàng hóa' }).click();
  const dialog = openDialog(page);
  const text = '\uFEFFMã;Tên;Đơn vị tính chính\r\nTAY-1;Hàng thử;Cái\r\n';
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'hang.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.route(/\/v1\/amis\/products\/bulk/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Tải lên', exact: true }).click();
  await dialog.getByText(/kết nối/i).waitFor();
  expect(
    await page
      .getByRole('region', { name: 'Thông báo' })
      .getByText(/kết nối/i)
      .count(),
  ).toBe(0);
  await dialog.getByText('hang.csv').first().waitFor();
  await page.unroute(/\/v1\/amis\/products\/bulk/);
  await dialog.getByRole('button', { name: 'Tải lên', exact: true }).click();
  await dialog.getByText('Dòng đã đọc').waitFor();
  await dialog.getByRole('button', { name: 'Đóng', exact: true }).last().click();
  // The browser itself tells of a request that was cut off; of nothing else.
  expect(problems.every((one) => one.includes('ERR_FAILED'))).toBe(true);
  problems.length = 0;
});

it('«Quên mật khẩu?» and back still leads to the page that was wanted', async () => {
  const { page } = await product.visit();
  await page.goto(`${product.url}/bravo/items?group=X`);
  await page.waitForURL(/\/sign-in\?/);
  await page.getByRole('link', { name: 'Quên mật khẩu?' }).click();
  await page.waitForURL(/\/forgot-password\?/);
  await page.getByRole('link', { name: 'Quay lại đăng nhập' }).click();
  await page.waitForURL(/\/sign-in\?/);
  await fillSignIn(page, 'ketoan@khop.local', DEMO_PASSWORD);
  await page.waitForURL(`${product.url}/bravo/items?group=X`);
});

it('pickers open on the first key: a choice goes to what begins with it, a search begins with it', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/?tab=shortages`);
  const by = page.getByRole('combobox', { name: 'Xem theo' });
  await by.focus();
  await page.keyboard.press('t');
  await page.getByRole('listbox').waitFor();
  expect(await by.innerText()).toContain('Theo từng phần');
  await page.keyboard.press('Escape');

  await page.goto(products.replace(/products$/, 'product-connections?new=true'));
  const field = openDialog(page).getByRole('combobox').first();
  await field.focus();
  const { items } = (await ask<Listed>(page, '/amis/products?limit=1&sort=code')).body;
  await page.keyboard.type(items[0]!.code.slice(0, 1));
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
});

const note = (page: Page) => openDialog(page).getByLabel('Ghi chú');

it('Esc on a form that was changed keeps what was typed', async () => {
  const { page, problems } = visitor;
  await page.goto(products);
  const open = async () => {
    await page.locator('[role="grid"] [data-r="0"] [data-open]').click();
    await openDialog(page).getByRole('button', { name: 'Sửa', exact: true }).or(note(page)).first().waitFor();
    const edit = openDialog(page).getByRole('button', { name: 'Sửa', exact: true });
    if (await edit.isVisible()) await edit.click();
    await note(page).waitFor();
  };
  await open();
  await note(page).fill('Đang gõ dở');
  await page.keyboard.press('Escape');
  await openDialog(page).waitFor({ state: 'hidden' });
  await open();
  expect(await note(page).inputValue()).toBe('Đang gõ dở');
  // «Hủy» lets it go for good.
  await openDialog(page).getByRole('button', { name: 'Hủy', exact: true }).click();
  await page.keyboard.press('Escape');
  await openDialog(page).waitFor({ state: 'hidden' });
  await open();
  expect(await note(page).inputValue()).not.toBe('Đang gõ dở');
  expect(problems).toEqual([]);
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeViolations } from './accessibility.ts';
import { openDialog } from './dialog.ts';
import { openProduct } from './journey.ts';
import { generate, openFirstRow } from './month-actions.ts';
import { ask, signIn } from './sign-in.ts';

type Listed<T> = { items: T[] };
type Sale = Record<'amount' | 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded', number> & { id: string };

const product = openProduct();
let page: Page;

/** The sample company with its invoices. */
beforeAll(async () => {
  ({ page } = await product.visit());
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await generate(page, 'Sinh hóa đơn');
});

const dialog = () => openDialog(page);

async function lists<T>(rest: string): Promise<T[]> {
  const [period] = (await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods')).body.items;
  return (await ask<Listed<T>>(page, `/invoice-issuance/periods/${period!.id}/${rest}`)).body.items;
}

it('a shortage leads to the form that connects its item, with the item filled in', async () => {
  const [shortage] = await lists<{ itemCode: string }>('shortages?reason=ITEM_NOT_CONNECTED&sort=-amount&limit=1');
  await page.goto(`${product.url}/?tab=shortages&reason=ITEM_NOT_CONNECTED`);
  await openFirstRow(page.getByRole('grid', { name: 'Phần chưa xuất hóa đơn' }));
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: shortage!.itemCode }) });
  await line.getByText('Chưa nối mã hàng').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await line
    .getByRole('link', { name: /^Nối với mã hàng của/ })
    .first()
    .click();
  await dialog().getByText(shortage!.itemCode).first().waitFor();
  await dialog().getByRole('button', { name: 'Hủy', exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).search).not.toMatch(/bravo|new/);
});

it('the figures of a document add up on its page, returns included', async () => {
  const sales = await lists<Sale>('invoice-bravo-sales?limit=500');
  const netted = (sale: Sale) => sale.amount - sale.invoiced - sale.alreadyInvoiced - sale.unallocated - sale.excluded;
  const sale = sales.find((one) => netted(one) !== 0)!;
  await page.goto(`${product.url}/invoices/bravo-sales/${sale.id}`);
  const figure = page.getByText('Bù trừ trả hàng', { exact: true }).locator('..');
  await expect.poll(() => figure.innerText()).toContain(netted(sale).toLocaleString('vi-VN'));
});

it('an invoice that cannot be read again stays on screen and says so', async () => {
  const [invoice] = await lists<{ id: string }>('amis-invoices?limit=1');
  await page.goto(`${product.url}/invoices/${invoice!.id}`);
  const document = page.getByText('HÓA ĐƠN GIÁ TRỊ GIA TĂNG');
  await document.waitFor();
  await page.route(`**/amis-invoices/${invoice!.id}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Ghim', exact: true }).click();
  const notice = page.getByText('Chưa tải lại được nên đang hiện số liệu đã tải trước đó.');
  await notice.waitFor();
  expect(await document.isVisible()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await page.getByText('Đã ghim', { exact: true }).waitFor();
  await notice.waitFor({ state: 'hidden' });
});

it('a period that cannot be saved says what it lacks', async () => {
  await page.goto(`${product.url}/?settings=true`);
  await dialog().getByLabel('Tên kỳ').fill(' ');
  const chosen = dialog().getByRole('checkbox', { name: / · /, checked: true });
  await chosen.first().waitFor();
  while ((await chosen.count()) > 0) await chosen.first().uncheck();
  await dialog().getByRole('button', { name: 'Lưu' }).click();
  await dialog().getByText('Đặt tên cho kỳ.').waitFor();
  await dialog().getByText('Chọn ít nhất một hồ sơ AMIS.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).searchParams.has('settings')).toBe(false);
});

import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openProduct } from '../stage/journey.ts';
import { lookAtBothSizes } from '../stage/look.ts';
import { ask, signIn } from '../stage/sign-in.ts';
import { expectedScreens, takeTaxInvoices } from '../stage/tax-screens.ts';

const product = openProduct();
let visitor: Visit;
let profile: string;

beforeAll(async () => {
  visitor = await product.visit();
  await signIn(visitor.page, product.url);
  const { items } = (await ask<{ items: { id: string }[] }>(visitor.page, '/amis/profiles?sort=code')).body;
  profile = `/amis/profiles/${items[0]!.id}`;
  await takeTaxInvoices(visitor.page, `${product.url}/tax-invoices`);
});

it('an item of a supplier is connected by keyboard, and its goods are on their way', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}${profile}/supplier-items`);
  const article = page.getByRole('article', { name: 'Mặt hàng đang xem' });
  const list = page.getByRole('complementary', { name: 'Danh sách mặt hàng' });
  const first = list.getByRole('button').first();
  const name = (await first.locator('span').first().innerText()).trim();
  await article.getByRole('row', { name: /^Tên/ }).getByText(name.split(' ')[0]!).first().waitFor();

  // Not kept in stock, and taken back.
  await page.keyboard.press('r');
  await page.getByText(`${name}: không phải hàng tồn kho.`).first().waitFor();
  await expect.poll(() => first.locator('span').first().innerText()).not.toBe(name);
  await page.keyboard.press('u');
  await expect.poll(() => first.locator('span').first().innerText()).toBe(name);
  await first.click();

  await article.getByRole('combobox', { name: 'Mã hàng AMIS khác' }).click();
  await page.getByRole('option').first().click();
  await article.getByRole('textbox', { name: /^Hệ số quy đổi/ }).fill('12');
  await page.getByRole('button', { name: /^Nối Enter$|^Nối$/ }).click();
  await page.getByText(`Đã nối ${name}.`).first().waitFor();

  await page.goto(`${product.url}${profile}/expected-lots`);
  const row = page.getByRole('grid', { name: 'Hàng đang về' }).getByRole('row').filter({ hasText: name });
  await row
    .getByText(/^(Đang về|Quá một tháng chưa nhập)$/)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
});

it('its screens are without axe violations and fit a phone, in light and dark', async () => {
  expect(await lookAtBothSizes(visitor.page, expectedScreens(profile))).toEqual({});
}, 300_000);

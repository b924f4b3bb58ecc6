import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { signIn } from './sign-in.ts';

const PHONE = { width: 390, height: 844 };

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Only lists scroll sideways, inside themselves; a page never does. */
const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

it('is usable on a phone: cockpit, navigation, a list, a record, a form', async () => {
  const { page, context, problems } = await visit(browser, PHONE);
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  expect(await pageWidth(page)).toBe(PHONE.width);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Mở điều hướng' }).click();
  const nav = page.getByRole('dialog').getByRole('navigation');
  await nav.getByRole('link', { name: 'Đối tượng' }).click();
  await page.waitForURL(/bravo\/partners/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const grid = page.getByRole('grid', { name: 'Đối tượng Bravo' });
  await grid.getByRole('gridcell').first().waitFor();
  expect(await pageWidth(page)).toBe(PHONE.width);
  const rows = await grid.evaluate((element) => element.getBoundingClientRect().height);
  expect(rows, 'the rows keep at least half of the screen').toBeGreaterThan(PHONE.height / 2);

  await grid.locator('[data-open]').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Lịch sử' }).waitFor();
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: PHONE.width });
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Đóng', exact: true }).click();

  await page.goto(`${product.url}/amis/profiles?edit=new`);
  const form = page.getByRole('dialog', { name: 'Tạo hồ sơ' });
  await form.getByLabel('Mã hồ sơ').fill('DT');
  expect((await form.boundingBox())!.width).toBeLessThanOrEqual(PHONE.width);
  expect(problems).toEqual([]);
  await context.close();
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { PHONE } from './stage/browser.ts';
import { openDialog } from './stage/dialog.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

const product = openProduct();

/** Only lists scroll sideways, inside themselves; a page never does. */
const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

it('is usable on a phone: cockpit, navigation, a list, a record, a form', async () => {
  const { page, problems } = await product.visit({ viewport: PHONE });
  await signIn(page, product.url);
  await page.getByText('Các bước của kỳ').waitFor();
  await expect.poll(() => pageWidth(page)).toBe(PHONE.width);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Mở điều hướng' }).click();
  const nav = openDialog(page).getByRole('navigation');
  await nav.getByRole('link', { name: 'Đối tượng' }).click();
  await page.waitForURL(/bravo\/partners/);
  await openDialog(page).waitFor({ state: 'detached' });
  const grid = page.getByRole('grid', { name: 'Đối tượng Bravo' });
  await grid.getByRole('gridcell').first().waitFor();
  await expect.poll(() => pageWidth(page)).toBe(PHONE.width);
  const rows = () => grid.evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(rows, { message: 'the rows keep at least half of the screen' }).toBeGreaterThan(PHONE.height / 2);

  await grid.locator('[data-open]').first().click();
  const drawer = openDialog(page);
  await drawer.getByRole('tab', { name: 'Lịch sử' }).waitFor();
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: PHONE.width });
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Đóng', exact: true }).click();

  await page.goto(`${product.url}/amis/profiles?edit=new`);
  const form = page.getByRole('dialog', { name: 'Tạo hồ sơ' });
  await form.getByLabel('Mã hồ sơ').fill('DT');
  expect((await form.boundingBox())!.width).toBeLessThanOrEqual(PHONE.width);
  expect(problems).toEqual([]);
});

it('reviews suggestions on the narrowest screen, or at four times the size, without scrolling sideways', async () => {
  const { page, problems } = await product.visit({ viewport: { width: 320, height: 640 } });
  await signIn(page, product.url);
  const { items } = (await ask<{ items: { id: string }[] }>(page, '/amis/profiles?sort=code')).body;
  await page.goto(`${product.url}/amis/profiles/${items[0]!.id}/product-connections/suggestions`);
  await page.getByText('Không có gợi ý nào đang chờ.').waitFor();
  await page.getByRole('button', { name: 'Sinh gợi ý' }).last().click();
  const accept = page.getByRole('button', { name: 'Chấp nhận', exact: true });
  await accept.waitFor();
  await expect.poll(() => pageWidth(page)).toBe(320);
  const { x, width } = (await accept.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(320);
  expect(problems).toEqual([]);
});

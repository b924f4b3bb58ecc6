import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { launchBrowser, visit } from './stage/browser.ts';
import { type Product, startProduct } from './stage/product.ts';
import { ask, signIn } from './stage/sign-in.ts';

let product: Product;
let browser: Browser;
let page: Page;
let problems: readonly string[];
let review: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  ({ page, problems } = await visit(browser));
  await signIn(page, product.url);
  const profiles = await ask<{ items: { id: string }[] }>(page, '/amis/profiles?sort=code');
  review = `${product.url}/amis/profiles/${profiles.body.items[0]!.id}/product-connections/suggestions`;
  await page.goto(review);
  await page.getByRole('button', { name: 'Sinh gợi ý' }).last().click();
  await desk().waitFor({ timeout: 120_000 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const desk = (on = page) => on.getByRole('article', { name: 'Cặp đang xem' });
const place = () => new URL(page.url()).searchParams.get('at');

describe('keys', () => {
  it('lists every key by "?", decides nothing meanwhile, and goes to the search by "/"', async () => {
    await expect.poll(place).not.toBeNull();
    const before = place();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Phím tắt' });
    await list.getByText('Từ chối, rồi một số để chọn lý do').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(place()).toBe(before);

    await page.keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await page.keyboard.type('a?/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('a?/');
    await page.keyboard.press('Escape');
    await desk().click();
  });

  it('opens the batch by Shift+A and accepts nothing with it', async () => {
    await page.keyboard.press('Shift+A');
    const dialog = page.getByRole('dialog', { name: 'Chấp nhận hàng loạt' });
    await dialog.getByRole('button', { name: /^Chấp nhận [1-9]/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Còn \d+$/).waitFor();
  });

  it('does nothing with letters that a typing program for Vietnamese has put in the place of others', async () => {
    const before = place();
    // As UniKey sends a second and a third A.
    await page.evaluate(() => {
      for (const key of ['Backspace', 'â', 'Backspace', 'a', 'a'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await page.getByText('Bộ gõ tiếng Việt đang đổi phím chữ, nên chưa làm gì.').waitFor();
    expect(place()).toBe(before);
    await page.getByText(/^Còn \d+$/).waitFor();
    // The keys without letters always work.
    await page.keyboard.press('Delete');
    await page.getByRole('menu', { name: 'Lý do từ chối' }).waitFor();
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });
});

/** The controls in sight that are drawn smaller than a finger needs. */
const tooSmall = (on: Page, within: string) =>
  on.locator(within).evaluate((part) =>
    [
      ...part.querySelectorAll<HTMLElement>(
        'button, [role="combobox"], input:not([type="file"]), [data-check], [data-r]',
      ),
    ]
      .map((element) => ({ element, box: (element.closest('label, [data-check]') ?? element).getBoundingClientRect() }))
      .filter(({ element, box }) => box.width > 0 && getComputedStyle(element).opacity !== '0' && box.height < 43.5)
      .map(({ element, box }) => `${Math.round(box.height)} px: ${element.ariaLabel ?? element.textContent}`),
  );

it('gives a finger room: the buttons of the review, the rows of a list and their boxes', async () => {
  const context = await browser.newContext({
    locale: 'vi-VN',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await signIn(phone, product.url);
  await phone.goto(review);
  await desk(phone).waitFor();
  const foot = phone.locator('[data-foot]');
  await foot.getByText('Từ chối', { exact: true }).waitFor();
  expect(await tooSmall(phone, '[data-foot]')).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await phone.goto(`${product.url}/bravo/partners`);
  const grid = phone.getByRole('grid', { name: 'Đối tượng Bravo' });
  const box = grid.getByRole('checkbox', { name: 'Chọn dòng 1', exact: true });
  await box.waitFor();
  expect(await tooSmall(phone, '[role="grid"] [role="rowgroup"]:last-of-type')).toEqual([]);
  // Beside the box is still the box, not the row that opens a drawer.
  const cell = (await grid.locator('[data-check]').first().boundingBox())!;
  await phone.touchscreen.tap(cell.x + 5, cell.y + cell.height / 2);
  await phone.getByText('1 dòng được chọn').waitFor();
  await expect.poll(() => box.isChecked()).toBe(true);
  expect(await phone.getByRole('dialog').count()).toBe(0);
  await context.close();
});

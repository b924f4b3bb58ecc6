import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from './stage/browser.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type Listed = { items: { id: string; code: string }[]; total: number };

const product = openProduct();
let visitor: Visit;
let list: string;
let total: number;

beforeAll(async () => {
  visitor = await product.visit();
  await signIn(visitor.page, product.url);
  const profiles = (await ask<Listed>(visitor.page, '/amis/profiles')).body.items;
  const { id } = profiles.find(({ code }) => code === 'AP')!;
  list = `${product.url}/amis/profiles/${id}/products`;
  total = (await ask<Listed>(visitor.page, `/amis/products?profileId=${id}&limit=1`)).body.total;
});

/** The paper of a page: how many sheets, and their sizes. */
async function paperOf(page: Page): Promise<{ sheets: number; sizes: string[] }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/g)];
  return { sheets: boxes.length, sizes: [...new Set(boxes.map(([, width, height]) => `${width} × ${height}`))] };
}

/** The rows and the text on paper while the browser takes its picture. */
const printed = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const rows = document.querySelectorAll('[role="grid"] [data-r] [data-c="0"]').length;
    const text = document.querySelector<HTMLElement>('#content')!.innerText;
    dispatchEvent(new Event('afterprint'));
    return { rows, text };
  });

/** Ctrl+P, and what was here when the browser was told to print. */
async function pressPrint(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await page.keyboard.press('Control+p');
  await page.locator('body[data-printed]').waitFor();
}

const firstRow = (page: Page) => page.locator('[role="grid"] [data-r="0"] [data-open]').waitFor();

it('prints every row of a list on A4 across, with the names of its columns, its filters and no empty sheet', async () => {
  const { page, problems } = visitor;
  expect(total).toBeGreaterThan(200);
  await page.goto(list);
  await firstRow(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  // From the browser's menu nothing can be fetched any more: the paper says so.
  const atOnce = await printed(page);
  expect(atOnce.rows).toBe(100);
  expect(atOnce.text).toContain(`In 100 trong ${total} dòng. Cần đủ mọi dòng thì dùng «Xuất Excel».`);

  await pressPrint(page);
  const whole = await printed(page);
  expect(whole.rows).toBe(total);
  expect(whole.text).not.toMatch(/^In .* trong/m);
  const paper = await paperOf(page);
  expect(paper.sizes).toEqual(['841 × 594']);
  expect(paper.sheets).toBeLessThanOrEqual(Math.ceil(total / 25));

  // Nothing is cut: a name that is too long for its column has a second line.
  const cut = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const texts = [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-r] [data-c] *')];
    const found = texts.filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible',
    );
    const over = [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-r] [data-c]')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
    );
    dispatchEvent(new Event('afterprint'));
    return [...found, ...over].map((one) => one.innerText).slice(0, 3);
  });
  expect(cut).toEqual([]);

  // Paper is light, and every header is there as text.
  const header = page.getByRole('columnheader', { name: 'Mã hàng' });
  await header.waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
  expect(await page.getByRole('button', { name: 'Xuất Excel' }).isVisible()).toBe(false);
  expect(await page.getByText('chế độ giả lập').isVisible()).toBe(false);

  await page.goto(`${list}?isActive=true&q=a`);
  await firstRow(page);
  expect((await printed(page)).text).toContain('Lọc theo ');
  await page.emulateMedia({ media: null, colorScheme: null });
  expect(problems).toEqual([]);
});

it('prints all columns of «Cửa ngày» on A4 across, without buttons', async () => {
  const { page, problems } = visitor;
  await page.goto(`${product.url}/invoices/days`);
  const days = page.getByRole('region', { name: 'Cửa ngày của kỳ' });
  await days.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect((await paperOf(page)).sizes).toEqual(['841 × 594']);
  expect(await days.evaluate((one) => getComputedStyle(one).overflowX)).toBe('visible');
  expect(await days.getByRole('button').count()).toBe(0);
  await page.emulateMedia({ media: null });
  expect(problems).toEqual([]);
});

it('says on paper which part of a page with tabs it is', async () => {
  const { page, problems } = visitor;
  for (const [tab, name] of [
    ['totals', 'Tổng hợp'],
    ['vat', 'Thuế GTGT'],
  ]) {
    await page.goto(`${product.url}/invoices/reconciliation?tab=${tab}`);
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect((await printed(page)).text).toContain(name);
    await page.emulateMedia({ media: null });
  }
  expect(problems).toEqual([]);
});

it('prints the days of the overview as figures: a chart comes only when it is looked at', async () => {
  const { page, problems } = visitor;
  await page.goto(product.url);
  await page.getByRole('heading', { name: 'Theo ngày bán' }).waitFor();
  // The figures come after the heading.
  await expect
    .poll(async () => (await printed(page)).text, { timeout: 20_000 })
    .toMatch(/Theo ngày bán[\s\S]*30\/09\/2026\s[\d.]+\s/);
  expect(problems).toEqual([]);
});

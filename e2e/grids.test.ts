import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { axeViolations } from './stage/accessibility.ts';
import { WIDE } from './stage/browser.ts';
import { exportedList } from './stage/download.ts';
import { openProduct } from './stage/journey.ts';
import { ask, signIn } from './stage/sign-in.ts';

type Product = { code: string; name: string; unit: string; quantityOnHand: string | null; stockValue: number | null };
type List = { items: Product[]; total: number; totals: { stockValue: number; quantityOnHand: string } };

const product = openProduct();
const OFFICE = '/usr/bin/soffice';

/** The first sheet of a workbook as lines of text, as LibreOffice opens it. */
function openedByOffice(file: string): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'khop-office-'));
  copyFileSync(file, path.join(folder, 'list.xlsx'));
  execFileSync(OFFICE, [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):59,34,76',
    '--outdir',
    folder,
    path.join(folder, 'list.xlsx'),
  ]);
  return readFileSync(path.join(folder, 'list.csv'), 'utf8').trim().split('\n');
}

it('filters by any column, keeps it in the address, exports it with its sums, and opens rows by real links', async () => {
  const { page, context, problems } = await product.visit();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, product.url);
  const profiles = await ask<{ items: { id: string; code: string }[] }>(page, '/amis/profiles');
  const profileId = profiles.body.items.find(({ code }) => code === 'AP')!.id;
  const list = `${product.url}/amis/profiles/${profileId}/products`;
  await page.goto(list);
  const grid = page.locator('[role="grid"]').first();
  await grid.locator('[data-r="0"] [data-link]').waitFor();
  const all = await ask<List>(page, `/amis/products?profileId=${profileId}&limit=500`);
  const units = [...new Set(all.body.items.map(({ unit }) => unit))].filter(Boolean).slice(0, 2);

  // Two values of one column, and a range of another.
  const openFilter = async (name: string) => {
    const header = new RegExp(`^${name}`);
    await grid.getByRole('columnheader', { name: header }).locator('[data-label]').press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: 'Lọc cột này…' }).click();
    return page.getByRole('dialog', { name: `Lọc ${name}` });
  };
  const byUnit = await openFilter('ĐVT');
  for (const unit of units) await byUnit.getByRole('checkbox', { name: unit, exact: true }).click();
  await byUnit.getByRole('button', { name: 'Áp dụng' }).click();
  const byValue = await openFilter('Giá trị tồn');
  await byValue.getByLabel('Từ').fill('1000000');
  await byValue.getByRole('button', { name: 'Áp dụng' }).click();
  await page.waitForURL(/where=/);
  const where = new URL(page.url()).searchParams.get('where')!;
  expect(where).toBe(`unit.in:${units.join('|')};stockValue.min:1000000`);
  const wanted = all.body.items.filter(
    ({ unit, stockValue }) => units.includes(unit) && stockValue !== null && stockValue >= 1_000_000,
  );
  const sum = wanted.reduce((total, { stockValue }) => total + stockValue!, 0);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(all.body.total);

  // The address holds it: a reload shows the same rows, and the filters can be seen.
  await page.reload();
  await page.getByRole('button', { name: `Bỏ lọc: ĐVT ${units.join(', ')}` }).waitFor();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(wanted.length + 1));

  // The workbook: the filters above, the sums below, the same in two readers.
  const sheet = await exportedList(page);
  expect(sheet.filters).toEqual([`ĐVT: ${units.join(', ')}`, 'Giá trị tồn: từ 1.000.000']);
  expect(sheet.rows.map(([code]) => code).sort()).toEqual(wanted.map(({ code }) => code).sort());
  expect(sheet.totals?.[sheet.header.indexOf('Giá trị tồn')]).toBe(sum);
  if (existsSync(OFFICE)) {
    const lines = openedByOffice(sheet.path);
    expect(lines[0]).toContain(`ĐVT: ${units.join(', ')}`);
    expect(lines[3]?.split(';')[0]).toContain('Mã hàng');
    expect(lines).toHaveLength(4 + wanted.length + 1);
  }

  // Copied with the names of the columns, and without.
  await grid.locator('[data-r="0"] [data-c="1"]').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+Shift+C');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toMatch(/^Tên hàng\tĐVT\r?\n[^\n]+$/);
  await page.keyboard.press('Control+C');
  await expect.poll(clipboard).not.toContain('Tên hàng');

  // A double click on the edge of a column makes it as wide as what it holds.
  const header = grid.getByRole('columnheader', { name: /^ĐVT/ });
  const before = (await header.boundingBox())!;
  await page.mouse.dblclick(before.x + before.width - 1, before.y + before.height / 2);
  await expect.poll(async () => (await header.boundingBox())!.width).not.toBe(before.width);

  // The code is a link like any other: its address, opened elsewhere, shows the same product over the same list.
  const code = (await grid.locator('[data-r="0"] [data-link]').textContent())!;
  const href = (await grid.locator('[data-r="0"] [data-link]').getAttribute('href'))!;
  const tab = await context.newPage();
  await tab.goto(new URL(href, product.url).href);
  await tab.getByRole('dialog').getByText(code).first().waitFor();
  expect(new URL(tab.url()).searchParams.get('where')).toBe(where);

  await page.getByRole('button', { name: /^Bỏ lọc: ĐVT/ }).click();
  await page.getByRole('button', { name: /^Bỏ lọc: Giá trị tồn/ }).click();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(all.body.total + 1));
  expect(problems).toEqual([]);
});

it('says whole that it is empty where there is room, and lets the keys scroll the words in a low window', async () => {
  const { page } = await product.visit();
  await page.setViewportSize(WIDE);
  await signIn(page, product.url);
  /** The height of what does not fit into the box that scrolls these words. */
  const hidden = async (words: string) => {
    await page.getByText(words).waitFor();
    return boxOf(words).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  };
  const boxOf = (words: string) =>
    page.getByText(words).locator('xpath=ancestor::*[contains(@class, "overflow-auto")][1]');
  // A list that is as high as its rows, of which there are none.
  expect(await hidden('Chưa có hóa đơn nào.')).toBe(0);

  await page.setViewportSize({ width: 1440, height: 320 });
  await page.goto(`${product.url}/invoices/reconciliation?tab=reviews`);
  const words = 'Không có dòng nào chờ quyết định.';
  expect(await hidden(words)).toBeGreaterThan(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('group', { name: 'Lời của danh sách: Dòng sổ AMIS chờ quyết định' }).press('End');
  await expect.poll(() => boxOf(words).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
});

it('shows every digit of sums of thousands of billions, in rows and at their foot', async () => {
  const { page, problems } = await product.visit();
  await signIn(page, product.url);
  await page.route(/reconciliation\?/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    // Every amount of a million or more becomes one of 13 digits.
    await route.fulfill({
      response: answer,
      body: body.replace(
        /:(-?)(\d{7,10})([,}])/g,
        (_, sign, digits, end) => `:${sign}1${digits.padStart(12, '0')}${end}`,
      ),
    });
  });
  await page.goto(`${product.url}/invoices/reconciliation`);
  const grid = page.getByRole('grid');
  await grid
    .getByText(/^1\.\d{3}\.\d{3}\.\d{3}\.\d{3}$/)
    .first()
    .waitFor();
  const cut = await grid.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('[role="gridcell"], [role="gridcell"] *')]
      .filter((one) => /^-?1(\.\d{3}){4}$/.test(one.innerText) && one.scrollWidth > one.clientWidth)
      .map((one) => one.innerText),
  );
  expect(cut).toEqual([]);
  expect(problems).toEqual([]);
});

it('shows the chosen cell and the page of the navigation in the colours of the system', async () => {
  const { page, problems } = await product.visit({ forcedColors: 'active' });
  await signIn(page, product.url);
  await page.goto(`${product.url}/bravo/partners`);
  const grid = page.getByRole('grid');
  await grid.locator('[data-r="1"] [data-c="1"]').click();
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await ground('[data-r="1"] [data-c="1"]')).not.toBe(await ground('[data-r="2"] [data-c="1"]'));
  expect(await ground('nav a[aria-current]')).not.toBe(await ground('nav a:not([aria-current])'));
  expect(problems).toEqual([]);
});

it('shows each part of the ledger in a colour of its own, though the system gives all grounds one', async () => {
  const { page, problems } = await product.visit({ forcedColors: 'active' });
  await signIn(page, product.url);
  const dots = page.locator('main a:has-text("thuế") span[aria-hidden]');
  await dots.nth(3).waitFor();
  const colours = await dots.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(colours).size).toBe(4);
  expect(problems).toEqual([]);
});

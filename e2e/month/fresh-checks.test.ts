import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { generate } from '../stage/month-actions.ts';
import { signIn } from '../stage/sign-in.ts';

const product = openProduct();
let watcher: Visit;
let colleague: Visit;
/** The page of the document that the colleague leaves out of the period and takes in again. */
let document: string;

/** One looks at the cockpit; another one, with a browser of their own, changes things. */
beforeAll(async () => {
  [watcher, colleague] = [await product.visit(), await product.visit()];
  await signIn(watcher.page, product.url);
  await generate(watcher.page, 'Sinh hóa đơn');
  await signIn(colleague.page, product.url, 'admin@khop.local');
  await colleague.page.goto(`${product.url}/?tab=shortages&reason=NO_STOCK`);
  const shortages = colleague.page.getByRole('grid', { name: 'Phần chưa xuất hóa đơn' });
  await shortages.locator('[data-open]').first().click();
  await colleague.page.waitForURL(/bravo-sales\//);
  document = colleague.page.url();
});

const OUTDATED = 'đã đổi sau lần sinh hóa đơn gần nhất';
const outdated = (page: Page) => page.getByRole('list').getByText(OUTDATED).first();

async function leaveOut(page: Page): Promise<void> {
  await page.goto(document);
  await page.getByRole('button', { name: 'Loại khỏi kỳ' }).click();
  await openDialog(page).getByLabel('Ghi rõ').fill('Nhập trùng');
  await openDialog(page)
    .getByRole('button', { name: /^Loại \d+ dòng$/ })
    .click();
  await page.getByRole('button', { name: 'Đưa lại vào kỳ' }).waitFor();
}

async function takeIn(page: Page): Promise<void> {
  await page.goto(document);
  await page.getByRole('button', { name: 'Đưa lại vào kỳ' }).click();
  await page.getByRole('button', { name: 'Loại khỏi kỳ' }).waitFor();
}

async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Tải bộ tệp' }).click();
  return openDialog(page).getByRole('button', { name: 'Xuất và tải bộ tệp' });
}

it('the decision of a colleague shows in the checks of a page that is left untouched', async () => {
  const { page, problems } = watcher;
  await page.goto(product.url);
  await page.getByText('Kiểm tra kỳ').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Không có tồn' }).first().waitFor();
  expect(await outdated(page).count()).toBe(0);
  let moved = 0;
  page.on('framenavigated', () => {
    moved += 1;
  });
  await leaveOut(colleague.page);
  await outdated(page).waitFor();
  expect(moved).toBe(0);
  expect(problems).toEqual([]);
});

it('the dialog of the export follows while it is open, and its button with it', async () => {
  const { page } = watcher;
  await page.goto(product.url);
  const button = await openExport(page);
  await openDialog(page).getByText(OUTDATED).waitFor();
  expect(await button.isEnabled()).toBe(false);
  await takeIn(colleague.page);
  await openDialog(page).getByText(OUTDATED).waitFor({ state: 'hidden' });
  await expect.poll(() => button.isEnabled()).toBe(true);
});

it('who presses before the page has heard of a change is shown it, in place of a refusal', async () => {
  const { page } = watcher;
  await page.goto(product.url);
  // The page hears of nothing by itself.
  const mark = /\/invoice-issuance\/periods\/[^/?]+$/;
  await page.route(mark, (route) => route.abort());
  const button = await openExport(page);
  await expect.poll(() => button.isEnabled()).toBe(true);
  await leaveOut(colleague.page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('download-excel')) sent += 1;
  });
  await button.click();
  await openDialog(page).getByText(OUTDATED).waitFor();
  await expect.poll(() => button.isEnabled()).toBe(false);
  expect(sent).toBe(0);
  await page.unroute(mark);
  await takeIn(colleague.page);
});

it('what a person decides in a row of the cockpit is in its checks at once', async () => {
  const { page } = watcher;
  await page.goto(`${product.url}/?tab=shortages&by=partner&reason=INVOICE_REQUIREMENT_UNSET`);
  const changed = page.getByText('yêu cầu hóa đơn của khách trong kỳ đã đổi');
  await page.getByRole('button', { name: 'Lấy hóa đơn', exact: true }).first().click();
  await page.getByText(/^Đã đánh dấu/).waitFor();
  await page.getByRole('button', { name: /^Xem cả/ }).click();
  await changed.first().waitFor();
});

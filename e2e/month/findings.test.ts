import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { generate } from '../stage/month-actions.ts';
import { ask, signIn } from '../stage/sign-in.ts';

type Finding = { key: string; code: string; message: string; count: number };

const product = openProduct();
let admin: Visit;
let findings: readonly Finding[];

beforeAll(async () => {
  admin = await product.visit();
  const { page } = admin;
  await signIn(page, product.url, 'admin@khop.local');
  await generate(page, 'Sinh hóa đơn');
  const [period] = (await ask<{ items: { id: string }[] }>(page, '/invoice-issuance/periods')).body.items;
  findings = (await ask<{ problems: Finding[] }>(page, `/invoice-issuance/periods/${period!.id}/preflight`)).body
    .problems;
});

const finding = (code: string): Finding => findings.find((one) => one.code === code)!;

/** In the window, and what the next key is for. */
async function expectArrival(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  const seen = await target.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  });
  expect(seen).toBeGreaterThan(60);
}

const gridOf = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });

/** A line of «Kiểm tra kỳ» on the cockpit. */
async function lineOf(page: Page, code: string): Promise<Locator> {
  await page.goto(product.url);
  await page.getByRole('button', { name: /^Xem cả/ }).click();
  return page.getByRole('listitem').filter({ hasText: finding(code).message });
}

const RECORDS = 'Bản ghi của điều được kiểm tra';

/** Presses the count of a finding with the keyboard, and then opens its first record. */
async function openRecord(page: Page, code: string): Promise<string> {
  await (await lineOf(page, code)).getByRole('link', { name: /bản ghi$/ }).press('Enter');
  const grid = gridOf(page, RECORDS);
  await expectArrival(grid);
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(finding(code).count + 1));
  const label = (await grid.locator('[data-r="0"] [data-open]').innerText()).trim();
  await page.keyboard.press('Enter');
  return label;
}

it.each([
  'SHORTAGE_NO_STOCK',
  'SHORTAGE_INVOICE_REQUIREMENT_UNSET',
  'AMIS_ENTRIES_UNMATCHED',
  'VAT_DIFFERS_FROM_LEDGER',
  'NEW_CUSTOMERS',
  'AMIS_ENTRIES_UNDECIDED',
])('«Xử lý» of %s leads to the list of exactly that, in sight and with the keyboard on its first row', async (code) => {
  const { page, problems } = admin;
  const [name, path] = {
    SHORTAGE_NO_STOCK: ['Phần chưa xuất hóa đơn', 'reason=NO_STOCK'],
    SHORTAGE_INVOICE_REQUIREMENT_UNSET: ['Đối tượng Bravo', 'invoiceRequirement=unset&periodId='],
    AMIS_ENTRIES_UNMATCHED: ['Sổ bán hàng AMIS', 'state=unmatched'],
    VAT_DIFFERS_FROM_LEDGER: ['Hóa đơn có thuế khác sổ', 'beyondRounding=true'],
    NEW_CUSTOMERS: ['Hóa đơn AMIS', 'buyerSource=new_customer'],
    AMIS_ENTRIES_UNDECIDED: ['Dòng sổ AMIS chờ quyết định', 'tab=reviews'],
  }[code]!;
  await (await lineOf(page, code)).getByRole('link', { name: 'Xử lý' }).press('Enter');
  await page.waitForURL((url) => url.search.includes(path!));
  const grid = gridOf(page, name!);
  await expectArrival(grid);
  await expect.poll(() => grid.locator('[data-r="0"] [aria-selected="true"]').count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

it('«Xử lý» of goods that are not connected leads to the suggestions, of rules to those that wait for confirmation', async () => {
  const { page } = admin;
  await (await lineOf(page, 'RULE_NOT_CONFIRMED')).getByRole('link', { name: 'Xử lý' }).press('Enter');
  await expectArrival(page.locator('#content [tabindex="-1"]').filter({ hasText: 'Chưa' }).first());
});

it('the records of a line of the ledger open its document at that very line', async () => {
  const { page } = admin;
  const label = await openRecord(page, 'SHORTAGE_NO_STOCK');
  await page.waitForURL(/\/invoices\/bravo-sales\//);
  const focused = page.locator('li:focus');
  await focused.waitFor();
  await expectArrival(focused);
  const item = /· (\S+) —/.exec(label)![1]!;
  expect(await focused.innerText()).toContain(item);
});

it('a product and a customer open as the drawer of that one, an AMIS entry as its row of the list', async () => {
  const { page, problems } = admin;
  const stock = await openRecord(page, 'NEGATIVE_STOCK');
  const code = stock.split(' — ')[0]!;
  await openDialog(page).getByText(code.split(' · ')[0]!).first().waitFor();
  await expectArrival(openDialog(page));

  const partner = await openRecord(page, 'BUYER_INCOMPLETE');
  await openDialog(page).getByText(partner.split(' — ')[0]!).first().waitFor();
  await expectArrival(openDialog(page));

  const entry = await openRecord(page, 'AMIS_ENTRIES_UNMATCHED');
  const grid = gridOf(page, 'Sổ bán hàng AMIS');
  await expectArrival(grid);
  expect(await grid.locator('[data-r="0"]').innerText()).toContain(entry.split(' · ')[0]!);
  expect(problems).toEqual([]);
});

it('a filter that is chosen by hand keeps the keyboard where it is', async () => {
  const { page } = admin;
  await page.goto(`${product.url}/?tab=shortages`);
  const filter = page.getByRole('combobox', { name: /^Lý do:/ });
  await filter.click();
  await page.getByRole('option', { name: /^Không có tồn/ }).click();
  await page.waitForURL(/reason=NO_STOCK/);
  await page.keyboard.press('Escape');
  await expect.poll(() => filter.evaluate((one) => one === document.activeElement)).toBe(true);
});

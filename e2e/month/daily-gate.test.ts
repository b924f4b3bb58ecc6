import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { ask, signIn } from '../stage/sign-in.ts';

type Cell = { day: string; state: string; drafts: { count: number }; handedOver: { count: number }; late: number };
type Invoice = { date: string; documentDate: string; status: string; total: number };

const product = openProduct();
let admin: Visit;
let period: string;

beforeAll(async () => {
  admin = await product.visit();
  await signIn(admin.page, product.url, 'admin@khop.local');
  const { body } = await ask<{ items: { id: string }[] }>(admin.page, '/invoice-issuance/periods');
  period = `/invoice-issuance/periods/${body.items[0]!.id}`;
});

const cells = async (page: Page): Promise<Cell[]> =>
  (await ask<{ days: Cell[] }>(page, `${period}/preflight`)).body.days;
const invoices = async (page: Page, day: string): Promise<Invoice[]> =>
  (await ask<{ items: Invoice[] }>(page, `${period}/amis-invoices?limit=500&fromDate=${day}&toDate=${day}`)).body.items;

const rowOf = (page: Page, day: string): Locator =>
  page
    .getByRole('table', { name: 'Mỗi ngày bán đã đi đến đâu ở từng hồ sơ' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', { name: day }),
    });

/** Hands over the days up to one from its row, with the sales read again; gives the dialog to look at before. */
async function handOver(page: Page, day: string, look?: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: `Bàn giao đến đây: ${day}`, exact: true }).click();
  const dialog = openDialog(page);
  await dialog.getByText('Báo cáo AMIS đang dùng').waitFor();
  await look?.(dialog);
  await dialog.getByRole('button', { name: 'Lập hóa đơn', exact: true }).click();
  const leave = openDialog(page).getByRole('button', { name: 'Xuất và tải bộ tệp' });
  await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), leave.click({ timeout: 120_000 })]);
  await openDialog(page).waitFor({ state: 'hidden' });
}

// The last day of the sample's month is today: Monday is late, Tuesday could still be in time, Wednesday is today.
it('walks three days from their sales to the hand-over, one of them late', async () => {
  const { page, problems } = admin;
  await page.goto(`${product.url}/invoices/days`);
  await rowOf(page, '28/09/2026').getByText('Quá hạn ký').first().waitFor();

  await handOver(page, '28/09/2026', async (dialog) => {
    await dialog.getByText('ngày 29/09/2026 không giữ được ngày bán nữa').waitFor();
  });
  await rowOf(page, '28/09/2026').getByText('Đã giao AMIS').first().waitFor();
  const monday = await invoices(page, '2026-09-28');
  expect(monday.length).toBeGreaterThan(0);
  expect(new Set(monday.map(({ date, status }) => `${date} ${status}`))).toEqual(new Set(['2026-09-30 exported']));
  expect(await invoices(page, '2026-09-29')).toEqual([]);
  await rowOf(page, '28/09/2026')
    .getByText(/sai thời điểm/)
    .first()
    .waitFor();

  const before = await invoices(page, '2026-09-28');
  await handOver(page, '29/09/2026');
  expect(await invoices(page, '2026-09-28')).toEqual(before);
  // As the dialog said: the symbol has a number of today by now.
  expect(new Set((await invoices(page, '2026-09-29')).map(({ date }) => date))).toEqual(new Set(['2026-09-30']));

  await handOver(page, '30/09/2026');
  const today = await invoices(page, '2026-09-30');
  expect(today.length).toBeGreaterThan(0);
  expect(today.every(({ date, documentDate }) => date === documentDate)).toBe(true);
  const left = await cells(page);
  expect(left.filter(({ drafts }) => drafts.count > 0)).toEqual([]);
  expect(left.filter(({ day, late }) => day === '2026-09-30' && late > 0)).toEqual([]);
  expect(problems).toEqual([]);
});

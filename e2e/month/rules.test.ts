import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Visit } from '../stage/browser.ts';
import { openDialog } from '../stage/dialog.ts';
import { openProduct } from '../stage/journey.ts';
import { generate } from '../stage/month-actions.ts';
import { ask, signIn } from '../stage/sign-in.ts';

type Listed<T> = { items: T[] };
type Invoice = { buyer: { name: string } };

const NEW_TEXT = 'Khách lẻ không lấy hóa đơn';

const product = openProduct();

const open = async (email: string): Promise<Visit> => {
  const visited = await product.visit();
  await signIn(visited.page, product.url, email);
  return visited;
};

/** The names that consumers have on the period's invoices. */
async function consumerNames(page: Page): Promise<string[]> {
  const { body } = await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods');
  const place = `/invoice-issuance/periods/${body.items[0]!.id}/amis-invoices?buyerSource=consumer&limit=500`;
  const invoices = (await ask<Listed<Invoice>>(page, place)).body.items;
  return [...new Set(invoices.map((one) => one.buyer.name))];
}

it('a rule changed by an admin makes the period due again, and the next generation follows it', async () => {
  const admin = await open('admin@khop.local');
  const { page } = admin;
  await page.goto(product.url);
  await generate(page, 'Sinh hóa đơn');
  expect(await consumerNames(page)).toEqual(['Bán cho người tiêu dùng']);

  // From the pre-flight to the rules, where everybody reads and an admin goes on to change them.
  await page.getByRole('button', { name: /^Xem cả \d+$/ }).click();
  const finding = page.getByRole('listitem').filter({ hasText: /quy tắc kỳ đang dùng chưa được chuyên gia xác nhận/ });
  await finding.getByRole('link', { name: 'Xử lý' }).click();
  await page.waitForURL(/\/invoices\/rules#rows$/);
  await page.getByRole('link', { name: 'Sửa hoặc ghi xác nhận ở trang quản trị' }).click();
  await page.waitForURL(/\/admin\/rules$/);
  const texts = page.getByRole('table', { name: 'Cách ghi người mua không cung cấp thông tin' });
  await texts.getByRole('button', { name: /^Thao tác với «Bán cho/ }).click();
  await page.getByRole('menuitem', { name: 'Sửa' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Ghi trên hóa đơn').fill(NEW_TEXT);
  await dialog.getByLabel('Từ ngày').fill('');
  await dialog.getByLabel('Lý do').fill('Công văn hướng dẫn mới');
  await dialog.getByRole('button', { name: 'Lưu quy tắc' }).click();
  await dialog.getByText('Đã có quy tắc khác bắt đầu từ trước đến nay.').waitFor();
  await dialog.getByLabel('Từ ngày').fill('01/07/2026');
  await dialog.getByRole('button', { name: 'Lưu quy tắc' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/Hãy sinh lại hóa đơn của kỳ/).waitFor();
  await texts.getByText('Có sẵn: «Bán cho người tiêu dùng»').waitFor();
  expect(await consumerNames(page)).toEqual(['Bán cho người tiêu dùng']);

  await page.goto(product.url);
  await page.getByText('Bấm «Sinh lại» một lần rồi tải.').waitFor();
  await generate(page, 'Sinh lại');
  expect(await consumerNames(page)).toEqual([NEW_TEXT]);
  await page.getByText('Bấm «Sinh lại» một lần rồi tải.').waitFor({ state: 'detached' });

  await page.goto(`${product.url}/admin/rules`);
  await page.getByRole('button', { name: 'Lịch sử' }).click();
  await openDialog(page).getByText('Công văn hướng dẫn mới').waitFor();
  await openDialog(page)
    .getByText(`«Bán cho người tiêu dùng» (Từ 01/07/2026) → «${NEW_TEXT}» (Từ 01/07/2026)`)
    .waitFor();
  // The browser tells of every refusal.
  expect(admin.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

it('an admin whom another one overtakes is told so, and saves upon the newer rules', async () => {
  const [first, second] = [await open('admin@khop.local'), await open('admin@khop.local')];
  for (const { page } of [first, second]) {
    await page.goto(`${product.url}/admin/rules`);
    await page.getByRole('button', { name: 'Thêm quy tắc: Ngày nghỉ lễ' }).click();
  }
  const typeHoliday = async ({ page }: Visit, day: string, name: string) => {
    const dialog = openDialog(page);
    await dialog.getByLabel('Từ ngày').fill(day);
    await dialog.getByLabel('Tên ngày nghỉ').fill(name);
    await dialog.getByLabel(/^Văn bản/).fill('Thông báo nghỉ Tết');
    await dialog.getByLabel('Lý do').fill(`Thêm ${name}`);
    await page.keyboard.press('Shift+Tab');
    await dialog.getByRole('button', { name: 'Lưu quy tắc' }).click();
  };
  await typeHoliday(first, '08/02/2027', 'Mùng ba Tết');
  await openDialog(first.page).waitFor({ state: 'detached' });
  await typeHoliday(second, '09/02/2027', 'Mùng bốn Tết');
  await openDialog(second.page)
    .getByText(/Người khác vừa sửa quy tắc/)
    .waitFor();
  await openDialog(second.page).getByRole('button', { name: 'Lưu quy tắc' }).click();
  await openDialog(second.page).waitFor({ state: 'detached' });
  const holidays = second.page.getByRole('table', { name: 'Ngày nghỉ lễ' });
  await holidays.getByText('Mùng ba Tết').waitFor();
  await holidays.getByText('Mùng bốn Tết').waitFor();
  expect(second.problems.filter((problem) => !problem.includes('412'))).toEqual([]);
});

it('an accountant reads the rules and cannot change them', async () => {
  const accountant = await open('ketoan@khop.local');
  const { page } = accountant;
  await page.goto(`${product.url}/invoices/rules`);
  await page.getByRole('table', { name: 'Giảm thuế GTGT' }).getByText('10% còn 8%').first().waitFor();
  expect(await page.getByRole('button', { name: /Thao tác với|Thêm quy tắc|Ghi xác nhận/ }).count()).toBe(0);
  await page.goto(`${product.url}/admin/rules`);
  await page.getByText('Bạn không có quyền xem trang này.').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(accountant.problems).toEqual([]);
});

it('«Luật đổi vào ngày …» shows the next day on which a rule turns, and any other day', async () => {
  const { page, problems } = await open('ketoan@khop.local');
  await page.goto(`${product.url}/invoices/rules`);
  await page.getByRole('heading', { name: 'Luật đổi vào ngày 01/01/2027' }).waitFor();
  const rules = page.getByRole('list', { name: 'Quy tắc đổi' });
  await rules.getByText('Giảm thuế GTGT 10 % → 8 % từ 01/07/2025 đến 31/12/2026').waitFor();
  const effects = page.getByRole('table', { name: 'Ảnh hưởng đến chứng từ đang mở' });
  await effects.getByText('Hàng bán từ 01/01/2027 mang 10 % thay vì 8 %.').waitFor();
  await effects.getByText('Số hóa đơn của năm 2027 bắt đầu lại từ 1').waitFor();
  // The same figure as the call gives.
  const { body } = await ask<Listed<{ id: string }>>(page, '/invoice-issuance/periods');
  const path = `/invoice-issuance/periods/${body.items[0]!.id}/rule-changes?on=2027-01-01`;
  type Effects = { effects: { code: string; lines: number }[] };
  const { lines } = (await ask<Effects>(page, path)).body.effects.find(({ code }) => code === 'VAT_RATE')!;
  expect(lines).toBeGreaterThan(10);
  const shown = String(lines).replace(/\B(?=(\d{3})+$)/g, '.');
  await effects
    .getByRole('row')
    .filter({ hasText: 'thay vì 8 %' })
    .getByText(`${shown} dòng`, { exact: false })
    .first()
    .waitFor();

  const day = page.getByLabel('Xem ngày');
  await day.fill('24/11/2026');
  await day.press('Enter');
  await page.getByRole('heading', { name: 'Luật đổi vào ngày 24/11/2026' }).waitFor();
  await rules.getByText('Ngày nghỉ «Ngày Văn hóa Việt Nam»').waitFor();
  await page.getByRole('button', { name: '01/01/2027', exact: true }).click();
  await effects.getByText('Số hóa đơn của năm 2027').waitFor();

  // From an entity that needs another symbol to the form in which it is written.
  const symbols = effects.getByRole('row').filter({ hasText: 'mang số 27' });
  await symbols.getByRole('link').first().click();
  await page.waitForURL(/\/amis\/profiles\?edit=/);
  expect(problems).toEqual([]);
});
